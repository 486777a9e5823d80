// A text line by line with everything that is only a mention blanked out: code, comments, quotes. What is left stands
// in its own column, so whatever is found in it has a place in the source.
import { parseGapId } from "../../core/shared/gap-id.ts";
import type { Block, Markdown } from "./blocks.ts";

/** Where a gap's id alone in a code span is a statement. */
const ID_IN_CODE_STATES: ReadonlySet<Block["kind"]> = new Set(["heading", "table"]);

/** `stated[n - 1]` has the length of line n. */
export function statedLines({ lines, blocks }: Markdown): readonly string[] {
  const stated = lines.map((line) => " ".repeat(line.length));
  for (const block of blocks) {
    const keepIds = ID_IN_CODE_STATES.has(block.kind);
    if (block.kind === "table") {
      for (const { line } of block.rows) {
        const cells = (lines[line - 1] ?? "").split(/(?<!\\)\|/);
        stated[line - 1] = cells.map((cell) => withoutMentions(cell, keepIds)).join("|");
      }
    } else if (block.kind === "heading" || block.kind === "paragraph" || block.kind === "item") {
      const own = lines.slice(block.line - 1, block.endLine).join("\n");
      for (const [index, line] of withoutMentions(own, keepIds).split("\n").entries()) {
        stated[block.line - 1 + index] = line;
      }
    }
  }
  return stated;
}

/** Inline code and comments become blanks, an escaped mark stays. */
export function withoutMentions(text: string, keepIds: boolean): string {
  const marks = /\\[^\n]|`+|<!--/g;
  const closing = closingRuns(text);
  const parts: string[] = [];
  let kept = 0;
  let commentsEnd = false;
  for (let match = marks.exec(text); match !== null; match = marks.exec(text)) {
    const [mark] = match;
    if (mark.startsWith("\\") || (mark === "<!--" && commentsEnd)) continue;
    const end = mark === "<!--" ? text.indexOf("-->", match.index) : closing(mark.length, marks.lastIndex);
    if (end < 0) {
      commentsEnd ||= mark === "<!--";
      continue;
    }
    const last = end + (mark === "<!--" ? "-->".length : mark.length);
    parts.push(text.slice(kept, match.index), blanked(text.slice(match.index, last), keepIds));
    kept = last;
    marks.lastIndex = last;
  }
  return parts.join("") + text.slice(kept);
}

/** Finds the next run of exactly that many backticks; asked in reading order, it looks at each run once. */
function closingRuns(text: string): (length: number, from: number) => number {
  const byLength = new Map<number, { readonly starts: number[]; next: number }>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const runs = byLength.get(run.length);
    if (runs === undefined) byLength.set(run.length, { starts: [index], next: 0 });
    else runs.starts.push(index);
  }
  return (length, from) => {
    const runs = byLength.get(length);
    if (runs === undefined) return -1;
    while ((runs.starts[runs.next] ?? from) < from) runs.next += 1;
    return runs.starts[runs.next] ?? -1;
  };
}

function blanked(mention: string, keepIds: boolean): string {
  const blank = mention.replace(/[^\n]/g, " ");
  if (!keepIds) return blank;
  const inner = /^`+ ?([^` ]+) ?`+$/.exec(mention)?.[1] ?? "";
  if (parseGapId(inner) === null) return blank;
  const at = mention.indexOf(inner);
  return blank.slice(0, at) + inner + blank.slice(at + inner.length);
}
