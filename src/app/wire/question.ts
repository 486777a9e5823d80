// What is told of questions and answers.
import type { BoardQuestion } from "../../core/build/board-question.ts";
import type { Question, QuestionAnswer } from "../../core/refinement/questions/question.ts";
import type { TerminationType } from "../../core/refinement/termination-type.ts";
import type { GapId } from "../../core/shared/gap-id.ts";
import type { Severity } from "../../core/shared/severity.ts";
import type { AwaitedInSession, AwaitedWork } from "./awaited.ts";
import type { TaskName } from "./board.ts";
import type { Precedent } from "./conflict.ts";

/** A question of the build, with the name of the task that it is about; `null`: about the whole build. */
export interface OpenBoardQuestion extends Omit<BoardQuestion, "task"> {
  readonly task: TaskName | null;
}

export type OpenQuestion = Question | OpenBoardQuestion;

/** What a person is shown of a gap that a question is about. */
export interface GapBackground {
  readonly gap: GapId;
  readonly title: string;
  readonly severity: Severity;
  /** Where the spec leaves it open, with the lines around; `null` where no line of it does. */
  readonly source: { readonly file: string; readonly line: number; readonly lines: readonly string[] } | null;
  readonly openIssues: readonly {
    readonly id: string;
    readonly severity: Severity;
    readonly title: string;
  }[];
  /** The lines in which the last two proposals differ, each after `-`, `+` or a blank. */
  readonly texts: { readonly rounds: readonly [number, number]; readonly lines: readonly string[] } | null;
}

/** What became of a question; only an open one can be answered. */
export type QuestionFate =
  | { readonly at: "open" }
  | { readonly at: "answered"; readonly option: string; readonly by: string }
  | { readonly at: "withdrawn"; readonly reason: string };

/** A question that is to be answered. */
export interface AskedQuestion<Asked extends OpenQuestion = OpenQuestion> {
  readonly question: Asked;
  /** The answer that is to be given otherwise; `null` where the question is open. */
  readonly former: QuestionAnswer | null;
}

/** A question as programs get it: what a person is told, as data. */
export type QuestionDocument = (Omit<Question, "subject"> | Omit<OpenBoardQuestion, "subject">) & {
  /** How like cases were decided; absent where there are none. */
  readonly precedents?: readonly Precedent[];
};

interface AmendedAnswer {
  readonly option: string;
  readonly by: string;
  /** Its decisions: they are history now. */
  readonly decisions: readonly string[];
  /** Questions that were answered after it, and whose answers were carried out again. */
  readonly again: readonly string[];
}

interface AnswerEffect {
  readonly question: string;
  readonly kind: string;
  readonly option: string;
  /** What comes of it, in words. */
  readonly effect: string;
  readonly openQuestions: readonly string[];
  /** Of the session; for a question of the build, of the project. */
  readonly folder: string;
}

export interface SessionAnswerResult extends AnswerEffect {
  readonly session: string;
  /** The answer that it takes the place of; `null` where it is the first. */
  readonly amends: AmendedAnswer | null;
  /** What to answer next: the gate of an ending that was asked for, else the oldest. */
  readonly next: Question | null;
  /** How it ends or has ended; `null` as long as nobody has asked for an end. */
  readonly endsAs: TerminationType | null;
  readonly ended: boolean;
  /** The finished spec, from the project's root. */
  readonly output: string | null;
  /** What a person is to write was laid out anew, since the answer changes the task. */
  readonly renewed: readonly AwaitedInSession[];
}

export interface BoardAnswerResult extends AnswerEffect {
  readonly session: null;
  readonly task: TaskName | null;
  readonly amends: null;
  /** The oldest that is still open. */
  readonly next: OpenBoardQuestion | null;
  readonly endsAs: null;
  readonly ended: false;
  readonly output: null;
  readonly renewed: readonly AwaitedWork[];
}

export type AnswerResult = SessionAnswerResult | BoardAnswerResult;
