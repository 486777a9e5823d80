// What happens to a dispute once it is there.
import { isRefusal, type Refusal } from "../shared/refusal.ts";
import { findTask } from "./board.ts";
import type { CommandOf } from "./board-command.ts";
import { refuse } from "./board-refusal.ts";
import { readWords, refuseLongTexts } from "./board-text.ts";
import { type Dispute, NEEDS_NOTES, type Position, STATUS_AFTER } from "./dispute.ts";
import type { Draft } from "./draft.ts";
import { daysOpen, staleDisputes } from "./stale.ts";

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
