// Single steps that several decisions take.
import { findTask } from "../../board/board.ts";
import type { TaskId } from "../../board/board-id.ts";
import { refuse } from "../../board/board-refusal.ts";
import type { Draft } from "../../board/draft.ts";
import type { Task } from "../../board/task.ts";
import type { TaskStatus } from "../../board/task-status.ts";
import type { Refusal } from "../../shared/refusal.ts";
import { askWhenStuck } from "../ask.ts";
import { findWork, turnOf } from "../evolve-work.ts";
import { ATTEMPTS_MAX, RED_MAX } from "../limits.ts";
import type { CarriedWork, Retry, TaskWork, WorkTurn } from "../task-work.ts";

/** The work on a task, which a rule has just found to be there. */
export function workOn(draft: Draft, task: TaskId): TaskWork {
  const work = findWork(draft.board, task);
  if (work === null) throw new Error(`nothing was begun on the task ${task}`);
  return work;
}

export function taskOf(draft: Draft, id: TaskId): Task {
  const task = findTask(draft.board, id);
  if (task === null) throw new Error(`the task ${id} is not on the board`);
  return task;
}

/** What came back is not waited for: somebody was quicker, or it is over. */
export function refuseUnowed(what: string): Refusal {
  return refuse("not-owed", `${what} is not owed`);
}

/** By the loop itself, whatever a role may do by saying so. */
export function moveTo(draft: Draft, id: TaskId, to: TaskStatus, notes: string | null = null): void {
  const { status, rejectionCount } = taskOf(draft, id);
  if (status === to) return;
  draft.emit("StatusChanged", {
    task: id,
    from: status,
    to,
    because: "said",
    rejections: rejectionCount,
    notes,
    commit: null,
  });
}

export function placeOf({ id, incarnation }: TaskWork): {
  readonly task: TaskId;
  readonly incarnation: number;
} {
  return { task: id, incarnation };
}

export function turnPlace(work: TaskWork, { round, purpose, lane }: WorkTurn) {
  return { ...placeOf(work), round, purpose, lane };
}

/** The coder's next turn; what it is to do stands in the findings, the guidance and the feedback. */
export function beginRound(draft: Draft, task: TaskId): void {
  const work = workOn(draft, task);
  draft.emit("RoundBegun", { ...placeOf(work), round: work.round + 1 });
}

export function endWork(
  draft: Draft,
  task: TaskId,
  because: string,
  carried: CarriedWork | null = null,
): void {
  const work = workOn(draft, task);
  if (work.stage.at === "close" || work.stage.at === "closed") return;
  draft.emit("WorkEnded", { ...placeOf(work), because, carried });
}

/** Once more, told what was wrong; a person is asked where that has not helped so often. */
export function failAttempt(draft: Draft, task: TaskId, retry: Retry): void {
  if (turnOf(workOn(draft, task)) === null) beginRound(draft, task);
  const work = workOn(draft, task);
  const turn = turnOf(work);
  if (turn === null) throw new Error(`no turn of the task ${task} is under way`);
  draft.emit("AttemptFailed", { ...turnPlace(work, turn), attempt: turn.attempt, retry });
  const role = turn.purpose === "reviewer" ? "reviewer" : "coder";
  if (role === "coder") moveTo(draft, task, "in_progress");
  const after = workOn(draft, task);
  const { red = 0, form = 0 } = turnOf(after)?.failed ?? {};
  if (retry.because === "blocked") {
    askWhenStuck(draft, after, {
      role,
      why: `the ${role} needs something that only you can tell`,
      messages: retryWords(retry),
    });
  } else if (red >= RED_MAX || form >= ATTEMPTS_MAX) {
    const why = `the ${role} is stuck after ${Math.max(red, form)} attempts: ${RETRY_WORDS[retry.because]}`;
    askWhenStuck(draft, after, { role, why, messages: retryWords(retry) });
  }
}

/** Each message with its line. */
export function retryWords({ messages, lines = [] }: Retry): readonly string[] {
  return messages.map((message, at) => (lines[at] == null ? message : `Line ${lines[at]}: ${message}`));
}

const RETRY_WORDS: Record<Retry["because"], string> = {
  form: "its document is not in its form",
  unchanged: "it changed nothing",
  alarms: "its work contains something that may not come in",
  red: "build or tests fail",
  blocked: "something is missing",
  guided: "guided",
};
