// One line of a checklist: `- [x] Title <!-- parley:a1b2c3d4 -->`, the comment only where a title is not enough.
import { parseTaskId, type TaskId } from "../../core/board/board-id.ts";

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

/** A title that ends like our comment would be read without its end, had the line no comment of its own. */
export function needsComment(title: string): boolean {
  return COMMENT.test(title);
}

export function joinItemLine({ opening, inside, gap, title, rest }: Omit<ItemLine, "id">): string {
  return `${opening}${inside}${gap}${title}${rest}`;
}
