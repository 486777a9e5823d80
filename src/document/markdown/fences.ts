// Which lines are fenced code. Agents nest fences of equal length and forget to close them, so a fence
// with an info string inside a fence opens another, and a bare one closes the innermost; where that leaves
// a fence open to the end of the text, CommonMark's reading (the first bare fence closes it) is taken.
import { FENCE_REREADS_MAX, FENCES_NESTED_MAX } from "../../core/shared/bounds.ts";
import { indentOf } from "./lines.ts";

export interface FencedRange {
  /** 0-based, both fence lines included. */
  readonly first: number;
  readonly last: number;
  readonly info: string;
  readonly closed: boolean;
}

interface Fence {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
}

/** The fence that a line is, inside or outside of lists; `null` for any other line. */
export function fenceOf(line: string): Fence | null {
  if (!line.includes("```") && !line.includes("~~~")) return null;
  const match =
    /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?!`)|~{3,}(?!~))[ \t]*(|[^ \t\r\n][^\r\n]*)$/.exec(line);
  if (match === null) return null;
  const [, run = "", info = ""] = match;
  const mark = run[0] ?? "";
  if (mark === "`" && info.includes("`")) return null;
  return { mark, length: run.length, info: info.trim() };
}

/** The fenced block that begins at a line; every line after its opening is looked at once a reading. */
export function fencedRangeAt(
  lines: readonly string[],
  first: number,
  rereads: { left: number },
): FencedRange | null {
  const opening = fenceOf(lines[first] ?? "");
  if (opening === null || isIndentedCode(lines, first)) return null;
  if (rereads.left > 0) {
    const sample = MARKDOWN.test(opening.info) ? nestedEnd(lines, first, { opening, bareOpens: true }) : null;
    const nested = sample ?? nestedEnd(lines, first, { opening, bareOpens: false });
    if (nested !== null) return { first, last: nested, info: opening.info, closed: true };
    rereads.left -= 1;
  }
  const plain = plainEnd(lines, first, opening);
  return { first, last: plain ?? lines.length - 1, info: opening.info, closed: plain !== null };
}

export function newRereads(): { left: number } {
  return { left: FENCE_REREADS_MAX };
}

const MARKDOWN = /^(?:markdown|md)\b/i;

/** In a sample of Markdown a bare fence may open one, too: the sample ends where all of them are closed. */
interface Reading {
  readonly opening: Fence;
  readonly bareOpens: boolean;
}

function nestedEnd(lines: readonly string[], first: number, { opening, bareOpens }: Reading): number | null {
  const open: Fence[] = [opening];
  for (let index = first + 1; index < lines.length; index++) {
    const fence = fenceOf(lines[index] ?? "");
    if (fence === null) continue;
    if (fence.info !== "" || (bareOpens && opensBare(lines, index))) {
      if (open.length < FENCES_NESTED_MAX) open.push(fence);
      continue;
    }
    const closes = lastClosedBy(open, fence);
    if (closes >= 0) open.length = closes;
    if (open.length === 0) return index;
  }
  return null;
}

/** After a line that leads into it, and before a line of its own. */
function opensBare(lines: readonly string[], index: number): boolean {
  const next = lines[index + 1] ?? "";
  return /:\s*$/.test(lines[index - 1] ?? "") && next.trim() !== "" && fenceOf(next) === null;
}

/** Preferably the innermost fence of the very same length: a longer one closes through shorter ones. */
function lastClosedBy(open: readonly Fence[], fence: Fence): number {
  const same = open.findLastIndex(({ mark, length }) => mark === fence.mark && length === fence.length);
  if (same >= 0) return same;
  return open.findLastIndex(({ mark, length }) => mark === fence.mark && length < fence.length);
}

function plainEnd(lines: readonly string[], first: number, opening: Fence): number | null {
  for (let index = first + 1; index < lines.length; index++) {
    const fence = fenceOf(lines[index] ?? "");
    if (fence === null || fence.info !== "") continue;
    if (fence.mark === opening.mark && fence.length >= opening.length) return index;
  }
  return null;
}

const CODE_INDENT = 4;

/** Four columns in, after a blank line and outside a list, a fence is text in indented code. */
function isIndentedCode(lines: readonly string[], index: number): boolean {
  if (indentOf(lines[index] ?? "") < CODE_INDENT) return false;
  for (let before = index - 1; before >= 0 && before >= index - LIST_LOOKBACK; before--) {
    const line = lines[before] ?? "";
    if (line.trim() === "") continue;
    if (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return false;
    if (indentOf(line) === 0) return true;
  }
  return false;
}

const LIST_LOOKBACK = 50;
