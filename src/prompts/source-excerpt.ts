// What of the source a gap needs: where it stands with what surrounds it, and the sections it refers to.
import type { SourceSpec, SpecHeading } from "../core/documents/source-spec.ts";
import type { Gap, GapOrigin } from "../core/refinement/gap.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { remembered } from "../core/shared/remembered.ts";
import { excerptAround } from "../document/source-spec/excerpt.ts";
import { BUDGETS, REFERENCES_MAX } from "./budgets.ts";
import { openFence } from "./cut-text.ts";
import { linesOfGaps, referencedHeadings } from "./source-references.ts";

/** Lines of the source, 1-based, both included. */
export interface SourcePassage {
  readonly why: "place" | "reference";
  readonly path: readonly string[];
  readonly line: number;
  readonly endLine: number;
  /** With marks where lines are left out, and fences closed. */
  readonly text: string;
}

/** The place first; none where the gap is in no section that can be told. */
export function sourcePassages(source: SourceSpec, gap: Gap): readonly SourcePassage[] {
  const known = passagesOf(source);
  const { id, title, description, origin, blockedBy } = gap;
  const asked = JSON.stringify([id, title, description, origin, blockedBy]);
  const passages = known.get(asked) ?? findPassages(source, gap);
  known.set(asked, passages);
  return passages;
}

/** Engineer and reviewer are shown the same ones, in round after round. */
const passagesOf = remembered((_: SourceSpec) => new Map<string, readonly SourcePassage[]>());

function findPassages(source: SourceSpec, gap: Gap): readonly SourcePassage[] {
  const said = `${gap.title}\n${gap.description}`;
  const named = referencedHeadings(source, said);
  const line = lineOf(source, gap) ?? named[0]?.line ?? null;
  const place = line === null ? null : passageAround(source, line, { why: "place", maxChars: BUDGETS.place });
  const own = line === null ? said : `${said}\n${paragraphAt(source.lines, line)}`;
  const found: SourcePassage[] = place === null ? [] : [place];
  const references = [
    ...referencedHeadings(source, own).map((heading) => () => sectionOf(source, heading)),
    ...linesOfGaps(source, [own, ...gap.blockedBy].join("\n"), gap.id).map(
      (at) => () => passageAround(source, at, { why: "reference", maxChars: BUDGETS.reference }),
    ),
  ];
  for (const reference of references) {
    if (found.length - (place === null ? 0 : 1) >= REFERENCES_MAX) break;
    const passage = reference();
    if (!found.some((shown) => isWithin(passage, shown))) found.push(passage);
  }
  return found;
}

export function isWithin(inner: SourcePassage, outer: SourcePassage): boolean {
  return outer.line <= inner.line && inner.endLine <= outer.endLine;
}

/** Where the gap was found; else where the source defines it, or the gap it came from. */
function lineOf(source: SourceSpec, { id, origin }: Gap): number | null {
  if (origin.from === "source") return origin.line;
  const family = [id, cameFrom(origin)];
  for (const gap of family) {
    const marker = gap === null ? undefined : source.markers.find((place) => place.gap === gap);
    if (marker !== undefined) return marker.line;
  }
  return null;
}

function cameFrom(origin: GapOrigin): GapId | null {
  switch (origin.from) {
    case "gap":
    case "split":
      return origin.parent;
    case "review":
      return origin.about;
    case "source":
    case "final-review":
      return null;
    default:
      return assertNever(origin);
  }
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

interface Wanted {
  readonly why: SourcePassage["why"];
  readonly maxChars: number;
}

function passageAround(source: SourceSpec, line: number, { why, maxChars }: Wanted): SourcePassage {
  const { path, line: first, endLine, text } = excerptAround(source, line, maxChars);
  return { why, path, line: first, endLine, text: marked(source, { line: first, endLine, text }) };
}

/** A section from its title on, with its sub-sections, as far as the budget goes. */
function sectionOf(source: SourceSpec, { path, line, endLine }: SpecHeading): SourcePassage {
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
  const shown = marked(source, { line, endLine: last, text });
  return { why: "reference", path, line, endLine: last, text: shown };
}

interface Stretch {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

/** Says what is left out before and after, and makes whole the fences that are cut through. */
function marked({ lines, headings }: SourceSpec, { line, endLine, text }: Stretch): string {
  const sectionStart = headings.findLast((heading) => heading.line <= line)?.line ?? 1;
  const opening = openFence(lines.slice(sectionStart - 1, line - 1));
  const within = [...(opening === null ? [] : [opening]), ...text.split("\n")];
  const closing = openFence(within);
  const after = lines.length - endLine;
  return [
    ...(line === 1 ? [] : [leftOut(line - 1, "above")]),
    ...within,
    ...(closing === null ? [] : [closing]),
    ...(after === 0 ? [] : [leftOut(after, "below")]),
  ].join("\n");
}

function leftOut(count: number, where: "above" | "below"): string {
  return `[… cut: ${count} ${count === 1 ? "line" : "lines"} ${where} …]`;
}
