// Marks in the YAML at the top: a value stands in for another, and longer texts go below the title.
import { ADDED } from "./draft.ts";
import type { Claims } from "./marker-claims.ts";
import { editedLines } from "./mend-text.ts";
import { type Mending, putUnits } from "./mending.ts";
import type { Fate, Plan } from "./plan.ts";
import { asSentence } from "./shape-text.ts";

const VALUE_LENGTH_MAX = 120;

export function mendFrontMatter(mending: Mending, { fates }: Plan, { marks }: Claims): void {
  const { layout, draft } = mending;
  const own = marks.filter(({ marker }) => marker.line <= layout.frontEnd);
  const below = { line: layout.sections[0]?.bodyEnd ?? layout.lastLine, indent: 0 };
  for (const line of new Set(own.map(({ marker }) => marker.line))) {
    const text = layout.lines[line - 1] ?? "";
    const edits = own
      .filter(({ marker }) => marker.line === line)
      .map(({ marker, gap }) => {
        const fate = fates.get(marker);
        const value = valueFor(fate);
        if (fate?.to === "text") putUnits(mending, value === null ? fate.units : fate.units.slice(1), below);
        const word = { start: marker.column - 1, end: marker.column - 1 + marker.text.length };
        return { ...word, text: value ?? "undecided", gaps: gap === null ? [] : [gap] };
      });
    const lines = editedLines(text, line, edits, "row");
    draft.changed.set(line, lines.length > 0 ? lines : [{ text, origin: ADDED }]);
  }
}

/** One plain word or number: anything else could mean something to YAML. */
function valueFor(fate: Fate | undefined): string | null {
  const said = fate?.to === "text" ? asSentence(fate.units[0]?.text ?? "") : null;
  return said !== null && said.length <= VALUE_LENGTH_MAX && /^[\p{L}\p{N}][\p{L}\p{N} ._/-]*$/u.test(said)
    ? said
    : null;
}
