// Where in the specification the entries of a survey stand: sections by their heading path, words by quotation.

import type { NamedSection, SurveyDocument, WrittenHole } from "../../core/documents/survey-document.ts";
import type { Span } from "../../core/refinement/gap.ts";
import type { FoundPlace, SurveyPlaces } from "../../core/refinement/survey/hole.ts";
import { placesIn, type SqueezedText, squeezeText } from "../edits/quoted-passage.ts";
import { pathText, sectionOfPath } from "../spec/heading-paths.ts";
import type { SpecSection } from "../spec/outline.ts";
import { lineAt, type Spec, spanOfLines } from "../spec/spec.ts";

export function findPlaces(spec: Spec, { holes, complete }: SurveyDocument): SurveyPlaces {
  const plain = plainOf(spec.text);
  const places = holes.map((hole) => findPlace(spec, plain, hole));
  const named = complete.map((entry) => ({ entry, section: sectionNamed(spec, entry.path) }));
  const pathsOf = (paths: readonly (readonly string[] | null)[]): ReadonlySet<string> =>
    new Set(paths.flatMap((path) => (path === null ? [] : [pathText(path)])));
  const answers: SectionAnswers = {
    open: pathsOf(places.map(({ path }) => path)),
    complete: pathsOf(named.map(({ section }) => section?.path ?? null)),
  };
  return {
    places,
    complete: named.flatMap(({ section }) => (section === null ? [] : [section.path])),
    unknown: named
      .filter(({ section }) => section === null)
      .map(({ entry }: { entry: NamedSection }) => entry),
    notSpokenOf: mainSections(spec)
      .filter((section) => !isAnswered(section, spec, answers))
      .map((section) => section.path),
  };
}

/** A longer list would be a form that nobody fills in. */
const MAIN_SECTIONS_MAX = 60;

/** What a survey has to speak of: the sections below the title, or the outermost ones where there are several. */
export function mainSections({ sections }: Spec): readonly SpecSection[] {
  const levels = [...new Set(sections.map((section) => section.level))].sort((a, b) => a - b);
  const ofLevel = (level: number) => sections.filter((section) => section.level === level);
  const main = levels.map(ofLevel).find((found) => found.length > 1) ?? sections;
  return main.slice(0, MAIN_SECTIONS_MAX);
}

/** Sections by their paths: those with a hole, and those that were called complete. */
interface SectionAnswers {
  readonly open: ReadonlySet<string>;
  readonly complete: ReadonlySet<string>;
}

/** Called complete, itself or with what is above it; or with a hole in it or below; or with every part of it answered. */
function isAnswered(section: SpecSection, spec: Spec, answers: SectionAnswers): boolean {
  const { path, line, endLine } = section;
  if (path.some((_, index) => answers.complete.has(pathText(path.slice(0, index + 1))))) return true;
  const below = spec.sections.filter((other) => line < other.line && other.line <= endLine);
  if ([section, ...below].some((one) => answers.open.has(pathText(one.path)))) return true;
  const parts = below.filter((other) => other.path.length === path.length + 1);
  return parts.length > 0 && parts.every((part) => isAnswered(part, spec, answers));
}

const SEPARATOR = / (?:>|›|→|\/) /;

function sectionNamed(spec: Spec, path: string): SpecSection | null {
  return sectionsNamed(spec, path)[0] ?? null;
}

/** As the prompt lists it, else by its titles; several where titles are the same. */
function sectionsNamed(spec: Spec, path: string): readonly SpecSection[] {
  const listed = spec.sections.filter((section) => plainPath(pathText(section.path)) === plainPath(path));
  if (listed.length > 0) return listed;
  const whole = sectionOfPath(spec, [path]);
  const found = whole.at === "found" ? whole : sectionOfPath(spec, path.split(SEPARATOR));
  if (found.at === "found") return [found.section];
  return found.at === "several" ? found.sections : [];
}

function plainPath(path: string): string {
  return plainOf(path).text.trim();
}

function findPlace(spec: Spec, plain: SqueezedText, { place, passage }: WrittenHole): FoundPlace {
  const named = place === undefined ? [] : sectionsNamed(spec, place);
  const spans = passage === undefined ? [] : placesOf(plain, passage);
  const holding = named.filter((one) => spans.some((span) => isWithin(spec, one, span)));
  // Of several with the same title it is the one that holds the quoted words; without them nobody knows which.
  const section = named.length > 1 && holding.length === 0 ? null : (holding[0] ?? named[0] ?? null);
  const within = section === null ? spans : spans.filter((span) => isWithin(spec, section, span));
  const span = within[0] ?? spans[0] ?? null;
  return {
    path: section?.path ?? null,
    line: span === null ? (section?.line ?? 1) : lineAt(spec, span.from),
    passage: passage === undefined ? "none" : span === null ? "missing" : "found",
    span,
  };
}

function isWithin(spec: Spec, section: SpecSection, { from, to }: Span): boolean {
  const own = spanOfLines(spec, section.line, section.endLine);
  return own.from <= from && to <= own.to;
}

const MARKS: ReadonlySet<string> = new Set("*_`~\"“”„«»'’‘\\|#<>[]!&");
const LINK_TARGET_CHARS_MAX = 500;
const ENTITY_CHARS_MAX = 8;

/**
 * No marks, no targets of links, small letters: whoever quotes a line is read as a reader sees it, and the source
 * stands there as it was written.
 */
function plainOf(text: string): SqueezedText {
  return squeezeText(text, (character, whole, at) =>
    MARKS.has(character) ? hiddenLengthAt(whole, at) : character.toLowerCase().slice(0, 1),
  );
}

/** How many characters after a mark no reader sees: the target of a link, the rest of an entity. */
function hiddenLengthAt(text: string, at: number): number {
  if (text[at] === "]" && text[at + 1] === "(")
    return lengthUpTo(")", text.slice(at + 1, at + LINK_TARGET_CHARS_MAX));
  if (text[at] === "&") {
    const entity = text.slice(at + 1, at + ENTITY_CHARS_MAX);
    return /^#?\w+;/.test(entity) ? lengthUpTo(";", entity) : 0;
  }
  return 0;
}

function lengthUpTo(mark: string, text: string): number {
  return text.indexOf(mark) + 1;
}

/** What is left out between two parts of a quotation. */
const ELLIPSIS = /\s?(?:\.\.\.|…)\s?/;
const PLACES_MAX = 20;

/** A quotation with an ellipsis is where its longest part is. */
function placesOf(spec: SqueezedText, words: string): readonly Span[] {
  const parts = words.split(ELLIPSIS).map((part) => plainOf(part).text.trim());
  const wanted = parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
  return placesIn(spec, wanted, PLACES_MAX);
}
