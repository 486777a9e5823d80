// Texts for items that they name by their label, though no mark stands there.
import type { LineOrigin } from "../../core/documents/finished-spec.ts";
import { blockLines } from "./block-lines.ts";
import { ADDED, type DraftLine, removeLines } from "./draft.ts";
import { unwrapped } from "./list-marks.ts";
import type { Mending } from "./mending.ts";
import { labelKey, labelOf, ownWords, type ProseBlock, proseOf, wordsFrom } from "./prose-block.ts";
import { saidSentences, WHOLE_RESTATED_OVERLAP } from "./restating.ts";
import { sentencesOf } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";
import type { Section } from "./source-layout.ts";
import type { Unit } from "./units.ts";

/** A text for an item that it names by its label takes the item's words; what else the author says there follows. */
export function replaceLabelled(mending: Mending, unit: Unit, section: Section | null): boolean {
  const { layout, draft } = mending;
  const label = labelOf(unwrapped(unit.text));
  if (label === "" || section === null) return false;
  for (const [index, block] of layout.blocks.entries()) {
    if (block.line < section.heading.line || block.line > section.ownEnd) continue;
    if ((block.kind !== "item" && block.kind !== "paragraph") || draft.changed.has(block.line)) continue;
    const prose = proseOf(mending, { block, index, marks: [] });
    if (labelKey(prose.label) !== labelKey(label)) continue;
    const own = { ...unit, text: ownWords(unit.text, block.kind, prose.label) };
    const lines = withUnsaid(blockLines(mending, prose, own), prose, own);
    removeLines(draft, block.line, block.endLine);
    draft.changed.set(block.line, lines);
    return true;
  }
  return false;
}

function withUnsaid(
  lines: readonly DraftLine[],
  prose: ProseBlock,
  { text, gaps }: Unit,
): readonly DraftLine[] {
  const said = saidSentences([text]);
  const words = prose.text.slice(wordsFrom(prose));
  const unsaid = sentencesOf(words)
    .map(({ start, end }) => words.slice(start, end).replace(/\s*\n\s*/g, " "))
    .filter((sentence) => !said.takes(sentence, WHOLE_RESTATED_OVERLAP))
    .join(" ");
  const last = lines.at(-1);
  if (unsaid === "" || last === undefined) return lines;
  const origin: LineOrigin = { of: "blended", line: prose.block.line, gaps };
  if (asSentence(text) !== null) return [...lines.slice(0, -1), { text: `${last.text} ${unsaid}`, origin }];
  return [...lines, { text: "", origin: ADDED }, { text: " ".repeat(prose.indent) + unsaid, origin }];
}
