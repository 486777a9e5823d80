// Marks in the YAML at the top: a value stands in for another, and what is no value goes below the title.
import type { GapId } from "../../core/shared/gap-id.ts";
import type { DraftLine } from "./draft.ts";
import { markStretch } from "./mark-stretch.ts";
import type { Claims } from "./marker-claims.ts";
import { type Mending, putUnits } from "./mending.ts";
import type { Fate, Plan } from "./plan.ts";
import type { Stretch } from "./sentences.ts";
import { asSentence } from "./shape-text.ts";

const VALUE_LENGTH_MAX = 300;

interface Filled extends Stretch {
  readonly text: string;
  readonly gap: GapId | null;
  readonly settled: boolean;
}

export function mendFrontMatter(mending: Mending, { fates }: Plan, { marks }: Claims): void {
  const { layout, draft } = mending;
  const own = marks.filter(({ marker }) => marker.line <= layout.frontEnd);
  const below = { line: layout.sections[0]?.bodyEnd ?? layout.lastLine, indent: 0 };
  for (const line of new Set(own.map(({ marker }) => marker.line))) {
    const text = layout.lines[line - 1] ?? "";
    const filled = own
      .filter(({ marker }) => marker.line === line)
      .map(({ marker, gap }): Filled => {
        const fate = fates.get(marker);
        const value = valueFor(fate);
        if (fate?.to === "text") putUnits(mending, value === null ? fate.units : fate.units.slice(1), below);
        const word = { start: marker.column - 1, end: marker.column - 1 + marker.text.length };
        const { start, end } = markStretch(text, marker.kind, word, valueEnd(text));
        const said = value ?? (fate?.to === "text" ? "see below" : "undecided");
        return { start, end, text: said, gap, settled: value !== null };
      });
    draft.changed.set(line, [filledLine(text, line, filled)]);
  }
}

/** The comment at the end of a line is no part of its value. */
function valueEnd(text: string): number {
  const comment = /\s#/.exec(text);
  return comment === null ? text.length : comment.index;
}

function valueFor(fate: Fate | undefined): string | null {
  const said = fate?.to === "text" ? asSentence(fate.units[0]?.text ?? "") : null;
  return said !== null && said.length <= VALUE_LENGTH_MAX ? said : null;
}

const LIST_SIGNS = /^\s*(?:-\s+)*/;
const BEFORE_VALUE = /^\s*(?:-\s+)*(?:(?:"[^"]*"|'[^']*'|[\w.-]+(?: [\w.-]+)*)\s*:\s+)?/;

function filledLine(text: string, line: number, filled: readonly Filled[]): DraftLine {
  const before = text.slice(0, filled[0]?.start);
  // In `- TODO: who?` the mark is no key.
  const head = (BEFORE_VALUE.exec(before) ?? LIST_SIGNS.exec(before))?.[0] ?? "";
  const end = Math.max(head.length, text.slice(0, valueEnd(text)).trimEnd().length);
  const old = text.slice(head.length, end);
  const quoted = /^(["'])(.*)\1$/.exec(old);
  const inFlow = /^[[{]/.test(old) && !filled.some(({ start }) => start === head.length);
  let value = "";
  let from = head.length + (quoted === null ? 0 : 1);
  for (const { start, end: to, text: said } of filled) {
    if (start < from) continue;
    value += text.slice(from, start) + (inFlow ? scalar(said) : said);
    from = to;
  }
  value += text.slice(from, Math.max(from, end - (quoted === null ? 0 : 1)));
  const gaps = filled.flatMap(({ gap }) => gap ?? []);
  const blends = filled.some(({ settled }) => settled);
  const instead = inFlow || head.trim() === "" ? value : scalar(value.trim());
  return {
    text: head + instead + text.slice(end),
    origin: { of: blends ? "blended" : "mended", line, gaps },
  };
}

/** Plain where YAML takes it for nothing but words, else in quotes. */
function scalar(value: string): string {
  if (/^[\p{L}\p{N}](?:[\p{L}\p{N} ._/-]*[\p{L}\p{N}._/-])?$/u.test(value)) return value;
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
