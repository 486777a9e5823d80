// Where a session comes from that began with another one's past.
import type { Timestamp } from "../../shared/timestamp.ts";
import type { QuestionId } from "../questions/question.ts";
import type { UsageRow } from "../records/usage.ts";

/** Where a fork comes from. */
export interface ForkOrigin {
  /** The session it was copied from. */
  readonly origin: string;
  /** The last version of the origin's stream that was copied. */
  readonly version: number;
  /** The log's chain at the append of that version; `null` where the log has none so far. */
  readonly chainHash: string | null;
  readonly cut: ForkCut;
}

/** The end of a round, or the moment before a question was answered. */
export type ForkCut =
  | { readonly of: "round"; readonly round: number }
  | { readonly of: "question"; readonly question: QuestionId };

export interface Fork extends ForkOrigin {
  /** What the calls of the copied past used. */
  readonly inherited: readonly UsageRow[];
  /** When it became a session of its own; `null` while its past is being copied. */
  readonly openedAt: Timestamp | null;
}

/** `after round 2`, `before the answer to Q7`. */
export function cutWords(cut: ForkCut): string {
  if (cut.of === "question") return `before the answer to ${cut.question}`;
  return cut.round === 0 ? "before the first round" : `after round ${cut.round}`;
}
