// A text of the author's out of which marks are taken: within sentences, so that they still read.
import type { Edit } from "./edited-lines.ts";
import { HIDDEN } from "./fill-hole.ts";
import { markEdit } from "./mark-edit.ts";
import { hidden } from "./masked-text.ts";
import type { PlacedMark, Surroundings } from "./placed-mark.ts";
import { REPEATED_OVERLAP, RESTATED_OVERLAP, saidSentences } from "./restating.ts";
import { type Stretch, sentencesOf } from "./sentences.ts";
import type { Unit } from "./units.ts";

export interface MendedText {
  readonly edits: readonly Edit[];
  /** Texts that found no place within. */
  readonly left: readonly Unit[];
}

export function mendText(marks: readonly PlacedMark[], around: Surroundings): MendedText {
  const { text, from, to } = around;
  const masked = hidden(text, marks);
  const sentences = sentencesOf(masked.slice(from, to)).map(({ start, end }) => ({
    start: start + from,
    end: end + from,
  }));
  const edits: Edit[] = [];
  const left: Unit[] = [];
  const replaced: Stretch[] = [];
  let done = from;
  let next = 0;
  for (const mark of marks) {
    const units = mark.fate.to === "text" ? mark.fate.units : [];
    if (mark.start < done) {
      left.push(...units);
      continue;
    }
    while ((sentences[next]?.end ?? mark.start + 1) <= mark.start) next += 1;
    const sentence = sentences[next] ?? mark;
    const edit = markEdit(mark, { masked, sentence, around, untouched: done <= sentence.start });
    edits.push(edit.edit, ...(edit.follows ?? []));
    left.push(...edit.left);
    if (edit.replaces) replaced.push(sentence);
    done = edit.edit.end;
  }
  edits.sort((a, b) => a.start - b.start);
  const again = saidAgain(marks, { masked, sentences, replaced, edits });
  return { edits: [...edits, ...again].sort((a, b) => a.start - b.start), left };
}

interface Mended {
  readonly masked: string;
  readonly sentences: readonly Stretch[];
  /** Those whose place a text has taken. */
  readonly replaced: readonly Stretch[];
  readonly edits: readonly Edit[];
}

/** The other sentences of the author's that the texts say again, or say otherwise: both cannot stand. */
function saidAgain(
  marks: readonly PlacedMark[],
  { masked, sentences, replaced, edits }: Mended,
): readonly Edit[] {
  const units = marks.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
  if (units.length === 0) return [];
  const said = saidSentences(units.map(({ text }) => text));
  const gaps = [...new Set(units.flatMap((unit) => unit.gaps))];
  for (const { start, end } of replaced) said.takes(masked.slice(start, end), RESTATED_OVERLAP);
  const overlap = replaced.length > 0 ? RESTATED_OVERLAP : REPEATED_OVERLAP;
  let at = 0;
  return sentences.flatMap(({ start, end }): readonly Edit[] => {
    while ((edits[at]?.end ?? end) <= start) at += 1;
    if ((edits[at]?.start ?? end) < end || masked.slice(start, end).includes(HIDDEN)) return [];
    return said.takes(masked.slice(start, end), overlap) ? [{ start, end, text: "", gaps }] : [];
  });
}
