// Raising, arguing and settling disputes.

import { commitFiles } from "../../adapters/git/commit-files.ts";
import { type Board, findDispute } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import { disputeIdFromHex, freshIds, type TaskId } from "../../core/board/board-id.ts";
import { DECISIONS, type Decision, DISPUTE_REASONS, DISPUTE_SIDES } from "../../core/board/dispute.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Who } from "../../core/board/who.ts";
import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import { type Failure, isFailure } from "../failure.ts";
import { wordAmong } from "../nearest.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { Surroundings } from "../surroundings.ts";
import type { WholeDispute } from "../wire/dispute.ts";
import { type ActorWishes, boardActor } from "./board-actor.ts";
import { type BoardWish, changeBoard, randomHex, readBoard } from "./change-board.ts";
import { disputeViews, wholeDispute } from "./disputes-view.ts";
import { disputeNamed, taskNamed } from "./find-on-board.ts";

export interface ChangedDispute {
  readonly dispute: WholeDispute;
  /** How the task moved; `null` where it did not. */
  readonly moved: { readonly from: TaskStatus; readonly to: TaskStatus } | null;
  readonly notices: readonly string[];
}

interface RaiseWishes extends ActorWishes {
  readonly task: string;
  readonly reason: string | undefined;
  readonly detail: string | undefined;
}

export async function createDispute(
  surroundings: Surroundings,
  wishes: RaiseWishes & { readonly position: string | undefined },
): Promise<ChangedDispute | Failure> {
  const { reason: word, position } = wishes;
  if (word === undefined) return missing("--reason", `one of ${DISPUTE_REASONS.join(", ")}`);
  const reason = oneOf(DISPUTE_REASONS, word, "reason");
  if (isFailure(reason)) return reason;
  if (isBlank(position)) return missing("--position", "what you hold, in your words");
  const by = boardActor(surroundings, wishes);
  if (isFailure(by)) return by;
  return await withProject(surroundings, "read-write", async (project) => {
    const known = await filesOfTask(surroundings, project, wishes.task);
    return await changedIn(project, { by, now: surroundings.now }, (board) => {
      const task = taskNamed(board, wishes.task);
      if (isFailure(task)) return task;
      return {
        type: "OpenDispute",
        id: freshId(board),
        task: task.id,
        raisedBy: by.role,
        reason,
        detail: wishes.detail ?? null,
        position: position ?? null,
        model: wishes.model ?? null,
        files: task.id === known.task ? known.files : [],
      };
    });
  });
}

export async function logMinorDispute(
  surroundings: Surroundings,
  wishes: RaiseWishes & { readonly notes: string | undefined },
): Promise<ChangedDispute | Failure> {
  const reason = oneOf(DISPUTE_REASONS, wishes.reason ?? "other", "reason");
  if (isFailure(reason)) return reason;
  if (isBlank(wishes.notes)) return missing("--notes", "what was not agreed on");
  return await changed(surroundings, boardActor(surroundings, wishes), (by, board) => {
    const task = taskNamed(board, wishes.task);
    if (isFailure(task)) return task;
    return {
      type: "LogMinorDispute",
      id: freshId(board),
      task: task.id,
      raisedBy: by.role,
      reason,
      detail: wishes.detail ?? null,
      notes: wishes.notes ?? null,
    };
  });
}

export async function givePosition(
  surroundings: Surroundings,
  wishes: ActorWishes & { readonly dispute: string; readonly position: string | undefined },
): Promise<ChangedDispute | Failure> {
  const { position, model } = wishes;
  if (isBlank(position)) return missing("--position", "what that side holds, in its words");
  return await changed(surroundings, boardActor(surroundings, wishes), (by, board) => {
    const side = DISPUTE_SIDES.find((one) => one === by.role);
    if (side === undefined) return missing("--as", `whose position it is: ${DISPUTE_SIDES.join(" or ")}`);
    const dispute = disputeNamed(board, wishes.dispute);
    if (isFailure(dispute)) return dispute;
    return {
      type: "GivePosition",
      dispute: dispute.id,
      side,
      text: position ?? null,
      model: model ?? null,
    };
  });
}

interface SettleWishes {
  readonly dispute: string;
  readonly notes: string | undefined;
}

export async function resolveDispute(
  surroundings: Surroundings,
  wishes: SettleWishes & { readonly decision: string | undefined },
): Promise<ChangedDispute | Failure> {
  if (wishes.decision === undefined) return missing("--decision", `one of ${DECISIONS.join(", ")}`);
  const decision: Decision | Failure = oneOf(DECISIONS, wishes.decision, "decision");
  if (isFailure(decision)) return decision;
  return await changed(surroundings, boardActor(surroundings, NOBODY_ELSE), (_, board) => {
    const dispute = disputeNamed(board, wishes.dispute);
    if (isFailure(dispute)) return dispute;
    return { type: "ResolveDispute", dispute: dispute.id, decision, notes: wishes.notes ?? null };
  });
}

export async function withdrawDispute(
  surroundings: Surroundings,
  wishes: SettleWishes,
): Promise<ChangedDispute | Failure> {
  return await changed(surroundings, boardActor(surroundings, NOBODY_ELSE), (_, board) => {
    const dispute = disputeNamed(board, wishes.dispute);
    if (isFailure(dispute)) return dispute;
    return { type: "WithdrawDispute", dispute: dispute.id, notes: wishes.notes ?? null };
  });
}

/** Nobody settles a dispute in another's name. */
const NOBODY_ELSE: ActorWishes = { as: undefined, model: undefined };

async function changed(
  surroundings: Surroundings,
  by: Who | Failure,
  wish: (by: Who, board: Board) => BoardWish | Failure,
): Promise<ChangedDispute | Failure> {
  if (isFailure(by)) return by;
  return await withProject(surroundings, "read-write", (project) =>
    changedIn(project, { by, now: surroundings.now }, (board) => wish(by, board)),
  );
}

async function changedIn(
  project: OpenProject,
  { by, now }: { readonly by: Who; readonly now: Date },
  wish: (board: Board) => BoardWish | Failure,
): Promise<ChangedDispute | Failure> {
  const change = await changeBoard(project, by, wish);
  if (isFailure(change)) return change;
  const [event] = change.events;
  if (event === undefined || !("dispute" in event.data)) throw new Error("no dispute was changed");
  const id = event.data.dispute;
  const view = (await disputeViews(project.store, now)).find((one) => one.id === id);
  if (view === undefined) throw new Error(`the table has no dispute ${id}`);
  const dispute = await wholeDispute(project.store, view);
  return { dispute, moved: movedBy(event), notices: change.notices };
}

function movedBy(event: BoardEvent): ChangedDispute["moved"] {
  switch (event.type) {
    case "DisputeOpened":
      return { from: event.data.from, to: "disputed" };
    case "DisputeResolved":
    case "DisputeWithdrawn":
      return { from: "disputed", to: event.data.to };
    default:
      return null;
  }
}

function freshId(board: Board) {
  const isTaken = (id: ReturnType<typeof disputeIdFromHex>): boolean => findDispute(board, id) !== null;
  const [id] = freshIds(1, () => disputeIdFromHex(randomHex()), isTaken);
  if (id === undefined) throw new Error("no id was drawn");
  return id;
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

function missing(flag: string, what: string): Failure {
  return {
    failed: "usage",
    code: "missing-option",
    message: `${flag} is needed: ${what}`,
    fix: `add ${flag}`,
  };
}

function oneOf<Word extends string>(words: readonly Word[], typed: string, what: string): Word | Failure {
  return wordAmong(words, typed, { code: what, message: `${typed} is no ${what} of a dispute` });
}

interface FilesOfTask {
  /** `null` where no task is named so. */
  readonly task: TaskId | null;
  readonly files: readonly string[];
}

/** What a task's commits changed, as far as its changes of status name commits and git knows them. */
async function filesOfTask(
  { env, cancel }: Pick<Surroundings, "env" | "cancel">,
  project: OpenProject,
  word: string,
): Promise<FilesOfTask> {
  const task = taskNamed(await readBoard(project), word);
  if (isFailure(task)) return { task: null, files: [] };
  const entries = await project.store.rows(AUDIT_TABLE, { where: { task_id: task.id } });
  const commits = entries.flatMap(({ commit_sha: commit }) => (typeof commit === "string" ? [commit] : []));
  return { task: task.id, files: await commitFiles({ root: project.root, env, commits, cancel }) };
}
