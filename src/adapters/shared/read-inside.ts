// The bytes of a text file inside a folder, and of no other.
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";

type InsideFile =
  | { readonly at: "bytes"; readonly bytes: Uint8Array; readonly size: number }
  /** As the end of a sentence. */
  | { readonly at: "none"; readonly why: string };

interface FileInside {
  readonly root: string;
  /** Lay inside when it was listed; since then, anything may have come to stand there. */
  readonly path: string;
  /** Of a larger file only so much is read. */
  readonly bytesMax: number;
}

const NUL = 0;

export async function readInside({ root, path, bytesMax }: FileInside): Promise<InsideFile> {
  try {
    if (await leadsThroughLink(root, path)) return { at: "none", why: "it is reached through a link" };
    const handle = await open(
      join(root, path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const about = await handle.stat();
      if (!about.isFile()) return { at: "none", why: "it is no file" };
      const buffer = Buffer.alloc(Math.min(about.size, bytesMax));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      const bytes = buffer.subarray(0, bytesRead);
      return bytes.includes(NUL)
        ? { at: "none", why: "it is no text" }
        : { at: "bytes", bytes, size: about.size };
    } finally {
      await handle.close();
    }
  } catch {
    return { at: "none", why: "it cannot be read" };
  }
}

async function leadsThroughLink(root: string, path: string): Promise<boolean> {
  const steps = path.split("/");
  for (let length = 1; length <= steps.length; length += 1) {
    if ((await lstat(join(root, ...steps.slice(0, length)))).isSymbolicLink()) return true;
  }
  return false;
}
