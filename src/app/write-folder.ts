// A folder for somebody to have: written beside its place and moved there whole, and never over anything.
import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createFolders, kindOf } from "../adapters/files/create-file.ts";
import { diskFolder } from "../adapters/files/folder.ts";
import { flushFolder } from "../adapters/shared/durable-file.ts";
import { errnoOf } from "../adapters/shared/system-error.ts";
import { failureOfFile, type Outcome, refusedFailure } from "./failure.ts";

interface NewFile {
  /** Inside the folder, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** `null` where nothing stands in the way. */
export async function refuseTakenPlace(folder: string): Outcome<null> {
  const kind = await kindOf(folder);
  if (kind === "nothing") return null;
  if (kind === "folder" && (await readdir(folder)).length === 0) return null;
  return refusedFailure(
    "not-empty",
    kind === "folder" ? "this folder is not empty" : "this is not a folder",
    "name a folder that is empty or does not exist yet",
    folder,
  );
}

/** `null` where all went well. */
export async function writeFolder(folder: string, files: readonly NewFile[]): Outcome<null> {
  const unfinished = join(
    dirname(folder),
    `.${basename(folder)}.${randomBytes(6).toString("hex")}.unfinished`,
  );
  try {
    await createFolders(unfinished);
    const disk = diskFolder(unfinished);
    for (const { path, bytes } of files) await disk.write(path, bytes);
    await disk.flush(files.map(({ path }) => path));
    await rename(unfinished, folder);
    await flushFolder(dirname(folder));
    return null;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Somebody was quicker, and has put something there.
    if (errnoOf(error) === "ENOTEMPTY" || errnoOf(error) === "EEXIST") return await refuseTakenPlace(folder);
    return failureOfFile(error, { doing: "write the folder", place: folder });
  }
}
