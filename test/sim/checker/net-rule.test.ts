import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/shared/json.ts";
import {
  A,
  B,
  C,
  type Completing,
  changed,
  fact,
  faultsOf,
  finishedStory,
  gap,
  moved,
  Story,
  spawned,
} from "../event-lists.ts";

const faults = (story: Parameters<typeof faultsOf>[0]) => faultsOf(story, "net");
const { events } = finishedStory();
const NET = { resolved: [A], created: [], unweighted: 1, weighted: 2, note: null, newCritical: [] };

describe("what a completed round counts", () => {
  it.each<[string, JsonObject, string]>([
    ["openStart", { openStart: 0 }, "openStart is 1, not 0"],
    ["openEnd", { openEnd: 1 }, "openEnd is 0, not 1"],
    ["resolved", { net: { ...NET, resolved: [] } }, `resolved: ${A}, not none`],
    ["created", { net: { ...NET, created: [B] } }, `created: none, not ${B}`],
    ["the unweighted net", { net: { ...NET, unweighted: 2 } }, "the unweighted net is 1, not 2"],
    ["the weighted net", { net: { ...NET, weighted: 1 } }, "the weighted net is 2, not 1"],
    ["new CRITICAL gaps", { net: { ...NET, newCritical: [A] } }, `newCritical: none, not ${A}`],
    ["the note", { net: { ...NET, note: "odd" } }, "a note belongs exactly where the signs"],
    ["what has had its count", { counted: [] }, `counted: ${A}, not none`],
  ])("given a wrong number for %s, then it is found", (_, by, message) => {
    expect(faults(changed(events, "RoundCompleted", by))).toEqual([expect.stringContaining(message)]);
  });
});

describe("open counts", () => {
  it("given a deferred and a blocked gap, then they count a half and a quarter", () => {
    const block = { at: "BLOCKED_EXTERNAL", need: "x" };
    const story = (end: number) =>
      new Story()
        .start([gap(A), gap(B), gap(C)])
        .command(
          moved({ id: B, from: "OPEN", to: { at: "USER_DEFERRED", reason: "r" }, by: "User", round: 1 }),
        )
        .startRound(1, A)
        .command(moved({ id: C, from: "OPEN", to: block, by: "Engineer", round: 1 }))
        .propose(1, A)
        .review(1, A, "accept")
        .complete(1, { open: [2.5, end], resolved: [A], weighted: 2 });
    expect(faultsOf(story(0.75))).toEqual([]);
    expect(faults(story(1.5))).toEqual(["openEnd is 0.75, not 1.5"]);
  });
});

describe("new gaps", () => {
  const story = (about: Completing) =>
    new Story()
      .start([gap(A, "LOW")])
      .startRound(1, A)
      .propose(1, A, spawned(B, "HIGH", 1))
      .review(1, A, "accept")
      .complete(1, about);
  const right: Completing = { open: [1, 1], resolved: [A], created: [B], weighted: -3, note: "signs differ" };

  it("given one of this round, then its weight is taken off, and differing signs are noted", () => {
    expect(faults(story(right))).toEqual([]);
    expect(faults(story({ ...right, weighted: 1 }))).toContainEqual("the weighted net is -3, not 1");
    expect(faults(story({ ...right, note: null }))).toContainEqual(expect.stringContaining("a note belongs"));
  });

  it("given the parts of a split, then they are not new", () => {
    const parts = ["GAP-FLOW-002a", "GAP-FLOW-002b"];
    const about = { origin: { from: "split", parent: B }, roundEntered: 1 };
    const split = new Story()
      .start([gap(A), gap(B)])
      .startRound(1, A)
      .command(
        moved({ id: B, from: "OPEN", to: { at: "SUPERSEDED", by: parts }, by: "User", round: 1 }),
        ...parts.map((id) => fact("GapEntered", { gap: gap(id, "MEDIUM", about), alias: null })),
      )
      .propose(1, A)
      .review(1, A, "accept")
      .complete(1, { open: [2, 2], resolved: [A], weighted: 2 });
    expect(faultsOf(split)).toEqual([]);
  });

  it("given one that entered as CRITICAL, then it is a new CRITICAL; one raised to it is not", () => {
    const rate = { level: "CRITICAL", setBy: "reviewer", enteredAs: "MEDIUM" };
    const raisedLater = new Story()
      .start([gap(A)])
      .startRound(1, A)
      .propose(1, A, spawned(B, "MEDIUM", 1), fact("GapRated", { gap: B, severity: rate, round: 1 }))
      .review(1, A, "accept")
      .complete(1, {
        open: [1, 1],
        resolved: [A],
        created: [B],
        weighted: -14,
        note: "signs differ",
        newCritical: [B],
      });
    expect(faults(raisedLater)).toEqual([`newCritical: none, not ${B}`]);
  });
});

describe("one count a session", () => {
  const reopen = moved({
    id: A,
    from: "ACCEPTED",
    to: { at: "NEEDS_REVISION" },
    by: "User",
    round: 2,
    reason: "r",
  });
  const first = () =>
    new Story()
      .start([gap(A), gap(B)])
      .round(1, A, "accept")
      .complete(1, { open: [2, 1], resolved: [A], weighted: 2 });

  it("given RESOLVED after ACCEPTED, then it counts no second time", () => {
    const resolve = moved({ id: A, from: "ACCEPTED", to: { at: "RESOLVED" }, by: "User", round: 2 });
    const second = (resolved: readonly string[], weighted: number) =>
      first()
        .command(resolve)
        .round(2, B, "accept")
        .complete(2, { open: [1, 0], resolved, weighted, counted: [A, B] });
    expect(faultsOf(second([B], 2))).toEqual([]);
    expect(faults(second([A, B], 4))).toContainEqual(`resolved: ${B}, not ${A}, ${B}`);
  });

  it("given it was reopened, then it counts again", () => {
    const again = (resolved: readonly string[], weighted: number) =>
      first()
        .command(reopen)
        .round(2, A, "accept", "NEEDS_REVISION")
        .complete(2, { open: [2, 1], resolved, weighted, counted: [A] });
    expect(faultsOf(again([A], 2))).toEqual([]);
    expect(faults(again([], 0))).toContainEqual(`resolved: ${A}, not none`);
  });
});
