// What a user's word does to gaps, with the decision that records it.
import type { GapId } from "../../../shared/gap-id.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { reopening } from "../gap-change.ts";
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

export function giveInput(
  draft: Draft,
  { gap, text, by }: { gap: GapId; text: string; by: string },
): Refusal | null {
  const round = currentRound(draft.session);
  const { title, severity } = draft.gap(gap);
  draft.emit("InputGiven", { gap, text });
  const refused = draft.tryMove(gap, {
    actor: "User",
    to: "OPEN",
    round,
    grounds: { because: "input", input: text },
  });
  if (refused !== null) return refused;
  return draft.recordDecision({
    title: `Input for ${title}`,
    about: { of: "other", option: "input" },
    gaps: [gap],
    severity: severity.level,
    decision: text,
    rationale: null,
    constraints: null,
    actionForEngineer: `Resolve ${gap} on the basis of this input.`,
    actionForGap: "OPEN",
    decidedBy: by,
  });
}

export function reopenGap(
  draft: Draft,
  { gap: id, reason, by }: { gap: GapId; reason: string; by: string },
): Refusal | null {
  const round = currentRound(draft.session);
  const refused = draft.tryMove(id, reopening(draft.gap(id), { round, reason }), reason);
  if (refused !== null) return refused;
  const { title, severity, state } = draft.gap(id);
  return draft.recordDecision({
    title: `Reopened: ${title}`,
    about: { of: "other", option: "reopen" },
    gaps: [id],
    severity: severity.level,
    decision: `${id} is taken up again.`,
    rationale: reason,
    constraints: null,
    actionForEngineer: `Revise ${id}: ${reason}`,
    actionForGap: state.at,
    decidedBy: by,
  });
}

export function unknownGap({ session }: Draft, id: GapId): Refusal | null {
  if (session.gaps[id] !== undefined) return null;
  return { refused: "gap", message: `${id} is not a gap of this session` };
}
