import type { GapId } from "../shared/gap-id.ts";
import { type ConflictId, compareIssueIds } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { TerminationType } from "./termination-type.ts";

/** A conflict that waits for the user, as far as acceptance and termination look at it. */
export interface OpenConflict {
  readonly id: ConflictId;
  readonly gaps: readonly GapId[];
  readonly severity: Severity;
  /** Stated, and the review that is to answer it is not in yet. */
  readonly pending?: true;
}

/** Why something cannot be done, as the end of a sentence; the same wherever one stands in the way. */
export function undecidedWords(conflicts: readonly Pick<OpenConflict, "id" | "pending">[]): string {
  const idsOf = (pending: boolean): string =>
    conflicts
      .filter((conflict) => (conflict.pending === true) === pending)
      .map(({ id }) => id)
      .sort(compareIssueIds)
      .join(", ");
  const [open, awaited] = [idsOf(false), idsOf(true)];
  return [
    ...(open === "" ? [] : [`the conflict on ${open} is not decided`]),
    ...(awaited === "" ? [] : [`the disagreement on ${awaited} waits for the Reviewer's answer`]),
  ].join(", and ");
}

interface ConflictEffect {
  readonly blocks: readonly TerminationType[];
  /** Where it does not block: whether the user must acknowledge it, or it is only listed. */
  readonly otherwise: "acknowledge" | "list";
}

const EFFECTS: Record<Severity, ConflictEffect> = {
  CRITICAL: {
    blocks: ["COMPLETE", "MAX_ROUNDS", "GOOD_ENOUGH", "USER_APPROVED", "STALL_EXIT"],
    otherwise: "list",
  },
  HIGH: { blocks: ["COMPLETE", "GOOD_ENOUGH"], otherwise: "acknowledge" },
  MEDIUM: { blocks: [], otherwise: "list" },
  LOW: { blocks: [], otherwise: "list" },
};

export function conflictsBlocking(
  type: TerminationType,
  conflicts: readonly OpenConflict[],
): readonly OpenConflict[] {
  return conflicts.filter(({ severity }) => EFFECTS[severity].blocks.includes(type));
}

export function conflictsToAcknowledge(conflicts: readonly OpenConflict[]): readonly ConflictId[] {
  return idsWhere(conflicts, ({ severity }) => EFFECTS[severity].otherwise === "acknowledge");
}

/** What an ending lists as known limitations without asking. */
export function conflictsToList(conflicts: readonly OpenConflict[]): readonly ConflictId[] {
  return idsWhere(conflicts, ({ severity }) => EFFECTS[severity].otherwise === "list");
}

function idsWhere(
  conflicts: readonly OpenConflict[],
  applies: (conflict: OpenConflict) => boolean,
): readonly ConflictId[] {
  return conflicts
    .filter(applies)
    .map(({ id }) => id)
    .sort(compareIssueIds);
}
