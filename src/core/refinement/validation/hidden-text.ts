import type { Note } from "../../documents/note.ts";

/** Notes on text that looks like a statement to its author and is none. */
const HIDES_TEXT: ReadonlySet<string> = new Set([
  "document-in-fence",
  "fence-left-open",
  "comment-left-open",
]);

/** What may explain that a document says nothing, so that the agent learns more than that. */
export function hiddenText(notes: readonly Note[]): { readonly line: number; readonly hint: string } | null {
  const note = notes.find(({ code }) => HIDES_TEXT.has(code));
  return note === undefined ? null : { line: note.line, hint: ` Mind line ${note.line}: ${note.message}.` };
}
