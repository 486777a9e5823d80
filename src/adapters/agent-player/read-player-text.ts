import { readFile, stat } from "node:fs/promises";

const PLAYER_FILE_BYTES_MAX = 16 * 1024 * 1024;

type PlayerText =
  | { readonly at: "read"; readonly text: string }
  | { readonly at: "unreadable"; readonly reason: string };

export async function readPlayerText(file: string): Promise<PlayerText> {
  try {
    const about = await stat(file);
    if (!about.isFile()) return { at: "unreadable", reason: "the player file is not a file" };
    if (about.size > PLAYER_FILE_BYTES_MAX) {
      return { at: "unreadable", reason: `the player file is larger than ${PLAYER_FILE_BYTES_MAX} bytes` };
    }
    return { at: "read", text: await readFile(file, "utf8") };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { at: "unreadable", reason: `the player file cannot be read: ${reason}` };
  }
}
