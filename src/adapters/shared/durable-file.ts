// Files that others read after a crash: old or whole, never half.
import { link, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errnoOf, isSystemError } from "./system-error.ts";

/** Several processes may write the same file at once; the last one's text stays. */
export async function writeDurably(file: string, text: string): Promise<void> {
  const unfinished = join(dirname(file), `.${basename(file)}.${crypto.randomUUID()}`);
  try {
    await writeFlushed(unfinished, text);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await flushFolder(dirname(file));
}

export async function writeFlushed(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes sure that the names in a folder survive a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For notes that only spare work later: a full disk must not cost what was gained. Whether it was written. */
export async function writeIfPossible(file: string, text: string): Promise<boolean> {
  try {
    await writeDurably(file, text);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}

/** A second name for a file; false where something has that name already. */
export async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}
