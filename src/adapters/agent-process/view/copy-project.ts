// A copy of the project for one run to look at, and a note of what was copied, to see later whether it was touched.

import { mkdir, open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReadableProject } from "../../../engine/ports.ts";
import { sha256Of } from "../../shared/sha256.ts";
import { isSystemError } from "../../shared/system-error.ts";
import { openRegular, readAt } from "../read-document.ts";
import { PROJECT_COPY, type RunFolder } from "../run-folder.ts";
import type { ViewRecord } from "../run-records.ts";

/** An agent needs no more to understand a project, and a copy is made for each run. */
const PROJECT_FILES_MAX = 5_000;
/** All files together, and each. */
const PROJECT_BYTES_MAX = 64 * 1024 * 1024;
const FILE_BYTES_MAX = 4 * 1024 * 1024;
const MODE_BITS = 0o777;

export async function copyProject(run: RunFolder, project: ReadableProject): Promise<ViewRecord> {
  const { root } = project;
  const { paths, isCut } = await project.list();
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
    const mode = await lay(target, source);
    files.push([`${PROJECT_COPY}/${path}`, source.bytes.length, mode, sha256Of(source.bytes)]);
  }
  return { files, notes: notesOf(isCut || paths.length > PROJECT_FILES_MAX, left.out) };
}

/** The rights it got, which need not be those it was to have: the umask and the file system have a say in it. */
async function lay(target: string, { bytes, mode }: Content): Promise<number> {
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
