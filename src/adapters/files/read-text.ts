import { type FileHandle, open, stat } from "node:fs/promises";
import { errnoOf, reasonOf } from "./errno.ts";

export type ReadText =
  | { readonly at: "read"; readonly text: string }
  | { readonly at: "missing" }
  | { readonly at: "too-large"; readonly bytesMax: number }
  | { readonly at: "unreadable"; readonly reason: string };

/** Reads a whole text file of bounded size; a byte order mark stays in the text. */
export async function readText(file: string, bytesMax: number): Promise<ReadText> {
  try {
    // Looked at before it is opened: opening a named pipe would wait for a writer.
    const about = await stat(file);
    if (!about.isFile()) {
      const what = about.isDirectory() ? "it is a folder, not a file" : "it is not a regular file";
      return { at: "unreadable", reason: what };
    }
    const handle = await open(file, "r");
    try {
      return decoded(await readUpTo(handle, bytesMax + 1), bytesMax);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return { at: "missing" };
    return { at: "unreadable", reason: reasonOf(error) };
  }
}

async function readUpTo(handle: FileHandle, bytesMax: number): Promise<Uint8Array> {
  const buffer = new Uint8Array(bytesMax);
  let length = 0;
  while (length < bytesMax) {
    const { bytesRead } = await handle.read(buffer, length, bytesMax - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

function decoded(bytes: Uint8Array, bytesMax: number): ReadText {
  if (bytes.length > bytesMax) return { at: "too-large", bytesMax };
  try {
    return { at: "read", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { at: "unreadable", reason: "it is not UTF-8 text" };
  }
}
