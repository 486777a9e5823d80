// A fence, a comment or a tag that is never closed would swallow whatever comes after it.
import type { BlockNote } from "../markdown/blocks.ts";
import { fenceOf } from "../markdown/fences.ts";

/** The lines that close what the notes say is open. */
export function closersOf(lines: readonly string[], notes: readonly BlockNote[]): readonly string[] {
  for (const { code, line } of notes) {
    const opening = lines[line - 1] ?? "";
    if (code === "comment-left-open") return ["-->"];
    if (code === "fence-left-open") return [closerOf(opening)];
  }
  return [];
}

function closerOf(opening: string): string {
  const fence = fenceOf(opening);
  if (fence !== null) {
    const before = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/.exec(opening)?.[0] ?? "";
    return `${before.replace(/[^\t]/g, " ")}${fence.mark.repeat(fence.length)}`;
  }
  if (/^ {0,3}<\?/.test(opening)) return "?>";
  if (/^ {0,3}<!\[CDATA\[/i.test(opening)) return "]]>";
  const tag = /^ {0,3}<([a-z]+)/i.exec(opening)?.[1];
  return tag === undefined ? "-->" : `</${tag.toLowerCase()}>`;
}
