import type { Question, QuestionAnswer } from "../../questions/question.ts";
import type { Draft } from "../draft.ts";
import { findTurn } from "../session.ts";
import type { Output } from "../session-command.ts";
import type { Turn } from "../turn.ts";

/** An answer to an open question; the question is closed by now. */
export interface AnsweredQuestion {
  readonly question: Question;
  readonly answer: QuestionAnswer;
  readonly output: Output | null;
}

export function rationaleFor({ rationales }: QuestionAnswer, gap: string): string {
  return (rationales[gap] ?? rationales["*"] ?? "").trim();
}

/** A question about a turn is withdrawn with it, so an open one has one. */
export function turnOf(draft: Draft, { id, subject }: Question): Turn {
  const turn = subject.of === "turn" ? findTurn(draft.session, subject) : null;
  if (turn === null) throw new Error(`${id} is about no turn`);
  return turn;
}
