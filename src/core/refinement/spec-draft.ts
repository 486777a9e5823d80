// The draft of a session: its source with the edits that were accepted, as a list of pieces. No text is held or searched
// here: an edit says which pieces it replaces, and applies as long as exactly these stand side by side.
import type { Brand } from "../shared/brand.ts";
import type { GapId } from "../shared/gap-id.ts";

/** `GAP-FLOW-001/3.1/2`: the second edit of what the first attempt of round 3 proposed for the gap. */
export type EditId = Brand<string, "EditId">;

export function makeEditId(
  gap: GapId,
  { round, attempt, number }: { readonly round: number; readonly attempt: number; readonly number: number },
): EditId {
  return `${gap}/${round}.${attempt}/${number}` as EditId;
}

export const SOURCE = "source";

/** A stretch of the source, or of the text that an edit brought; offsets count characters. */
export interface Piece {
  readonly of: typeof SOURCE | EditId;
  readonly from: number;
  readonly to: number;
}

/** How an edit names what it replaces. `plain`: placed by the plain rule, where none was named that applies. */
const EDIT_TARGETS = ["mark", "passage", "section", "after", "plain"] as const;
export type EditTarget = (typeof EDIT_TARGETS)[number];

/** An edit as it was proposed: everything that is needed to apply it, whatever a later reader would make of its words. */
export interface SpecEdit {
  readonly id: EditId;
  readonly target: EditTarget;
  /** What it takes the place of; where that is nothing, it goes between its neighbours. */
  readonly replaces: readonly Piece[];
  /** The characters before and after the place; `null` at the beginning and at the end of the draft. */
  readonly between: { readonly before: CharacterOrigin | null; readonly after: CharacterOrigin | null };
  /** Of the text that it replaces. */
  readonly replacedSha256: string;
  /** The blob of its own text. */
  readonly text: string;
  readonly chars: number;
  /** Of the Engineer's document. */
  readonly line: number;
}

/** A single character, by where it comes from. */
interface CharacterOrigin {
  readonly of: Piece["of"];
  readonly at: number;
}

interface AppliedEdit {
  readonly edit: SpecEdit;
  /** The gaps it was accepted for. */
  readonly gaps: readonly GapId[];
  readonly round: number;
}

export interface SpecDraft {
  readonly pieces: readonly Piece[];
  /** Every edit that was ever applied, in that order; some may have been replaced or taken back since. */
  readonly applied: readonly AppliedEdit[];
}

export function draftOfSource(chars: number): SpecDraft {
  return { pieces: chars === 0 ? [] : [{ of: SOURCE, from: 0, to: chars }], applied: [] };
}

export interface EditsToApply {
  readonly edits: readonly SpecEdit[];
  readonly gaps: readonly GapId[];
  readonly round: number;
}

/** All of them or, where one does not apply, `null`. An edit that is there already is not applied twice. */
export function applyEdits(draft: SpecDraft, { edits, gaps, round }: EditsToApply): SpecDraft | null {
  let { pieces } = draft;
  const applied: AppliedEdit[] = [];
  for (const edit of edits) {
    // The gaps that one text settles each bring it.
    if ([...draft.applied, ...applied].some((other) => other.edit.id === edit.id)) continue;
    const after = withEdit(pieces, edit);
    if (after === null) return null;
    pieces = after;
    applied.push({ edit, gaps, round });
  }
  return applied.length === 0 ? draft : { pieces, applied: [...draft.applied, ...applied] };
}

export function editsApply(draft: SpecDraft, edits: readonly SpecEdit[]): boolean {
  return applyEdits(draft, { edits, gaps: [], round: 0 }) !== null;
}

/** Puts back what the edits of these gaps replaced, the last one first; `null` where later edits rest on one of them. */
export function takeBack(draft: SpecDraft, gaps: readonly GapId[]): SpecDraft | null {
  let { pieces } = draft;
  const gone = new Set<EditId>();
  for (const applied of draft.applied.toReversed()) {
    // Under a text that goes an earlier one of the same gap may come to light again, which goes as well.
    if (!applied.gaps.every((gap) => gaps.includes(gap)) || !isStanding({ pieces }, applied)) continue;
    const after = withoutEdit(pieces, applied.edit);
    if (after === null) return null;
    pieces = after;
    gone.add(applied.edit.id);
  }
  return gone.size === 0
    ? draft
    : { pieces, applied: draft.applied.filter(({ edit }) => !gone.has(edit.id)) };
}

/** The gap's edits of which something stands in the draft. */
export function standingEdits(draft: SpecDraft, gap: GapId): readonly AppliedEdit[] {
  return draft.applied.filter((applied) => applied.gaps.includes(gap) && isStanding(draft, applied));
}

/** One that removes has no text, and stands until it is undone. */
function isStanding({ pieces }: Pick<SpecDraft, "pieces">, { edit }: AppliedEdit): boolean {
  return edit.chars === 0 || pieces.some(({ of }) => of === edit.id);
}

function withEdit(pieces: readonly Piece[], edit: SpecEdit): readonly Piece[] | null {
  const own: readonly Piece[] = edit.chars === 0 ? [] : [{ of: edit.id, from: 0, to: edit.chars }];
  const at =
    edit.replaces.length > 0 ? findPieces(pieces, edit.replaces) : findInsertion(pieces, edit.between);
  return at === null ? null : splicePieces(pieces, at, own);
}

function withoutEdit(pieces: readonly Piece[], edit: SpecEdit): readonly Piece[] | null {
  const whole: readonly Piece[] = [{ of: edit.id, from: 0, to: edit.chars }];
  const at = edit.chars > 0 ? findPieces(pieces, whole) : findInsertion(pieces, edit.between);
  return at === null ? null : splicePieces(pieces, at, edit.replaces);
}

/** A stretch of the draft, counted in its own characters. */
interface DraftRange {
  readonly from: number;
  readonly to: number;
}

/** Where exactly these pieces stand, one after the other and nothing between them. */
function findPieces(pieces: readonly Piece[], wanted: readonly Piece[]): DraftRange | null {
  const [first] = wanted;
  if (first === undefined) return null;
  const from = placeOf(pieces, { of: first.of, at: first.from });
  if (from === null) return null;
  const to = from + lengthOf(wanted);
  return samePieces(cutPieces(pieces, { from, to }), wanted) ? { from, to } : null;
}

/** Before the neighbour below, which moves least; else after the one above. */
function findInsertion(pieces: readonly Piece[], { before, after }: SpecEdit["between"]): DraftRange | null {
  const end = lengthOf(pieces);
  const below = after === null ? end : placeOf(pieces, after);
  if (below !== null) return { from: below, to: below };
  const above = before === null ? -1 : placeOf(pieces, before);
  return above === null ? null : { from: above + 1, to: above + 1 };
}

export function placeOf(pieces: readonly Piece[], { of, at }: CharacterOrigin): number | null {
  let start = 0;
  for (const piece of pieces) {
    if (piece.of === of && piece.from <= at && at < piece.to) return start + at - piece.from;
    start += piece.to - piece.from;
  }
  return null;
}

/** The character at a place of the draft; `null` past its end. */
export function pointAt(pieces: readonly Piece[], at: number): CharacterOrigin | null {
  const [piece] = at < 0 ? [] : cutPieces(pieces, { from: at, to: at + 1 });
  return piece === undefined ? null : { of: piece.of, at: piece.from };
}

function splicePieces(
  pieces: readonly Piece[],
  { from, to }: DraftRange,
  own: readonly Piece[],
): readonly Piece[] {
  const end = lengthOf(pieces);
  return mergePieces([
    ...cutPieces(pieces, { from: 0, to: from }),
    ...own,
    ...cutPieces(pieces, { from: to, to: end }),
  ]);
}

/** The pieces that make up a stretch of the draft. */
export function cutPieces(pieces: readonly Piece[], { from, to }: DraftRange): readonly Piece[] {
  const found: Piece[] = [];
  let start = 0;
  for (const piece of pieces) {
    const length = piece.to - piece.from;
    const [first, last] = [Math.max(from, start), Math.min(to, start + length)];
    if (first < last)
      found.push({ of: piece.of, from: piece.from + first - start, to: piece.from + last - start });
    start += length;
  }
  return mergePieces(found);
}

export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** Pieces that go on with each other are one. */
function mergePieces(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (piece.from >= piece.to) continue;
    const last = out.at(-1);
    if (last !== undefined && last.of === piece.of && last.to === piece.from)
      out[out.length - 1] = { ...last, to: piece.to };
    else out.push(piece);
  }
  return out;
}

function samePieces(a: readonly Piece[], b: readonly Piece[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ of, from, to }, index) => {
      const other = b[index];
      return other !== undefined && of === other.of && from === other.from && to === other.to;
    })
  );
}
