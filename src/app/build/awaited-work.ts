// The calls of a build that wait for a person, and where each is to be written.
import { join, resolve } from "node:path";
import { promptFile, sheetFile } from "../../adapters/agent-human/lay-out.ts";
import { type Board, findTask } from "../../core/board/board.ts";
import type { BuildCall } from "../../core/build/build-state.ts";
import { findTurnOfCall } from "../../core/build/evolve-work.ts";
import type { WorkPurpose, WorkTurn } from "../../core/build/task-work.ts";
import { PERSON } from "../../core/refinement/role.ts";
import { ONLY_LANE } from "../../core/shared/call-key.ts";
import { WORKTREES } from "../../core/shared/worktree-folders.ts";
import { WORK_DOCUMENTS } from "../../engine/work-documents.ts";
import { callFolder } from "../call-folder.ts";
import type { Project } from "../project.ts";
import type { AwaitedWork } from "../wire/awaited.ts";

type Folder = Pick<Project, "folder">;

export function awaitedWork(project: Folder, board: Board): readonly AwaitedWork[] {
  return board.build.calls.flatMap((call) => awaitedFor(project, board, call) ?? []);
}

/** `null`: nobody waits for it, or no person is to write it. */
export function awaitedFor(project: Folder, board: Board, call: BuildCall): AwaitedWork | null {
  const task = findTask(board, call.task);
  const turn = call.agent === PERSON ? findTurnOfCall(board, call) : null;
  if (task === null || turn === null) return null;
  const { purpose, round, lane, attempt }: WorkTurn = turn;
  const folder = callFolder(project, call.key);
  return {
    session: null,
    task: { id: task.id, title: task.title },
    side: purpose === "position" && call.role !== "drafter" ? call.role : null,
    ...{ role: purpose, round, lane: lane === ONLY_LANE ? null : lane, attempt },
    key: call.key,
    file: sheetFile(folder, WORK_DOCUMENTS[purpose]),
    prompt: promptFile(folder),
    worktree: IN_WORKTREE[purpose] === true ? resolve(join(project.folder, WORKTREES, task.id)) : null,
  };
}

const IN_WORKTREE: Partial<Record<WorkPurpose, true>> = { coder: true, reviewer: true };
