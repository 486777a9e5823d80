import type { FinishedSpec, SpecGap, SpecParts } from "../../core/documents/finished-spec.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import { withoutGaps } from "../reading/gap-mentions.ts";
import { oneLine } from "../render/free-lines.ts";
import { slugOf } from "./anchors.ts";
import {
  closingSectionsOf,
  DECISIONS,
  LIMITATIONS,
  limitationsOf,
  putClosingSections,
} from "./closing-sections.ts";
import { mendReferences, movedHeadings } from "./cross-references.ts";
import { newDraft, writeDraft } from "./draft.ts";
import { fillEmptied } from "./emptied.ts";
import { withoutEntryHead } from "./entry-head.ts";
import { mendFrontMatter } from "./front-matter-marks.ts";
import { removeIdComments } from "./id-comments.ts";
import { columnAfter } from "./list-marks.ts";
import type { MarkedBlock } from "./marked-block.ts";
import { type Claims, claimMarkers } from "./marker-claims.ts";
import { mendHeading } from "./mend-heading.ts";
import { mendProse } from "./mend-prose.ts";
import { mendTable } from "./mend-table.ts";
import { type Mending, pointerTo, putLines, putUnits, withoutOwnTitle } from "./mending.ts";
import { type Fate, type Plan, planSpec } from "./plan.ts";
import type { TitleOf } from "./process-talk.ts";
import { quotedMark } from "./quoted-mark.ts";
import { replaceBodies } from "./replace-bodies.ts";
import { replaceLabelled } from "./replace-labelled.ts";
import { layoutOf, type Section, type SourceLayout, writtenTitle } from "./source-layout.ts";
import { type Unit, unitsOf } from "./units.ts";
import { unmarked } from "./unmarked.ts";

/** The source with every resolution in its place, its marks gone, and what was decided and left open at its end. */
export function assembleSpec(parts: SpecParts): FinishedSpec {
  const { source, gaps } = parts;
  const layout = layoutOf(source);
  const titleOf = titlesOf(gaps, layout);
  const there = closingSectionsOf(layout);
  const reserved = new Set([there.decisions, there.limitations].filter((section) => section !== null));
  const claims = claimMarkers(source, layout, gaps);
  const plan = planSpec({ layout, gaps, claims, units: unitsOf(gaps, titleOf), reserved });
  const draft = newDraft();
  const mending: Mending = {
    layout,
    draft,
    limitations: there.anchor,
    taken: takenAnchors(layout),
    later: [],
  };
  mendSource(mending, { plan, claims, titleOf });
  const limitations = limitationsOf({
    layout,
    unsettled: plan.unsettled,
    markers: claims.ofGap,
    limitations: parts.limitations,
    wordsOf: (marker) => quotedMark(layout, marker),
  });
  putClosingSections({ layout, draft, there, titleOf }, parts.decisions, limitations);
  const references = { layout, titleOf, homes: homesOf(layout, plan), ...movedHeadings(layout, draft) };
  return writeDraft(draft, {
    source: source.lines,
    lineEnd: parts.lineEnd ?? "\n",
    lastLine: layout.lastLine,
    closers: draft.changed.get(layout.openLine)?.length === 0 ? [] : layout.closers,
    mend: (line) => mendReferences(line, references),
  });
}

interface Marks {
  readonly plan: Plan;
  readonly claims: Claims;
  readonly titleOf: TitleOf;
}

function mendSource(mending: Mending, { plan, claims, titleOf }: Marks): void {
  const { layout } = mending;
  const gone = replaceBodies(mending, plan);
  const open = new Map<number, string>();
  for (const marked of markedBlocks(layout, { plan, claims })) {
    const { block, marks } = marked;
    for (const { marker, fate } of marks) {
      if (fate.to === "limitation" || fate.to === "elsewhere")
        open.set(marker.line, pointerTo(mending, fate) ?? "");
    }
    const home = gone(block.line);
    if (home !== null) {
      const units = marks.flatMap(({ fate }) => (fate.to === "text" ? fate.units : []));
      putUnits(mending, units, { line: home, indent: 0 });
    } else if (block.kind === "heading") mendHeading(mending, marked, titleOf);
    else if (block.kind === "table") mendTable(mending, marked);
    else mendProse(mending, marked);
  }
  mendFrontMatter(mending, plan, claims);
  removeIdComments(mending, titleOf);
  for (const [line, units] of plan.beside) {
    const own = withoutLabelled(mending, units, layout.sectionAt(line));
    putUnits(mending, own, spotAt(layout, line, gone));
  }
  for (const { line, text, gaps } of mending.later)
    putLines(mending, text, { gaps, line: gone(line) ?? line, indent: 0 });
  for (const [section, units] of plan.closing) {
    const line = section?.bodyEnd ?? layout.lastLine;
    const own = withoutLabelled(mending, units, section);
    putUnits(mending, own, { line: gone(line) ?? line, indent: 0 });
  }
  fillEmptied(mending, open, gone);
}

/** The texts that did not take the place of an item that they name. */
function withoutLabelled(mending: Mending, units: readonly Unit[], section: Section | null): readonly Unit[] {
  return units.filter((unit) => !replaceLabelled(mending, unit, section));
}

/** After the block that holds the line; a heading holds the whole body below it. */
function spotAt(layout: SourceLayout, line: number, gone: (line: number) => number | null) {
  const home = gone(line);
  if (home !== null) return { line: home, indent: 0 };
  const block = layout.blocks[layout.blockAt(line) ?? -1];
  const section = layout.sectionAt(line);
  if (line <= layout.frontEnd) return { line: layout.sections[0]?.bodyEnd ?? layout.lastLine, indent: 0 };
  if (block === undefined)
    return { line: section === null ? line : Math.min(line, section.bodyEnd), indent: 0 };
  if (block.kind === "heading") return { line: section?.bodyEnd ?? block.endLine, indent: 0 };
  return { line: block.endLine, indent: columnAfter(block, layout.lines[block.line - 1] ?? "") };
}

/** The blocks with claimed marks, in the order of the source. */
function markedBlocks(
  layout: SourceLayout,
  { plan, claims }: Omit<Marks, "titleOf">,
): readonly MarkedBlock[] {
  const found = new Map<number, MarkedBlock["marks"][number][]>();
  for (const { marker, gap } of claims.marks) {
    const index = layout.blockAt(marker.line);
    const fate = plan.fates.get(marker);
    if (index === null || fate === undefined || marker.line <= layout.frontEnd) continue;
    const there = found.get(index) ?? [];
    there.push({ marker, gap, fate: withoutOwnTitles(fate, layout.sectionAt(marker.line)) });
    found.set(index, there);
  }
  return [...found].flatMap(([index, marks]) => {
    const block = layout.blocks[index];
    return block === undefined ? [] : [{ block, index, marks }];
  });
}

/** Agents repeat the heading of the place: without it a text is what it would be. */
function withoutOwnTitles(fate: Fate, section: Section | null): Fate {
  if (fate.to !== "text") return fate;
  return {
    to: "text",
    units: fate.units.map((unit) => ({ ...unit, text: withoutOwnTitle(unit.text, section) })),
  };
}

/** Where a gap's answer is found: under the heading that defines it, else where its text stands. */
function homesOf({ sections }: SourceLayout, { homes }: Plan): ReadonlyMap<string, Section> {
  const found = new Map<string, Section>(homes);
  for (const section of sections.toReversed()) {
    const [mention] = findGapIds(writtenTitle(section.heading));
    if (mention?.start === 0) found.set(mention.id, section);
  }
  return found;
}

/** What a gap is called: by the session, else by the heading that defines it. */
function titlesOf(gaps: readonly SpecGap[], { sections }: SourceLayout): TitleOf {
  const titles = new Map<string, string>();
  for (const { heading } of sections) {
    const [mention] = findGapIds(writtenTitle(heading));
    const title = mention?.start === 0 ? withoutEntryHead(writtenTitle(heading)) : "";
    if (mention !== undefined && title !== "" && !titles.has(mention.id))
      titles.set(mention.id, shown(title));
  }
  for (const { id, title } of gaps) if (shown(title) !== "") titles.set(id, shown(title));
  return (gap) => titles.get(gap) ?? null;
}

/** In a sentence or a row. */
function shown(title: string): string {
  return unmarked(withoutGaps(oneLine(title)))
    .replaceAll("|", "/")
    .replaceAll('"', "'")
    .replace(/\(\s*(?:[,;][^()]*)?\)/g, "")
    .replace(/\s+/g, " ")
    .replace(
      /^(?:(?:CRITICAL|HIGH|MEDIUM|LOW)\s)+(?=\S)|(?:\s(?:CRITICAL|HIGH|MEDIUM|LOW|OPEN|RESOLVED|CLOSED|NEW))+$/g,
      "",
    )
    .replace(/^[\s:–—-]+|[\s.:]+$/g, "");
}

/** Anchors that headings of the source have, and those of the two sections at the end. */
function takenAnchors({ sections }: SourceLayout): ReadonlySet<string> {
  return new Set([
    ...sections.map(({ heading }) => slugOf(writtenTitle(heading))),
    slugOf(DECISIONS),
    slugOf(LIMITATIONS),
  ]);
}
