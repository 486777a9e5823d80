// What a user's answer does to gaps, with the decision that records it.
import type { GapId } from "../../../shared/gap-id.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { currentRound } from "../session.ts";

export interface Closing {
  readonly gaps: readonly GapId[];
  readonly to: "USER_DEFERRED" | "WONT_FIX";
  readonly by: string;
  reasonFor(gap: GapId): string;
}

export function putAside(draft: Draft, { gaps, to, by, reasonFor }: Closing): Refusal | null {
  for (const id of new Set(gaps)) {
    const unknown = unknownGap(draft, id);
    if (unknown !== null) return unknown;
    const reason = reasonFor(id);
    const round = currentRound(draft.session);
    const { title, severity } = draft.gap(id);
    const refused = draft.tryMove(
      id,
      { actor: "User", to, round, grounds: { because: "reason", reason } },
      reason,
    );
    if (refused !== null) return refused;
    const unrecorded = draft.recordDecision({
      title: `${to === "WONT_FIX" ? "Not to be fixed" : "Deferred"}: ${title}`,
      about: { of: "other", option: to },
      gaps: [id],
      severity: severity.level,
      decision: to === "WONT_FIX" ? `${id} is closed without a solution.` : `${id} is deferred.`,
      rationale: reason,
      constraints: null,
      actionForEngineer: null,
      actionForGap: to,
      decidedBy: by,
    });
    if (unrecorded !== null) return unrecorded;
  }
  return null;
}

export function unknownGap({ session }: Draft, id: GapId): Refusal | null {
  if (session.gaps[id] !== undefined) return null;
  return { refused: "gap", message: `${id} is not a gap of this session` };
}
