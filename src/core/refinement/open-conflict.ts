import type { GapId } from "../shared/gap-id.ts";
import { type ConflictId, compareIssueIds } from "../shared/issue-id.ts";
import type { Severity } from "../shared/severity.ts";
import type { TerminationType } from "./termination-type.ts";

/** A conflict that waits for the user, as far as acceptance and termination look at it. */
export interface OpenConflict {
  readonly id: ConflictId;
  readonly gaps: readonly GapId[];
  readonly severity: Severity;
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
): readonly ConflictId[] {
  return idsWhere(conflicts, ({ severity }) => EFFECTS[severity].blocks.includes(type));
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
