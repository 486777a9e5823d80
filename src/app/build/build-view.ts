// Where a build stands, as data for people and programs.
import { type Board, findTask } from "../../core/board/board.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { isSkipped } from "../../core/board/next-task.ts";
import type { Task } from "../../core/board/task.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { BoardQuestion } from "../../core/build/board-question.ts";
import { findWork } from "../../core/build/evolve-work.ts";
import type { Stage } from "../../core/build/task-work.ts";
import type { BuildView, BuiltTask } from "../wire/build.ts";
import type { TaskQuestion } from "../wire/work.ts";

export function buildView(board: Board): BuildView {
  const { run, settings, taken, finishing, calls, spent } = board.build;
  const left = [...valuesOf(board.tasks)].filter((task) => isLeft(board, task));
  return {
    build: run,
    target: settings?.target ?? null,
    tasks: [...finishing.filter((id) => !taken.includes(id)), ...taken].flatMap((id) => {
      const task = findTask(board, id);
      return task === null ? [] : [builtTask(board, task)];
    }),
    left: left.length,
    byHand: left.filter(({ id }) => isByHand(findWork(board, id)?.stage)).length,
    running: calls.map(({ key, agent }) => ({ key, agent })),
    questions: board.questions.map(({ id }) => id),
    disputes: [...valuesOf(board.disputes)].filter(({ state }) => state.at === "open").map(({ id }) => id),
    spent,
  };
}

function isByHand(stage: Stage | undefined): boolean {
  return stage?.at === "set-aside" && stage.until === "by-hand";
}

const TO_BE_DONE: Partial<Record<TaskStatus, true>> = { pending: true, in_progress: true, review: true };

function isLeft(board: Board, task: Task): boolean {
  const { scope } = board.build;
  if (TO_BE_DONE[task.status] === undefined || isSkipped(board, task)) return false;
  return (
    (scope.task === null || scope.task === task.id) &&
    (scope.section === null || scope.section === task.section)
  );
}

export function builtTask(board: Board, task: Task): BuiltTask {
  const { id, title, status, rejectionCount } = task;
  const work = findWork(board, id);
  return {
    ...{ id, title, status, rejectionCount },
    stage: isSkipped(board, task) ? "skipped" : work === null ? "not begun" : stageWords(work.stage),
    round: work?.round ?? 0,
    commit: work?.landed?.commit ?? null,
  };
}

export function taskQuestion({ id, task, kind, why }: BoardQuestion): TaskQuestion {
  return { id, task, kind, why };
}

/** What the loop does with a task next, or is doing. */
export function stageWords(stage: Stage): string {
  switch (stage.at) {
    case "worktree":
      return "opening a worktree";
    case "coder":
      return "coding";
    case "inspect":
      return "looking at the work";
    case "test":
      return "building and testing";
    case "reviewer":
      return "in review";
    case "land":
      return "landing";
    case "push-branch":
      return "pushing its branch";
    case "set-aside":
      return stage.until === "held" ? "set aside until the next build" : "left for you to land";
    case "close":
    case "closed":
      return "finished";
  }
}
