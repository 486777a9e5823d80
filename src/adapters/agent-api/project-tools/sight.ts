import type { ToolResult } from "../conversation.ts";
import type { Project, VisibleFiles } from "./visible-files.ts";

export interface ProjectToolsOptions extends Project {
  /** Takes keys out of a text. */
  clean(text: string): string;
}

/** What a tool works on. */
export interface Sight extends ProjectToolsOptions {
  readonly files: VisibleFiles;
}

/** Whether it went wrong, and the words for it or for what was found. */
export type Found = Omit<ToolResult, "call">;
