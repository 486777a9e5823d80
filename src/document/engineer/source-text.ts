// Texts that are kept as they were written: lines of the source, out of the quote or the fence that holds all of them.
import { parseMarkdown } from "../markdown/blocks.ts";
import { fenceOf } from "../markdown/fences.ts";
import { isBlank } from "../markdown/lines.ts";

/** Without blank lines at both ends; everything else stands. */
export function trimmedLines(lines: readonly string[]): readonly string[] {
  let first = 0;
  let end = lines.length;
  while (first < end && isBlank(lines[first] ?? "")) first += 1;
  while (end > first && isBlank(lines[end - 1] ?? "")) end -= 1;
  return lines.slice(first, end);
}

/** A text that is nothing but one fence is what the fence holds: that is how Markdown is handed over unread. */
export function freeText(lines: readonly string[]): string {
  const kept = trimmedLines(lines);
  return trimmedLines(unwrapFence(kept) ?? kept).join("\n");
}

function unwrapFence(lines: readonly string[]): readonly string[] | null {
  const opening = fenceOf(lines[0] ?? "");
  if (opening === null || /^[ \t]*[-*+\d]/.test(lines[0] ?? "")) return null;
  const { blocks, notes } = parseMarkdown(lines.join("\n"));
  if (blocks.length !== 1 || blocks[0]?.kind !== "code" || notes.length > 0) return null;
  return lines.slice(1, -1);
}

const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;

/** The text of a section: the rule that sets it off from the next one is not part of it. */
export function sectionText(lines: readonly string[]): string {
  let end = lines.length;
  while (end > 0 && (isBlank(lines[end - 1] ?? "") || isRuleAt(lines, end - 1))) end -= 1;
  return freeText(lines.slice(0, end));
}

/** Directly below a text, dashes underline it. */
function isRuleAt(lines: readonly string[], index: number): boolean {
  return RULE.test(lines[index] ?? "") && isBlank(lines[index - 1] ?? "");
}

const QUOTE_MARK = /^ {0,3}> ?/;

/** The quoted lines where there are any; a text that quotes nothing is itself the quotation. */
export function quotedText(lines: readonly string[]): string {
  const quoted: string[] = [];
  let open = false;
  for (const line of lines) {
    const mark = QUOTE_MARK.exec(line);
    open = mark !== null || (open && !isBlank(line));
    if (mark !== null) quoted.push(line.slice(mark[0].length));
    else if (open) quoted.push(line);
    else if (quoted.length > 0) quoted.push("");
  }
  return quoted.length === 0 ? freeText(lines) : trimmedLines(quoted).join("\n");
}
