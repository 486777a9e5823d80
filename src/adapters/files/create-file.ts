import { statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { flushFolder, writeFlushed } from "../shared/durable-file.ts";
import { errnoOf } from "../shared/system-error.ts";

/** False when something of that name is there already; that is then left as it is. */
export async function createFile(file: string, text: string): Promise<boolean> {
  try {
    await writeFlushed(file, text);
    await flushFolder(dirname(file));
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** False when the folder is there already. */
export async function createFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST" && (await kindOf(folder)) === "folder") return false;
    throw error;
  }
}

/** With the folders above it. Node's own recursive form never returns where a folder cannot be made (/proc). */
export async function createFolders(folder: string): Promise<void> {
  try {
    await createFolder(folder);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    await createFolders(dirname(folder));
    await createFolder(folder);
  }
}

type Kind = "folder" | "file" | "other" | "nothing" | "hidden";

/** What stands at a path, links followed; `hidden` where one may not look. Asked at once: every command waits for it. */
export async function kindOf(path: string): Promise<Kind> {
  try {
    const about = statSync(path);
    if (about.isDirectory()) return "folder";
    return about.isFile() ? "file" : "other";
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "ENOENT" || errno === "ENOTDIR") return "nothing";
    if (errno === "EACCES" || errno === "EPERM" || errno === "ELOOP") return "hidden";
    throw error;
  }
}
