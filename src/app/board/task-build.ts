import type { Board } from "../../core/board/board.ts";
import type { Task } from "../../core/board/task.ts";
import { findWork } from "../../core/build/evolve-work.ts";
import { stageWords, taskQuestion } from "../build/build-view.ts";
import type { TaskBuild } from "../wire/work.ts";

/** `null` where no build has come to the task. */
export function buildOfTask(board: Board, { id: task }: Task): TaskBuild | null {
  const work = findWork(board, task);
  if (work === null) return null;
  const { stage, incarnation, round, worktree, rounds, commit, refused, spent, landed } = work;
  return {
    stage: stageWords(stage),
    ...{ incarnation, round, worktree, rounds, spent, landed },
    running: board.build.calls
      .filter((call) => call.task === task)
      .map(({ key, role, agent }) => ({ key, role, agent })),
    questions: board.questions.filter((question) => question.task === task).map(taskQuestion),
    checks: (commit?.checks?.results ?? []).map(({ output: _, ...check }) => check),
    findings: work.findings,
    alarms: commit?.alarms ?? refused,
    guidance: work.guidance.map(({ kind, text, by, at }) => ({ kind, text, by, at })),
  };
}
