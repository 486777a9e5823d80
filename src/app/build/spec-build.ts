// What became of one spec on the board: its tasks, and how far builds are with them.
import type { Board } from "../../core/board/board.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { findWork } from "../../core/build/evolve-work.ts";
import { owedToBuild } from "../../core/build/owed-to-build.ts";
import type { TaskWork } from "../../core/build/task-work.ts";
import { BUILD_LEASE } from "../../engine/build-ports.ts";
import { countsOf } from "../board/board-overview.ts";
import { readBoard } from "../board/change-board.ts";
import { heldLease } from "../held-lease.ts";
import type { OpenProject } from "../project.ts";
import type { SpecBuild } from "../wire/spec-build.ts";
import { builtTask, taskQuestion } from "./build-view.ts";

export async function buildOfTasks(project: OpenProject, ids: ReadonlySet<string>): Promise<SpecBuild> {
  const board = await readBoard(project);
  const tasks = [...valuesOf(board.tasks)].filter(({ id }) => ids.has(id));
  const works = tasks.flatMap((task) => findWork(board, task.id) ?? []);
  return {
    tasks: tasks.length,
    counts: countsOf(tasks),
    landed: works.filter(({ landed }) => landed !== null).length,
    underWay: tasks.filter(({ id }) => isUnderWay(findWork(board, id))).map((task) => builtTask(board, task)),
    questions: board.questions.filter(({ task }) => task === null || ids.has(task)).map(taskQuestion),
    newest: await standingOf(board, project),
  };
}

function isUnderWay(work: TaskWork | null): boolean {
  return work !== null && work.stage.at !== "close" && work.stage.at !== "closed";
}

async function standingOf(board: Board, { store }: OpenProject): Promise<SpecBuild["newest"]> {
  const { run: build, paused, calls } = board.build;
  if (build === 0) return null;
  if ((await heldLease(store, BUILD_LEASE)) !== null) return { build, at: "running", because: null };
  if (paused !== null) return { build, at: "paused", because: paused };
  if (board.questions.length > 0) return { build, at: "waiting", because: null };
  const goesOn = calls.length > 0 || owedToBuild(board).length > 0;
  return { build, at: goesOn ? "stopped" : "done", because: null };
}
