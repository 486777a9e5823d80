// People beside a simulated build: they answer, resolve, and move tasks about, wisely or not.
import type { Board } from "../../../src/core/board/board.ts";
import type { TaskId } from "../../../src/core/board/board-id.ts";
import { disputeIdFromHex } from "../../../src/core/board/board-id.ts";
import { DECISIONS, disputeType } from "../../../src/core/board/dispute.ts";
import { valuesOf } from "../../../src/core/board/id-map.ts";
import type { TaskStatus } from "../../../src/core/board/task-status.ts";
import type { BoardQuestion } from "../../../src/core/build/board-question.ts";
import type { BoardCommandInput } from "../../../src/engine/stored-board-command.ts";
import type { Random } from "../../sim/random.ts";

/** An answer to a question, chosen among what it offers. */
export function answerTo(question: BoardQuestion, board: Board, random: Random): BoardCommandInput {
  const option = random.pick(question.options);
  const work = [...valuesOf(board.work)].find(({ id }) => id === question.task);
  const findings = (work?.findings ?? []).filter(({ state }) => state === "open").map(({ id }) => id);
  const text = option.needs.includes("text") ? textFor(option.id) : null;
  return {
    type: "AnswerBoardQuestion",
    answer: {
      question: question.id,
      option: option.id,
      text,
      findings: option.needs.includes("findings") ? random.some(findings) : [],
      by: "human:ada",
    },
    document: null,
    dispute: disputeIdFromHex(
      random
        .int(0, 2 ** 32 - 1)
        .toString(16)
        .padStart(8, "0"),
    ),
  };
}

function textFor(option: string): string {
  return option === "other-agent" ? "other" : "Only the page; nothing else.";
}

export function resolveOne(board: Board, random: Random): BoardCommandInput | null {
  const open = [...valuesOf(board.disputes)].filter(({ state }) => state.at === "open");
  if (open.length === 0) return null;
  const dispute = random.pick(open);
  if (disputeType(dispute) === "human" || random.chance(0.2))
    return { type: "WithdrawDispute", dispute: dispute.id, notes: null };
  return {
    type: "ResolveDispute",
    dispute: dispute.id,
    decision: random.pick(DECISIONS),
    notes: "Do it so.",
  };
}

const STATUSES: readonly TaskStatus[] = ["pending", "in_progress", "review", "completed", "failed"];

/** Something that people do to a task while a build goes on, whether it may be or not. */
export function meddle(board: Board, random: Random): BoardCommandInput | null {
  const tasks = [...valuesOf(board.tasks)];
  if (tasks.length === 0) return null;
  const { id: task, skipped } = random.pick(tasks);
  switch (random.int(0, 6)) {
    case 0:
    case 1:
    case 2:
      return { type: "ChangeStatus", task, to: random.pick(STATUSES), notes: null, commit: null };
    case 3:
      return { type: "SkipTask", task, skipped: !skipped, notes: null };
    case 4:
      return { type: "RemoveTask", task, notes: null };
    case 5:
      return disputeOf(task, random);
    default:
      return {
        type: random.pick(["ApproveTask", "RejectTask"] as const),
        task,
        notes: "I say so.",
        commit: null,
      };
  }
}

function disputeOf(task: TaskId, random: Random): BoardCommandInput {
  const id = disputeIdFromHex(
    random
      .int(0, 2 ** 32 - 1)
      .toString(16)
      .padStart(8, "0"),
  );
  const about = { raisedBy: "human", reason: "other", detail: "It is wrong." } as const;
  return { type: "OpenDispute", id, task, ...about, position: null, model: null, files: [] };
}
