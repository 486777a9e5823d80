// What a finished spec asks to be built: a task for each gap that was settled by text, and one for each heading under
// which the author required something themselves.
import type { SpecMap } from "../../core/documents/finished-spec.ts";
import type { SpecHeading } from "../../core/documents/source-spec.ts";
import type { Gap } from "../../core/refinement/gap.ts";
import { isSettledByText } from "../../core/refinement/gap-state.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { anchorsOf } from "../../document/finished-spec/anchors.ts";
import { readSourceSpec } from "../../document/source-spec/read-source-spec.ts";
import { readSpec } from "../../lint/reading/spec-text.ts";
import { normativeText } from "../../lint/rules/normative-text.ts";
import { gapTaskTitle } from "./gap-task-title.ts";

export interface PlannedItem {
  /** `null` for a heading's own. */
  readonly gap: GapId | null;
  /** Of a heading's own: `#` and its anchor. */
  readonly heading: string | null;
  readonly title: string;
  readonly section: string | null;
  /** FILE#heading. */
  readonly source: string;
  readonly after: readonly GapId[];
}

export interface FinishedText {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  readonly map: SpecMap;
  readonly gaps: readonly Gap[];
}

interface Placed {
  readonly line: number;
  readonly item: PlannedItem;
}

/** In the order of the spec. */
export function planOf(finished: FinishedText): readonly PlannedItem[] {
  const outline = new Outline(finished);
  const gaps = gapItems(finished, outline);
  const covered = new Set(gaps.map(({ item }) => item.source));
  const placed = [...gaps, ...headingItems(finished, outline, covered)];
  return placed.sort((a, b) => a.line - b.line).map(({ item }) => item);
}

/** The headings of the finished text, and how links and sections name them. */
class Outline {
  readonly #path: string;
  readonly #headings: readonly SpecHeading[];
  readonly #anchors: readonly string[];
  readonly #depth: number;

  constructor({ path, text }: FinishedText) {
    this.#path = path;
    this.#headings = readSourceSpec(text).spec.headings;
    this.#anchors = anchorsOf(this.#headings.map((heading) => heading.path.at(-1) ?? ""));
    const top = this.#headings.filter(({ path: titles }) => titles.length === 1);
    // One title over all is the document's own; its parts are below.
    this.#depth = top.length === 1 ? 1 : 0;
  }

  at(line: number): PlaceInOutline {
    const index = this.#headings.findLastIndex((heading) => heading.line <= line);
    const heading = this.#headings[index] ?? null;
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
  readonly heading: SpecHeading | null;
  readonly section: string | null;
  readonly anchor: string;
  readonly source: string;
  /** Of the whole document. */
  readonly isTitle: boolean;
}

function gapItems({ gaps, map }: FinishedText, outline: Outline): readonly Placed[] {
  const settled = gaps.filter(({ state }) => isSettledByText(state.at));
  const ids = new Set(settled.map(({ id }) => id));
  const lines = firstLines(map);
  const byId = new Map(gaps.map((gap) => [gap.id, gap]));
  return settled.map(({ id, title }) => {
    const line = lines.get(id) ?? 0;
    const { heading, section, source } = outline.at(line);
    const after = foundationsOf(id, byId, ids);
    const named = gapTaskTitle(title, heading?.title ?? null);
    return { line, item: { gap: id, heading: null, title: named, section, source, after } };
  });
}

/** Where the first words stand that were written for each gap. */
function firstLines(map: SpecMap): ReadonlyMap<GapId, number> {
  const lines = new Map<GapId, number>();
  for (const { from, origin } of map) {
    const gaps = "gaps" in origin ? origin.gaps : [];
    for (const gap of gaps) if (!lines.has(gap)) lines.set(gap, from);
  }
  return lines;
}

/** Through what is no task itself to what is. */
function foundationsOf(
  start: GapId,
  gaps: ReadonlyMap<GapId, Gap>,
  settled: ReadonlySet<GapId>,
): readonly GapId[] {
  const found = new Set<GapId>();
  const seen = new Set<GapId>([start]);
  const open = [...(gaps.get(start)?.blockedBy ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (settled.has(id)) found.add(id);
    else open.push(...(gaps.get(id)?.blockedBy ?? []));
  }
  return [...found].sort();
}

/** What the author wrote under a heading: mere statements are a task where no gap of the heading is one. */
function headingItems(
  { text, map }: FinishedText,
  outline: Outline,
  covered: ReadonlySet<string>,
): readonly Placed[] {
  const spec = readSpec(text);
  const { mayRequire, isRequirementsList, requires } = normativeText(spec);
  const isAuthors = authorsLines(map);
  const [stated, required] = [new Set<number>(), new Set<number>()];
  for (const passage of spec.passages) {
    const { section, line, text: said } = passage;
    if (section.level === 0 || !isAuthors(line) || !isAuthors(section.line) || !mayRequire(passage)) continue;
    if (isRequirementsList(passage) || sentencesOf(said).some(requires)) required.add(section.line);
    else stated.add(section.line);
  }
  return [...new Set([...stated, ...required])].flatMap((line) => {
    const { heading, section, source, anchor, isTitle } = outline.at(line);
    if (heading === null || (!required.has(line) && (isTitle || covered.has(source)))) return [];
    return [{ line, item: { gap: null, heading: anchor, title: heading.title, section, source, after: [] } }];
  });
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/(?<=[.!?])\s+/);
}

function authorsLines(map: SpecMap): (line: number) => boolean {
  const ranges = map.filter(({ origin }) => origin.of === "source");
  const lines = new Set<number>();
  for (const { from, to } of ranges) for (let line = from; line <= to; line += 1) lines.add(line);
  return (line) => lines.has(line);
}
