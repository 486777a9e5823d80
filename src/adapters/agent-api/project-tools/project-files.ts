import type { ListedFiles, ReadableProject } from "../../../engine/ports.ts";
import { readInside } from "../../shared/read-inside.ts";
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

/** `path` is one of the visible ones. */
export async function fileText(root: string, path: string): Promise<FileText> {
  const read = await readInside({ root, path, bytesMax: FILE_BYTES_MAX });
  if (read.at === "none") return read;
  const text = new TextDecoder().decode(read.bytes);
  const isCut = read.bytes.length < read.size;
  // The last line of a file that is cut is half a line.
  return {
    at: "text",
    text: isCut ? text.slice(0, text.lastIndexOf("\n") + 1) : text,
    bytes: read.size,
    isCut,
  };
}
