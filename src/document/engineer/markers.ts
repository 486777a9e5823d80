// `BLOCKED_NEEDS_INPUT: GAP-X-001 …` and `UNCERTAINTY: …` at the start of a line.
import type { GapMarker } from "../../core/documents/engineer-document.ts";
import type { Note } from "../../core/documents/note.ts";
import { findGapIds, type GapId } from "../../core/shared/gap-id.ts";
import { linesOfSpans, plainText, type SpanLine, statedText } from "../markdown/spans.ts";
import { onlyGap } from "../reading/gap-mentions.ts";
import type { ResolutionPlace } from "./resolution-places.ts";
import type { Outline, Part } from "./titles.ts";

interface FoundMarkers {
  readonly blocked: readonly GapMarker[];
  readonly uncertain: readonly GapMarker[];
  readonly notes: readonly Note[];
}

const MARKER = /^[\s*_[]{0,6}(BLOCKED_NEEDS_INPUT|UNCERTAINTY)[\]*_]{0,4}\s?:[*_]{0,4}\s{0,4}/;

export function isMarker({ block }: Part): boolean {
  return block.kind === "paragraph" && MARKER.test(statedText(block.spans));
}

export function readMarkers({ parts }: Outline, places: readonly ResolutionPlace[]): FoundMarkers {
  const found: Record<string, GapMarker[]> = { BLOCKED_NEEDS_INPUT: [], UNCERTAINTY: [] };
  const notes: Note[] = [];
  let before = -1;
  for (const [at, part] of parts.entries()) {
    while ((places[before + 1]?.title.at ?? parts.length) < at) before += 1;
    if (!("spans" in part.block) || part.under?.roles.inExample === true) continue;
    const lines = linesOfSpans(part.block.spans);
    for (const [index, line] of lines.entries()) {
      const kind = MARKER.exec(statedText(line.spans))?.[1];
      if (kind === undefined) continue;
      const goesOn = lines.slice(index + 1);
      const end = goesOn.findIndex(({ spans }) => MARKER.test(statedText(spans)));
      const own = [line, ...(end < 0 ? goesOn : goesOn.slice(0, end))];
      found[kind]?.push(
        markerOf(own, { next: end < 0 ? parts[at + 1] : undefined, around: gapAround(places[before], at) }),
      );
      if (part.block.kind !== "paragraph" || line.spans[0]?.strong === true) {
        notes.push({
          code: "marker-form",
          line: line.line,
          message: `${kind} stands in a list, a title or bold`,
        });
      }
    }
  }
  return { blocked: found.BLOCKED_NEEDS_INPUT ?? [], uncertain: found.UNCERTAINTY ?? [], notes };
}

/** The gap of the resolution that a part stands in, if it is one gap. */
function gapAround(place: ResolutionPlace | undefined, at: number): GapId | null {
  if (place === undefined || at > place.title.at + place.parts.length) return null;
  return place.named.gaps.length === 1 ? (place.named.gaps[0] ?? null) : null;
}

interface MarkerContext {
  readonly next: Part | undefined;
  readonly around: GapId | null;
}

function markerOf(own: readonly SpanLine[], { next, around }: MarkerContext): GapMarker {
  const [first] = own;
  const stated = own.map(({ spans }) => statedText(spans)).join(" ");
  const seen = own.map(({ spans }) => plainText(spans)).join(" ");
  const start = MARKER.exec(seen)?.[0].length ?? 0;
  const named = findGapIds(stated.slice(start));
  const leading =
    named[0] !== undefined && /^[\s*_[(]*$/.test(stated.slice(start, start + named[0].start))
      ? named[0]
      : null;
  const rest = leading === null ? seen.slice(start) : seen.slice(start + leading.end).replace(AFTER_ID, "");
  const text = oneLine(rest) || textBelow(next);
  return { gap: leading?.id ?? onlyGap(stated.slice(start)) ?? around, line: first?.line ?? 1, text };
}

const AFTER_ID = /^[\s\])*_]{0,6}(?:[:–—]|-\s)?\s?/;

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A marker with nothing on its line is explained by what follows it. */
function textBelow(next: Part | undefined): string {
  if (next === undefined || next.title !== null || !("spans" in next.block)) return "";
  const text = plainText(next.block.spans);
  return MARKER.test(text) ? "" : oneLine(text);
}
