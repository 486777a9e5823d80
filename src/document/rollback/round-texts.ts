// The Engineer's documents of a round, and what they say for each gap it was given: the last that has something for it counts.
import type { EngineerDocument, Resolution } from "../../core/documents/engineer-document.ts";
import type { PatternEvidence } from "../../core/refinement/rollback/rollback-analysis.ts";
import { type AssignedGap, readAssigned } from "../../core/refinement/validation/assigned-gaps.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { memoizeWeak } from "../../core/shared/memoize-weak.ts";
import { type ResolutionPlace, resolutionPlaces } from "../engineer/resolution-places.ts";
import { trimmedLines } from "../engineer/source-text.ts";
import { lineOfPart, type Outline, outlineOf, type Part, type Title } from "../engineer/titles.ts";
import { type Markdown, parseMarkdown } from "../markdown/blocks.ts";
import { lastAtOrBefore, linesOf } from "../markdown/lines.ts";
import { type Place, placeIn } from "../spec/place.ts";
import { type PartText, type Passage, readSpecText } from "../spec/spec-text.ts";

export interface WrittenDocument {
  readonly file: string;
  readonly text: string;
  /** As it was taken, with the ids of the session; `null` where nobody could read it. */
  readonly document: EngineerDocument | null;
}

export interface RoundDocument {
  readonly file: string;
  readonly lines: readonly string[];
  readonly document: EngineerDocument;
  readonly spec: PartText;
  readonly outline: Outline;
  readonly assigned: readonly AssignedGap[];
}

export function readDocuments(
  documents: readonly WrittenDocument[],
  assigned: readonly GapId[],
): readonly RoundDocument[] {
  return documents.flatMap(({ file, text, document }) => {
    if (document === null) return [];
    const markdown = parseMarkdown(text);
    return [
      {
        file,
        lines: linesOf(text),
        document,
        spec: readSpecText(markdown, null),
        outline: outlineOf(markdown),
        assigned: readAssigned(document, assigned),
      },
    ];
  });
}

/** What stands for one gap, in the document that counts for it. */
export interface GapText {
  readonly gap: GapId;
  /** The last one that says something of the gap; `null` where none does. */
  readonly from: RoundDocument | null;
  readonly found: AssignedGap | null;
  /** A section each. */
  readonly sections: readonly GapSection[];
}

export interface GapSection {
  readonly place: ResolutionPlace;
  /** The first line after it. */
  readonly end: number;
  /** What it states, without answers to issues and lists of new gaps. */
  readonly stated: readonly StatedPassage[];
  /** Texts of it that were handed over in a fence. */
  readonly handedOver: readonly Markdown[];
}

interface StatedPassage {
  readonly passage: Passage;
  /** How many lines of the document stand before what it is counted in. */
  readonly before: number;
  readonly inExample: boolean;
}

export function gapTexts(documents: readonly RoundDocument[], gaps: readonly GapId[]): readonly GapText[] {
  const sectionsOf = new Map(documents.map((one) => [one, sectionReader(one)]));
  return gaps.map((gap) => {
    const own = (one: RoundDocument) => one.assigned.find((found) => found.gap === gap) ?? null;
    const from =
      documents.findLast((one) => (own(one)?.resolutions.length ?? 0) > 0) ??
      documents.findLast((one) => (own(one)?.needs.length ?? 0) > 0) ??
      null;
    const found = from === null ? null : own(from);
    const read = from === null ? undefined : sectionsOf.get(from);
    return { gap, from, found, sections: (found?.resolutions ?? []).flatMap((one) => read?.(one) ?? []) };
  });
}

/** One that names several gaps is read once. */
function sectionReader(document: RoundDocument): (resolution: Resolution) => GapSection | null {
  const places = new Map(resolutionPlaces(document.outline).map((place) => [place.title.line, place]));
  return memoizeWeak((resolution: Resolution) => {
    const place = places.get(resolution.line);
    return place === undefined ? null : readSection(document, resolution, place);
  });
}

function readSection(document: RoundDocument, resolution: Resolution, place: ResolutionPlace): GapSection {
  const { outline, spec } = document;
  const { title, parts } = place;
  const end = lineOfPart(outline, title.at + 1 + parts.length);
  const aside = linesUnder(parts, (under) => isAside(under, title));
  const examples = linesUnder(parts, (under) => isExample(under, title));
  const own = passagesBetween(spec.passages, title.line + 1, end).flatMap((passage): StatedPassage[] =>
    aside.has(passage.line) ? [] : [{ passage, before: 0, inExample: examples.has(passage.line) }],
  );
  const handedOver = fencesWith(document, parts, [
    resolution.body,
    ...resolution.edits.map(({ text }) => text),
  ]);
  const inFences = handedOver.flatMap(({ markdown, before }) =>
    readSpecText(markdown, null).passages.map((passage) => ({ passage, before, inExample: false })),
  );
  return {
    place,
    end,
    stated: [...own, ...inFences],
    handedOver: handedOver.map(({ markdown }) => markdown),
  };
}

/** Answers to issues and lists of new gaps are about something else than the solution. */
function isAside({ roles }: Title, resolution: Title): boolean {
  return (
    roles.inNewGaps ||
    roles.inDisagreement ||
    roles.inRestated ||
    (roles.inResponses && !resolution.roles.inResponses)
  );
}

/** A title such as `Export format` makes no example of the whole resolution. */
export function isExample({ roles }: Title, resolution: Title): boolean {
  return roles.inExample && !resolution.roles.inExample;
}

function linesUnder(parts: readonly Part[], is: (under: Title) => boolean): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { block, under } of parts) {
    if (under === null || !is(under)) continue;
    for (let line = block.line; line <= block.endLine; line++) lines.add(line);
  }
  return lines;
}

/** `end` is the first line after. */
function passagesBetween(passages: readonly Passage[], line: number, end: number): readonly Passage[] {
  const first = lastAtOrBefore(passages, line - 1, (passage) => passage.line);
  const last = lastAtOrBefore(passages, end - 1, (passage) => passage.line);
  return passages.slice(first, last + 1).filter((passage) => passage.line >= line && passage.line < end);
}

interface HandedOver {
  readonly markdown: Markdown;
  readonly before: number;
}

/** The fences whose text is one of these: they hold what is said, not what is shown. */
function fencesWith(
  { outline }: RoundDocument,
  parts: readonly Part[],
  texts: readonly string[],
): readonly HandedOver[] {
  const wanted = new Set(texts.filter((text) => text !== ""));
  return parts.flatMap(({ block }) => {
    if (block.kind !== "code") return [];
    const inner = outline.lines.slice(block.line, block.endLine - 1);
    if (!wanted.has(trimmedLines(inner).join("\n"))) return [];
    return [{ markdown: parseMarkdown(inner.join("\n")), before: block.line }];
  });
}

/** Of a line that is quoted. */
const QUOTED_CHARS_MAX = 160;

/** The words of a passage as they stand in their line. */
export function evidenceOf(
  document: RoundDocument,
  { passage, before }: StatedPassage,
  { from, to }: { readonly from: number; readonly to: number },
): PatternEvidence {
  const place = placeIn(passage, from, to);
  return lineOf(document, { ...place, line: place.line + before });
}

export function evidenceLine(document: RoundDocument, line: number): PatternEvidence {
  return lineOf(document, { line, column: 1, endColumn: 1 });
}

function lineOf({ file, lines }: RoundDocument, { line, column }: Place): PatternEvidence {
  const written = lines[line - 1] ?? "";
  const from = Math.max(0, column - 1 - QUOTED_CHARS_MAX / 2);
  const text =
    written.trim().length <= QUOTED_CHARS_MAX
      ? written
      : withoutHalves(written.slice(from, from + QUOTED_CHARS_MAX));
  return { file, line, text: text.trim() };
}

/** A cut may part the two halves of a character. */
function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}
