import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createFolder, kindOf } from "../adapters/files/create-file.ts";
import type { CommandContext } from "./command-context.ts";
import { failureOfFile, isFailure, notFoundFailure, type Outcome, refusedFailure } from "./failure.ts";
import { openProject, type Project, requireProject } from "./project.ts";
import type { BackupResult } from "./wire/project.ts";

/** Copies the database while others may be writing; an existing file is never replaced. */
export async function backUpProject(
  context: CommandContext,
  file: string | undefined,
): Outcome<BackupResult> {
  const found = await requireProject(context);
  if (isFailure(found)) return found;
  const target = file === undefined ? defaultTarget(found, context.now) : resolve(context.cwd, file);
  const refusal = file === undefined ? null : await refuseTarget(target);
  if (refusal !== null) return refusal;

  const { store } = await openProject(found, "read-only");
  try {
    if (file === undefined) await createFolder(found.backups);
    await store.backup(target);
    return { file: target, bytes: (await stat(target)).size };
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "write the backup", place: target });
  } finally {
    store.close();
  }
}

/** The store refuses to replace a file by itself; these answers are only clearer. */
async function refuseTarget(target: string): Outcome<null> {
  const kind = await kindOf(target);
  if (kind !== "nothing") {
    const message = kind === "folder" ? "this is a folder" : "the file exists already and is not overwritten";
    return refusedFailure("exists", message, "name a new file", target);
  }
  if ((await kindOf(dirname(target))) === "folder") return null;
  return notFoundFailure(
    "no-folder",
    "the folder for the backup does not exist",
    `create it: mkdir -p ${dirname(target)}`,
    dirname(target),
  );
}

/** Milliseconds in the name: two backups in one second are two files. */
function defaultTarget(project: Project, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[-:]/g, "").replace(".", "-");
  return join(project.backups, `parley-${stamp}.db`);
}
