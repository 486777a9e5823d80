// What stands around an edit must read as it did before: an edit may not open a fence that takes the next section with
// it, end the front matter or the table it stands in, or leave a row with other columns.
import type { Span } from "../../core/refinement/gap.ts";
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import type { Block, Markdown } from "../markdown/blocks.ts";
import { isBlank } from "../markdown/lines.ts";
import { lineAt, type Spec } from "../spec/spec.ts";
import type { PlacedEdit } from "./place-edit.ts";

/** The first thing around the edits that would be read otherwise, in words for whoever wrote them; `null` where all is well. */
export function brokenSurroundings(before: Spec, after: Spec, edits: readonly PlacedEdit[]): string | null {
  return (
    newlyLeftOpen(before, after) ??
    findChangedReading(before, after, edits) ??
    raggedRow(before, after, edits)
  );
}

function newlyLeftOpen(before: Spec, after: Spec): string | null {
  const opened = (spec: Spec) => spec.notes.filter(({ code }) => code.endsWith("-left-open"));
  if (opened(after).length <= opened(before).length) return null;
  const [first] = opened(after);
  if (first === undefined) return null;
  const what = first.code === "fence-left-open" ? "fence" : "comment";
  const swallowed = after.lines
    .slice(first.line)
    .find((line) => !isBlank(line) && before.lines.includes(line));
  const taken =
    swallowed === undefined
      ? ""
      : `, and takes line ${before.lines.indexOf(swallowed) + 1} (${quoteLine(swallowed)}) with it`;
  return `its text opens a ${what} (${quoteLine(after.lines[first.line - 1] ?? "")}) that it does not close${taken}: close it`;
}

function findChangedReading(before: Spec, after: Spec, edits: readonly PlacedEdit[]): string | null {
  const [old, now] = [readingsOf(before), readingsOf(after)];
  for (const [index, line] of before.lines.entries()) {
    if (isBlank(line) || isTouched(before, index, edits)) continue;
    const offset = offsetAfterEdits(before.starts[index] ?? 0, edits);
    const at = lineAt(after, offset) - 1;
    const [was, is] = [old[index] ?? "text", (after.starts[at] === offset ? now[at] : null) ?? "text"];
    if (was !== is)
      return `with it, line ${index + 1} of the specification (${quoteLine(line)}) would be read as ${is}, no longer as ${was}: write the text in the shape of what it replaces`;
  }
  return null;
}

/** How each line is read; prose and lists are one, as a text may join the one or the other. */
function readingsOf({ placedParts, frontEnd }: Spec): readonly string[] {
  return placedParts.flatMap(({ part, before }) =>
    before >= frontEnd ? readingsOfPart(part) : readingsBehind(part, frontEnd - before),
  );
}

const readingsOfPart = memoizeWeak((part: Markdown) => readingsBehind(part, 0));

function readingsBehind({ blocks, lines }: Markdown, frontEnd: number): readonly string[] {
  const readings: string[] = lines.map((_, index) => (index < frontEnd ? "front matter" : "text"));
  for (const block of blocks)
    if (block.line > frontEnd) readings.fill(readingOf(block), block.line - 1, block.endLine);
  return readings;
}

function readingOf(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `a heading of level ${block.level}`;
    case "table":
      return "a row of a table";
    case "code":
      return "code";
    case "comment":
      return "a comment";
    case "quote":
      return "a quote";
    case "html":
      return "HTML";
    case "paragraph":
    case "item":
    case "break":
    case "opaque":
      return "text";
  }
}

/** A row that an edit brings, or whose table it changes, has as many cells as its table has columns. */
function raggedRow(before: Spec, after: Spec, edits: readonly PlacedEdit[]): string | null {
  const ragged = raggedRows(after);
  if (ragged.length === 0) return null;
  const known = new Set(raggedRows(before).map(({ line }) => before.lines[line - 1]));
  const kept = new Set(before.lines.filter((_, index) => !isTouched(before, index, edits)));
  for (const { line, cells, columns, table } of ragged) {
    const text = after.lines[line - 1] ?? "";
    const isOfSpec = after.lines.slice(table.line - 1, table.endLine).some((row) => kept.has(row));
    if (!isOfSpec || known.has(text)) continue;
    const place = `line ${line} (${quoteLine(text)})`;
    return `with it, the row in ${place} has ${cells} cell${cells === 1 ? "" : "s"} where its table has ${columns} columns`;
  }
  return null;
}

function raggedRows({ placedParts, frontEnd }: Spec) {
  return placedParts.flatMap(({ part, before }) =>
    raggedRowsOfPart(part)
      .filter(({ table }) => table.line + before > frontEnd)
      .map(({ line, table, ...row }) => ({
        ...row,
        line: line + before,
        table: { line: table.line + before, endLine: table.endLine + before },
      })),
  );
}

const raggedRowsOfPart = memoizeWeak(({ blocks }: Markdown) =>
  blocks.flatMap((table) => {
    if (table.kind !== "table") return [];
    const columns = table.rows[0]?.cells.length ?? 0;
    return table.rows
      .filter(({ cells }) => cells.length !== columns)
      .map(({ line, cells }) => ({ line, cells: cells.length, columns, table }));
  }),
);

/** Whether an edit changes something in a line. */
function isTouched({ starts, lines }: Spec, index: number, edits: readonly PlacedEdit[]): boolean {
  const from = starts[index] ?? 0;
  const to = from + (lines[index] ?? "").length;
  return edits.some(({ span }) => span.from <= to && span.to > from);
}

/** Where an offset comes to stand once the texts before it are in place. */
function offsetAfterEdits(offset: number, edits: readonly PlacedEdit[]): number {
  return edits.reduce(
    (at, { span, text }) => (span.to <= offset ? at + text.length - lengthOf(span) : at),
    offset,
  );
}

function lengthOf({ from, to }: Span): number {
  return to - from;
}

const SHOWN_CHARS = 60;

function quoteLine(line: string): string {
  return `"${line.trim().slice(0, SHOWN_CHARS)}"`;
}
