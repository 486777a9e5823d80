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

/** The endings that an open conflict stands in the way of, by its severity. */
const BLOCKED_ENDINGS: Record<Severity, readonly TerminationType[]> = {
  CRITICAL: ["COMPLETE", "MAX_ROUNDS", "GOOD_ENOUGH", "USER_APPROVED", "STALL_EXIT"],
  HIGH: ["COMPLETE", "GOOD_ENOUGH"],
  MEDIUM: [],
  LOW: [],
};

export function conflictsBlocking(
  type: TerminationType,
  conflicts: readonly OpenConflict[],
): readonly OpenConflict[] {
  return conflicts.filter(({ severity }) => BLOCKED_ENDINGS[severity].includes(type));
}

/** Where they do not block; graver ones always do, and others are only listed. */
export function conflictsToAcknowledge(conflicts: readonly OpenConflict[]): readonly ConflictId[] {
  return conflicts
    .filter(({ severity }) => severity === "HIGH")
    .map(({ id }) => id)
    .sort(compareIssueIds);
}
