// The draft in a prompt: whole where it is short, else its outline and what each gap needs of it.
import type { GapId } from "../core/shared/gap-id.ts";
import type { Spec } from "../document/spec/spec.ts";
import { BUDGETS, ENTRY_BUDGETS } from "./budgets.ts";
import { type DraftPassage, draftPassages, isWithin, type PassageQuery } from "./draft-excerpt.ts";
import type { SpecFacts } from "./prompt-facts.ts";
import { type NamedText, section, titledPart } from "./prompt-parts.ts";
import { quoteText, quoteWhole, shownLine } from "./shown-text.ts";

const TITLE = "# The specification as it stands now";
const ACCEPTED_NOTE = "with what was accepted in its place";

export function draftParts(spec: SpecFacts, sought: readonly PassageQuery[]): readonly NamedText[] {
  const file = shownLine(spec.name, ENTRY_BUDGETS.title);
  if (isShort(spec.draft)) {
    const whole = quoteWhole(`The whole of ${file}, ${ACCEPTED_NOTE}`, spec.draft.lines.join("\n"));
    return [titledPart("draft", TITLE, [whole])];
  }
  return [{ name: "outline", text: outlineText(file, spec.draft) }, ...excerptParts(file, spec, sought)];
}

export function isShort({ lines }: Spec): boolean {
  let chars = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > BUDGETS.wholeDraft) return false;
  }
  return true;
}

/** As deep as there is room for, so that a place can be named by its heading path. */
function outlineText(file: string, { sections }: Spec): string {
  const excerpts = `It is too long to be shown whole. What follows are passages of it, ${ACCEPTED_NOTE}.`;
  if (sections.length === 0) return section(TITLE, [excerpts]);
  const levels = [...new Set(sections.map(({ level }) => level))].sort((a, b) => b - a);
  const outlines = levels.map((deepest) => outlineTo(sections, deepest));
  const fitting = outlines.find((text) => text.length <= BUDGETS.outline) ?? outlines.at(-1) ?? "";
  const from = `The headings of ${file}, as far as there is room`;
  return section(TITLE, [excerpts, quoteText({ from, text: fitting, maxChars: BUDGETS.outline })]);
}

function outlineTo(sections: Spec["sections"], deepest: number): string {
  return sections
    .filter(({ level }) => level <= deepest)
    .map(({ level, title }) => `${"  ".repeat(level - 1)}${title}`)
    .join("\n");
}

interface ShownPassage {
  readonly gap: GapId;
  readonly passage: DraftPassage;
}

function excerptParts(file: string, spec: SpecFacts, sought: readonly PassageQuery[]): readonly NamedText[] {
  const shown: ShownPassage[] = [];
  return sought.map((one) => {
    const { id } = one.gap;
    const blocks = draftPassages(spec, one).map((passage) => {
      const before = shown.find((other) => isWithin(passage, other.passage));
      if (before !== undefined) return `${placeName(passage)} are among those shown for ${before.gap} above.`;
      shown.push({ gap: id, passage });
      return passageText(file, spec.draft, passage);
    });
    const none =
      "No place in the specification is recorded for this gap; the outline above shows where it may belong.";
    const text = section(`## The specification around ${id}`, blocks.length === 0 ? [none] : blocks);
    return { name: `excerpt ${id}`, text };
  });
}

const PASSAGE_REASONS: Record<DraftPassage["why"], string> = {
  place: "Where the gap is",
  reference: "What it refers to",
};

function placeName({ why, line, endLine }: DraftPassage): string {
  return `${PASSAGE_REASONS[why]}: lines ${line}–${endLine}`;
}

function passageText(file: string, draft: Spec, passage: DraftPassage): string {
  const from = `${placeName(passage)} of ${draft.lines.length} of ${file}${underText(passage.path)}`;
  return quoteText({ from, text: passage.text, maxChars: BUDGETS.place + MARKS_CHARS });
}

/** What the marks around a passage and the fences they close may add. */
const MARKS_CHARS = 200;

/** The inner headings say more, so a long path loses its beginning. */
export function underText(path: readonly string[]): string {
  if (path.length === 0) return "";
  const whole = path.join(" > ");
  const kept =
    whole.length <= ENTRY_BUDGETS.headingPath ? whole : `…${whole.slice(1 - ENTRY_BUDGETS.headingPath)}`;
  return `, under ${shownLine(kept, ENTRY_BUDGETS.headingPath)}`;
}
