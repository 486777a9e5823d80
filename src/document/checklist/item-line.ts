// One line of a checklist: `- [x] Title <!-- parley:a1b2c3d4 -->`. The comment is how parley knows it again.
import { parseTaskId, type TaskId } from "../../core/board/board-id.ts";
import { MARKERS } from "../../core/board/task-status.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { ChecklistTask } from "./checklist-board.ts";

/** The line cut in pieces that make it up again, but for its comment. */
export interface ItemLine {
  /** `  - [` */
  readonly opening: string;
  /** Between the brackets, as written. */
  readonly inside: string;
  /** From the closing bracket to the title. */
  readonly gap: string;
  /** As written, on both sides of the comment; blank where there is none. */
  readonly title: string;
  /** From the title to the end. */
  readonly rest: string;
  readonly id: TaskId | null;
}

const OPENING = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([^[\]]{0,3})\](?=[ \t]|$)/;

/** `null` for any other line; longer brackets are words, not markers. */
export function parseItemLine(line: string): ItemLine | null {
  const match = OPENING.exec(line);
  if (match === null) return null;
  const [whole, opening = "", inside = ""] = match;
  const { id, words } = cutComment(line.slice(whole.length));
  const title = words.trim();
  const at = title === "" ? words.length : words.indexOf(title);
  return { opening, inside, gap: `]${words.slice(0, at)}`, title, rest: words.slice(at + title.length), id };
}

const COMMENT = /<!--[ \t]{0,9}parley:([0-9a-f]{8})[ \t]{0,9}-->/g;

/** The last comment that is not code names the task, wherever on the line it stands; it is none of the words. */
function cutComment(text: string): { readonly id: TaskId | null; readonly words: string } {
  const comments = [...withoutCode(text).matchAll(COMMENT)];
  const id = parseTaskId(comments.at(-1)?.[1] ?? "");
  if (id === null) return { id, words: text };
  let words = "";
  let from = 0;
  for (const { index, 0: whole, 1: digits } of comments) {
    if (digits !== id) continue;
    const end = index + whole.length;
    const before = text.slice(from, index);
    words += /^\S/.test(text.slice(end, end + 1)) ? before : before.replace(/[ \t]$/, "");
    from = end;
  }
  return { id, words: words + text.slice(from) };
}

/** The same length, with blanks for code: between two runs of as many backticks. */
function withoutCode(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  const closing = new Map<number, number[]>();
  for (const { index, length } of runs.toReversed()) {
    const others = closing.get(length);
    if (others === undefined) closing.set(length, [index]);
    else others.push(index);
  }
  let out = "";
  for (const { index, length } of runs) {
    if (index < out.length) continue;
    const ends = closing.get(length) ?? [];
    while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) <= index) ends.pop();
    const end = ends.at(-1);
    if (end === undefined) continue;
    out += text.slice(out.length, index) + " ".repeat(end + length - index);
  }
  return out + text.slice(out.length);
}

const BOX = "\\[[ xX\\-o!F\\u00A0\\u3000]?\\]";
const BULLET = "(?:[-*+•–—]|\\d{1,9}[.)])";
const RESEMBLING = new RegExp(
  `^[ \\t]*(?:${BULLET}\\s*${BOX}(?=\\s|[\\p{L}\\p{N}*_\`~"'])|${BOX}\\s+\\S)`,
  "u",
);

/** A box that its author took for an item's: a blank is missing or of a kind that does not count, or the bullet is. */
export function resemblesItem(line: string): boolean {
  return parseItemLine(line) === null && RESEMBLING.test(line);
}

/** `- [done] x`: a word where a marker was to be, as far as no link begins so. */
export function wordForMarker(line: string): string | null {
  return WORD_BOX.exec(line)?.[1] ?? null;
}

const WORD_BOX = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(\p{L}{1,12})\][ \t]/u;

export function idComment(id: TaskId): string {
  return `<!-- parley:${id} -->`;
}

/**
 * The line as it names its task and says what is to be said; other characters stay, `[X]` for a done one too, and a
 * comment stays where it is, unless the title is another.
 */
export function editedItem(
  line: string,
  item: ChecklistItem,
  { id, status, title }: Pick<ChecklistTask, "id" | "status" | "title">,
): string {
  const parsed = parseItemLine(line);
  if (parsed === null) throw new Error(`line ${item.line} is no item`);
  const { opening, gap, rest } = parsed;
  const inside = item.status === status ? parsed.inside : MARKERS[status];
  if (parsed.id !== null && item.title === title) {
    const after = line.slice(opening.length + parsed.inside.length);
    return `${opening}${inside}${after.replaceAll(`parley:${parsed.id}`, `parley:${id}`)}`;
  }
  const words = item.title === title ? parsed.title : title;
  const end = rest.replace(BLANK_END, "").length;
  return `${opening}${inside}${gap}${words}${rest.slice(0, end)} ${idComment(id)}${rest.slice(end)}`;
}

const BLANK_END = /(?<![ \t])[ \t]+$/;
