// Whether an agent touched what it may only read.
import { constants, type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sha256Of } from "../../shared/sha256.ts";
import { isSystemError } from "../../shared/system-error.ts";
import { isViewOurs, openRegular, readAt } from "../read-document.ts";
import { PROJECT_COPY, type RunFolder } from "../run-folder.ts";
import { type RunRequest, readView, type ViewRecord } from "../run-records.ts";

/** More in a view than this is a change in itself. */
const ENTRIES_MAX = 50_000;
/** So many are told. */
const CHANGES_MAX = 20;
const MODE_BITS = constants.S_IRWXU | constants.S_IRWXG | constants.S_IRWXO;

type Laid = ViewRecord["files"][number];

/**
 * What is not as it was laid, in words: anywhere in the view for a role that may only read, in the copy of the project
 * for every role. The document it was asked for is no change, unless the agent is held to its access: then the answer
 * of a role that may only read is its document. Folders without files in them say nothing and count for nothing.
 */
export async function viewChanges(
  run: RunFolder,
  request: RunRequest,
  heldToAccess: boolean,
): Promise<readonly string[]> {
  const { access, readsProject } = request;
  const document = heldToAccess && access === "read-only" ? null : request.document;
  if (access === "write" && !readsProject) return [];
  const known = await readView(run);
  if (readsProject && known === null) return ["the note of what was laid in its folder is gone"];
  const laid = new Map((known?.files ?? []).map((file) => [file[0], file]));
  if (!(await isViewOurs(run)))
    return laid.size > 0 || access === "read-only" ? ["its folder is gone or replaced"] : [];
  const changes: string[] = [];
  const found = await filesIn(run.view, access === "write" ? PROJECT_COPY : "");
  for (const path of found.paths) {
    if (path === document) continue;
    const before = laid.get(path);
    laid.delete(path);
    const change = before === undefined ? "is new" : await changed(join(run.view, path), before);
    if (change !== null) changes.push(`${path} ${change}`);
    if (changes.length >= CHANGES_MAX) break;
  }
  if (found.tooMany) changes.push(`there are more than ${ENTRIES_MAX} files`);
  if (changes.length < CHANGES_MAX) changes.push(...[...laid.keys()].map((path) => `${path} is gone`));
  return changes.slice(0, CHANGES_MAX);
}

interface FoundFiles {
  readonly paths: readonly string[];
  readonly tooMany: boolean;
}

/** Everything that is no folder, as paths from the view; links are not followed. */
export async function filesIn(view: string, from: string): Promise<FoundFiles> {
  const paths: string[] = [];
  if (from !== "") {
    const top = await lstat(join(view, from)).catch(() => null);
    if (top === null) return { paths, tooMany: false };
    if (!top.isDirectory()) return { paths: [from], tooMany: false };
  }
  const folders = [from];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inside: Dirent[] = await readdir(join(view, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of inside) {
      entries += 1;
      if (entries > ENTRIES_MAX) return { paths, tooMany: true };
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else paths.push(path);
    }
  }
  return { paths, tooMany: false };
}

async function changed(file: string, [, size, mode, hash]: Laid): Promise<string | null> {
  try {
    const opened = await openRegular(file);
    if ("why" in opened) return `was changed: ${opened.why}`;
    try {
      const now = await opened.handle.stat();
      if (now.size !== size) return "was changed";
      if ((now.mode & MODE_BITS) !== mode) return "has other rights";
      return sha256Of(await readAt(opened.handle, 0, size)) === hash ? null : "was changed";
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return "cannot be read any more";
  }
}
