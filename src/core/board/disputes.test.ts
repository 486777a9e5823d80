import { describe, expect, it } from "vitest";
import { disputeId, World } from "../../../test/support/board-world.ts";
import { findDispute } from "./board.ts";
import type { DisputeId } from "./board-id.ts";
import { DISPUTE_REASONS, type Dispute } from "./dispute.ts";
import { staleDisputes } from "./stale.ts";

function disputeOf(world: World, id: DisputeId): Dispute {
  const dispute = findDispute(world.board, id);
  if (dispute === null) throw new Error(`no dispute ${id}`);
  return dispute;
}

const ID = disputeId(900);

describe("creating a dispute", () => {
  it("given a task in review, then it is disputed, and the raiser's position is kept with its model", () => {
    const world = new World();
    const task = world.inReview("Fix login bug");
    const id = world.dispute(task, {
      as: "reviewer",
      raisedBy: "reviewer",
      position: "Cookies are safer.",
      model: "opus",
      files: ["src/a.ts"],
    });
    expect(world.task(task)).toMatchObject({ status: "disputed", dispute: id });
    expect(disputeOf(world, id)).toMatchObject({
      weight: "major",
      raisedBy: "reviewer",
      createdBy: "model:reviewer-1",
      state: { at: "open", former: "review" },
      positions: {
        coder: { at: "awaited" },
        reviewer: { at: "given", text: "Cookies are safer.", model: "opus" },
      },
      files: ["src/a.ts"],
    });
  });

  it.each([
    ["pending", "human", "illegal-move"],
    ["pending", "coder", "illegal-move"],
    ["in_progress", "coder", "illegal-move"],
    ["in_progress", "reviewer", "illegal-move"],
    ["completed", "human", "illegal-move"],
    ["failed", "human", "illegal-move"],
  ] as const)("given %s without a rejection, then the %s is refused", (status, raisedBy, code) => {
    const world = new World();
    const task = world.add("one");
    if (status !== "pending") world.do({ type: "ChangeStatus", task, to: status });
    expect(world.refused({ type: "OpenDispute", id: ID, task, raisedBy })).toBe(code);
  });

  it("given work in progress, then a person may at any time, the coder after a rejection", () => {
    const world = new World();
    const task = world.add("one");
    world.do({ type: "ChangeStatus", task, to: "in_progress" });
    world.dispute(task, { raisedBy: "human" });
    const rejected = world.inReview("two");
    world.do({ type: "RejectTask", task: rejected });
    world.dispute(rejected, { as: "coder", raisedBy: "coder" });
    expect(world.task(rejected).status).toBe("disputed");
  });

  it("given one that is open, then there is no second one for the task", () => {
    const world = new World();
    const task = world.inReview("one");
    world.dispute(task);
    expect(world.refused({ type: "OpenDispute", id: ID, task, reason: "security_concern" })).toBe(
      "open-dispute",
    );
    expect(world.refused({ type: "ChangeStatus", task, to: "review" })).toBe("open-dispute");
  });

  it("given a decision, then no agent raises its reason again, but a person may, and so may anyone another one", () => {
    const world = new World();
    const task = world.inReview("one");
    const first = world.dispute(task, { as: "coder", raisedBy: "coder" });
    world.do({ type: "ResolveDispute", dispute: first, decision: "reviewer", notes: "Do as it says." });
    world.do({ type: "ChangeStatus", task, to: "review" });
    for (const raisedBy of ["coder", "reviewer"] as const) {
      expect(world.refused({ type: "OpenDispute", id: ID, task, raisedBy })).toBe("argued-before");
    }
    const second = world.dispute(task, { as: "coder", raisedBy: "coder", reason: "security_concern" });
    world.do({ type: "WithdrawDispute", dispute: second });
    const third = world.dispute(task, { as: "coder", raisedBy: "coder", reason: "security_concern" });
    world.do({ type: "WithdrawDispute", dispute: third });
    world.dispute(task, { raisedBy: "human" });
  });

  it("given the reason other, then it needs a detail; a person's position is one", () => {
    const world = new World();
    const task = world.inReview("one");
    expect(world.refused({ type: "OpenDispute", id: ID, task, reason: "other" })).toBe("detail-needed");
    const coder = { raisedBy: "coder", position: "So." } as const;
    expect(world.refused({ type: "OpenDispute", id: ID, task, reason: "other", ...coder })).toBe(
      "detail-needed",
    );
    const id = world.dispute(task, { reason: "other", detail: "Tone.", position: "Too harsh." });
    expect(disputeOf(world, id)).toMatchObject({
      detail: "Tone.\n\nToo harsh.",
      positions: { coder: { at: "awaited" }, reviewer: { at: "awaited" } },
    });
  });

  it("given an agent, then it speaks for itself only, and nobody for the system", () => {
    const world = new World();
    const task = world.inReview("one");
    expect(world.refused({ type: "OpenDispute", id: ID, task, as: "coder", raisedBy: "reviewer" })).toBe(
      "not-yours",
    );
    expect(world.refused({ type: "OpenDispute", id: ID, task, as: "coder", raisedBy: "human" })).toBe(
      "not-yours",
    );
    expect(world.refused({ type: "OpenDispute", id: ID, task, raisedBy: "system" })).toBe("reserved");
    expect(world.refused({ type: "OpenDispute", id: ID, task, as: "system", raisedBy: "human" })).toBe(
      "not-yours",
    );
  });

  it.each(DISPUTE_REASONS)("knows the reason %s", (reason) => {
    const world = new World();
    const id = world.dispute(world.inReview("one"), { reason, detail: "It says so." });
    expect(disputeOf(world, id).reason).toBe(reason);
  });
});

describe("a minor dispute", () => {
  it("is resolved for the coder at once, leaves the task, and can be settled no more", () => {
    const world = new World();
    const task = world.add("one");
    world.do({ type: "LogMinorDispute", id: ID, task, as: "coder", raisedBy: "coder", notes: "snake_case" });
    expect(world.task(task)).toMatchObject({ status: "pending", dispute: null });
    expect(disputeOf(world, ID)).toMatchObject({
      weight: "minor",
      detail: "snake_case",
      state: { at: "resolved", decision: "coder", notes: "snake_case" },
    });
    expect(world.refused({ type: "ResolveDispute", dispute: ID, decision: "coder" })).toBe("closed");
    expect(world.refused({ type: "WithdrawDispute", dispute: ID })).toBe("closed");
    expect(world.do({ type: "AlertStale", hours: 10_000 })).toEqual([]);
    const bare = { type: "LogMinorDispute", id: disputeId(901), task, notes: null } as const;
    expect(world.refused(bare)).toBe("detail-needed");
  });

  it("does not keep an agent from a major one of the same reason", () => {
    const world = new World();
    const task = world.inReview("one");
    world.do({ type: "LogMinorDispute", id: ID, task, reason: "scope_disagreement", notes: "small" });
    world.dispute(task, { as: "coder", raisedBy: "coder", reason: "scope_disagreement" });
  });
});

describe("settling a dispute", () => {
  it.each([
    ["coder", null, "completed"],
    ["reviewer", "Use cookies.", "in_progress"],
    ["custom", "Both.", "in_progress"],
  ] as const)("given the decision %s, then the task is where it leads", (decision, notes, status) => {
    const world = new World();
    const task = world.inReview("one", 2);
    const dispute = world.dispute(task);
    world.do({ type: "ResolveDispute", dispute, decision, notes });
    expect(world.task(task)).toMatchObject({ status, dispute: null, rejectionCount: 2 });
    expect(disputeOf(world, dispute).state).toMatchObject({
      at: "resolved",
      decision,
      notes,
      closed: { by: "human:ada" },
    });
    expect(world.refused({ type: "ResolveDispute", dispute, decision, notes })).toBe("closed");
    expect(world.refused({ type: "WithdrawDispute", dispute })).toBe("closed");
    if (notes !== null) expect(world.task(task).feedback.at(-1)?.text).toBe(notes);
  });

  it.each(["reviewer", "custom"] as const)("given %s without notes, then it is refused", (decision) => {
    const world = new World();
    const dispute = world.dispute(world.inReview("one"));
    expect(world.refused({ type: "ResolveDispute", dispute, decision, notes: " " })).toBe("notes-needed");
  });

  it("is for a person", () => {
    const world = new World();
    const dispute = world.dispute(world.inReview("one"), { as: "coder", raisedBy: "coder" });
    for (const as of ["coder", "reviewer", "system"] as const) {
      expect(world.refused({ type: "ResolveDispute", dispute, decision: "coder", as })).toBe("not-yours");
    }
    expect(world.refused({ type: "ResolveDispute", dispute: ID, decision: "coder" })).toBe("unknown-dispute");
  });

  it("given it is withdrawn, by who raised it or a person, then the task has its former marker", () => {
    const world = new World();
    const task = world.inReview("one", 1);
    world.do({ type: "ChangeStatus", task, to: "in_progress" });
    const dispute = world.dispute(task, { as: "coder", raisedBy: "coder" });
    expect(world.refused({ type: "WithdrawDispute", dispute, as: "reviewer" })).toBe("not-yours");
    world.do({ type: "WithdrawDispute", dispute, as: "coder" });
    expect(world.task(task)).toMatchObject({ status: "in_progress", dispute: null });
    expect(disputeOf(world, dispute).state.at).toBe("withdrawn");
    expect(world.refused({ type: "ResolveDispute", dispute, decision: "coder" })).toBe("closed");
  });
});

describe("positions", () => {
  it("are given once by each side, also too late, and may stay out", () => {
    const world = new World();
    const task = world.inReview("one");
    const dispute = world.dispute(task, { as: "coder", raisedBy: "coder", position: "JWT." });
    expect(world.refused({ type: "GivePosition", dispute, side: "coder", as: "coder" })).toBe("closed");
    expect(world.refused({ type: "GivePosition", dispute, side: "reviewer", as: "coder" })).toBe("not-yours");
    world.do({ type: "ResolveDispute", dispute, decision: "coder" });
    world.do({
      type: "GivePosition",
      dispute,
      side: "reviewer",
      as: "reviewer",
      text: "Cookies.",
      model: "m",
    });
    expect(disputeOf(world, dispute).positions.reviewer).toEqual({
      at: "given",
      text: "Cookies.",
      model: "m",
    });
    const other = world.dispute(world.inReview("two"));
    world.do({ type: "GivePosition", dispute: other, side: "coder", as: "system", text: null });
    expect(disputeOf(world, other).positions.coder).toEqual({ at: "not-given" });
  });
});

describe("stale disputes", () => {
  it("are those open for longer than the limit, reported once each", () => {
    const world = new World();
    const old = world.dispute(world.inReview("one"), { hours: 0 });
    world.dispute(world.inReview("two"), { hours: 24 });
    expect(world.do({ type: "AlertStale", hours: 7 * 24 })).toEqual([]);
    const events = world.do({ type: "AlertStale", hours: 7 * 24 + 1 });
    expect(events).toMatchObject([
      { type: "StaleAlerted", data: { dispute: old, daysOpen: 7, channel: "log" } },
    ]);
    expect(world.do({ type: "AlertStale", hours: 8 * 24 })).toEqual([]);
    const now = events[0]?.data.at;
    if (now === undefined) throw new Error("nothing was reported");
    expect(staleDisputes(world.board, { now, timeoutDays: 7 }).map(({ id }) => id)).toEqual([old]);
  });

  it("given a list of those somebody was told of, then only they are marked, and only while they are stale", () => {
    const world = new World();
    const [first, second] = [world.dispute(world.inReview("one")), world.dispute(world.inReview("two"))];
    const young = world.dispute(world.inReview("three"), { hours: 24 * 9 });
    const marked = (disputes: readonly DisputeId[]) =>
      world
        .do({ type: "AlertStale", hours: 24 * 10, disputes })
        .flatMap((event) => (event.type === "StaleAlerted" ? [event.data.dispute] : []));
    expect(marked([])).toEqual([]);
    expect(marked([second, young])).toEqual([second]);
    world.do({ type: "WithdrawDispute", dispute: first, hours: 24 * 10 });
    expect(marked([first, second])).toEqual([]);
  });
});
