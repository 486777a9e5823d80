// What the edits of an Engineer's document would do to the draft: whether they apply, what they leave and what they lose.
import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import { isAskedAbout } from "../core/documents/loss.ts";
import type { LiveSession } from "../core/refinement/session/session.ts";
import { cutPieces, makeEditId, pointAt, type SpecEdit } from "../core/refinement/spec-draft.ts";
import type { ExaminedResolution } from "../core/refinement/validation/examined-edits.ts";
import type { GapId } from "../core/shared/gap-id.ts";
import { checkSurroundings, checkTexts, lossesIn, passagesOf } from "./check-texts.ts";
import type { Documents } from "./documents.ts";
import { draftText, type OnDraft } from "./draft-text.ts";
import {
  keptTexts,
  type PlacedTarget,
  type PlacedUnit,
  placeAll,
  plainPlaced,
  unitsOf,
} from "./place-texts.ts";
import type { Blob } from "./ports.ts";

interface ExaminationInput {
  readonly session: LiveSession;
  readonly documents: Documents;
  readonly round: number;
  readonly attempt: number;
  /** The gaps it was asked about. */
  readonly gaps: readonly GapId[];
  /** Gaps whose texts an earlier document of the turn brought. */
  readonly kept: readonly GapId[];
  /** Whether what does not pass comes back once more. */
  readonly mayRetry: boolean;
}

interface ExaminationResult {
  readonly examined: readonly ExaminedResolution[];
  /** The texts of the edits. */
  readonly blobs: readonly Blob[];
}

export async function examineEdits(
  about: ExaminationInput,
  document: EngineerDocument,
): Promise<ExaminationResult> {
  const { session, documents } = about;
  // A gap that the document says it cannot settle keeps its mark, whatever else it says.
  const blocked = new Set(document.blocked.map(({ gap }) => gap));
  const gaps = about.gaps.filter((gap) => !blocked.has(gap)).flatMap((gap) => session.work.gaps[gap] ?? []);
  const units = unitsOf(document.resolutions, gaps);
  if (units.length === 0) return { examined: [], blobs: [] };
  const draft = await draftText(session, documents);
  const on: OnDraft = { session, draft };
  const placed = placeAll(on, units, { kept: keptTexts(on, about.kept), mayRetry: about.mayRetry });
  const check = await checkTexts(on, placed, documents);
  const blobs: Blob[] = [];
  const examined: ExaminedResolution[] = [];
  for (const unit of placed) {
    const edits = (places: readonly PlacedTarget[]) => specEdits(about, on, { unit, places, blobs });
    const plain = placePlainly(on, unit);
    const losses = unit.faults.length > 0 ? [] : lossesIn(on, unit);
    const { incomplete, unmarks } = unit.faults.length > 0 ? { incomplete: [], ...plain } : check(unit);
    examined.push({
      gaps: unit.gaps.map(({ id }) => id),
      line: unit.line,
      edits: unit.faults.length > 0 ? [] : edits(unit.placed),
      unplaced: unit.faults,
      incomplete,
      losses,
      unmarks,
      passages: losses.some(isAskedAbout) ? passagesOf(on, unit) : [],
      plain: edits(plain.places),
    });
  }
  return { examined, blobs };
}

interface PlainlyPlaced {
  readonly places: readonly PlacedTarget[];
  readonly unmarks: ExaminedResolution["unmarks"];
}

/** Where the plain rule puts a text without a place; nowhere if what stands around it would then read otherwise. */
function placePlainly(on: OnDraft, unit: PlacedUnit): PlainlyPlaced {
  const places = unit.faults.length === 0 || unit.clashes === true ? [] : plainPlaced(on, unit);
  if (places.length === 0) return NOWHERE;
  const { disturbs, unmarks } = checkSurroundings(on, { ...unit, placed: places, faults: [] });
  return disturbs ? NOWHERE : { places, unmarks };
}

const NOWHERE: PlainlyPlaced = { places: [], unmarks: [] };

interface EditContext {
  readonly unit: PlacedUnit;
  readonly places: readonly PlacedTarget[];
  readonly blobs: Blob[];
}

function specEdits(
  about: ExaminationInput,
  { draft }: OnDraft,
  { unit, places, blobs }: EditContext,
): readonly SpecEdit[] {
  const [first] = unit.gaps;
  if (first === undefined) return [];
  return places.map(({ target, line, place: { span, text } }, index) => {
    const blob = about.documents.blobOf(text);
    blobs.push(blob);
    return {
      id: makeEditId(first.id, { round: about.round, attempt: about.attempt, number: index + 1 }),
      target,
      replaces: cutPieces(draft.pieces, span),
      between: { before: pointAt(draft.pieces, span.from - 1), after: pointAt(draft.pieces, span.to) },
      replacedSha256: about.documents.hashOf(draft.text.slice(span.from, span.to)),
      text: blob.sha256,
      chars: text.length,
      line,
    };
  });
}
