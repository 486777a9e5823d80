// The board on one screen: how much of what there is, what comes next and why, what is in dispute.

import { type Board, findTask, sectionsInOrder } from "../../core/board/board.ts";
import type { SectionId } from "../../core/board/board-id.ts";
import type { Dispute, OnMajor } from "../../core/board/dispute.ts";
import { valuesOf } from "../../core/board/id-map.ts";
import { type NextTask, nextTask, tasksHolding } from "../../core/board/next-task.ts";
import { daysOpen, isStale, oldestFirst } from "../../core/board/stale.ts";
import type { Task } from "../../core/board/task.ts";
import { TASK_STATUSES, type TaskStatus } from "../../core/board/task-status.ts";
import { isHeld } from "../../core/build/held.ts";
import { type Timestamp, timestampFromMs } from "../../core/shared/timestamp.ts";
import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import { isFailure, type Outcome } from "../failure.ts";
import { withProject } from "../sessions/with-project.ts";
import type {
  BoardOverview,
  OverviewDispute,
  OverviewNext,
  OverviewSection,
  StatusCounts,
} from "../wire/board.ts";
import { readBoard } from "./change-board.ts";

export async function boardOverview(context: CommandContext): Outcome<BoardOverview> {
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  const { onMajor, timeoutDays } = config.disputes;
  const now = timestampFromMs(context.now.getTime());
  return await withProject(context, "read-only", async (project) =>
    overviewOf(await readBoard(project), { onMajor, timeoutDays, now }),
  );
}

interface OverviewSettings {
  readonly onMajor: OnMajor;
  readonly timeoutDays: number;
  readonly now: Timestamp;
}

function overviewOf(board: Board, { onMajor, timeoutDays, now }: OverviewSettings): BoardOverview {
  const tasks = [...valuesOf(board.tasks)];
  const open = [...valuesOf(board.disputes)].filter(({ state }) => state.at === "open").sort(oldestFirst);
  const list = open.map((dispute) => openDispute(board, dispute, { timeoutDays, now }));
  return {
    tasks: tasks.length,
    counts: countsOf(tasks),
    skipped: tasks.filter(({ skipped }) => skipped).length,
    sections: sectionsOf(board),
    next: nextOf(board, onMajor),
    disputes: { open: list.length, stale: list.filter(({ stale }) => stale).length, timeoutDays, list },
  };
}

export function countsOf(tasks: readonly { readonly status: TaskStatus }[]): StatusCounts {
  const counts = Object.fromEntries(TASK_STATUSES.map((status) => [status, 0])) as Record<TaskStatus, number>;
  for (const { status } of tasks) counts[status] += 1;
  return counts;
}

function sectionsOf(board: Board): readonly OverviewSection[] {
  const tasks = new Map<SectionId | null, Task[]>();
  for (const task of valuesOf(board.tasks)) {
    const group = tasks.get(task.section);
    if (group === undefined) tasks.set(task.section, [task]);
    else group.push(task);
  }
  const above = tasks.get(null) ?? [];
  const named = sectionsInOrder(board).map(({ id, name, skipped }) => {
    const own = tasks.get(id) ?? [];
    return { id, name, skipped, tasks: own.length, counts: countsOf(own) };
  });
  if (above.length === 0) return named;
  return [{ id: null, name: null, skipped: false, tasks: above.length, counts: countsOf(above) }, ...named];
}

function openDispute(
  board: Board,
  dispute: Dispute,
  limit: Pick<OverviewSettings, "timeoutDays" | "now">,
): OverviewDispute {
  const { id, task, taskTitle, reason } = dispute;
  return {
    id,
    taskId: task,
    taskTitle: findTask(board, task)?.title ?? taskTitle,
    reason,
    daysOpen: daysOpen(dispute, limit.now),
    stale: isStale(dispute, limit),
  };
}

const NEXT_REASONS: Record<"review" | "resume" | "start", string> = {
  review: "what waits for a review comes before everything else",
  resume: "it is under way already, and nothing waits for a review",
  start: "nothing is in review or in progress; it is the first unblocked task",
};

function nextOf(board: Board, onMajor: OnMajor): OverviewNext {
  const next = nextTask(board, { onMajor, mayTake: ({ id }) => !isHeld(board, id) });
  if (next.at === "task") {
    const { id, title } = next.task;
    return { does: next.does, id, title, why: NEXT_REASONS[next.does] };
  }
  return { does: "nothing", id: null, title: null, why: explainNoTask(board, next, onMajor) };
}

function explainNoTask(
  board: Board,
  next: Exclude<NextTask, { readonly at: "task" }>,
  onMajor: OnMajor,
): string {
  if (next.at === "stopped") {
    return `disputes.onMajor is stop, and open: ${next.disputes.join(", ")}`;
  }
  if (board.tasks.size === 0) return "there is no task yet";
  const held = [...valuesOf(board.tasks)].filter(({ id }) => isHeld(board, id));
  if (held.length > 0) {
    const names = held.slice(0, HOLDERS_SHOWN_MAX).map(({ id }) => id);
    const more = held.length > HOLDERS_SHOWN_MAX ? " …" : "";
    return `${names.join(", ")}${more} ${held.length === 1 ? "waits" : "wait"} for your answer: parley inbox`;
  }
  if (next.waiting === 0) return "everything is completed, disputed, failed or skipped";
  const holders = new Set(
    [...valuesOf(board.tasks)].flatMap((task) => tasksHolding(board, task, { onMajor })),
  );
  const names = [...holders].slice(0, HOLDERS_SHOWN_MAX).join(", ");
  const more = holders.size > HOLDERS_SHOWN_MAX ? " …" : "";
  return `${next.waiting} ${next.waiting === 1 ? "task waits" : "tasks wait"} for ${names}${more}`;
}

const HOLDERS_SHOWN_MAX = 5;
