// A copy of the project for one run to look at, and a note of what was copied, to see later whether it was touched.

import type { Dirent } from "node:fs";
import { lstat, mkdir, open, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ReadableProject } from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { isSystemError } from "../shared/system-error.ts";
import { isViewOurs, openRegular, readAt } from "./read-document.ts";
import { PROJECT_COPY, type RunFolder } from "./run-folder.ts";
import { type RunRequest, readView, type ViewRecord } from "./run-records.ts";

/** An agent needs no more to understand a project, and a copy is made for each run. */
const PROJECT_FILES_MAX = 5_000;
/** All files together, and each. */
const PROJECT_BYTES_MAX = 64 * 1024 * 1024;
const FILE_BYTES_MAX = 4 * 1024 * 1024;
const MODE_BITS = 0o777;

interface CopyOrder {
  readonly project: ReadableProject;
  /** Names of files that are to stay out of it, wherever they are. */
  readonly without: readonly string[];
}

export async function copyProject(run: RunFolder, { project, without }: CopyOrder): Promise<ViewRecord> {
  const { root } = project;
  const { paths: all, isCut } = await project.list();
  const names = new Set(without.map((name) => name.toLowerCase()));
  const paths = all.filter((path) => !names.has(basename(path).toLowerCase()));
  const files: ViewRecord["files"] = [];
  const inside = insideOf(await realpath(root));
  const left = { bytes: PROJECT_BYTES_MAX, out: 0 };
  await mkdir(run.project, { recursive: true });
  for (const path of paths.slice(0, PROJECT_FILES_MAX)) {
    const source = (await inside(path)) ? await contentOf(join(root, path), left.bytes) : "no-file";
    if (source === "too-large") left.out += 1;
    if (typeof source === "string") continue;
    left.bytes -= source.bytes.length;
    const target = join(run.project, path);
    await mkdir(dirname(target), { recursive: true });
    const mode = await writeViewFile(target, source);
    files.push([`${PROJECT_COPY}/${path}`, source.bytes.length, mode, sha256Of(source.bytes)]);
  }
  const notes = notesOf(isCut || paths.length > PROJECT_FILES_MAX, left.out);
  const isWhole = paths.length === all.length;
  return {
    files,
    notes: isWhole ? notes : [...notes, `not in the copy of the project: ${without.join(", ")}`],
  };
}

/** The rights it got, which need not be those it was to have: the umask and the file system have a say in it. */
async function writeViewFile(target: string, { bytes, mode }: Content): Promise<number> {
  const handle = await open(target, "wx", mode);
  try {
    await handle.writeFile(bytes);
    return (await handle.stat()).mode & MODE_BITS;
  } finally {
    await handle.close();
  }
}

function notesOf(cut: boolean, tooLarge: number): string[] {
  return [
    ...(cut ? [`the copy of the project holds its first ${PROJECT_FILES_MAX} files`] : []),
    ...(tooLarge > 0 ? [`too large for the copy of the project: ${tooLarge} of its files`] : []),
  ];
}

/** Whether a path truly lies where it says: a folder on the way may be a link to elsewhere. */
function insideOf(root: string): (path: string) => Promise<boolean> {
  const known = new Map<string, boolean>();
  return async (path) => {
    const folder = dirname(join(root, path));
    const before = known.get(folder);
    if (before !== undefined) return before;
    const real = await realpath(folder).catch(() => null);
    known.set(folder, real === folder);
    return real === folder;
  };
}

interface Content {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** What is a link, or is gone by now, or may not be read, is no file for anybody. */
async function contentOf(file: string, bytesLeft: number): Promise<Content | "no-file" | "too-large"> {
  try {
    const opened = await openRegular(file);
    if ("why" in opened) return "no-file";
    try {
      const { size, mode } = await opened.handle.stat();
      if (size > Math.min(FILE_BYTES_MAX, bytesLeft)) return "too-large";
      // Whoever runs us may read and write it, or the copy could not be taken away again.
      return { bytes: await readAt(opened.handle, 0, size), mode: (mode & MODE_BITS) | 0o600 };
    } finally {
      await opened.handle.close();
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return "no-file";
  }
}

// Whether an agent touched what it may only read.

/** More in a view than this is a change in itself. */
const ENTRIES_MAX = 50_000;
/** So many are told. */
const CHANGES_MAX = 20;

type RecordedFile = ViewRecord["files"][number];

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
    const change = before === undefined ? "is new" : await describeChange(join(run.view, path), before);
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

async function describeChange(file: string, [, size, mode, hash]: RecordedFile): Promise<string | null> {
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
