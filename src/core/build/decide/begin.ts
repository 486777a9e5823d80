// A build begins, comes to a task, and is told of its worktree.
import { findSection, findTask } from "../../board/board.ts";
import { refuse } from "../../board/board-refusal.ts";
import type { Draft } from "../../board/draft.ts";
import { valuesOf } from "../../board/id-map.ts";
import type { Refusal } from "../../shared/refusal.ts";
import type { BuildCommandOf } from "../build-command.ts";
import { findWork } from "../evolve-work.ts";
import { isOwed } from "../owed-to-build.ts";
import { noteTrouble } from "./land.ts";
import { beginRound, moveTo, placeOf, refuseUnowed, taskOf, workOn } from "./steps.ts";

export function beginBuild(draft: Draft, { settings, scope }: BuildCommandOf<"BeginBuild">): Refusal | null {
  const { task, section } = scope;
  if (task !== null && findTask(draft.board, task) === null)
    return refuse("unknown-task", `there is no task ${task} on the board`);
  if (section !== null && findSection(draft.board, section) === null)
    return refuse("unknown-section", `there is no section ${section} on the board`);
  draft.emit("BuildBegun", { run: draft.board.build.run + 1, settings, scope });
  for (const { id, stage, basis, commit } of valuesOf(draft.board.work)) {
    if (stage.at !== "set-aside" || stage.until !== "held" || basis === null || commit === null) continue;
    draft.emit("LandingOpened", { ...placeOf(workOn(draft, id)), commit: commit.commit, basis });
  }
  return null;
}

export function takeTask(draft: Draft, { task: id }: BuildCommandOf<"TakeTask">): Refusal | null {
  if (!isOwed(draft.board, "take-task", ({ task }) => task === id))
    return refuseUnowed(`taking the task ${id}`);
  const { run, taken } = draft.board.build;
  if (!taken.includes(id)) draft.emit("TaskTaken", { task: id, run });
  const work = findWork(draft.board, id);
  if (work === null || work.stage.at === "closed")
    draft.emit("WorkBegun", { task: id, incarnation: (work?.incarnation ?? 0) + 1 });
  if (taskOf(draft, id).status === "pending") moveTo(draft, id, "in_progress");
  return null;
}

/** A task that somebody has put into review is looked at first; any other is the coder's. */
export function noteWorktree(draft: Draft, command: BuildCommandOf<"NoteWorktree">): Refusal | null {
  const { task, incarnation, opened } = command;
  const work = findWork(draft.board, task);
  if (work?.stage.at !== "worktree" || work.incarnation !== incarnation)
    return refuseUnowed(`a worktree for the task ${task}`);
  if (opened.at === "trouble") {
    noteTrouble(draft, task, "worktree", opened);
    return null;
  }
  const { branch, base } = opened;
  draft.emit("WorktreeOpened", { task, incarnation, branch, base });
  if (findTask(draft.board, task)?.status === "in_progress") beginRound(draft, task);
  return null;
}

export function noteClosed(
  draft: Draft,
  { task, incarnation }: BuildCommandOf<"NoteClosed">,
): Refusal | null {
  const work = findWork(draft.board, task);
  if (work?.stage.at !== "close" || work.incarnation !== incarnation)
    return refuseUnowed(`closing the worktree of the task ${task}`);
  draft.emit("WorktreeClosed", { task, incarnation });
  return null;
}
