// What a finished spec asks to be built: a task for each heading under which something is required or was settled,
// and one for each call of an interface that a table lists.
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { isSettledByText } from "../../core/refinement/gap-state.ts";
import { cutAtWord, TITLE_CHARS_MAX } from "../../core/shared/cut-at-word.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { anchorsOf } from "../spec/anchors.ts";
import { citesKeyWords, normativeText, requirementIdOf } from "../spec/normative-text.ts";
import type { SpecSection } from "../spec/outline.ts";
import { wordsOf } from "../spec/sentences.ts";
import { type Spec, specOf } from "../spec/spec.ts";
import type { SpecPart } from "../spec/spec-parts.ts";
import { foundationsOf } from "./foundations.ts";
import { apiRows, endpointOf, endpointTask, headingTask } from "./task-title.ts";

export interface PlannedItem {
  /** The first of those that were settled there; `null` where there was none. */
  readonly gap: GapId | null;
  /** Where there was none: `#` and the heading's anchor, and for a call the call itself. */
  readonly heading: string | null;
  readonly title: string;
  readonly section: string | null;
  /** FILE#heading. */
  readonly source: string;
  /** Gaps of other items. */
  readonly after: readonly GapId[];
}

export interface FinishedText {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  readonly map: SpecMap;
  readonly gaps: readonly Gap[];
}

/** Something to be built, and where the spec asks for it. */
interface PlannedWork {
  readonly line: number;
  readonly title: string;
  readonly place: PlaceInOutline;
  /** Its name besides gaps. */
  readonly name: string;
  /** What was settled there. */
  readonly gaps: GapId[];
}

/** In the order of the spec. */
export function planOf(finished: FinishedText): readonly PlannedItem[] {
  const works = worksOf(finished).toSorted((a, b) => a.line - b.line);
  const titles = distinctTitles(works);
  const after = foundationsOf(finished.gaps, works);
  return works.map(({ place: { section, source }, name, gaps: [gap = null] }, index) => ({
    gap,
    heading: gap === null ? name : null,
    title: titles[index] ?? name,
    section,
    source,
    after: after[index] ?? [],
  }));
}

function worksOf(finished: FinishedText): readonly PlannedWork[] {
  const outline = new Outline(finished);
  const { parts } = outline.spec;
  const rows = parts
    .flatMap(({ spec, before }) =>
      spec.tables.flatMap(apiRows).map((row) => ({ ...row, line: row.line + before })),
    )
    .filter(({ section }) => asksForWork(section.path));
  const rowLines = new Set(rows.map(({ line }) => line));
  const asked = askedByHeadings(parts, rowLines);
  const works = new Map<number, PlannedWork>();
  const workOfHeading = (line: number): PlannedWork => {
    const place = outline.placeAtLine(line);
    const title = headingTask(place.heading?.bareTitle || finished.path, [...(asked.get(line)?.ids ?? [])]);
    const work = works.get(line) ?? { line, title, place, name: place.anchor, gaps: [] };
    works.set(line, work);
    return work;
  };
  for (const [line, { isRequired }] of asked) {
    const { heading, isTitle } = outline.placeAtLine(line);
    // What follows the front matter stands under no heading.
    if (heading !== null && (isRequired || !isTitle)) workOfHeading(line);
  }
  const calls = new Map<string, PlannedWork>();
  for (const work of works.values()) {
    const call = endpointOf(work.place.heading?.bareTitle ?? "");
    if (call !== null) calls.set(call, work);
  }
  for (const { line, endpoint, what } of rows) {
    const place = outline.placeAtLine(line);
    const work = calls.get(endpoint) ?? {
      line,
      title: endpointTask(endpoint, what),
      place,
      name: `${place.anchor} ${endpoint}`,
      gaps: [],
    };
    calls.set(endpoint, work);
    works.set(line, work);
  }
  for (const [gap, line] of settledLines(finished)) {
    const { heading } = outline.placeAtLine(line);
    if (rowLines.has(line)) works.get(line)?.gaps.push(gap);
    else if (asksForWork(heading?.path ?? [])) workOfHeading(heading?.line ?? 0).gaps.push(gap);
  }
  return [...new Set(works.values())];
}

/** Sections that say what is not to be built, or what words mean, or how the text came about. */
const NO_WORK =
  /^(?:[\d.]{1,12}\s{1,4})?(?:out[- ]of[- ]scope|not in scope|non-?goals?|glossary|decisions|known limitations)$/i;

function asksForWork(path: readonly string[]): boolean {
  return !path.some((title) => NO_WORK.test(title));
}

interface RequirementFacts {
  /** Whether something is required in so many words, and not only stated. */
  isRequired: boolean;
  /** Of the requirements that begin with one. */
  readonly ids: Set<string>;
}

/** By the lines of the headings; calls of an interface are asked for by themselves. */
function askedByHeadings(
  parts: readonly SpecPart[],
  rowLines: ReadonlySet<number>,
): ReadonlyMap<number, RequirementFacts> {
  const capitalsOnly = parts.some(({ spec }) => citesKeyWords(spec));
  const { mayRequire, isRequirement, strengthOf } = normativeText({ capitalsOnly });
  const byLine = new Map<number, RequirementFacts>();
  for (const { passage, before } of passagesIn(parts)) {
    const { section, line, text } = passage;
    if (section.level === 0 || rowLines.has(line + before) || !asksForWork(section.path)) continue;
    if (!mayRequire(passage) || text.trim() === "") continue;
    const headingLine = section.line + before;
    const asked = byLine.get(headingLine) ?? { isRequired: false, ids: new Set<string>() };
    byLine.set(headingLine, asked);
    const id = requirementIdOf(wordsOf(passage))?.id;
    if (id !== undefined) asked.ids.add(id);
    asked.isRequired ||=
      isRequirement(passage) || sentencesOf(text).some((sentence) => strengthOf(sentence) !== null);
  }
  return byLine;
}

function passagesIn(parts: readonly SpecPart[]) {
  return parts.flatMap(({ spec, before }) => spec.passages.map((passage) => ({ passage, before })));
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+/);
}

/** Where the first words stand that were written for each gap that was settled by text. */
function settledLines({ gaps, map }: FinishedText): ReadonlyMap<GapId, number> {
  const settled = new Set(gaps.filter(({ state }) => isSettledByText(state.at)).map(({ id }) => id));
  const lines = new Map<GapId, number>();
  for (const { from, origin } of map) {
    for (const gap of "gaps" in origin ? origin.gaps : []) {
      if (settled.has(gap) && !lines.has(gap)) lines.set(gap, from);
    }
  }
  return lines;
}

/** Where two are equal, what stands above them tells them apart, or else their numbers. */
function distinctTitles(works: readonly PlannedWork[]): readonly string[] {
  const times = new Map<string, number>();
  for (const { title } of works) times.set(title, (times.get(title) ?? 0) + 1);
  const taken = new Set<string>();
  return works.map(({ title, place }) => {
    const above = place.heading?.path.at(-2);
    const longer = times.get(title) === 1 || above === undefined ? title : `${title} (${above})`;
    let own = cutAtWord(longer, TITLE_CHARS_MAX);
    for (let count = 2; taken.has(own); count += 1) {
      const suffix = ` (${count})`;
      own = `${cutAtWord(longer, TITLE_CHARS_MAX - suffix.length)}${suffix}`;
    }
    taken.add(own);
    return own;
  });
}

/** The headings of the finished text, and how links and sections name them. */
class Outline {
  readonly spec: Spec;
  readonly #path: string;
  readonly #anchors: readonly string[];
  readonly #depth: number;

  constructor({ path, text }: FinishedText) {
    this.#path = path;
    this.spec = specOf(text);
    this.#anchors = anchorsOf(this.spec.sections.map(({ title }) => title));
    const top = this.spec.sections.filter(({ path: titles }) => titles.length === 1);
    // One title over all is the document's own; its parts are below.
    this.#depth = top.length === 1 ? 1 : 0;
  }

  placeAtLine(line: number): PlaceInOutline {
    const { sections } = this.spec;
    const index = sections.findLastIndex((section) => section.line <= line);
    const heading = sections[index] ?? null;
    const anchor = this.#anchors[index];
    return {
      heading,
      section: heading === null ? null : (heading.path[this.#depth] ?? heading.path.at(-1) ?? null),
      anchor: `#${anchor ?? ""}`,
      // A title without letters has no anchor that a link could name.
      source: anchor === undefined || anchor === "" ? this.#path : `${this.#path}#${anchor}`,
      isTitle: heading !== null && heading.path.length <= this.#depth,
    };
  }
}

interface PlaceInOutline {
  readonly heading: SpecSection | null;
  readonly section: string | null;
  readonly anchor: string;
  readonly source: string;
  /** Of the whole document. */
  readonly isTitle: boolean;
}
