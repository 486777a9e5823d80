// The questions of builds, from the tables alone, so that looking is quick; and what became of one.
import { BOARD_STREAM } from "../../core/board/board.ts";
import { upcast } from "../../core/board/board-event.ts";
import type { TaskId } from "../../core/board/board-id.ts";
import type { BoardQuestion, BoardQuestionId } from "../../core/build/board-question.ts";
import { BOARD_QUESTIONS_TABLE, TASKS_TABLE } from "../../engine/board-tables.ts";
import type { EventLog, Row } from "../../engine/ports.ts";
import type { OpenBoardQuestion, QuestionFate } from "../wire/question.ts";

/** Those that are open, oldest first. */
export async function openBoardQuestions(
  log: EventLog,
  where: Row = {},
): Promise<readonly OpenBoardQuestion[]> {
  const rows = await log.rows(BOARD_QUESTIONS_TABLE, { where });
  const questions = rows.map(({ data }) => JSON.parse(String(data)) as BoardQuestion);
  const ids = [...new Set(questions.flatMap(({ task }) => task ?? []))];
  const tasks = ids.length === 0 ? [] : await log.rows(TASKS_TABLE, { where: { id: ids } });
  const titles = new Map(tasks.map(({ id, title }) => [String(id), String(title)]));
  return questions
    .map((question) => namedQuestion(question, (id) => titles.get(id)))
    .sort((a, b) => numberOf(a) - numberOf(b));
}

/** With what its task is called. */
export function namedQuestion(
  question: BoardQuestion,
  titleOf: (task: TaskId) => string | undefined,
): OpenBoardQuestion {
  const { task } = question;
  return { ...question, task: task === null ? null : { id: task, title: titleOf(task) ?? "" } };
}

function numberOf({ id }: OpenBoardQuestion): number {
  return Number(id.slice(1));
}

export async function fateOfBoardQuestion(log: EventLog, id: BoardQuestionId): Promise<QuestionFate> {
  const open = await log.rows(BOARD_QUESTIONS_TABLE, { where: { id } });
  if (open.length > 0) return { at: "open" };
  for (const event of (await log.load(BOARD_STREAM)).map(upcast)) {
    if (event.type === "BoardQuestionAnswered" && event.data.answer.question === id) {
      const { option, by } = event.data.answer;
      return { at: "answered", option, by };
    }
    if (event.type === "BoardQuestionWithdrawn" && event.data.question === id)
      return { at: "withdrawn", reason: event.data.reason };
  }
  return { at: "withdrawn", reason: "nobody has asked it" };
}
