import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { flushFolder } from "../shared/durable-file.ts";

/**
 * Copies a file with its time. The copy appears whole, flushed and read back, or not at all. Callers serialise their copies, so
 * that a killed one's leftover is simply replaced.
 */
export async function copyVerified(from: string, to: string): Promise<void> {
  const bytes = await readFile(from);
  const { mtimeMs } = await stat(from);
  const unfinished = unfinishedCopy(to);
  await rm(unfinished, { force: true });
  try {
    await writeFlushed(unfinished, bytes, mtimeMs);
    if (!bytes.equals(await readFile(unfinished)))
      throw new Error(`${to} does not read back as it was written`);
    await rename(unfinished, to);
    await flushFolder(dirname(to));
  } finally {
    await rm(unfinished, { force: true });
  }
}

export function unfinishedCopy(to: string): string {
  return join(dirname(to), `.${basename(to)}.unfinished`);
}

/** A new file with its time. */
export async function writeFlushed(file: string, bytes: Uint8Array, modifiedAtMs: number): Promise<void> {
  const handle = await open(file, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.utimes(modifiedAtMs / 1_000, modifiedAtMs / 1_000);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
