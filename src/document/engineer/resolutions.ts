// What the document proposes for which gaps, and which of the parts that are asked for it has.
import type { Resolution } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { parseMarkdown } from "../markdown/blocks.ts";
import { statedLabel } from "../markdown/spans.ts";
import { labelledFields } from "../reading/labelled-fields.ts";
import { confidenceInTitle, confidenceRows, findConfidence, type StatedConfidence } from "./confidence.ts";
import { isMarker } from "./markers.ts";
import { type ResolutionPlace, readResolutionTitle, resolutionPlaces } from "./resolution-places.ts";
import { bareTitle, isNewGapsTitle, isTradeOffs } from "./section-names.ts";
import { sectionText } from "./source-text.ts";
import { type FoundEdits, findEdits } from "./spec-text.ts";
import { BOLD_LEVEL, lineOfPart, type Outline, outlineOf, type Part, type Title } from "./titles.ts";

interface FoundResolutions {
  readonly resolutions: readonly Resolution[];
  readonly places: readonly ResolutionPlace[];
  readonly notes: readonly Note[];
}

export function readResolutions(outline: Outline): FoundResolutions {
  const places = resolutionPlaces(outline);
  const outside = partsOutside(outline, places);
  const rows = confidenceByGap(outside);
  const inHeader = places.length === 1 ? headerConfidence(outside, places) : null;
  const listed = outside.some(({ title }) => title !== null && isTop(title) && title.roles.newGaps);
  const notes: Note[] = [];
  const resolutions = places.map((place) => {
    const row = place.named.gaps.map((gap) => rows.get(gap)).find((found) => found !== undefined);
    const { resolution, notes: own } = readResolution(outline, place, row ?? inHeader);
    for (const note of own) notes.push(note);
    return listed ? { ...resolution, has: { ...resolution.has, newGaps: true } } : resolution;
  });
  return { resolutions, places, notes };
}

function partsOutside({ parts }: Outline, places: readonly ResolutionPlace[]): readonly Part[] {
  const outside: Part[] = [];
  let at = 0;
  for (const { title, parts: own } of places) {
    for (const part of parts.slice(at, title.at)) outside.push(part);
    at = title.at + 1 + own.length;
  }
  for (const part of parts.slice(at)) outside.push(part);
  return outside;
}

/** What a table that sums up says of each gap. */
function confidenceByGap(outside: readonly Part[]): ReadonlyMap<GapId, StatedConfidence> {
  const found = new Map<GapId, StatedConfidence>();
  for (const row of confidenceRows(outside)) {
    for (const { id } of findGapIds(row.row)) if (!found.has(id)) found.set(id, row);
  }
  return found;
}

/** Said at the head of a document with one resolution. */
function headerConfidence(
  outside: readonly Part[],
  [only]: readonly ResolutionPlace[],
): StatedConfidence | null {
  const header = outside.filter((part) => part.block.line < (only?.title.line ?? 0) && !isMarker(part));
  return findConfidence(header);
}

/** A section of the document itself. */
function isTop({ level, parent }: Title): boolean {
  return level <= 2 || parent === null || parent.level === 1;
}

interface FoundResolution {
  readonly resolution: Resolution;
  readonly notes: readonly Note[];
}

function readResolution(
  outline: Outline,
  place: ResolutionPlace,
  elsewhere: StatedConfidence | null,
): FoundResolution {
  const { title, named, parts } = place;
  const { lines } = outline;
  const end = lineOfPart(outline, title.at + 1 + parts.length);
  const inTitle = confidenceInTitle(title.text);
  const below = inTitle === null ? findConfidence(parts) : null;
  const stated = below?.confidence ? below : (elsewhere ?? below);
  const spec = findEdits(lines, parts, end);
  const body = bodyOf({ lines, place, end, confidence: below, spec });
  const resolution: Resolution = {
    gaps: named.gaps,
    line: title.line,
    title: titleOf(place, inTitle?.title),
    confidence: inTitle?.confidence ?? stated?.confidence ?? null,
    body,
    edits: spec.edits,
    drops: spec.drops,
    has: factsOf(bodyParts({ lines, place, end, confidence: below, spec }, body)),
  };
  return { resolution, notes: notesOn(place, resolution, inTitle === null ? stated : null) };
}

/** A title in code is itself, whatever it looks like. */
function titleOf({ title, named }: ResolutionPlace, withoutConfidence: string | undefined): string {
  const at = title.spans.findLastIndex(({ text }) => text.trim() !== "");
  const last = title.spans[at];
  if (
    last?.code === true &&
    /GAP-[A-Z]+-\d{3}[a-z]?\s?[:–—-]\s?$/.test(statedLabel(title.spans.slice(0, at)).slice(-40))
  ) {
    return last.text;
  }
  return withoutConfidence === undefined
    ? named.title
    : (readResolutionTitle(withoutConfidence)?.title ?? named.title);
}

interface CutResolution {
  readonly lines: readonly string[];
  readonly place: ResolutionPlace;
  readonly end: number;
  readonly confidence: StatedConfidence | null;
  readonly spec: FoundEdits;
}

/** The section without its title, the line that only states the confidence, and the spec text. */
function bodyOf({ lines, place, end, confidence, spec }: CutResolution): string {
  const alone = confidence?.alone === true ? confidence.line : null;
  const kept: string[] = [];
  for (let line = place.title.line + 1; line < end; line++) {
    const after = kept.at(-1)?.trim() === "" && lines[line - 1]?.trim() === "" && line - 1 === alone;
    if (line === alone || after || spec.lines.has(line)) continue;
    kept.push(lines[line - 1] ?? "");
  }
  return sectionText(kept);
}

/** The parts of the body; one that was handed over in a fence is read on its own. */
function bodyParts({ place, confidence, spec }: CutResolution, body: string): readonly Part[] {
  const own = place.parts.filter(({ block: { line } }) => {
    return !spec.lines.has(line) && !(confidence?.alone === true && confidence.line === line);
  });
  const [only, further] = own;
  return only?.block.kind === "code" && further === undefined ? outlineOf(parseMarkdown(body)).parts : own;
}

function notesOn(
  place: ResolutionPlace,
  { line, gaps, confidence }: Resolution,
  stated: StatedConfidence | null,
): readonly Note[] {
  const { title, named, labelled } = place;
  const ids = gaps.join(", ");
  const notes: Note[] = [];
  const note = (code: string, at: number, message: string) => notes.push({ code, line: at, message });
  if (labelled)
    note(
      "resolution-gap-in-label",
      line,
      `the gap of this resolution (${ids}) is named in a label, not in the title`,
    );
  else if (title.level === BOLD_LEVEL)
    note("resolution-bold-title", line, `the title of ${ids} is a bold line, not a heading`);
  else if (!named.plain || title.level !== 2)
    note(
      "resolution-title",
      line,
      `read as the resolution of ${ids}, though not titled "## Gap Resolution: ${gaps[0] ?? ""}"`,
    );
  if (stated !== null && stated.confidence === null)
    note("confidence-unclear", stated.line, `the confidence of ${ids} is none of HIGH, MEDIUM, LOW`);
  else if (confidence === null) note("confidence-missing", line, `no confidence is given for ${ids}`);
  else if (stated?.plain !== true)
    note(
      "confidence-form",
      stated?.line ?? line,
      `read as confidence ${confidence}, though not written "**Confidence:** ${confidence}"`,
    );
  return notes;
}

function factsOf(parts: readonly Part[]): Resolution["has"] {
  const names = parts.flatMap(namesOf);
  return {
    tradeOffs: names.some(isTradeOffs),
    examples: examplesIn(parts),
    newGaps: names.some(isNewGapsTitle),
  };
}

/** What a part is called: its title, or the labels it begins with. */
function namesOf({ block, title }: Part): readonly string[] {
  if (title !== null) return [title.text];
  if (block.kind !== "paragraph" && block.kind !== "item") return [];
  return labelledFields(block.spans).map(({ label }) => label);
}

const ONE_EXAMPLE = /^(?:worked )?example(?: [\dA-Z]{1,3})?(?:$|\s*[:.)–—-])/i;
const EXAMPLES = /^(?:worked |concrete |usage )?examples?$/i;

/** Examples with a title of their own; failing that, the code blocks, the items or the text of a section of examples. */
function examplesIn(parts: readonly Part[]): number {
  const titled = parts.filter((part) => namesOf(part).some((name) => isOneExample(name))).length;
  if (titled > 0) return titled;
  const at = parts.findIndex(({ title }) => title !== null && EXAMPLES.test(bareTitle(title.text)));
  const level = parts[at]?.title?.level;
  if (level === undefined) return 0;
  const rest = parts.slice(at + 1);
  const end = rest.findIndex(({ title }) => title !== null && title.level <= level);
  const own = end < 0 ? rest : rest.slice(0, end);
  const titles = own.filter(({ title }) => title !== null).length;
  const code = own.filter(({ block }) => block.kind === "code").length;
  const items = own.filter(({ block }) => block.kind === "item" && block.depth === 0).length;
  return titles || code || items || Math.min(own.length, 1);
}

function isOneExample(name: string): boolean {
  const bare = bareTitle(name.replace(/\(.*/s, ""));
  return ONE_EXAMPLE.test(bare) && !/^examples?$/i.test(bare);
}
