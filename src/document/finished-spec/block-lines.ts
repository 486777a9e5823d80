// A text that takes the place of a paragraph or a list item.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { indentOf } from "../markdown/lines.ts";
import type { DraftLine } from "./draft.ts";
import { listMarkOf } from "./list-marks.ts";
import { type Mending, standingAt } from "./mending.ts";
import type { ProseBlock } from "./prose-block.ts";
import { shaped } from "./shape-text.ts";
import type { Unit } from "./units.ts";

/** The text as the block itself; a list takes an item's place, what is no paragraph gets a line to hang from. */
export function blockLines(mending: Mending, prose: ProseBlock, { text, gaps }: Unit): readonly DraftLine[] {
  const { block, prefix, box, label, indent } = prose;
  const origin: LineOrigin = { of: "resolution", gaps };
  const [first] = parseMarkdown(text).blocks;
  const spot = standingAt(mending, { line: block.line, indent });
  const joinsList = label === "" && box === "" && !prose.followed && bulletOf(prefix) !== null;
  if (first?.kind === "item" && joinsList && first.number === null) {
    const lines = shaped(text, { ...spot, indent: indentOf(prefix) });
    return withBullets(lines, bulletOf(prefix) ?? "-").map((line) => ({ text: line, origin }));
  }
  const lines = shaped(text, { ...spot, headings: false });
  const opens = first?.kind === "paragraph" || (first?.kind === "heading" && label === "");
  const [head = "", ...rest] = opens ? lines : ["", "", ...lines];
  const words = head === "" && label === "" ? HANGS_FROM : `${label}${head.trimStart()}`;
  const lead: LineOrigin = label === "" ? origin : { of: "blended", line: block.line, gaps };
  return [
    { text: `${leadIn(prefix, indent)}${box}${words}`.trimEnd(), origin: lead },
    ...rest.map((line) => ({ text: line, origin })),
  ];
}

function leadIn(prefix: string, indent: number): string {
  const mark = prefix.trimEnd();
  return mark === "" ? " ".repeat(indent) : mark + " ".repeat(Math.max(1, indent - mark.length));
}

/** What stands in an item that has no words of its own, above a list, a table or code. */
const HANGS_FROM = "As follows:";

function bulletOf(prefix: string): string | null {
  return /^\s*([-*+])\s*$/.exec(prefix)?.[1] ?? null;
}

/** The items of the text as those of the list that it joins. */
function withBullets(lines: readonly string[], bullet: string): readonly string[] {
  const mark = listMarkOf((lines[0] ?? "").trimStart());
  const indent = indentOf(lines[0] ?? "");
  return lines.map((line) =>
    indentOf(line) === indent && listMarkOf(line.trimStart()) === mark ? line.replace(/[-*+]/, bullet) : line,
  );
}
