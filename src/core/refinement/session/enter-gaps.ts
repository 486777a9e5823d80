// The Mediator owns identity: a gap that a document introduces gets an id that nothing else has ever had.
import type { ProposedGap } from "../../documents/engineer-document.ts";
import { type GapId, gapIdParts, nextGapId, parseGapId } from "../../shared/gap-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import { enterGap, type GapOrigin } from "../gap.ts";
import type { Draft } from "./draft.ts";
import { gapNamed, sameTitle } from "./known-names.ts";
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
  const given = new Map<GapId, GapId>();
  for (const one of proposed.slice(0, NEW_GAPS_MAX)) {
    const gap = findRestated(draft, one) ?? enterNewGap(draft, one, originOf(one.line));
    if (one.id !== null && gap !== null) given.set(one.id, gap);
  }
  relinkBlockers(draft, given);
}

/** Rows name each other by the ids written there, which may have been taken. */
function relinkBlockers(draft: Draft, given: ReadonlyMap<GapId, GapId>): void {
  const entered = new Set(given.values());
  for (const { id: gap, blockedBy } of gapsOf(draft.session).filter(({ id }) => entered.has(id))) {
    const linked = blockedBy.map((id) => given.get(id) ?? id);
    if (linked.every((id, index) => id === blockedBy[index])) continue;
    draft.emit("GapBlocked", { gap, blockedBy: linked, round: currentRound(draft.session) });
  }
}

/** A document that is written anew lists the same gaps anew, also under an id that was taken the first time. */
function findRestated(draft: Draft, { id, title }: ProposedGap): GapId | null {
  if (title.trim() === "") return id === null ? null : gapNamed(draft.session.work, id);
  return gapsOf(draft.session).find((gap) => sameTitle(gap.title, title))?.id ?? null;
}

/** The id it got; `null` where there is none left to give. */
export function enterNewGap(draft: Draft, proposed: ProposedGap, origin: GapOrigin): GapId | null {
  const { id: written, alias = null, description = "", place = "", blockedBy, ...rest } = proposed;
  const id = freeId(draft, written, origin);
  if (id === null) return null;
  const gap = enterGap(
    {
      ...rest,
      id,
      title: rest.title.trim() === "" ? id : rest.title.trim(),
      description: description.trim(),
      ...(place.trim() === "" ? {} : { place: place.trim() }),
      blockedBy: [...new Set(blockedBy)],
    },
    { id, origin, round: currentRound(draft.session) },
  );
  draft.emit("GapEntered", { gap, alias: written === null || written === id ? alias : written });
  return id;
}

function freeId(draft: Draft, written: GapId | null, origin: GapOrigin): GapId | null {
  // An id that a gap was written under is not given to another.
  const aliases = Object.keys(draft.session.work.gapAliases).flatMap((alias) => parseGapId(alias) ?? []);
  const used = [...draft.session.ledger.gapIds, ...aliases];
  // What a gap waits for in vain today is not to be another gap tomorrow.
  const named = gapsOf(draft.session).flatMap((gap) => gap.blockedBy);
  if (written !== null && !used.includes(written) && gapIdParts(written).letter === null) return written;
  for (const category of [categoryOf(written, origin), OVERFLOW_CATEGORY]) {
    const id = nextGapId(category, [...used, ...named]);
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
