// Places that say of themselves that something is missing. Only that they are there and where: whether one is meant
// as a marker, and what it is worth, is for the linter to judge.
import type { GapMarkerPlace, MarkerKind } from "../../core/documents/source-spec.ts";
import { findGapIds } from "../../core/shared/gap-id.ts";
import type { Block } from "../markdown/blocks.ts";

/** In order of line and column; `stated` are the lines without mentions, `lines` the source. */
export function gapMarkersOf(
  blocks: readonly Block[],
  lines: readonly string[],
  stated: readonly string[],
): readonly GapMarkerPlace[] {
  const definitions = new Map<number, GapMarkerPlace>();
  for (const place of blocks.flatMap((block) => definitionsIn(block, stated))) {
    if (!definitions.has(place.line)) definitions.set(place.line, place);
  }
  return stated.flatMap((text, index) => {
    const definition = definitions.get(index + 1);
    const found = [...(definition === undefined ? [] : [definition]), ...markersIn(text, index + 1)];
    return found
      .sort((a, b) => a.column - b.column)
      .map((place) => ({
        ...place,
        text: (lines[index] ?? "").slice(place.column - 1, place.endColumn - 1),
      }));
  });
}

const CLARIFICATION = /\[\s{0,4}needs[\s_-]{1,4}clarification\b/gi;
const WORDS: readonly (readonly [MarkerKind, RegExp])[] = [
  ["todo", /(?<![\w./#-])TODO(?![\w/-])/g],
  ["tbd", /(?<![\w./#-])TBD(?![\w/-])/g],
  ["fixme", /(?<![\w./#-])FIXME(?![\w/-])/g],
  ["question-marks", /(?<![\w?])\?{3,}(?!\w)/g],
];

/** What stands inside a question in brackets belongs to it. */
function markersIn(text: string, line: number): readonly GapMarkerPlace[] {
  const words = WORDS.flatMap(([kind, form]) =>
    [...text.matchAll(form)].map(({ 0: word, index }) =>
      placeOf(kind, line, { text, start: index, end: index + word.length }),
    ),
  );
  const places = [...clarificationsIn(text, line), ...words].sort((a, b) => a.column - b.column);
  let coveredTo = 0;
  return places.filter(({ kind, column, endColumn }) => {
    if (column < coveredTo) return false;
    if (kind === "needs-clarification") coveredTo = endColumn;
    return true;
  });
}

function clarificationsIn(text: string, line: number): readonly GapMarkerPlace[] {
  let close = -1;
  return [...text.matchAll(CLARIFICATION)].map(({ index }) => {
    if (close < index) close = text.indexOf("]", index);
    if (close < 0) close = text.trimEnd().length - 1;
    return placeOf("needs-clarification", line, { text, start: index, end: close + 1 });
  });
}

interface Range {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function placeOf(kind: MarkerKind, line: number, { text, start, end }: Range): GapMarkerPlace {
  return { kind, line, column: start + 1, endColumn: end + 1, text: text.slice(start, end), gap: null };
}

/** A gap is defined by a heading, an item, a row or a marked paragraph that begins with its id. */
function definitionsIn(block: Block, stated: readonly string[]): readonly GapMarkerPlace[] {
  switch (block.kind) {
    case "heading":
    case "item":
      return definitionAt(block.line, stated, SET_OFF[block.kind]);
    case "paragraph":
      return definitionAt(block.line, stated, SET_OFF.paragraph);
    case "table":
      return block.rows.slice(1).flatMap(({ line }) => definitionAt(line, stated, SET_OFF.table));
    default:
      return [];
  }
}

/** What must follow the id so that the place is about the gap and not a sentence that begins with it. */
const SET_OFF: Record<"heading" | "item" | "paragraph" | "table", RegExp> = {
  heading: /^/,
  item: /^[\s*_~\])"”]{0,8}(?:[:–—(|.,]|-\s|$)/,
  paragraph: /^[\s*_~\])"”]{0,8}(?:[:–—]|-\s)/,
  table: /^[\s*_~\])]{0,80}\|/,
};
const LEAD_MAX = 60;
const LEAD =
  /^[\s#>|*_~+-]{0,40}(?:\d{1,9}[.)]\s{1,4})?(?:\[[ xX]\]\s{1,4})?[*_~[("“]{0,6}(?:(?:open\s)?gap\s{0,4}[:#–—-]?\s{0,4})?[*_]{0,4}$/i;

function definitionAt(line: number, stated: readonly string[], setOff: RegExp): readonly GapMarkerPlace[] {
  const text = stated[line - 1] ?? "";
  const [mention] = findGapIds(text.slice(0, LEAD_MAX + ID_MAX));
  if (mention === undefined || mention.start > LEAD_MAX) return [];
  if (!LEAD.test(text.slice(0, mention.start)) || !setOff.test(text.slice(mention.end))) return [];
  const { start, end, id } = mention;
  return [{ ...placeOf("gap", line, { text, start, end }), gap: id }];
}

const ID_MAX = 40;
