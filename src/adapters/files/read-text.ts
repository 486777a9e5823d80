import { type FileHandle, open, stat } from "node:fs/promises";
import { errnoOf, reasonOf } from "../shared/system-error.ts";

export type ReadText =
  /** `damaged` where bytes were not UTF-8 and were replaced. */
  | { readonly at: "read"; readonly text: string; readonly damaged: boolean }
  | { readonly at: "missing" }
  | { readonly at: "too-large"; readonly bytesMax: number }
  | { readonly at: "unreadable"; readonly reason: string };

/**
 * Reads a whole text file of bounded size; a byte order mark stays in the text. What agents write is read
 * `leniently`, whatever its bytes are; a file of our own that is not UTF-8 is an error.
 */
export async function readText(
  file: string,
  bytesMax: number,
  bytes: "strictly" | "leniently" = "strictly",
): Promise<ReadText> {
  try {
    // Looked at before it is opened: opening a named pipe would wait for a writer.
    const about = await stat(file);
    if (!about.isFile()) {
      const what = about.isDirectory() ? "it is a folder, not a file" : "it is not a regular file";
      return { at: "unreadable", reason: what };
    }
    const handle = await open(file, "r");
    try {
      const read = await readUpTo(handle, bytesMax + 1);
      if (read.length > bytesMax) return { at: "too-large", bytesMax };
      return decodeText(read, bytes === "leniently");
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return { at: "missing" };
    return { at: "unreadable", reason: reasonOf(error) };
  }
}

const CHUNK_BYTES = 256 * 1024;

async function readUpTo(handle: FileHandle, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < bytesMax) {
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, bytesMax - length));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
}

function decodeText(bytes: Uint8Array, lenient: boolean): ReadText {
  const decoding = { ignoreBOM: true };
  try {
    const text = new TextDecoder("utf-8", { ...decoding, fatal: true }).decode(bytes);
    return { at: "read", text, damaged: false };
  } catch {
    if (!lenient) return { at: "unreadable", reason: "it is not UTF-8 text" };
    return { at: "read", text: new TextDecoder("utf-8", decoding).decode(bytes), damaged: true };
  }
}
