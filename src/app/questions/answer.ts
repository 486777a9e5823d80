// An answer goes to whoever asked: a session, or the build.
import { parseBoardQuestionId } from "../../core/build/board-question.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, type Outcome, usageFailure } from "../failure.ts";
import type { AnswerResult, AskedQuestion } from "../wire/question.ts";
import type { AnswerInput, QuestionWish } from "./said-answer.ts";

export async function answerQuestion(context: CommandContext, input: AnswerInput): Outcome<AnswerResult> {
  const asked = boardQuestionNamed(input);
  if (asked === null)
    return await (await import("./answer-session-question.ts")).answerSessionQuestion(context, input);
  if ("failed" in asked) return asked;
  return await (await import("./answer-board-question.ts")).answerBoardQuestion(context, asked.id, input);
}

/** A question by its number, to be answered; `session` where the number alone does not tell. */
export async function findQuestion(context: CommandContext, wish: QuestionWish): Outcome<AskedQuestion> {
  const asked = boardQuestionNamed(wish);
  if (asked === null)
    return await (await import("./answer-session-question.ts")).findSessionQuestion(context, wish);
  if ("failed" in asked) return asked;
  return await (await import("./answer-board-question.ts")).findBoardQuestion(context, asked.id);
}

/** `null`: it is one of a session. */
function boardQuestionNamed({ question, session, amend }: QuestionWish) {
  const id = parseBoardQuestionId(question.toUpperCase());
  if (id === null) return null;
  if (amend === true)
    return wrongForBoard(
      `${id} is a question of the build: the answer to one of those stands`,
      "--amend is for questions of sessions",
    );
  if (session !== undefined)
    return wrongForBoard(`${id} is a question of the build, and of no session`, "leave --session out");
  return { id };
}

function wrongForBoard(message: string, fix: string): Failure {
  return usageFailure("board-question", message, fix);
}
