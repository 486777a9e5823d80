// The source in a prompt: whole where it is short, else its outline and what each gap needs of it.
import type { SourceSpec } from "../core/documents/source-spec.ts";
import type { Gap } from "../core/refinement/gap.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import type { SpecFacts } from "./prompt-facts.ts";
import { type NamedText, section } from "./prompt-parts.ts";
import { quoted, shownLine } from "./shown-text.ts";
import { isWithin, type SourcePassage, sourcePassages } from "./source-excerpt.ts";

export function sourceParts({ name, source }: SpecFacts, gaps: readonly Gap[]): readonly NamedText[] {
  const file = shownLine(name, ENTRY_BUDGETS.title);
  if (isShort(source)) {
    const whole = quoted({
      from: `The whole of ${file}, as its author wrote it`,
      text: source.lines.join("\n"),
      maxChars: BUDGETS.wholeSource,
    });
    return [{ name: "source", text: section("# The source", [whole]) }];
  }
  return [{ name: "outline", text: outlineText(file, source) }, ...excerptParts(file, source, gaps)];
}

export function isShort({ lines }: SourceSpec): boolean {
  let chars = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > BUDGETS.wholeSource) return false;
  }
  return true;
}

/** As deep as there is room for, so that a place can be named by its heading path. */
function outlineText(file: string, { headings }: SourceSpec): string {
  if (headings.length === 0) return "";
  const levels = [...new Set(headings.map(({ level }) => level))].sort((a, b) => b - a);
  const outlines = levels.map((deepest) => outlineTo(headings, deepest));
  const fitting = outlines.find((text) => text.length <= BUDGETS.outline) ?? outlines.at(-1) ?? "";
  const from = `The headings of ${file}, as far as there is room`;
  return section("# The source", [quoted({ from, text: fitting, maxChars: BUDGETS.outline })]);
}

function outlineTo(headings: SourceSpec["headings"], deepest: number): string {
  return headings
    .filter(({ level }) => level <= deepest)
    .map(({ level, path }) => `${"  ".repeat(level - 1)}${path.at(-1) ?? ""}`)
    .join("\n");
}

interface Shown {
  readonly gap: GapId;
  readonly passage: SourcePassage;
}

function excerptParts(file: string, source: SourceSpec, gaps: readonly Gap[]): readonly NamedText[] {
  const shown: Shown[] = [];
  return gaps.map((gap) => {
    const passages = sourcePassages(source, gap);
    const blocks = passages.map((passage) => {
      const before = shown.find((other) => isWithin(passage, other.passage));
      if (before !== undefined) return `${placeName(passage)} are among those shown for ${before.gap} above.`;
      shown.push({ gap: gap.id, passage });
      return passageText(file, source, passage);
    });
    const none =
      "No place in the source is recorded for this gap; the outline above shows where it may belong.";
    const text = section(`## Source for ${gap.id}`, blocks.length === 0 ? [none] : blocks);
    return { name: `excerpt ${gap.id}`, text };
  });
}

const WHY: Record<SourcePassage["why"], string> = {
  place: "Where the gap is",
  reference: "What it refers to",
};

function placeName({ why, line, endLine }: SourcePassage): string {
  return `${WHY[why]}: lines ${line}–${endLine}`;
}

function passageText(file: string, source: SourceSpec, passage: SourcePassage): string {
  const path = passage.path.length === 0 ? "" : `, under ${pathText(passage.path)}`;
  const from = `${placeName(passage)} of ${source.lines.length} of ${file}${path}`;
  return quoted({ from, text: passage.text, maxChars: BUDGETS.place + MARKS_CHARS });
}

/** What the marks around a passage and the fences they close may add. */
const MARKS_CHARS = 200;

/** The inner headings say more, so a long path loses its beginning. */
function pathText(path: readonly string[]): string {
  const whole = path.join(" > ");
  const kept =
    whole.length <= ENTRY_BUDGETS.headingPath ? whole : `…${whole.slice(1 - ENTRY_BUDGETS.headingPath)}`;
  return shownLine(kept, ENTRY_BUDGETS.headingPath);
}
