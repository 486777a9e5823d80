// What is told of an answer.
import type { Question } from "../../core/refinement/questions/question.ts";
import type { TerminationType } from "../../core/refinement/termination-type.ts";
import type { AwaitedInSession } from "./awaited.ts";

interface AmendedAnswer {
  readonly option: string;
  readonly by: string;
  /** Its decisions: they are history now. */
  readonly decisions: readonly string[];
  /** Questions that were answered after it, and whose answers were carried out again. */
  readonly again: readonly string[];
}

export interface AnswerResult {
  readonly session: string;
  readonly question: string;
  readonly kind: string;
  readonly option: string;
  /** What comes of it, in words. */
  readonly effect: string;
  /** The answer that it takes the place of; `null` where it is the first. */
  readonly amends: AmendedAnswer | null;
  readonly openQuestions: readonly string[];
  /** What to answer next: the gate of an ending that was asked for, else the oldest. */
  readonly next: Question | null;
  /** How it ends or has ended; `null` as long as nobody has asked for an end. */
  readonly endsAs: TerminationType | null;
  readonly ended: boolean;
  /** The finished spec, from the project's root. */
  readonly output: string | null;
  /** Of the session. */
  readonly folder: string;
  /** What a person is to write was laid out anew, since the answer changes the task. */
  readonly renewed: readonly AwaitedInSession[];
}
