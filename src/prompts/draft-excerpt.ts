// What of the draft a gap needs: its place with what surrounds it, and the sections it refers to.
import { type Gap, parentOf } from "../core/refinement/gap.ts";
import { findGapIds, type GapId } from "../core/shared/gap-id.ts";
import { memoizeWeak } from "../core/shared/memoize-weak.ts";
import { memoizeText } from "../document/reading/memoize-text.ts";
import { slugOf } from "../document/spec/anchors.ts";
import { excerptAround } from "../document/spec/excerpt.ts";
import type { SpecSection } from "../document/spec/outline.ts";
import type { Spec } from "../document/spec/spec.ts";
import { BUDGETS, REFERENCES_MAX } from "./budgets.ts";
import { openFence } from "./cut-text.ts";
import type { SpecFacts } from "./prompt-facts.ts";

/** Lines of the draft, 1-based, both included. */
export interface DraftPassage {
  readonly why: "place" | "reference";
  readonly path: readonly string[];
  readonly line: number;
  readonly endLine: number;
  /** With marks where lines are left out, and fences closed. */
  readonly text: string;
}

export interface PassageQuery {
  readonly gap: Gap;
  /** The line of the draft at which its text stands or goes; `null` where nobody knows. */
  readonly line: number | null;
  /** Other words that may name the place. */
  readonly words: string;
}

/** The place first; none where the gap is in no section that can be told. */
export function draftPassages(spec: SpecFacts, sought: PassageQuery): readonly DraftPassage[] {
  const known = passagesOf(spec.draft);
  const { id, title, description, origin, blockedBy } = sought.gap;
  const asked = JSON.stringify([id, title, description, origin, blockedBy, sought.line, sought.words]);
  const passages = known.get(asked) ?? findPassages(spec, sought);
  known.set(asked, passages);
  return passages;
}

/** Engineer and reviewer are shown the same ones, as long as the draft stays as it is. */
const passagesOf = memoizeWeak((_: Spec) => new Map<string, readonly DraftPassage[]>());

function findPassages(spec: SpecFacts, { gap, line: known, words }: PassageQuery): readonly DraftPassage[] {
  const { draft } = spec;
  const said = `${gap.title}\n${gap.description}\n${words}`;
  const line = known ?? lineOf(spec, gap) ?? referencedHeadings(draft, said)[0]?.line ?? null;
  const place = line === null ? null : passageAround(draft, line, { why: "place", maxChars: BUDGETS.place });
  const own = line === null ? said : `${said}\n${paragraphAt(draft.lines, line)}`;
  const found: DraftPassage[] = place === null ? [] : [place];
  const references = [
    ...referencedHeadings(draft, own).map((heading) => () => sectionOf(draft, heading)),
    ...linesOfGaps(spec, [own, ...gap.blockedBy].join("\n"), gap.id).map(
      (at) => () => passageAround(draft, at, { why: "reference", maxChars: BUDGETS.reference }),
    ),
  ];
  for (const reference of references) {
    if (found.length - (place === null ? 0 : 1) >= REFERENCES_MAX) break;
    const passage = reference();
    if (!found.some((shown) => isWithin(passage, shown))) found.push(passage);
  }
  return found;
}

export function isWithin(inner: DraftPassage, outer: DraftPassage): boolean {
  return outer.line <= inner.line && inner.endLine <= outer.endLine;
}

/** Where the draft marks the gap or has its text; else where it has the gap that it came from. */
function lineOf({ places }: SpecFacts, sought: Gap): number | null {
  for (const gap of [sought.id, parentOf(sought)]) {
    const place = gap === null ? undefined : places.find((marked) => marked.gap === gap);
    if (place !== undefined) return place.line;
  }
  return null;
}

const PARAGRAPH_LINES_MAX = 40;

/** From blank line to blank line. */
function paragraphAt(lines: readonly string[], line: number): string {
  const isText = (at: number) => (lines[at - 1] ?? "").trim() !== "";
  let [first, last] = [line, line];
  while (isText(first - 1) && line - first < PARAGRAPH_LINES_MAX) first -= 1;
  while (isText(last + 1) && last - line < PARAGRAPH_LINES_MAX) last += 1;
  return lines.slice(first - 1, last).join("\n");
}

interface PassageLimits {
  readonly why: DraftPassage["why"];
  readonly maxChars: number;
}

function passageAround(source: Spec, line: number, { why, maxChars }: PassageLimits): DraftPassage {
  const { path, line: first, endLine, text } = excerptAround(source, line, maxChars);
  return { why, path, line: first, endLine, text: markCuts(source, { line: first, endLine, text }) };
}

/** A section from its title on, with its sub-sections, as far as the budget goes. */
function sectionOf(source: Spec, { path, line, endLine }: SpecSection): DraftPassage {
  let last = line;
  let chars = (source.lines[line - 1] ?? "").length;
  while (last < endLine) {
    chars += (source.lines[last] ?? "").length + 1;
    if (chars > BUDGETS.reference) break;
    last += 1;
  }
  const text = source.lines
    .slice(line - 1, last)
    .join("\n")
    .slice(0, BUDGETS.reference);
  const shown = markCuts(source, { line, endLine: last, text });
  return { why: "reference", path, line, endLine: last, text: shown };
}

interface LineRange {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

/** Says what is left out before and after, and makes whole the fences that are cut through. */
function markCuts({ lines, sections }: Spec, { line, endLine, text }: LineRange): string {
  const sectionStart = sections.findLast((section) => section.line <= line)?.line ?? 1;
  const opening = openFence(lines.slice(sectionStart - 1, line - 1));
  const within = [...(opening === null ? [] : [opening]), ...text.split("\n")];
  const closing = openFence(within);
  const after = lines.length - endLine;
  return [
    ...(line === 1 ? [] : [cutNotice(line - 1, "above")]),
    ...within,
    ...(closing === null ? [] : [closing]),
    ...(after === 0 ? [] : [cutNotice(after, "below")]),
  ].join("\n");
}

function cutNotice(count: number, where: "above" | "below"): string {
  return `[… cut: ${count} ${count === 1 ? "line" : "lines"} ${where} …]`;
}

const TEXT_MAX = 4_000;

/** In the order in which the text is likelier to mean them: numbers and links, then titles. */
function referencedHeadings(draft: Spec, text: string): readonly SpecSection[] {
  const said = text.slice(0, TEXT_MAX);
  const numbers = numbersIn(said);
  const links = new Set(
    [...said.matchAll(/\]\(#([\w-]{1,120})\)/g)].map(([, slug = ""]) => slug.toLowerCase()),
  );
  const byMark = draft.sections.filter(
    ({ numbering, bareTitle }) =>
      (numbering !== null && numbers.has(bareNumber(numbering))) ||
      (links.size > 0 && links.has(slugOf(bareTitle))),
  );
  return [...new Set([...byMark, ...headingsNamed(draft, said)])];
}

const NUMBERED =
  /(?:§{1,2}\s?|\b(?:sections?|sec\.|chapters?|parts?|steps?|appendix|annex|see)\s)((?:[A-Z]|\d{1,3})(?:\.\d{1,3}){0,6})(?![\w])/gi;

function numbersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(NUMBERED)].map(([, number = ""]) => number.toUpperCase()));
}

function bareNumber(numbering: string): string {
  return numbering.replace(/^(?:section|chapter|part|step|appendix|annex)\s|^§\s?/i, "").toUpperCase();
}

/** Shorter titles, `Cost` or `API`, are words before they are names. */
const TITLE_MIN = 5;
const TITLE_MAX = 120;

/** The longer name first: it is less likely to be there by chance. */
function headingsNamed({ sections }: Spec, text: string): readonly SpecSection[] {
  const words = wordsIn(text);
  const spoken = ` ${words.join(" ")} `;
  const named = namedHeadings(sections);
  return [...new Set(words)]
    .flatMap((word) => named.get(word) ?? [])
    .filter(({ name }) => spoken.includes(` ${name} `))
    .sort((a, b) => b.name.length - a.name.length || a.heading.line - b.heading.line)
    .map(({ heading }) => heading);
}

interface NamedHeading {
  readonly heading: SpecSection;
  readonly name: string;
}

const nameOf = memoizeText((title) => {
  const words = wordsIn(title);
  return { first: words[0], name: words.join(" ") };
});

/** By the first word of their names: every prompt of a session looks for the same ones. */
const namedHeadings = memoizeWeak((sections: readonly SpecSection[]) => {
  const named = new Map<string, NamedHeading[]>();
  for (const heading of sections) {
    if (heading.bareTitle.length < TITLE_MIN || heading.bareTitle.length > TITLE_MAX) continue;
    const { first, name } = nameOf(heading.bareTitle);
    if (first === undefined || name.length < TITLE_MIN) continue;
    const alike = named.get(first) ?? [];
    alike.push({ heading, name });
    named.set(first, alike);
  }
  return named;
});

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Where the draft marks gaps that the text names, or has the text that was accepted for them. */
function linesOfGaps({ places }: SpecFacts, text: string, but: GapId): readonly number[] {
  const named = new Set(findGapIds(text.slice(0, TEXT_MAX)).map(({ id }) => id));
  named.delete(but);
  return places.flatMap(({ gap, line }) => (named.has(gap) ? [line] : []));
}
