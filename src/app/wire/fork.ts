// What is told of a session that was forked from another.
import type { UsageTotal } from "../../core/refinement/records/usage.ts";
import type { ForkCut } from "../../core/refinement/session/fork.ts";
import type { SessionAnswerResult } from "./question.ts";
import type { ForkedFrom } from "./session.ts";

export interface ForkResult {
  readonly session: string;
  readonly forkedFrom: ForkedFrom;
  readonly cut: ForkCut;
  /** Of the origin: the last that was copied. */
  readonly version: number;
  readonly completedRounds: number;
  readonly openQuestions: readonly string[];
  /** What the copied past cost; it counts towards no limit of the fork. */
  readonly inherited: UsageTotal;
  /** What was said to the question before whose answer it was cut; `null` where nothing was. */
  readonly answer: SessionAnswerResult | null;
  readonly folder: string;
}
