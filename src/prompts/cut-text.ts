// Makes a Markdown text shorter without making it another text: headings and first paragraphs stay, long examples go
// first, every cut is marked where it is, and a fence that is cut is closed.
import { groupedDigits } from "../core/shared/grouped-digits.ts";
import { bareTitle, isSpecTextTitle } from "../document/engineer/section-names.ts";
import { fenceOf } from "../document/markdown/fences.ts";
import { linesOf } from "../document/markdown/lines.ts";
import { type Segment, segmentsOf } from "../document/markdown/segments.ts";

interface ShortenedText {
  readonly text: string;
  /** Characters that were left out. */
  readonly cut: number;
}

export function cutMark(chars: number): string {
  return `[… cut: ${groupedDigits(chars)} characters …]`;
}

/** The longest mark, with the blank lines around it. */
const MARK_CHARS = 44;
/** Less than this of a piece is not worth keeping. */
const KEPT_MIN = 120;

export function cutByStructure(text: string, maxChars: number): ShortenedText {
  if (text.length <= maxChars) return { text, cut: 0 };
  const lines = linesOf(text);
  const pieces = rankedPieces(lines);
  const shortened = joinKept(pieces, chooseCuts(pieces, maxChars));
  const fitted = shortened.length <= maxChars ? shortened : headOf(shortened, maxChars);
  return { text: fitted, cut: Math.max(1, text.length - fitted.length) };
}

/** What goes first has the highest rank. */
const RANKS = { heading: 0, opening: 1, specText: 2, body: 3, example: 4 } as const;
type Rank = (typeof RANKS)[keyof typeof RANKS];

interface Piece {
  readonly lines: readonly string[];
  readonly kind: Segment["kind"];
  readonly rank: Rank;
  /** With the line ends around it. */
  readonly size: number;
  readonly afterBlank: boolean;
}

const EXAMPLES = /^(?:worked )?examples?\b/i;
/** `**Severity:** HIGH`, alone or as an item: what a section says of itself. */
const FIELD = /^(?:[-*+] )?\*\*[^*]{1,40}:\*\* ?\S/;
const FIELD_CHARS_MAX = 200;

interface CutContext {
  readonly specTextLevel: number | null;
  readonly exampleLevel: number | null;
  readonly isFirst: boolean;
}

function rankedPieces(lines: readonly string[]): readonly Piece[] {
  let around: CutContext = { specTextLevel: null, exampleLevel: null, isFirst: true };
  return segmentsOf(lines).map((segment) => {
    if (segment.kind === "heading") around = contextBelow(segment, around);
    const own = lines.slice(segment.line - 1, segment.endLine);
    const rank = rankOf(segment, own, around);
    if (segment.kind !== "heading") around = { ...around, isFirst: false };
    return {
      lines: own,
      kind: segment.kind,
      rank,
      size: charsIn(own) + 1,
      afterBlank: (lines[segment.line - 2] ?? "").trim() === "",
    };
  });
}

function contextBelow(
  { level, text }: Segment & { readonly kind: "heading" },
  around: CutContext,
): CutContext {
  const stays = (outer: number | null) => (outer !== null && outer < level ? outer : null);
  return {
    specTextLevel: isSpecTextTitle(text) ? level : stays(around.specTextLevel),
    exampleLevel: EXAMPLES.test(bareTitle(text)) ? level : stays(around.exampleLevel),
    isFirst: true,
  };
}

function rankOf(segment: Segment, own: readonly string[], around: CutContext): Rank {
  if (segment.kind === "heading") return RANKS.heading;
  if (around.specTextLevel !== null) return RANKS.specText;
  if (charsIn(own) <= FIELD_CHARS_MAX && FIELD.test(own[0] ?? "")) return RANKS.opening;
  if (segment.kind === "code" || segment.kind === "comment") return RANKS.example;
  if (around.isFirst) return RANKS.opening;
  return around.exampleLevel === null ? RANKS.body : RANKS.example;
}

function charsIn(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** By index: how many characters of the piece stay. */
type Cuts = ReadonlyMap<number, number>;

function chooseCuts(pieces: readonly Piece[], maxChars: number): Cuts {
  const cuts = new Map<number, number>();
  let over = pieces.reduce((sum, { size }) => sum + size, 0) - maxChars;
  for (const index of orderForCutting(pieces)) {
    if (over <= 0) break;
    const piece = pieces[index];
    if (piece === undefined) break;
    const stays = piece.size - over - 2 * MARK_CHARS;
    if (stays >= KEPT_MIN && piece.kind !== "comment") {
      cuts.set(index, stays);
      break;
    }
    const markedBeside = [index - 1, index + 1].filter((beside) => cuts.get(beside) === 0).length;
    over += MARK_CHARS * (1 - markedBeside) - piece.size;
    cuts.set(index, 0);
  }
  return cuts;
}

/** Examples and openings the longest first, what runs on from the end; headings never. */
function orderForCutting(pieces: readonly Piece[]): readonly number[] {
  return [...pieces.entries()]
    .filter(([, { rank }]) => rank !== RANKS.heading)
    .sort(([at, a], [bAt, b]) => {
      if (a.rank !== b.rank) return b.rank - a.rank;
      return LONGEST_FIRST.has(a.rank) ? b.size - a.size || bAt - at : bAt - at;
    })
    .map(([index]) => index);
}

const LONGEST_FIRST: ReadonlySet<Rank> = new Set([RANKS.example, RANKS.opening]);

function joinKept(pieces: readonly Piece[], cuts: Cuts): string {
  const out: string[] = [];
  let left = 0;
  const mark = () => {
    if (left > 0) out.push("", cutMark(left), "");
    left = 0;
  };
  for (const [index, piece] of pieces.entries()) {
    const stays = cuts.get(index);
    if (stays === 0) {
      left += charsIn(piece.lines) - 1;
      continue;
    }
    mark();
    if (piece.afterBlank && out.length > 0 && out.at(-1) !== "") out.push("");
    out.push(...(stays === undefined ? piece.lines : headOfPiece(piece, stays)));
  }
  mark();
  while (out.at(-1) === "") out.pop();
  return out.join("\n").replace(/^\n+/, "");
}

/** The mark of a cut in a fence stands in it, and the fence ends as it did. */
function headOfPiece({ lines, kind }: Piece, maxChars: number): readonly string[] {
  const last = lines.at(-1) ?? "";
  const closing = kind === "code" && lines.length > 1 && fenceOf(last) !== null ? [last] : [];
  const inner = closing.length > 0 ? lines.slice(0, -1) : lines;
  const kept = firstChars(inner, maxChars - charsIn(closing));
  const mark = cutMark(charsIn(inner) - charsIn(kept));
  return kind === "code" ? [...kept, mark, ...closing] : [...kept, "", mark, ""];
}

function firstChars(lines: readonly string[], maxChars: number): readonly string[] {
  const kept: string[] = [];
  let left = maxChars;
  for (const line of lines) {
    if (line.length + 1 > left) {
      if (kept.length === 0 && left > 1) kept.push(withoutHalf(line.slice(0, left - 1)));
      break;
    }
    kept.push(line);
    left -= line.length + 1;
  }
  return kept;
}

/** Where headings and openings alone are too much: the beginning, with what is open in it closed. */
function headOf(text: string, maxChars: number): string {
  const lines = linesOf(text);
  const kept = firstChars(lines, maxChars - 2 * MARK_CHARS);
  const open = openFence(kept);
  const mark = cutMark(text.length - kept.join("\n").length);
  return [...kept, ...(open === null ? [""] : []), mark, ...(open === null ? [] : [open])]
    .join("\n")
    .slice(0, Math.max(0, maxChars));
}

/** The mark that closes the fence left open at the end of some lines. */
export function openFence(lines: readonly string[]): string | null {
  let open: { readonly mark: string; readonly length: number } | null = null;
  for (const line of lines) {
    const fence = fenceOf(line);
    if (fence === null) continue;
    if (open === null) open = fence;
    else if (fence.info === "" && fence.mark === open.mark && fence.length >= open.length) open = null;
  }
  return open === null ? null : open.mark.repeat(Math.min(open.length, FENCE_MAX));
}

const FENCE_MAX = 33;

/** A character outside the basic plane is two units: a text is never cut between them. */
export function withoutHalf(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
