// The Mediator owns identity: a gap that a document introduces gets an id that nothing else has ever had.
import type { ProposedGap } from "../../documents/engineer-document.ts";
import { type GapId, gapIdParts, nextGapId } from "../../shared/gap-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import type { Severity } from "../../shared/severity.ts";
import { enterGap, type GapOrigin } from "../gap.ts";
import type { Draft } from "./draft.ts";
import { sameTitle } from "./same-title.ts";
import { currentRound, gapsOf } from "./session.ts";

/** More new gaps than these from one document are not taken up. */
export const NEW_GAPS_MAX = 50;

/** Where a category has used up its numbers. */
const OVERFLOW_CATEGORY = "MORE";
const FALLBACK_CATEGORY = "NEW";

export function enterProposedGaps(
  draft: Draft,
  proposed: readonly ProposedGap[],
  originOf: (line: number) => GapOrigin,
): void {
  for (const one of proposed.slice(0, NEW_GAPS_MAX)) {
    if (!isRestated(draft, one)) enterNewGap(draft, { ...one, origin: originOf(one.line) });
  }
}

/** A document that is written anew lists the same gaps anew, also under an id that was taken the first time. */
function isRestated(draft: Draft, { id, title }: ProposedGap): boolean {
  if (title.trim() === "") return id !== null && draft.session.gaps[id] !== undefined;
  return gapsOf(draft.session).some((gap) => sameTitle(gap.title, title));
}

export interface NewGapFacts {
  readonly id: GapId | null;
  readonly title: string;
  readonly severity: Severity | null;
  readonly origin: GapOrigin;
}

/** The id it got; `null` where there is none left to give. */
export function enterNewGap(
  draft: Draft,
  { id: written, title, severity, origin }: NewGapFacts,
): GapId | null {
  const id = freeId(draft, written, origin);
  if (id === null) return null;
  const gap = enterGap({
    id,
    title: title.trim() === "" ? id : title.trim(),
    description: "",
    stated: severity,
    origin,
    blockedBy: [],
    round: currentRound(draft.session),
  });
  draft.emit("GapEntered", { gap, alias: written === null || written === id ? null : written });
  return id;
}

function freeId(draft: Draft, written: GapId | null, origin: GapOrigin): GapId | null {
  const used = Object.keys(draft.session.gaps) as GapId[];
  if (written !== null && !used.includes(written) && gapIdParts(written).letter === null) return written;
  for (const category of [categoryOf(written, origin), OVERFLOW_CATEGORY]) {
    const id = nextGapId(category, used);
    if (!isRefusal(id)) return id;
  }
  return null;
}

function categoryOf(written: GapId | null, origin: GapOrigin): string {
  if (written !== null) return gapIdParts(written).category;
  if (origin.from === "gap") return gapIdParts(origin.parent).category;
  if (origin.from === "review" && origin.about !== null) return gapIdParts(origin.about).category;
  return FALLBACK_CATEGORY;
}
