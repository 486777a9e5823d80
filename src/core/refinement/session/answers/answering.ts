import type { Question, QuestionAnswer } from "../../questions/question.ts";
import type { Output } from "../session-command.ts";

/** An answer to an open question; the question is closed by now. */
export interface Answering {
  readonly question: Question;
  readonly answer: QuestionAnswer;
  readonly output: Output | null;
}

export function rationaleFor({ rationales }: QuestionAnswer, gap: string): string {
  return (rationales[gap] ?? rationales["*"] ?? "").trim();
}
