import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { isRefusal } from "../../shared/refusal.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Gap } from "../gap.ts";
import { type AcceptanceFacts, type Move, transition } from "../gap-lifecycle.ts";
import { splitGap } from "../gap-split.ts";
import { isLeft } from "../gap-state.ts";

/** What a user may wish for a gap without being asked. */
export type GapChange =
  | { readonly do: "defer" | "reopen" }
  /** As it is proposed; a gap that is accepted already is resolved. */
  | { readonly do: "accept" }
  /** `phrase`: what the gate of a grave gap asks for. */
  | { readonly do: "close"; readonly phrase?: string }
  | { readonly do: "block"; readonly by: readonly GapId[] }
  | { readonly do: "severity"; readonly level: Severity }
  | { readonly do: "unblock"; readonly input: string }
  | { readonly do: "split"; readonly titles: readonly string[] };

export interface GapCommand {
  readonly gap: GapId;
  readonly change: GapChange;
}

export type GapChangeName = GapChange["do"];

interface ChangeFacts {
  readonly needsReason: boolean;
  /** As in "it cannot be …". */
  readonly done: string;
}

const FACTS: Record<GapChangeName, ChangeFacts> = {
  defer: { needsReason: true, done: "deferred" },
  close: { needsReason: true, done: "closed" },
  accept: { needsReason: true, done: "accepted" },
  reopen: { needsReason: true, done: "reopened" },
  severity: { needsReason: true, done: "rated" },
  unblock: { needsReason: false, done: "unblocked" },
  split: { needsReason: false, done: "split" },
  block: { needsReason: false, done: "made to wait" },
};

export const GAP_CHANGES = Object.keys(FACTS) as readonly GapChangeName[];

/** To resolve what is accepted already is no new decision. */
export function needsReason(change: GapChangeName, { state }: Gap): boolean {
  return FACTS[change].needsReason && !(change === "accept" && state.at === "ACCEPTED");
}

export function doneWord(change: GapChangeName): string {
  return FACTS[change].done;
}

/** Back to work: what has a text is revised, what has none is begun. */
export function reopening({ state }: Gap, { round, reason }: { round: number; reason: string }): Move {
  const grounds = { because: "reason", reason } as const;
  switch (state.at) {
    case "USER_DEFERRED":
      return { actor: "User", to: "OPEN", round, grounds: { because: "asked" } };
    case "WONT_FIX":
      return { actor: "User", to: "OPEN", round, grounds };
    default:
      return { actor: "User", to: "NEEDS_REVISION", round, grounds };
  }
}

/** Of a proposal: it is taken as it is. Of what is accepted: it is resolved. */
export function acceptanceMove({ state }: Gap, facts: AcceptanceFacts & { readonly round: number }): Move {
  const { round, reason, unfit, openCriticalConflicts, during } = facts;
  const by = { actor: "User", round } as const;
  if (state.at === "ACCEPTED") {
    const drafted = { inDraft: unfit === null, lastCompletedRound: during, terminating: false };
    return { ...by, to: "RESOLVED", grounds: { because: "drafted", ...drafted } };
  }
  const grounds = { because: "accepted", reason, unfit, openCriticalConflicts, during } as const;
  return { ...by, to: "ACCEPTED", grounds };
}

/** The changes that a gap allows as it stands; the lifecycle alone knows. */
export function possibleChanges(gap: Gap): readonly GapChangeName[] {
  return GAP_CHANGES.filter((change) => isPossible(gap, change));
}

const ANY = "any";
const TWO_PARTS = [1, 2].map((number) => ({ title: `${number}`, description: "" }));

function isPossible(gap: Gap, change: GapChangeName): boolean {
  const by = { actor: "User", round: gap.roundUpdated } as const;
  const grounds = { because: "reason", reason: ANY } as const;
  switch (change) {
    case "defer":
      return !isRefusal(transition(gap, { ...by, to: "USER_DEFERRED", grounds }));
    case "close":
      return !isRefusal(transition(gap, { ...by, to: "WONT_FIX", grounds }));
    case "accept": {
      const facts = { reason: ANY, unfit: null, openCriticalConflicts: [], during: gap.roundUpdated };
      return !isRefusal(transition(gap, acceptanceMove(gap, { ...facts, round: gap.roundUpdated })));
    }
    case "block":
      return isLeft(gap.state.at);
    case "reopen":
      return !isRefusal(transition(gap, reopening(gap, { round: gap.roundUpdated, reason: ANY })));
    case "unblock":
      return !isRefusal(transition(gap, { ...by, to: "OPEN", grounds: { because: "input", input: ANY } }));
    case "split":
      return !isRefusal(splitGap(gap, { ...by, parts: TWO_PARTS, used: [] }));
    case "severity":
      return gap.state.at !== "SUPERSEDED";
    default:
      return assertNever(change);
  }
}
