// Comments by which the author tied a place to a gap: they say nothing once the gap is gone.
import { findGapIds } from "../../core/shared/gap-id.ts";
import { removeLines } from "./draft.ts";
import type { Mending } from "./mending.ts";
import type { TitleOf } from "./process-talk.ts";

const ID_COMMENT =
  /<!--[\s:,;-]{0,8}(?:(?:gaps?|see|todo)[\s:#-]{1,4}){0,2}((?:GAP-[A-Z]{2,10}-\d{3}[a-z]?[\s,;]{0,4}){1,20})-->/gi;

/** A line without the comments that hold only ids of gaps which the session knows. */
export function withoutIdComments(text: string, titleOf: TitleOf): string {
  if (!text.includes("<!--") || !text.includes("GAP-")) return text;
  const left = text.replace(ID_COMMENT, (whole, ids: string) =>
    findGapIds(ids).every(({ id }) => titleOf(id) !== null) ? "" : whole,
  );
  return left === text ? text : left.replace(/(?<=\S)[ \t]{2,}/g, " ").replace(/[ \t]+$/, "");
}

/** Those that are blocks of their own. */
export function removeIdComments({ draft, layout }: Mending, titleOf: TitleOf): void {
  for (const { kind, line, endLine } of layout.blocks) {
    if (kind !== "comment" || draft.changed.has(line)) continue;
    const own = layout.lines.slice(line - 1, endLine).join("\n");
    if (own.trim() !== "" && withoutIdComments(own, titleOf).trim() === "") removeLines(draft, line, endLine);
  }
}
