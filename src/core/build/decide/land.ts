// Work goes to the target: prepared on top of it as it is, tested again if that moved, recorded before it is pushed.
import { findTask } from "../../board/board.ts";
import type { BoardEventOf } from "../../board/board-event.ts";
import type { TaskId } from "../../board/board-id.ts";
import type { DisputeReason } from "../../board/dispute.ts";
import type { Draft } from "../../board/draft.ts";
import { excerptOf } from "../../refinement/questions/build-question.ts";
import { backoffMs } from "../../refinement/session/waiting.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { askAboutMerge, askAboutRepository } from "../ask.ts";
import type { BuildCommandOf } from "../build-command.ts";
import { findWork } from "../evolve-work.ts";
import { LANDINGS_MAX } from "../limits.ts";
import type { CarriedWork, LandingBasis, Stage, TaskWork } from "../task-work.ts";
import { testsIn } from "../tests-in.ts";
import type { LandingTrouble } from "../work-facts.ts";
import { endWork, moveTo, placeOf, refuseUnowed, workOn } from "./steps.ts";

/** There may be nothing to land: no change was needed, and a reviewer agrees. */
export function approveWork(draft: Draft, task: TaskId): void {
  const { commit } = workOn(draft, task);
  if (commit !== null && commit.files.length > 0) {
    openLanding(draft, task, "approved");
    return;
  }
  completeTask(draft, task, null);
  endWork(draft, task, "approved without a change");
}

export function openLanding(draft: Draft, task: TaskId, basis: LandingBasis): void {
  const work = workOn(draft, task);
  if (work.commit === null) throw new Error(`the task ${task} has nothing to land`);
  draft.emit("LandingOpened", { ...placeOf(work), commit: work.commit.commit, basis });
}

/** Green code of a dispute lands as the settings say; a concern about security lands by nobody's word but a person's. */
export function settleDisputedCode(draft: Draft, task: TaskId, reason: DisputeReason): void {
  const { commit } = workOn(draft, task);
  if (commit === null || commit.files.length === 0) {
    endWork(draft, task, "disputed, with nothing to land");
    return;
  }
  const lands = draft.board.build.settings?.land === "merge" && reason !== "security_concern";
  if (lands && commit.checks?.green === true) openLanding(draft, task, "disputed");
  else wantBranch(draft, task, "close", `disputed: ${reason}`);
}

export function wantBranch(
  draft: Draft,
  task: TaskId,
  next: BoardEventOf<"BranchWanted">["data"]["next"],
  because: string,
): void {
  draft.emit("BranchWanted", { ...placeOf(workOn(draft, task)), next, because });
}

type LandStage = Extract<Stage, { readonly at: "land" }>;

function landingOf(work: TaskWork | null, incarnation: number): LandStage["landing"] | null {
  return work?.stage.at === "land" && work.incarnation === incarnation ? work.stage.landing : null;
}

export function noteLanding(draft: Draft, command: BuildCommandOf<"NoteLanding">): Refusal | null {
  const { task, incarnation, commit, prepared } = command;
  const work = findWork(draft.board, task);
  const landing = landingOf(work, incarnation);
  if (work === null || landing === null || landing.prepared !== null || work.commit?.commit !== commit)
    return refuseUnowed(`a landing of the task ${task}`);
  switch (prepared.at) {
    case "ready": {
      const { commit: made, onto, moved } = prepared;
      draft.emit("LandingPrepared", { ...placeOf(work), commit: made, onto, moved });
      break;
    }
    case "landed":
      noteLanded(draft, work, prepared.commit);
      break;
    case "conflict": {
      const text = [...prepared.files, prepared.text].join("\n");
      draft.emit("LandingMissed", { ...placeOf(work), because: "conflict", text: excerptOf(text) });
      const why = "it does not merge with the target as it is now";
      // Whoever settles the dispute says what becomes of it.
      if (work.basis === "disputed") wantBranch(draft, task, "close", `disputed, and ${why}`);
      else askAboutMerge(draft, work, why, [...prepared.files, prepared.text]);
      break;
    }
    case "trouble":
      noteTrouble(draft, task, "landing", prepared);
  }
  return null;
}

export function notePush(draft: Draft, command: BuildCommandOf<"NotePush">): Refusal | null {
  const { task, incarnation, commit, pushed } = command;
  const work = findWork(draft.board, task);
  const landing = landingOf(work, incarnation);
  if (work === null || landing?.prepared?.commit !== commit)
    return refuseUnowed(`a push of the task ${task}`);
  if (pushed.at === "landed") noteLanded(draft, work, commit);
  else if (pushed.at === "trouble") noteTrouble(draft, task, "push", pushed);
  else {
    const text = "somebody else pushed first";
    draft.emit("LandingMissed", { ...placeOf(work), because: "moved", text });
    if (landing.tries + 1 >= LANDINGS_MAX)
      askAboutRepository(draft, work, [
        `somebody else pushed to the target ${LANDINGS_MAX} times while this was about to land`,
      ]);
  }
  return null;
}

export function noteBranch(draft: Draft, command: BuildCommandOf<"NoteBranch">): Refusal | null {
  const { task, incarnation, commit, pushed } = command;
  const work = findWork(draft.board, task);
  if (work?.stage.at !== "push-branch" || work.incarnation !== incarnation)
    return refuseUnowed(`a branch of the task ${task}`);
  if (pushed.at === "trouble") {
    noteTrouble(draft, task, "branch", pushed);
    return null;
  }
  const status = findTask(draft.board, task)?.status ?? null;
  draft.emit("BranchPushed", { task, status, incarnation, commit, branch: pushed.branch });
  return null;
}

function noteLanded(draft: Draft, work: TaskWork, commit: string): void {
  const { id: task, basis, incarnation, stage } = work;
  const { settings } = draft.board.build;
  if (basis === null || settings === null) throw new Error(`nothing speaks for landing the task ${task}`);
  const prepared = stage.at === "land" ? stage.landing.prepared : null;
  const { results } = prepared?.checks ?? work.commit?.checks ?? { results: [] };
  const status = findTask(draft.board, task)?.status ?? null;
  const { target } = settings;
  draft.emit("TaskLanded", { task, status, incarnation, commit, target, basis, tests: testsIn(results) });
  if (basis === "approved") completeTask(draft, task, commit);
}

/** Approved by a review, of which the work tells; or by a person, who has said so already. */
function completeTask(draft: Draft, task: TaskId, commit: string | null): void {
  const found = findTask(draft.board, task);
  if (found === null) return;
  const { status, rejectionCount: rejections, moves } = found;
  if (status === "review") {
    const change = { task, from: status, to: "completed", because: "approved" } as const;
    draft.emit("StatusChanged", { ...change, rejections, notes: null, commit });
  } else if (commit !== null && moves.length > 0) {
    draft.emit("CommitLinked", { task, status, entry: moves.at(-1) ?? 0, commit });
  }
}

export function noteTargetChecks(
  draft: Draft,
  work: TaskWork,
  run: Omit<BoardEventOf<"ChecksRun">["data"], "at" | "by">,
): Refusal | null {
  const landing = landingOf(work, run.incarnation);
  if (landing?.prepared?.commit !== run.commit || landing.prepared.checks !== null)
    return refuseUnowed(`checks of the task ${work.id}`);
  draft.emit("ChecksRun", run);
  if (run.green) return null;
  const failed = run.results
    .filter(({ outcome }) => outcome !== "passed")
    .map(({ step, outcome }) => `${step}: ${outcome}`);
  draft.emit("LandingMissed", { ...placeOf(work), because: "red", text: failed.join("\n") });
  const after = workOn(draft, work.id);
  if (work.basis === "disputed")
    wantBranch(draft, work.id, "close", "disputed, and red on the target as it is now");
  else if (work.basis === "decided" || after.redOnTarget >= LANDINGS_MAX)
    askAboutMerge(draft, after, "build or tests fail on the target as it is now", failed);
  else doAnew(draft, work.id, { why: "red-on-target", text: failed.join("\n") });
  return null;
}

/** In a fresh worktree on the target as it is, with the earlier work to look at. */
export function doAnew(draft: Draft, task: TaskId, about: Omit<CarriedWork, "commit">): void {
  const { commit } = workOn(draft, task);
  const carried = commit === null ? null : { commit: commit.commit, ...about };
  moveTo(draft, task, "in_progress", `${about.why}: ${about.text}`);
  endWork(draft, task, about.why, carried);
}

/** A remote may answer the next time; so often, and then a person is asked. */
export function noteTrouble(
  draft: Draft,
  task: TaskId,
  asked: BoardEventOf<"RepositoryTroubled">["data"]["asked"],
  { again, message, fix }: LandingTrouble,
): void {
  const work = workOn(draft, task);
  const before = work.trouble?.count ?? 0;
  const waitMs = again && before + 1 < LANDINGS_MAX ? backoffMs(before) : null;
  draft.emit("RepositoryTroubled", { ...placeOf(work), asked, message, waitMs });
  if (waitMs === null) askAboutRepository(draft, work, [message, fix]);
}
