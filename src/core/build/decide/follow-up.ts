// What follows from any decision about the board: the work goes by what tasks and disputes have become, whoever changed
// them, and questions that have lost their subject are withdrawn.
import { type Board, findTask } from "../../board/board.ts";
import type { BoardEvent } from "../../board/board-event.ts";
import type { TaskId } from "../../board/board-id.ts";
import type { Draft } from "../../board/draft.ts";
import { assertNever } from "../../shared/assert-never.ts";
import { askAboutSpending } from "../ask.ts";
import type { BoardQuestion } from "../board-question.ts";
import { findWork, turnOf } from "../evolve-work.ts";
import { LANDINGS_MAX } from "../limits.ts";
import type { Stage, TaskWork } from "../task-work.ts";
import { passedBuildLimit, passedTaskLimit } from "../who-plays.ts";
import { approveWork, openLanding, settleDisputedCode } from "./land.ts";
import { beginRound, endWork, workOn } from "./steps.ts";

export function followUp(draft: Draft): void {
  // By index: what follows makes events of its own.
  for (let index = 0; index < draft.events.length; index += 1) {
    const event = draft.events[index];
    if (event !== undefined) followEvent(draft, event);
  }
  withdrawStale(draft);
  askAtLimits(draft);
}

function followEvent(draft: Draft, event: BoardEvent): void {
  switch (event.type) {
    case "DisputeOpened":
      if (isUnderWay(draft, event.data.task)) settleDisputedCode(draft, event.data.task, event.data.reason);
      return;
    case "DisputeResolved":
      followDecision(draft, event.data);
      return;
    case "DisputeWithdrawn":
      alignWork(draft, event.data.task, false);
      return;
    case "StatusChanged":
      alignWork(draft, event.data.task, event.data.because === "approved");
      return;
    case "TaskRemoved":
      if (isUnderWay(draft, event.data.task)) endWork(draft, event.data.task, "removed");
      return;
    default:
  }
}

function isUnderWay(draft: Draft, task: TaskId): boolean {
  const work = findWork(draft.board, task);
  return work !== null && work.stage.at !== "close" && work.stage.at !== "closed";
}

type Decided = Extract<BoardEvent, { readonly type: "DisputeResolved" }>["data"];

/** For the coder: what is not on the target goes there. Else the task is begun anew, by the notes. */
function followDecision(draft: Draft, { task, dispute, decision, notes, by }: Decided): void {
  const work = findWork(draft.board, task);
  if (work === null) return;
  const status = findTask(draft.board, task)?.status ?? null;
  if (notes !== null) {
    const said = { kind: "resolution", text: notes, question: null, dispute, from: by.actor } as const;
    draft.emit("GuidanceGiven", { task, status, ...said });
  }
  if (decision !== "coder") {
    endWork(draft, task, `the dispute ${dispute} was resolved`);
    return;
  }
  if (work.stage.at === "land") return;
  const { commit, landed, incarnation } = work;
  const isLanded = landed?.incarnation === incarnation;
  if (commit !== null && commit.files.length > 0 && !isLanded) openLanding(draft, task, "decided");
  else endWork(draft, task, `the dispute ${dispute} was resolved`);
}

/** The stages in which coder and reviewer may still be told something. */
const IN_THE_MAKING: Partial<Record<Stage["at"], true>> = {
  worktree: true,
  coder: true,
  inspect: true,
  test: true,
  reviewer: true,
};

/** The stages in which work on a task in progress cannot be: somebody has sent it back. */
const AFTER_CODING: Partial<Record<Stage["at"], true>> = {
  reviewer: true,
  land: true,
  "push-branch": true,
  "set-aside": true,
};

/** The loop's own steps leave stage and status in line; what a person does counts at once. */
function alignWork(draft: Draft, id: TaskId, isApproved: boolean): void {
  const task = findTask(draft.board, id);
  if (task === null || !isUnderWay(draft, id)) return;
  const work = workOn(draft, id);
  switch (task.status) {
    case "pending":
      endWork(draft, id, "put back");
      return;
    case "in_progress":
      if (AFTER_CODING[work.stage.at] !== true) return;
      if (work.worktree === null) endWork(draft, id, "sent back");
      else beginRound(draft, id);
      return;
    case "review":
      showAgain(draft, work);
      return;
    case "completed":
      closeCompleted(draft, work, isApproved);
      return;
    case "failed":
      endWork(draft, id, "failed");
      return;
    case "disputed":
      return;
    default:
      assertNever(task.status);
  }
}

/** Its dispute was withdrawn before its code went anywhere. */
function showAgain(draft: Draft, { id, stage, basis, commit, worktree, round, incarnation }: TaskWork): void {
  const wasDisputed = stage.at === "push-branch" || (stage.at === "land" && basis === "disputed");
  if (!wasDisputed) return;
  if (commit === null || worktree === null) {
    endWork(draft, id, "sent back");
    return;
  }
  if (commit.checks?.green !== true) {
    beginRound(draft, id);
    return;
  }
  draft.emit("ReviewBegun", { task: id, incarnation, round: round + 1, commit: commit.commit });
}

/** A person has approved it, and what is green lands; or says that it is done, and nothing more is. */
function closeCompleted(draft: Draft, { id, stage, commit }: TaskWork, isApproved: boolean): void {
  if (stage.at === "land" || stage.at === "push-branch") return;
  if (isApproved && commit?.checks?.green === true) approveWork(draft, id);
  else endWork(draft, id, "completed by a person");
}

function withdrawStale(draft: Draft): void {
  for (const question of draft.board.questions) {
    const reason = staleReason(draft.board, question);
    if (reason === null) continue;
    draft.emit("BoardQuestionWithdrawn", { task: question.task, question: question.id, reason });
  }
}

/** Why a question has lost its subject; `null` while it has one. */
function staleReason(board: Board, { kind, task: id, subject }: BoardQuestion): string | null {
  // It is about the repository: what was planted there stays, whatever becomes of the task.
  if (kind === "tampered") return null;
  if (subject.of === "spend") {
    const passed = id === null ? passedBuildLimit(board) : passedTaskLimit(board, id);
    return passed === null ? "the limit allows more calls" : null;
  }
  const task = id === null ? null : findTask(board, id);
  const work = id === null ? null : findWork(board, id);
  if (task === null || work === null) return "the task is gone";
  const { stage } = work;
  switch (subject.of) {
    case "rejections":
      return IN_THE_MAKING[stage.at] === true ? null : `the task is ${task.status}`;
    case "turn": {
      const turn = stage.at === "coder" || stage.at === "reviewer" ? stage.turn : null;
      return turn?.purpose === subject.role && turn.round === subject.round ? null : "its turn is over";
    }
    case "commit":
      return stage.at === "test" && work.commits === subject.number ? null : "the work has changed";
    case "landing":
      // Of disputed work nobody is asked how it should land: whoever settles the dispute says so.
      return stage.at === "land" && work.basis !== "disputed" ? null : "it does not land any more";
    case "repository":
      return work.trouble !== null || hasMissedOften(stage) ? null : "it works again";
    default:
      return assertNever(subject);
  }
}

function hasMissedOften(stage: Stage): boolean {
  return stage.at === "land" && stage.landing.tries >= LANDINGS_MAX;
}

/** Whoever could make another call, and may not, is told once. */
function askAtLimits(draft: Draft): void {
  if (!draft.events.some(({ type }) => type === "AgentCallFinished" || type === "BuildBegun")) return;
  for (const id of draft.board.build.taken) {
    const work = findWork(draft.board, id);
    const turn = work === null || !isUnderWay(draft, id) ? null : turnOf(work);
    if (turn?.state.at !== "due") continue;
    const passed = passedBuildLimit(draft.board) ?? passedTaskLimit(draft.board, id);
    if (passed !== null) askAboutSpending(draft, passed);
  }
}
