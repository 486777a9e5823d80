import { expect, test } from "vitest";
import { World } from "../../../test/support/board-world.ts";
import { BOARD_STREAM } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import { REJECTIONS_MAX } from "../../core/board/task.ts";
import type { RecordedEvent } from "../../engine/ports.ts";
import { HOOK_EVENTS } from "./hook.ts";
import { hookEvent, hookEvents } from "./hook-event.ts";

function names(events: readonly BoardEvent[]): readonly string[] {
  return events
    .map(
      (event): RecordedEvent => ({ ...event, stream: BOARD_STREAM, version: 1, position: 1, commandId: "c" }),
    )
    .flatMap(hookEvents)
    .map(({ event }) => event);
}

test("what happens to a task on the board", () => {
  const board = new World();
  const task = board.add("Fix login bug");
  expect(names(board.events)).toEqual([]);
  expect(names(board.do({ type: "ChangeStatus", task, to: "review" }))).toEqual([]);
  expect(names(board.do({ type: "ApproveTask", task }))).toEqual(["task.completed"]);
  const failing = board.inReview("Never good enough", REJECTIONS_MAX - 1);
  expect(names(board.do({ type: "RejectTask", task: failing, as: "reviewer" }))).toEqual(["task.failed"]);
});

test("what happens to a dispute", () => {
  const board = new World();
  const first = board.inReview("Fix login bug");
  const dispute = board.dispute(first);
  expect(names(board.events.slice(-1))).toEqual(["task.disputed", "dispute.opened"]);
  expect(names(board.do({ type: "AlertStale", hours: 24 * 30 }))).toEqual(["dispute.stale"]);
  expect(names(board.do({ type: "AlertStale", hours: 24 * 31 }))).toEqual([]);
  expect(names(board.do({ type: "ResolveDispute", dispute, decision: "coder" }))).toEqual([
    "dispute.resolved",
    "task.completed",
  ]);
  const second = board.dispute(board.inReview("Add caching"));
  const again = board.do({ type: "ResolveDispute", dispute: second, decision: "custom", notes: "otherwise" });
  expect(names(again)).toEqual(["dispute.resolved"]);
  const third = board.dispute(board.inReview("Log out"));
  expect(names(board.do({ type: "WithdrawDispute", dispute: third }))).toEqual([]);
});

test("a stream that is neither the board nor a session is nobody's business", () => {
  const event = { stream: "project", version: 1, position: 1, commandId: "c", type: "X", v: 1, data: {} };
  for (const on of HOOK_EVENTS) expect(hookEvent(on, event)).toBeNull();
});
