// What the documents of an undone round show of why it failed. Evidence, never intent.

import { adjustmentsFor } from "../../core/refinement/rollback/adjustments.ts";
import {
  type Contradiction,
  type FoundPattern,
  type PatternEvidence,
  type ProducedGap,
  type RollbackAnalysis,
  recurringPatterns,
  type StructureCheck,
} from "../../core/refinement/rollback/rollback-analysis.ts";
import { charactersFor, missingSections } from "../../core/refinement/validation/assigned-gaps.ts";
import { THIN_CHARACTERS } from "../../core/refinement/validation/judge-engineer.ts";
import { listNames, quoteLine, referableGaps } from "../../core/refinement/validation/judgement.ts";
import { formatCount } from "../../core/shared/format-count.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { stretchesOf } from "../../core/shared/stretches.ts";
import { wordOverlap } from "../../core/shared/word-overlap.ts";
import { bareTitle, isBesideSpecText, isResolutionPart, isSpecTextTitle } from "../engineer/section-names.ts";
import type { Title } from "../engineer/titles.ts";
import { plainText } from "../markdown/spans.ts";
import { specOf } from "../spec/spec.ts";
import { contradictionsIn } from "./contradictions.ts";
import {
  evidenceLine,
  evidenceOf,
  type GapSection,
  type GapText,
  gapTexts,
  isExample,
  type RoundDocument,
  readDocuments,
  type WrittenDocument,
} from "./round-texts.ts";
import { undefinedTerms, wordsKnownFrom } from "./undefined-terms.ts";
import { vagueWordsIn } from "./vague-words.ts";

export interface UndoneRound {
  /** In the order in which the round was given them. */
  readonly assigned: readonly { readonly gap: GapId; readonly title: string }[];
  /** Every document that the Engineer handed in, the one that counted last. */
  readonly documents: readonly WrittenDocument[];
  /** Every gap of the session. */
  readonly knownGaps: readonly GapId[];
  /** The specification as the Engineer saw it. */
  readonly source: string;
  /** What gaps and decisions of the session say, in which names are known, too. */
  readonly explained?: readonly string[];
  /** What earlier attempts at the same round have shown. */
  readonly previous: readonly RollbackAnalysis[];
}

/** Lines that show a pattern. */
const EVIDENCE_MAX = 5;
const SUBJECTS_MAX = 8;
const VAGUE_WORDS_MAX = 5;
const EXAMPLES_MIN = 2;
const CONTRADICTIONS_MAX = 3;

export function analyseRound(round: UndoneRound): RollbackAnalysis {
  const titles = new Map(round.assigned.map(({ gap, title }) => [gap, title]));
  const gaps = [...titles.keys()];
  const documents = readDocuments(round.documents, gaps);
  const texts = gapTexts(documents, gaps);
  const own = eachSectionOnce(texts);
  const counted = countedDocuments(documents, texts);
  const strangers = foreignRefs(counted, round);
  const patterns = [
    vagueTexts(texts, round.source),
    texts.flatMap(absentSections),
    texts.flatMap(narrowExamples),
    strangers,
    unexplainedTerms(own, round),
    scopeDrift(counted, new Set(gaps)),
  ].flat();
  return {
    produced: texts.map((text) => producedFor(text, titles.get(text.gap) ?? "")),
    checks: checksOf(texts, strangers.length === 0),
    patterns,
    contradictions: own.flatMap(contradictionsFor).slice(0, CONTRADICTIONS_MAX),
    adjustments: adjustmentsFor({
      patterns,
      assigned: gaps,
      validGaps: [...new Set([...gaps, ...round.knownGaps])],
      recurring: recurringPatterns(round.previous),
    }),
  };
}

/** Those that count for a gap; all of them where there is a gap that none has anything for. */
function countedDocuments(
  documents: readonly RoundDocument[],
  texts: readonly GapText[],
): readonly RoundDocument[] {
  const counted = new Set(texts.map(({ from }) => from));
  return counted.has(null) ? documents : documents.filter((one) => counted.has(one));
}

/** A section for several gaps is looked at with the first of them. */
function eachSectionOnce(texts: readonly GapText[]): readonly GapText[] {
  const seen = new Set<GapSection>();
  return texts.map((text) => {
    const sections = text.sections.filter((section) => !seen.has(section));
    for (const section of sections) seen.add(section);
    return { ...text, sections };
  });
}

// What was produced.

const HEADINGS_MAX = 12;
const HEADING_CHARS_MAX = 80;
const CONCERNS_MAX = 4;
const SAME_TITLE_MIN = 0.8;

function producedFor({ gap, from, found, sections }: GapText, title: string): ProducedGap {
  // A heading that says what the gap is called divides nothing, and one with an id is about another gap.
  const divides = (heading: string) =>
    findGapIds(heading).length === 0 && wordOverlap(heading, title) < SAME_TITLE_MIN;
  const resolutions = found?.resolutions ?? [];
  const complete = found?.shortfall === null && missingSections(resolutions).length === 0;
  return {
    gap,
    addressed: resolutions.length === 0 ? "No" : complete ? "Yes" : "Partial",
    sections: resolutions.length === 0 ? [] : sectionsPresent(resolutions, sections),
    examples: examplesFor(resolutions),
    chars: charactersFor(resolutions),
    headings: distinct(sections.flatMap(ownHeadings).map(bareTitle).filter(divides)).slice(0, HEADINGS_MAX),
    concerns: distinct(
      (from?.document.newGaps ?? [])
        .filter(({ line }) => sections.some(({ place, end }) => line > place.title.line && line < end))
        .map(({ title }) => title),
    ).slice(0, CONCERNS_MAX),
  };
}

type Resolutions = NonNullable<GapText["found"]>["resolutions"];

function examplesFor(resolutions: Resolutions): number {
  return resolutions.reduce((sum, { has }) => sum + has.examples, 0);
}

const SOLUTION =
  /^(?:proposed |revised |final |detailed |recommended )?(?:solution|proposal|resolution|approach|design)$/i;

function sectionsPresent(resolutions: Resolutions, sections: readonly GapSection[]): readonly string[] {
  const titles = sections.flatMap(({ place }) => place.parts.flatMap(({ title }) => title ?? []));
  const missing = missingSections(resolutions);
  return [
    titles.some(({ text }) => SOLUTION.test(bareTitle(text))) ? ["Solution"] : [],
    resolutions.some(({ edits }) => edits.length > 0) ? ["Spec Text"] : [],
    ["Examples", "Trade-offs", "New Gaps"].filter((name) => !missing.includes(name)),
  ].flat();
}

/** Headings of the solution and of the texts for the specification; those of the form divide nothing. */
function ownHeadings({ place, handedOver }: GapSection): readonly string[] {
  const inDocument = place.parts.flatMap(({ title }) =>
    title === null || title === place.title || !isOwn(title, place.title) ? [] : [title.text],
  );
  const inTexts = handedOver.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "heading" ? [plainText(block.spans)] : [])),
  );
  return [...inDocument, ...inTexts];
}

function isOwn(title: Title, resolution: Title): boolean {
  if (isExample(title, resolution) || isFormTitle(title.text) || title.text.trim().endsWith(":"))
    return false;
  for (let above = title.parent; above !== null && above !== resolution; above = above.parent) {
    if (isBesideSpecText(above.text) && !SOLUTION.test(bareTitle(above.text))) return false;
  }
  return true;
}

function isFormTitle(text: string): boolean {
  return isBesideSpecText(text) || isSpecTextTitle(text) || isResolutionPart(text);
}

/** Short, on one line, each once. */
function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map((text) => quoteLine(text, HEADING_CHARS_MAX)))].filter((text) => text !== "");
}

function checksOf(texts: readonly GapText[], validRefs: boolean): readonly StructureCheck[] {
  const resolved = texts.filter(({ found }) => (found?.resolutions.length ?? 0) > 0);
  const all = (has: (resolutions: Resolutions) => boolean) =>
    resolved.length > 0 && resolved.every(({ found }) => has(found?.resolutions ?? []));
  return [
    { check: "Has ## Gap Resolution headers", passed: texts.length > 0 && resolved.length === texts.length },
    { check: "Has ### Trade-offs", passed: all((own) => !missingSections(own).includes("Trade-offs")) },
    { check: "Has ### Examples", passed: all((own) => !missingSections(own).includes("Examples")) },
    {
      check: `Min length per gap (${THIN_CHARACTERS} chars)`,
      passed: all((own) => charactersFor(own) >= THIN_CHARACTERS),
    },
    { check: "Valid cross-references", passed: validRefs },
  ];
}

// The six patterns.

function vagueTexts(texts: readonly GapText[], source: string): readonly FoundPattern[] {
  let ownWords: ReadonlySet<string> | null = null;
  return texts.flatMap(({ gap, from, sections }): FoundPattern[] => {
    const stated = sections.flatMap((section) => section.stated);
    const all = stated.flatMap((one) => vagueWordsIn(one.passage).map((vague) => ({ ...vague, one })));
    if (from === null || all.length <= VAGUE_WORDS_MAX) return [];
    ownWords ??= vagueSentencesOf(source);
    const known = ownWords;
    const found = all.filter(({ sentence }) => !known.has(sentence));
    if (found.length <= VAGUE_WORDS_MAX) return [];
    const words = byFrequency(found.map(({ word }) => word)).slice(0, SUBJECTS_MAX);
    const shown = words.map((word) => `"${word}"`).join(", ");
    return [
      {
        pattern: "ABSTRACT_OUTPUT",
        gap,
        detail: `${gap}: ${found.length} vague words, such as ${shown}`,
        subjects: words,
        evidence: eachOnce(
          found.map(
            ({ one, ...span }) =>
              () =>
                evidenceOf(from, one, span),
          ),
        ),
      },
    ];
  });
}

/** Sentences that an edit repeats are their author's. */
function vagueSentencesOf(source: string): ReadonlySet<string> {
  return new Set(
    specOf(source).parts.flatMap(({ spec }) =>
      spec.passages.flatMap((passage) => vagueWordsIn(passage).map(({ sentence }) => sentence)),
    ),
  );
}

function absentSections({ gap, from, found }: GapText): readonly FoundPattern[] {
  if ((found?.needs.length ?? 0) > 0) return [];
  const [first] = found?.resolutions ?? [];
  const missing = first === undefined ? ["Gap Resolution"] : missingSections(found?.resolutions ?? []);
  if (missing.length === 0) return [];
  return [
    {
      pattern: "MISSING_SECTIONS",
      gap,
      detail: `${gap}: ${missing.join(", ")} absent`,
      subjects: missing,
      evidence: from === null || first === undefined ? [] : [evidenceLine(from, first.line)],
    },
  ];
}

function narrowExamples({ gap, from, found, sections }: GapText): readonly FoundPattern[] {
  const [first] = found?.resolutions ?? [];
  const examples = examplesFor(found?.resolutions ?? []);
  if (from === null || first === undefined || examples >= EXAMPLES_MIN) return [];
  const title = sections
    .flatMap(({ place }) => place.parts)
    .find(
      (part) => part.title !== null && /^(?:worked )?examples?\b/i.test(bareTitle(part.title.text)),
    )?.title;
  return [
    {
      pattern: "NARROW_EXAMPLES",
      gap,
      detail: `${gap}: ${examples === 0 ? "no example" : `only ${formatCount(examples, "example")}`}`,
      subjects: [],
      evidence: [evidenceLine(from, title?.line ?? first.line)],
    },
  ];
}

function foreignRefs(
  documents: readonly RoundDocument[],
  { assigned, knownGaps, source }: UndoneRound,
): readonly FoundPattern[] {
  const inSource = stretchesOf(source).flatMap((stretch) => findGapIds(stretch).map(({ id }) => id));
  const known = [...knownGaps, ...assigned.map(({ gap }) => gap), ...inSource];
  const found = documents.flatMap((one) => {
    const valid = referableGaps(one.document, known);
    return one.document.gapsNamed.filter(({ gap }) => !valid.has(gap)).map((named) => ({ ...named, one }));
  });
  const ids = [...new Set(found.map(({ gap }) => gap))];
  if (ids.length === 0) return [];
  return [
    {
      pattern: "INCONSISTENT_REFS",
      gap: null,
      detail: `${listNames(ids, SUBJECTS_MAX)}: no such gap`,
      subjects: ids.slice(0, SUBJECTS_MAX),
      evidence: eachOnce(
        found.map(
          ({ one, line }) =>
            () =>
              evidenceLine(one, line),
        ),
      ),
    },
  ];
}

function unexplainedTerms(
  texts: readonly GapText[],
  { assigned, source, explained = [] }: UndoneRound,
): readonly FoundPattern[] {
  const used = texts.flatMap(({ from, sections }) =>
    from === null
      ? []
      : sections.flatMap(({ stated }) =>
          stated.filter(({ inExample }) => !inExample).map((one) => ({ from, one })),
        ),
  );
  if (used.length === 0) return [];
  const documents = new Set(used.map(({ from }) => from));
  const known = wordsKnownFrom([
    source,
    ...explained,
    ...assigned.map(({ title }) => title),
    ...[...documents].flatMap(introducedIn),
    ...used.flatMap(({ one: { passage } }) => (introduces(passage.kind) ? [passage.text] : [])),
  ]);
  const terms = undefinedTerms(
    used.map(({ one }) => one.passage),
    known,
  );
  const uses = terms.flatMap((term) => term.uses);
  if (uses.length === 0) return [];
  const names = terms.map(({ term }) => term);
  return [
    {
      pattern: "DOMAIN_CONFUSION",
      gap: null,
      detail: `used without being explained: ${listNames(names, SUBJECTS_MAX)}`,
      subjects: names.slice(0, SUBJECTS_MAX),
      evidence: eachOnce(
        uses.flatMap(({ index, from, to }) => {
          const use = used[index];
          return use === undefined ? [] : [() => evidenceOf(use.from, use.one, { from, to })];
        }),
      ),
    },
  ];
}

function introduces(kind: string): boolean {
  return kind === "heading" || kind === "header";
}

/** What a document shows in code, lists as new or gives a heading is there for everybody to see. */
function introducedIn({ lines, document, spec }: RoundDocument): readonly string[] {
  return [
    ...document.newGaps.map(({ title }) => title),
    ...spec.passages.flatMap(({ kind, text }) => (introduces(kind) ? [text] : [])),
    ...shownIn(lines, spec),
  ];
}

function shownIn(lines: readonly string[], { blocks }: RoundDocument["spec"]): readonly string[] {
  return blocks.flatMap(({ kind, line, endLine, ...block }) => {
    if (kind !== "code" && kind !== "quote") return [];
    // A fence of Markdown holds text, in which names are used.
    if ("info" in block && /^(?:markdown|md)\b/i.test(block.info)) return [];
    return [lines.slice(line - 1, endLine).join("\n")];
  });
}

function scopeDrift(
  documents: readonly RoundDocument[],
  assigned: ReadonlySet<GapId>,
): readonly FoundPattern[] {
  const found = documents.flatMap((one) =>
    one.document.resolutions.flatMap(({ gaps, line }) =>
      gaps.filter((gap) => !assigned.has(gap)).map((gap) => ({ gap, line, one })),
    ),
  );
  const others = [...new Set(found.map(({ gap }) => gap))];
  if (others.length === 0) return [];
  return [
    {
      pattern: "SCOPE_DRIFT",
      gap: null,
      detail: `${listNames(others, SUBJECTS_MAX)} resolved without being assigned`,
      subjects: others.slice(0, SUBJECTS_MAX),
      evidence: eachOnce(
        found.map(
          ({ one, line }) =>
            () =>
              evidenceLine(one, line),
        ),
      ),
    },
  ];
}

function contradictionsFor({ gap, from, sections }: GapText): readonly Contradiction[] {
  if (from === null) return [];
  const stated = sections.flatMap((section) => section.stated).filter(({ inExample }) => !inExample);
  const passages = stated.map(({ passage }) => passage);
  return contradictionsIn(passages, CONTRADICTIONS_MAX).map((pair) => ({
    gap,
    evidence: pair.flatMap(({ index, ...span }) => {
      const one = stated[index];
      return one === undefined ? [] : [evidenceOf(from, one, span)];
    }),
  }));
}

/** The most frequent first; of equals, the one that comes first. */
function byFrequency(words: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}

/** The first few lines, each once. */
function eachOnce(makers: readonly (() => PatternEvidence)[]): readonly PatternEvidence[] {
  const found: PatternEvidence[] = [];
  for (const make of makers) {
    if (found.length >= EVIDENCE_MAX) break;
    const next = make();
    if (!found.some(({ file, line }) => file === next.file && line === next.line)) found.push(next);
  }
  return found;
}
