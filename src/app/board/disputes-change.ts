// Raising, arguing and settling disputes.

import { commitFiles } from "../../adapters/git/commit-files.ts";
import { type Board, findDispute } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import { disputeIdFromHex, freshIds, type TaskId } from "../../core/board/board-id.ts";
import { DECISIONS, type Decision, DISPUTE_REASONS, DISPUTE_SIDES } from "../../core/board/dispute.ts";
import type { TaskStatus } from "../../core/board/task-status.ts";
import type { Who } from "../../core/board/who.ts";
import { AUDIT_TABLE } from "../../engine/board-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, usageFailure } from "../failure.ts";
import { matchWord } from "../nearest.ts";
import type { OpenProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import type { WholeDispute } from "../wire/dispute.ts";
import { type ActorInput, boardActor } from "./board-actor.ts";
import { type BoardCommandInput, changeBoard, randomHex, readBoard } from "./change-board.ts";
import { disputeViews, wholeDispute } from "./disputes-view.ts";
import { disputeNamed, taskNamed } from "./find-on-board.ts";

export interface ChangedDispute {
  readonly dispute: WholeDispute;
  /** How the task moved; `null` where it did not. */
  readonly moved: { readonly from: TaskStatus; readonly to: TaskStatus } | null;
  readonly notices: readonly string[];
}

interface RaiseDisputeInput extends ActorInput {
  readonly task: string;
  readonly reason: string | undefined;
  readonly detail: string | undefined;
}

export async function createDispute(
  context: CommandContext,
  input: RaiseDisputeInput & { readonly position: string | undefined },
): Outcome<ChangedDispute> {
  const { reason: word, position } = input;
  if (word === undefined) return missingOption("--reason", `one of ${DISPUTE_REASONS.join(", ")}`);
  const reason = oneOf(DISPUTE_REASONS, word, "reason");
  if (isFailure(reason)) return reason;
  if (isBlank(position)) return missingOption("--position", "what you hold, in your words");
  const by = boardActor(context, input);
  if (isFailure(by)) return by;
  return await withProject(context, "read-write", async (project) => {
    const known = await filesOfTask(context, project, input.task);
    return await changeDisputeIn(project, { by, now: context.now }, (board) => {
      const task = taskNamed(board, input.task);
      if (isFailure(task)) return task;
      return {
        type: "OpenDispute",
        id: freshId(board),
        task: task.id,
        raisedBy: by.role,
        reason,
        detail: input.detail ?? null,
        position: position ?? null,
        model: input.model ?? null,
        files: task.id === known.task ? known.files : [],
      };
    });
  });
}

export async function logMinorDispute(
  context: CommandContext,
  input: RaiseDisputeInput & { readonly notes: string | undefined },
): Outcome<ChangedDispute> {
  const reason = oneOf(DISPUTE_REASONS, input.reason ?? "other", "reason");
  if (isFailure(reason)) return reason;
  if (isBlank(input.notes)) return missingOption("--notes", "what was not agreed on");
  return await changeDispute(context, boardActor(context, input), (by, board) => {
    const task = taskNamed(board, input.task);
    if (isFailure(task)) return task;
    return {
      type: "LogMinorDispute",
      id: freshId(board),
      task: task.id,
      raisedBy: by.role,
      reason,
      detail: input.detail ?? null,
      notes: input.notes ?? null,
    };
  });
}

export async function givePosition(
  context: CommandContext,
  input: ActorInput & { readonly dispute: string; readonly position: string | undefined },
): Outcome<ChangedDispute> {
  const { position, model } = input;
  if (isBlank(position)) return missingOption("--position", "what that side holds, in its words");
  return await changeDispute(context, boardActor(context, input), (by, board) => {
    const side = DISPUTE_SIDES.find((one) => one === by.role);
    if (side === undefined)
      return missingOption("--as", `whose position it is: ${DISPUTE_SIDES.join(" or ")}`);
    const dispute = disputeNamed(board, input.dispute);
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

interface SettleDisputeInput {
  readonly dispute: string;
  readonly notes: string | undefined;
}

export async function resolveDispute(
  context: CommandContext,
  input: SettleDisputeInput & { readonly decision: string | undefined },
): Outcome<ChangedDispute> {
  if (input.decision === undefined) return missingOption("--decision", `one of ${DECISIONS.join(", ")}`);
  const decision: Decision | Failure = oneOf(DECISIONS, input.decision, "decision");
  if (isFailure(decision)) return decision;
  return await changeDispute(context, boardActor(context), (_, board) => {
    const dispute = disputeNamed(board, input.dispute);
    if (isFailure(dispute)) return dispute;
    return { type: "ResolveDispute", dispute: dispute.id, decision, notes: input.notes ?? null };
  });
}

export async function withdrawDispute(
  context: CommandContext,
  input: SettleDisputeInput,
): Outcome<ChangedDispute> {
  return await changeDispute(context, boardActor(context), (_, board) => {
    const dispute = disputeNamed(board, input.dispute);
    if (isFailure(dispute)) return dispute;
    return { type: "WithdrawDispute", dispute: dispute.id, notes: input.notes ?? null };
  });
}

async function changeDispute(
  context: CommandContext,
  by: Who | Failure,
  commandFor: (by: Who, board: Board) => BoardCommandInput | Failure,
): Outcome<ChangedDispute> {
  if (isFailure(by)) return by;
  return await withProject(context, "read-write", (project) =>
    changeDisputeIn(project, { by, now: context.now }, (board) => commandFor(by, board)),
  );
}

async function changeDisputeIn(
  project: OpenProject,
  { by, now }: { readonly by: Who; readonly now: Date },
  commandFor: (board: Board) => BoardCommandInput | Failure,
): Outcome<ChangedDispute> {
  const change = await changeBoard(project, by, commandFor);
  if (isFailure(change)) return change;
  const [event] = change.events;
  if (event === undefined || !("dispute" in event.data)) throw new Error("no dispute was changed");
  const id = event.data.dispute;
  const view = (await disputeViews(project.store, now)).find((one) => one.id === id);
  if (view === undefined) throw new Error(`the table has no dispute ${id}`);
  const dispute = await wholeDispute(project.store, view);
  return { dispute, moved: taskMoveOf(event), notices: change.notices };
}

function taskMoveOf(event: BoardEvent): ChangedDispute["moved"] {
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

function missingOption(flag: string, what: string): Failure {
  return usageFailure("missing-option", `${flag} is needed: ${what}`, `add ${flag}`);
}

function oneOf<Word extends string>(words: readonly Word[], typed: string, what: string): Word | Failure {
  return matchWord(words, typed, { code: what, message: `${typed} is no ${what} of a dispute` });
}

interface FilesOfTask {
  /** `null` where no task is named so. */
  readonly task: TaskId | null;
  readonly files: readonly string[];
}

/** What a task's commits changed, as far as its changes of status name commits and git knows them. */
async function filesOfTask(
  { env, cancel }: Pick<CommandContext, "env" | "cancel">,
  project: OpenProject,
  word: string,
): Promise<FilesOfTask> {
  const task = taskNamed(await readBoard(project), word);
  if (isFailure(task)) return { task: null, files: [] };
  const entries = await project.store.rows(AUDIT_TABLE, { where: { task_id: task.id } });
  const commits = entries.flatMap(({ commit_sha: commit }) => (typeof commit === "string" ? [commit] : []));
  return { task: task.id, files: await commitFiles({ root: project.root, env, commits, cancel }) };
}
