import { appendFile, mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";

interface LogFile {
  readonly file: string;
  /** A log that has grown beyond this is put aside as `.old`, in place of the one before. */
  readonly bytesMax?: number;
}

const LOG_BYTES_MAX = 4 * 1024 * 1024;

/** Whole lines, in one write, so that those of several processes stay apart. */
export async function appendLog(
  { file, bytesMax = LOG_BYTES_MAX }: LogFile,
  lines: readonly string[],
): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(dirname(file), { recursive: true });
  const about = await stat(file).catch(() => null);
  // Of two that put it aside at once, the second finds it gone.
  if (about !== null && about.size > bytesMax) await rename(file, `${file}.old`).catch(() => undefined);
  await appendFile(file, `${lines.join("\n")}\n`);
}
