// One line of a checklist: `- [x] Title <!-- parley:a1b2c3d4 -->`. The comment is how parley knows it again.
import { parseTaskId, type TaskId } from "../../core/board/board-id.ts";
import { MARKERS } from "../../core/board/task-status.ts";
import type { ChecklistItem } from "./checklist.ts";
import type { ChecklistTask } from "./checklist-board.ts";

/** The line cut in pieces that make it up again. */
export interface ItemLine {
  /** `  - [` */
  readonly opening: string;
  /** Between the brackets, as written. */
  readonly inside: string;
  /** From the closing bracket to the title. */
  readonly gap: string;
  /** As written; blank where there is none. */
  readonly title: string;
  /** From the title to the end, the comment included. */
  readonly rest: string;
  readonly id: TaskId | null;
}

const OPENING = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([^[\]]{0,3})\](?=[ \t]|$)/;
const COMMENT = /<!--[ \t]{0,9}parley:([0-9a-f]{8})[ \t]{0,9}-->$/;

/** `null` for any other line; longer brackets are words, not markers. */
export function parseItemLine(line: string): ItemLine | null {
  const match = OPENING.exec(line);
  if (match === null) return null;
  const [whole, opening = "", inside = ""] = match;
  const after = line.slice(whole.length);
  const said = after.trimEnd();
  const comment = COMMENT.exec(said);
  const id = parseTaskId(comment?.[1] ?? "");
  const title = (id === null ? said : said.slice(0, comment?.index)).trim();
  const at = title === "" ? after.length : after.indexOf(title);
  return {
    opening,
    inside,
    gap: `]${after.slice(0, at)}`,
    title,
    rest: title === "" ? "" : after.slice(at + title.length),
    id,
  };
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

/** The line as it names its task and says what the board does; other characters stay, `[X]` for a done one too. */
export function editedItem(line: string, item: ChecklistItem, task: ChecklistTask): string {
  const parsed = parseItemLine(line);
  if (parsed === null) throw new Error(`line ${item.line} is no item`);
  const { opening, gap } = parsed;
  const inside = item.status === task.status ? parsed.inside : MARKERS[task.status];
  const title = item.title === task.title ? parsed.title : task.title;
  const rest = parsed.id === null ? parsed.rest : parsed.rest.replace(OUR_COMMENT, "");
  const end = rest.replace(BLANK_END, "").length;
  return `${opening}${inside}${gap}${title}${rest.slice(0, end)} ${idComment(task.id)}${rest.slice(end)}`;
}

const OUR_COMMENT = /[ \t]?<!--[ \t]{0,9}parley:[0-9a-f]{8}[ \t]{0,9}-->/;
const BLANK_END = /(?<![ \t])[ \t]+$/;
