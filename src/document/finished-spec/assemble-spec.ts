// The spec that a session leaves behind: the draft as it is, then what was decided and what is left open.
import type {
  FinishedSpec,
  LineOrigin,
  SpecMapEntry,
  SpecParts,
  SpecStretch,
} from "../../core/documents/finished-spec.ts";
import type { BlockNote } from "../markdown/blocks.ts";
import { fenceOf } from "../markdown/fences.ts";
import { isBlank } from "../markdown/lines.ts";
import { lineAt, type Spec } from "../spec/spec.ts";
import { type ClosingLine, closingSections } from "./closing-sections.ts";

interface DraftLayouts {
  readonly source: Spec;
  readonly draft: Spec;
}

export function assembleSpec(parts: SpecParts, { source, draft }: DraftLayouts): FinishedSpec {
  const { lineEnd, text } = draft;
  const own = draftLines(parts.stretches, { source, draft });
  const closing: ClosingLine[] = [
    ...closersOf(draft.lines, draft.notes).map((line) => ({ text: line, origin: ADDED })),
    ...closingSections(parts, draft),
  ];
  const ends = own.length === 0 || /[\r\n]$/.test(text);
  const last = own.at(-1);
  const apart =
    last === undefined || isBlank(draft.lines[own.length - 1] ?? "") ? [] : [{ text: "", origin: ADDED }];
  const added = [...apart, ...closing];
  return {
    text: `${text}${ends ? "" : lineEnd}${added.map((line) => `${line.text}${lineEnd}`).join("")}`,
    map: mapOf([...own, ...added.map(({ origin }) => origin)]),
  };
}

const ADDED: LineOrigin = { of: "added" };

/** Where each line of the draft comes from; what follows the last line end is no line to anybody who counts them. */
function draftLines(
  stretches: readonly SpecStretch[],
  { source, draft }: DraftLayouts,
): readonly LineOrigin[] {
  const { starts, lines, text } = draft;
  const unchanged = new UnchangedLines(source);
  const count = /[\r\n]$/.test(text) || text === "" ? lines.length - 1 : lines.length;
  let first = 0;
  return lines.slice(0, count).map((line, index) => {
    const from = starts[index] ?? 0;
    // An empty line is what ends it.
    const to = Math.max(from + line.length, from + 1);
    while ((stretches[first]?.to ?? Number.POSITIVE_INFINITY) <= from) first += 1;
    const own: SpecStretch[] = [];
    for (let at = first; at < stretches.length && (stretches[at]?.from ?? to) < to; at++) {
      const stretch = stretches[at];
      if (stretch !== undefined) own.push(stretch);
    }
    return originOf(own, { text: line, from }, unchanged);
  });
}

function originOf(
  own: readonly SpecStretch[],
  { text, from }: { readonly text: string; readonly from: number },
  unchanged: UnchangedLines,
): LineOrigin {
  const { source } = unchanged;
  const gaps = [...new Set(own.flatMap((stretch) => stretch.gaps ?? []))];
  const written = own.find((stretch) => stretch.gaps === null);
  if (written === undefined) {
    const line = isBlank(text) ? null : unchanged.take(text, own);
    return line === null ? { of: "resolution", gaps } : { of: "source", line };
  }
  const line = lineAt(source, written.offset + Math.max(0, from - written.from));
  const untouched = gaps.length === 0 || source.lines[line - 1] === text;
  return untouched ? { of: "source", line } : { of: "blended", line, gaps };
}

/** Lines that an edit brought back word for word from what it replaced: they stay the author's, each once and in their order. */
class UnchangedLines {
  readonly source: Spec;
  readonly #left = new Map<SpecStretch["replaced"], Map<string, number[]>>();

  constructor(source: Spec) {
    this.source = source;
  }

  take(text: string, own: readonly SpecStretch[]): number | null {
    for (const { replaced } of own) {
      const line = this.#linesOf(replaced).get(text)?.shift();
      if (line !== undefined) return line;
    }
    return null;
  }

  #linesOf(replaced: SpecStretch["replaced"]): Map<string, number[]> {
    const known = this.#left.get(replaced);
    if (known !== undefined) return known;
    const found = new Map<string, number[]>();
    for (const { from, to } of [...replaced].sort((a, b) => a.from - b.from)) {
      for (let line = lineAt(this.source, from); line <= this.source.lines.length; line++) {
        const start = this.source.starts[line - 1] ?? to;
        const text = this.source.lines[line - 1] ?? "";
        if (start + text.length > to) break;
        if (start >= from) found.set(text, [...(found.get(text) ?? []), line]);
      }
    }
    this.#left.set(replaced, found);
    return found;
  }
}

function mapOf(origins: readonly LineOrigin[]): readonly SpecMapEntry[] {
  const map: SpecMapEntry[] = [];
  for (const [index, origin] of origins.entries()) {
    const at = index + 1;
    const last = map.at(-1);
    if (last !== undefined && continuesEntry(last, origin)) map[map.length - 1] = { ...last, to: at };
    else map.push({ from: at, to: at, origin });
  }
  return map;
}

function continuesEntry({ from, to, origin }: SpecMapEntry, next: LineOrigin): boolean {
  if (origin.of === "source") return next.of === "source" && next.line === origin.line + (to - from) + 1;
  if (origin.of === "resolution") return next.of === "resolution" && origin.gaps.join() === next.gaps.join();
  return origin.of === "added" && next.of === "added";
}

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
