// A paragraph or a list item that keeps its words, without its marks.
import { blockLines } from "./block-lines.ts";
import { ADDED, type DraftLine, removeLines } from "./draft.ts";
import { type Edit, editedLines } from "./edited-lines.ts";
import { isOnlyState } from "./entry-head.ts";
import { hidden, isWithinSentence } from "./masked-text.ts";
import { mendText } from "./mend-text.ts";
import { type Mending, putUnits } from "./mending.ts";
import { type ProseBlock, wordsFrom } from "./prose-block.ts";
import { saysSomething } from "./says-something.ts";
import { sentencesOf } from "./sentences.ts";
import type { Unit } from "./units.ts";

export function mendBlock(mending: Mending, prose: ProseBlock): void {
  const { block, text, indent, placed } = prose;
  const { draft, limitations } = mending;
  const from = wordsFrom(prose);
  const { edits, left } = mendText(placed, { text, from, to: text.length, limitations, roomMax: 0 });
  const states = placed.some(({ entry }) => entry) ? stateEdits(prose, edits) : [];
  const lines = editedLines(
    text.slice(from),
    block.line,
    [...edits, ...states]
      .sort((a, b) => a.start - b.start)
      .map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from })),
  );
  removeLines(draft, block.line, block.endLine);
  if (opensBlock(prose, left)) {
    putBefore(mending, prose, { units: left, lines });
    return;
  }
  const [first, ...rest] = lines;
  if (first !== undefined) {
    const lead = { ...first, text: text.slice(0, from) + first.text.trimStart() };
    draft.changed.set(block.line, [sourceOr(lead, mending), ...rest]);
  }
  putUnits(mending, left, { line: block.endLine, indent });
}

/** Sentences of an entry that only say how grave it is, or how far. */
function stateEdits({ text, placed }: ProseBlock, edits: readonly Edit[]): readonly Edit[] {
  const from = placed.reduce((end, mark) => (mark.entry ? Math.max(end, mark.end) : end), 0);
  let next = 0;
  return sentencesOf(text.slice(from)).flatMap(({ start, end }): readonly Edit[] => {
    const at = { start: start + from, end: end + from };
    while ((edits[next]?.end ?? at.end) <= at.start) next += 1;
    const edited = (edits[next]?.start ?? at.end) < at.end;
    return edited || !isOnlyState(text.slice(at.start, at.end)) ? [] : [{ ...at, text: "", gaps: [] }];
  });
}

/** One mark, with which the block begins, and a text for it: what else the author says comes after the text. */
function opensBlock(prose: ProseBlock, left: readonly Unit[]): boolean {
  const [only, ...more] = prose.placed;
  if (only === undefined || more.length > 0 || left.length === 0 || only.fate.to !== "text") return false;
  const from = wordsFrom(prose);
  const masked = hidden(prose.text, prose.placed).slice(from);
  const shifted = { ...only, start: only.start - from, end: only.end - from };
  return !saysSomething(masked.slice(0, Math.max(0, shifted.start))) && !isWithinSentence(shifted, masked);
}

interface Kept {
  readonly units: readonly Unit[];
  readonly lines: readonly DraftLine[];
}

function putBefore(mending: Mending, prose: ProseBlock, { units, lines }: Kept): void {
  const { block, indent } = prose;
  const before = " ".repeat(indent);
  const kept = lines.map((line) => sourceOr({ ...line, text: before + line.text.trimStart() }, mending));
  const [first, ...rest] = units;
  if (first !== undefined && (block.kind === "item" || prose.label !== "")) {
    const said = blockLines(mending, { ...prose, followed: true }, first);
    mending.draft.changed.set(block.line, [...said, { text: "", origin: ADDED }, ...kept]);
    putUnits(mending, rest, { line: block.endLine, indent });
    return;
  }
  mending.draft.changed.set(block.line, kept);
  putUnits(mending, units, { line: block.line - 1, indent });
}

/** A line that nothing was taken from is the author's to the byte. */
function sourceOr(line: DraftLine, { layout }: Mending): DraftLine {
  const { origin } = line;
  if (origin.of !== "source") return line;
  const written = layout.lines[origin.line - 1] ?? "";
  return line.text === written
    ? line
    : { text: line.text, origin: { of: "mended", line: origin.line, gaps: [] } };
}
