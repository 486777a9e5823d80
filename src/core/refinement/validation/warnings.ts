import type { Note } from "../../documents/note.ts";
import type { Warning } from "./judgement.ts";
import { WARNING_TYPES } from "./judgement.ts";

/** Of each type; a document that deviates everywhere is not told so line by line. */
export const WARNINGS_MAX = 20;

/** By type, and within a type as given; what is over the bound becomes one line. */
export function boundedWarnings(warnings: readonly Warning[]): readonly Warning[] {
  return WARNING_TYPES.flatMap((type) => {
    const own = warnings.filter((warning) => warning.type === type);
    if (own.length <= WARNINGS_MAX) return own;
    const rest: Warning = { type, message: `and ${own.length - WARNINGS_MAX} more`, line: null };
    return [...own.slice(0, WARNINGS_MAX), rest];
  });
}

export function deviations(notes: readonly Note[]): readonly Warning[] {
  return notes.map(({ message, line }) => ({ type: "DEVIATION", message, line }));
}
