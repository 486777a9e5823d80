// A folder to see parley work in: a half-written spec, scripted agents, and answers for when nobody is there.
import { readdir, readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createFile, createFolders, kindOf } from "../adapters/files/create-file.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, failureOfFile, isFailure, type Outcome, refusedFailure } from "./failure.ts";
import { initProject } from "./init-project.ts";
import { PROJECT_FOLDER } from "./project.ts";

export const DEMO = {
  spec: "checkout.md",
  engineer: "player:engineer.yaml",
  reviewer: "player:reviewer.yaml",
  policy: "policy.yaml",
} as const;

/** Where each of them goes. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["checkout.md", DEMO.spec],
  ["engineer.yaml", "engineer.yaml"],
  ["reviewer.yaml", "reviewer.yaml"],
  ["policy.yaml", DEMO.policy],
  ["config.yaml", `${PROJECT_FOLDER}/config.yaml`],
]);
const FOLDER = "parley-demo";
const FOLDERS_MAX = 1_000;

/** Tells the folder. `program` is the file that node runs as parley: what is copied lies beside it. */
export async function makeDemo(
  context: CommandContext,
  { dir, program }: { readonly dir: string | undefined; readonly program: string },
): Outcome<string> {
  const folder = dir === undefined ? await freeFolder(context.cwd) : resolve(context.cwd, dir);
  try {
    if (!(await isFree(folder))) return folderNotEmpty(folder);
    await createFolders(join(folder, PROJECT_FOLDER));
    const shipped = join(dirname(await realpath(program)), "demo");
    for (const [name, place] of FILES) {
      await createFile(join(folder, place), await readFile(join(shipped, name), "utf8"));
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "make the demo", place: folder });
  }
  const made = await initProject({ ...context, cwd: folder }, { nested: true });
  return isFailure(made) ? made : folder;
}

/** What an earlier demo left stays as it is. */
async function freeFolder(cwd: string): Promise<string> {
  for (let number = 1; number < FOLDERS_MAX; number += 1) {
    const folder = join(cwd, number === 1 ? FOLDER : `${FOLDER}-${number}`);
    if (await isFree(folder)) return folder;
  }
  return join(cwd, FOLDER);
}

async function isFree(folder: string): Promise<boolean> {
  const kind = await kindOf(folder);
  return kind === "nothing" || (kind === "folder" && (await readdir(folder)).length === 0);
}

function folderNotEmpty(place: string): Failure {
  return refusedFailure(
    "not-empty",
    "this folder is not empty, and the demo writes over nothing",
    "name another one with --dir, or leave it out for a fresh one",
    place,
  );
}
