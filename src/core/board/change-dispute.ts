// When coder and reviewer do not agree: how a dispute begins.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import { type Board, findDispute, findTask } from "./board.ts";
import type { CommandOf } from "./board-command.ts";
import type { DisputeId, TaskId } from "./board-id.ts";
import { refuse } from "./board-refusal.ts";
import { readWords, refuseLongTexts } from "./board-text.ts";
import {
  type Dispute,
  type DisputeReason,
  type DisputeSide,
  NEEDS_NOTES,
  type Position,
  STATUS_AFTER,
} from "./dispute.ts";
import type { Draft } from "./draft.ts";
import { valuesOf } from "./id-map.ts";
import { daysOpen, staleDisputes } from "./stale.ts";
import { type Task, taskName } from "./task.ts";
import { statusWords } from "./task-status.ts";
import { type BoardRole, isAgent, type Who } from "./who.ts";

/** A diff over more files is shown by its first ones. */
const FILES_MAX = 1_000;

type OpenDispute = CommandOf<"OpenDispute">;
type DisputeWish = Omit<OpenDispute, "type" | "at" | "by">;

export function openDispute(draft: Draft, command: OpenDispute): Refusal | null {
  return raiseDispute(draft, command, draft.by);
}

/** `by`: who raises it, where that is not who asks. */
export function raiseDispute(draft: Draft, command: DisputeWish, by: Who): Refusal | null {
  const refused = refuseDispute(draft, command, by);
  if (refused !== null) return refused;
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const { id: dispute, raisedBy, reason, files } = command;
  const data = {
    dispute,
    task: task.id,
    title: task.title,
    from: task.status,
    raisedBy,
    reason,
    detail: detailOf(command),
    positions: { coder: positionOf("coder", command), reviewer: positionOf("reviewer", command) },
    files: files.slice(0, FILES_MAX),
  };
  draft.emit("DisputeOpened", data, by);
  return null;
}

/** Why it cannot be raised now; `null` where it can. */
export function refuseDispute(draft: Draft, command: DisputeWish, by: Who): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const { id, raisedBy, reason, position, model } = command;
  const detail = detailOf(command);
  return (
    refuseTakenId(draft.board, id) ??
    refuseRaiser(by, raisedBy) ??
    refuseStatus(task, raisedBy) ??
    refuseRepeated(draft.board, { task, raisedBy, reason }) ??
    refuseLongTexts(detail, position, model) ??
    refuseMissingDetail(reason, detail)
  );
}

export function logMinorDispute(draft: Draft, command: CommandOf<"LogMinorDispute">): Refusal | null {
  const task = draft.task(command.task);
  if (isRefusal(task)) return task;
  const { id: dispute, raisedBy, reason } = command;
  const refused = refuseTakenId(draft.board, dispute) ?? refuseRaiser(draft.by, raisedBy);
  if (refused !== null) return refused;
  const notes = readWords(command.notes);
  const detail = readWords(command.detail) ?? (reason === "other" ? notes : null);
  const unfit = refuseLongTexts(detail, notes) ?? refuseMissingDetail(reason, detail);
  if (unfit !== null) return unfit;
  const { id, status, title } = task;
  draft.emit("MinorDisputeLogged", { dispute, task: id, status, title, raisedBy, reason, detail, notes });
  return null;
}

function refuseTakenId(board: Board, id: DisputeId): Refusal | null {
  if (findDispute(board, id) === null) return null;
  return refuse("id-taken", `there is a dispute ${id} already`, "Try again with another id.");
}

/** A person may speak for either side; an agent only for its own. */
function refuseRaiser({ role }: Who, raisedBy: BoardRole): Refusal | null {
  if (raisedBy === "system") return refuse("reserved", "no dispute is raised by the system itself");
  if (role === "human" || role === raisedBy) return null;
  return refuse("not-yours", `the ${role} cannot raise a dispute as the ${raisedBy}`);
}

function refuseStatus(task: Task, raisedBy: BoardRole): Refusal | null {
  const { status, dispute, rejectionCount } = task;
  if (dispute !== null) {
    const message = `${taskName(task)} has an open dispute already: ${dispute}`;
    return refuse("open-dispute", message, "Add to that one, or settle it first.");
  }
  if (status === "review") return null;
  if (status === "in_progress" && (raisedBy === "human" || rejectionCount > 0)) return null;
  const why =
    status === "in_progress"
      ? `${statusWords(status)} and was never rejected: there is nothing yet that the ${raisedBy} could dispute`
      : `${statusWords(status)}: a dispute is about a task in review [o], or in progress [-] after a rejection`;
  return refuse("illegal-move", `${taskName(task)} is ${why}`);
}

interface Argument {
  readonly task: Task;
  readonly raisedBy: BoardRole;
  readonly reason: DisputeReason;
}

/** What a person has decided, no agent argues again. */
function refuseRepeated(board: Board, { task, raisedBy, reason }: Argument): Refusal | null {
  if (!isAgent(raisedBy)) return null;
  const earlier = resolvedMajor(board, task.id).find((dispute) => dispute.reason === reason);
  if (earlier === undefined) return null;
  const message = `${reason} was decided for ${taskName(task)} in the dispute ${earlier.id}`;
  return refuse("argued-before", message, "Honour the decision; only a person can raise it again.");
}

function resolvedMajor(board: Board, task: TaskId): Dispute[] {
  return [...valuesOf(board.disputes)].filter(
    (dispute) => dispute.task === task && dispute.weight === "major" && dispute.state.at === "resolved",
  );
}

/** What a person holds is neither side's position. */
function detailOf({ raisedBy, detail, position }: DisputeWish): string | null {
  const texts = raisedBy === "human" ? [detail, position] : [detail];
  const words = texts.map(readWords).filter((text) => text !== null);
  return words.length === 0 ? null : words.join("\n\n");
}

function positionOf(side: DisputeSide, { raisedBy, position, model }: DisputeWish): Position {
  const text = raisedBy === side ? readWords(position) : null;
  return text === null ? { at: "awaited" } : { at: "given", text, model: readWords(model) };
}

function refuseMissingDetail(reason: DisputeReason, detail: string | null): Refusal | null {
  if (reason !== "other" || detail !== null) return null;
  return refuse("detail-needed", "the reason `other` needs a detail that says what it is about");
}

// What happens to a dispute once it is there.

/** Once for each side, also after the decision: what was asked for is not thrown away. */
export function givePosition(draft: Draft, command: CommandOf<"GivePosition">): Refusal | null {
  const dispute = draft.dispute(command.dispute);
  if (isRefusal(dispute)) return dispute;
  const { side } = command;
  if (draft.by.role !== "human" && draft.by.role !== "system" && draft.by.role !== side) {
    return refuse("not-yours", `the ${draft.by.role} does not speak for the ${side}`);
  }
  if (dispute.positions[side].at !== "awaited") {
    return refuse("closed", `the position of the ${side} in the dispute ${dispute.id} is settled already`);
  }
  const text = readWords(command.text);
  const long = refuseLongTexts(text, command.model);
  if (long !== null) return long;
  const position: Position =
    text === null ? { at: "not-given" } : { at: "given", text, model: readWords(command.model) };
  const status = findTask(draft.board, dispute.task)?.status ?? null;
  draft.emit("PositionSettled", { dispute: dispute.id, task: dispute.task, status, side, position });
  return null;
}

export function resolveDispute(draft: Draft, command: CommandOf<"ResolveDispute">): Refusal | null {
  const dispute = draft.dispute(command.dispute);
  if (isRefusal(dispute)) return dispute;
  const closed = refuseClosed(dispute, "resolved");
  if (closed !== null) return closed;
  const { decision } = command;
  const notes = readWords(command.notes);
  if (notes === null && NEEDS_NOTES[decision]) {
    const message = `the decision \`${decision}\` needs notes: the coder works on by them`;
    return refuse("notes-needed", message, "Say in the notes what is to be done.");
  }
  const long = refuseLongTexts(notes);
  if (long !== null) return long;
  const to = STATUS_AFTER[decision];
  draft.emit("DisputeResolved", { dispute: dispute.id, task: dispute.task, to, decision, notes });
  return null;
}

export function withdrawDispute(draft: Draft, command: CommandOf<"WithdrawDispute">): Refusal | null {
  const dispute = draft.dispute(command.dispute);
  if (isRefusal(dispute)) return dispute;
  const closed = refuseClosed(dispute, "withdrawn");
  if (closed !== null || dispute.state.at !== "open") return closed;
  const { role } = draft.by;
  if (role !== "human" && role !== dispute.raisedBy) {
    return refuse(
      "not-yours",
      `the dispute ${dispute.id} is the ${dispute.raisedBy}'s to withdraw, or a person's`,
    );
  }
  const notes = readWords(command.notes);
  const long = refuseLongTexts(notes);
  if (long !== null) return long;
  const { former: to } = dispute.state;
  draft.emit("DisputeWithdrawn", { dispute: dispute.id, task: dispute.task, to, notes });
  return null;
}

function refuseClosed({ id, weight, state }: Dispute, wish: "resolved" | "withdrawn"): Refusal | null {
  if (state.at === "open") return null;
  const { by, at } = state.closed;
  const how = state.at === "resolved" ? `resolved (${state.decision})` : "withdrawn";
  const minor = weight === "minor" ? "; a minor one is so from the start" : "";
  return refuse("closed", `the dispute ${id} cannot be ${wish}: it was ${how} by ${by} at ${at}${minor}`);
}

export function alertStale(draft: Draft, command: CommandOf<"AlertStale">): null {
  const { timeoutDays, channel, disputes } = command;
  const due = staleDisputes(draft.board, { now: draft.at, timeoutDays });
  for (const dispute of due) {
    if (dispute.staleAlertedAt !== null || disputes?.includes(dispute.id) === false) continue;
    draft.emit("StaleAlerted", {
      dispute: dispute.id,
      task: dispute.task,
      status: findTask(draft.board, dispute.task)?.status ?? null,
      channel,
      daysOpen: daysOpen(dispute, draft.at),
    });
  }
  return null;
}
