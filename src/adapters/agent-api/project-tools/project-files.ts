import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import type { ListedFiles, ReadableProject } from "../../../engine/ports.ts";
import type { ToolResult } from "../conversation.ts";

export interface ProjectToolsOptions {
  readonly project: ReadableProject;
  readonly signal: AbortSignal;
  /** Takes keys out of a text. */
  clean(text: string): string;
}

/** What a tool works on. */
export interface ToolContext extends ProjectToolsOptions {
  readonly files: ListedFiles;
}

/** Whether it went wrong, and the words for it or for what was found. */
export type ToolOutput = Omit<ToolResult, "call">;

/** As a model may write a path: with a dot in front or a slash behind. What leads elsewhere is left to match nothing. */
export function tidyPath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "").replace(/(?<!\/)\/+$/, "");
}

/** Whether a file is the one named or lies in the folder named; an empty name is the project itself. */
export function isUnder(path: string, folder: string | undefined): boolean {
  const tidy = tidyPath(folder ?? "");
  return tidy === "" || tidy === "." || path === tidy || path.startsWith(`${tidy}/`);
}

// The text of a file inside the project, and of no other.

type FileText =
  | { readonly at: "text"; readonly text: string; readonly bytes: number; readonly isCut: boolean }
  | { readonly at: "none"; readonly why: string };

/** Of a larger file only the beginning is looked at. */
const FILE_BYTES_MAX = 1024 * 1024;
const NUL = 0;

/** `path` is one of the visible ones; since it was listed, anything may have come to stand there. */
export async function fileText(root: string, path: string): Promise<FileText> {
  try {
    if (await leadsThroughLink(root, path)) return { at: "none", why: "it is reached through a link" };
    const handle = await open(
      join(root, path),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
    try {
      const about = await handle.stat();
      if (!about.isFile()) return { at: "none", why: "it is no file" };
      const bytes = Buffer.alloc(Math.min(about.size, FILE_BYTES_MAX));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return textOf(bytes.subarray(0, bytesRead), about.size);
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

function textOf(bytes: Uint8Array, size: number): FileText {
  if (bytes.includes(NUL)) return { at: "none", why: "it is no text" };
  const text = new TextDecoder().decode(bytes);
  const isCut = bytes.length < size;
  // The last line of a file that is cut is half a line.
  return { at: "text", text: isCut ? text.slice(0, text.lastIndexOf("\n") + 1) : text, bytes: size, isCut };
}
