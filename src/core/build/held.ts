// Which questions keep what from going on.
import type { Board } from "../board/board.ts";
import type { TaskId } from "../board/board-id.ts";
import type { BoardQuestion, BoardQuestionKind } from "./board-question.ts";

/** Whether work goes on while it is open. */
const HOLDS: Record<BoardQuestionKind, boolean> = {
  rejections: false,
  merge: true,
  weakened: true,
  tampered: true,
  stuck: true,
  execution: true,
  spend: true,
};

/** A task that waits for an answer is passed over; `null`: the whole build. */
export function isHeld({ questions }: Pick<Board, "questions">, task: TaskId | null): boolean {
  return questions.some((question) => question.task === task && HOLDS[question.kind]);
}

/** Somebody has changed the repository's configuration, hooks or refs, and nobody knows why. */
export function isRepositoryHeld({ questions }: Pick<Board, "questions">): boolean {
  return questions.some(({ kind }) => kind === "tampered");
}

export function questionAbout(
  { questions }: Pick<Board, "questions">,
  kind: BoardQuestionKind,
  task: TaskId | null,
): BoardQuestion | null {
  return questions.find((question) => question.kind === kind && question.task === task) ?? null;
}
