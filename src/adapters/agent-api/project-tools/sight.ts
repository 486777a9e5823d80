import type { ListedFiles, ReadableProject } from "../../../engine/ports.ts";
import type { ToolResult } from "../conversation.ts";

export interface ProjectToolsOptions {
  readonly project: ReadableProject;
  readonly signal: AbortSignal;
  /** Takes keys out of a text. */
  clean(text: string): string;
}

/** What a tool works on. */
export interface Sight extends ProjectToolsOptions {
  readonly files: ListedFiles;
}

/** Whether it went wrong, and the words for it or for what was found. */
export type Found = Omit<ToolResult, "call">;
