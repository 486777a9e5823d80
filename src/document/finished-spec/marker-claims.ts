// Which marks of the source belong to which gap. A gap knows only its line, so its words decide between several.
import type { SpecGap } from "../../core/documents/finished-spec.ts";
import type { GapMarkerPlace, SourceSpec } from "../../core/documents/source-spec.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import { wordsOf } from "../reading/dress.ts";
import type { SourceLayout } from "./source-layout.ts";

export interface ClaimedMark {
  readonly marker: GapMarkerPlace;
  /** `null` for an entry that the session does not treat: its id goes, its words stay. */
  readonly gap: GapId | null;
}

export interface Claims {
  readonly marks: readonly ClaimedMark[];
  readonly ofGap: ReadonlyMap<GapId, readonly GapMarkerPlace[]>;
}

export function claimMarkers(source: SourceSpec, layout: SourceLayout, gaps: readonly SpecGap[]): Claims {
  const known = new Set(gaps.map(({ id }) => id));
  const byLine = groupedByLine(source.markers);
  const claimed: ClaimedMark[] = source.markers.flatMap((marker) =>
    marker.gap === null ? [] : [{ marker, gap: known.has(marker.gap) ? marker.gap : null }],
  );
  const entries = new Set(claimed.map(({ gap }) => gap));
  for (const [line, there] of gapsByLine(gaps)) {
    const open = there.filter(({ id }) => !entries.has(id));
    const markers = (byLine.get(line) ?? []).filter(({ gap }) => gap === null);
    const blanks = markers.length >= open.length ? [] : blanksIn(layout, line, markers);
    claimed.push(...claimLine(layout.stated[line - 1] ?? "", open, [...markers, ...blanks]));
  }
  claimed.sort((a, b) => a.marker.line - b.marker.line || a.marker.column - b.marker.column);
  const ofGap = new Map<GapId, GapMarkerPlace[]>();
  for (const { marker, gap } of claimed) {
    if (gap === null) continue;
    const own = ofGap.get(gap);
    if (own === undefined) ofGap.set(gap, [marker]);
    else own.push(marker);
  }
  return { marks: claimed, ofGap };
}

function groupedByLine(markers: readonly GapMarkerPlace[]): ReadonlyMap<number, readonly GapMarkerPlace[]> {
  const byLine = new Map<number, GapMarkerPlace[]>();
  for (const marker of markers) {
    const there = byLine.get(marker.line);
    if (there === undefined) byLine.set(marker.line, [marker]);
    else there.push(marker);
  }
  return byLine;
}

function gapsByLine(gaps: readonly SpecGap[]): ReadonlyMap<number, readonly SpecGap[]> {
  const byLine = new Map<number, SpecGap[]>();
  for (const gap of gaps) {
    if (gap.origin.from !== "source") continue;
    const there = byLine.get(gap.origin.line);
    if (there === undefined) byLine.set(gap.origin.line, [gap]);
    else there.push(gap);
  }
  return byLine;
}

/** First the gaps whose title tells their mark, then the rest in order; a mark that is left over is the author's word. */
function claimLine(
  line: string,
  gaps: readonly SpecGap[],
  markers: readonly GapMarkerPlace[],
): readonly ClaimedMark[] {
  if (gaps.length === 0 || markers.length === 0) return [];
  const free = new Set(markers.toSorted((a, b) => a.column - b.column));
  const claimed: ClaimedMark[] = [];
  const asked = askedBy(line, [...free]);
  const waiting: SpecGap[] = [];
  for (const gap of gaps) {
    const own = asked(firstWords(gap.title), free);
    if (own === undefined) waiting.push(gap);
    else claim(own, gap.id);
  }
  const said = ` ${wordsOf(line).join(" ")} `;
  for (const gap of waiting) {
    const [next] = free;
    if (next === undefined) break;
    const words = firstWords(gap.title);
    const ofWords = words !== "" && said.includes(` ${words} `) && !NAMES_MARK.test(gap.title);
    if (claimed.length > 0 && ofWords) continue;
    claim(next, gap.id);
  }
  return claimed;

  function claim(marker: GapMarkerPlace, gap: GapId): void {
    free.delete(marker);
    claimed.push({ marker, gap });
  }
}

/** A title that quotes the line around a mark. */
const NAMES_MARK = /…|(?<![\w./#-])(?:TODO|TBD|FIXME)(?![\w/-])|\?{3}/;
const TITLE_WORDS_MAX = 12;
const ASKED_LENGTH_MAX = 200;

function firstWords(text: string): string {
  return wordsOf(text.slice(0, ASKED_LENGTH_MAX)).slice(0, TITLE_WORDS_MAX).join(" ");
}

/** Finds the mark that asks, or is followed by, what a title says. */
function askedBy(
  line: string,
  markers: readonly GapMarkerPlace[],
): (words: string, free: ReadonlySet<GapMarkerPlace>) => GapMarkerPlace | undefined {
  const questions = markers.map((marker) => ({
    marker,
    inside: firstWords(marker.text.replace(/^\[\s*needs[\s_-]+clarification/i, "")),
    after: firstWords(line.slice(marker.endColumn - 1, marker.endColumn - 1 + ASKED_LENGTH_MAX)),
  }));
  return (words, free) =>
    words === ""
      ? undefined
      : questions.find(
          ({ marker, inside, after }) =>
            free.has(marker) && (inside.startsWith(words) || after.startsWith(words)),
        )?.marker;
}

const BLANKS: readonly RegExp[] = [
  /(?<!\])\[(?:insert|your|fill in|describe|placeholder|enter|specify|to be)\b[^\][\n]{0,120}\](?![(:[])/gi,
  /<(?:insert|your|fill|placeholder|enter|name of|number of|to be)(?=[ >_-])[^<>\n]{0,120}>/gi,
  /(?<![\w_])_(?: ?_){2,}(?![\w_])/g,
  /(?<![\w./#-])(?:TBC|TBA|XXX)(?![\w/-])/g,
  /[([]\s{0,4}to\s{1,4}be\s{1,4}(?:determined|decided|defined|specified|agreed|clarified)\s{0,4}[)\]]/gi,
];

/** Blanks of a template, which are marks only where a gap was found at them. */
function blanksIn(
  { stated, frontEnd }: SourceLayout,
  line: number,
  markers: readonly GapMarkerPlace[],
): readonly GapMarkerPlace[] {
  if (line <= frontEnd) return [];
  const text = stated[line - 1] ?? "";
  return BLANKS.flatMap((form) => [...text.matchAll(form)])
    .map(({ 0: blank, index }) => ({
      kind: "tbd" as const,
      line,
      column: index + 1,
      endColumn: index + 1 + blank.length,
      text: blank,
      gap: null,
    }))
    .filter(
      ({ column, endColumn }) =>
        !markers.some((marker) => column < marker.endColumn && marker.column < endColumn),
    );
}
