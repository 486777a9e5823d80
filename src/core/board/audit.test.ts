import { describe, expect, it } from "vitest";
import { disputeId, World } from "../../../test/support/board-world.ts";
import { BUILD_EVENT_VERSIONS } from "../build/build-event.ts";
import { auditEntry } from "./audit.ts";
import { BOARD_EVENT_VERSIONS, upcast } from "./board-event.ts";

function audit(world: World) {
  return world.events.map((event, index) => auditEntry(event, index + 1)).filter((entry) => entry !== null);
}

/** Every kind of event at least once. */
function fullWorld(): World {
  const world = new World();
  const section = world.addSection("Login");
  const [other, third] = [world.addSection("Other"), world.addSection("Third")];
  world.do({ type: "RenameSection", section, name: "Log in" });
  for (let count = 0; count < 60; count += 1)
    world.do({
      type: "MoveSection",
      section: count % 2 === 0 ? third : other,
      to: { at: "after", other: section },
    });
  world.do({ type: "SkipSection", section: other, notes: "later" });
  world.do({ type: "RemoveSection", section: other });
  const [one, two] = [world.add("one", { section }), world.add("two", { section })];
  const three = world.add("three", { section });
  for (let count = 0; count < 60; count += 1)
    world.do({ type: "MoveTask", task: count % 2 === 0 ? three : two, to: { at: "after", other: one } });
  world.do({ type: "RenameTask", task: one, title: "first" });
  world.do({ type: "SetSource", task: one, sourceFile: "SPEC.md#a" });
  world.do({ type: "SetNotes", task: one, notes: "Two\nlines." });
  world.do({ type: "SetAfter", task: two, after: [one] });
  world.do({ type: "SetFiles", task: two, files: ["src/login/**"] });
  world.do({ type: "SkipTask", task: three, notes: "no need" });
  world.do({ type: "RemoveTask", task: three });
  world.do({ type: "ChangeStatus", task: one, to: "review", as: "human" });
  world.do({ type: "LinkCommit", task: one, commit: "abcdef1" });
  world.do({
    type: "NotePlaces",
    places: [{ task: one, origin: { file: "TODO.md", section: null, under: [], title: "first" } }],
  });
  const dispute = world.dispute(one, { as: "coder", raisedBy: "coder", position: "So." });
  world.do({ type: "GivePosition", dispute, side: "reviewer", as: "reviewer" });
  world.do({ type: "AlertStale", hours: 24 * 30, as: "system" });
  world.do({ type: "ResolveDispute", dispute, decision: "reviewer", notes: "Change it." });
  const again = world.dispute(one);
  world.do({ type: "WithdrawDispute", dispute: again });
  world.do({ type: "LogMinorDispute", id: disputeId(500), task: one, notes: "taste" });
  return world;
}

describe("the audit", () => {
  it("has an entry for every change that somebody asked for, with who and from where to where", () => {
    const world = new World();
    const task = world.inReview("one");
    world.do({ type: "RejectTask", task, as: "reviewer", notes: "No tests.", commit: "abcdef1" });
    world.do({ type: "RenameTask", task, title: "first" });
    world.do({ type: "SetNotes", task, notes: "Mind the gap." });
    const change = { task, title: null, to: "completed" as const, where: "TODO.md:7" };
    world.do({ type: "TakeChanges", changes: [change] });
    world.do({ type: "RemoveTask", task });
    expect(audit(world)).toMatchObject([
      { id: 1, task, from: null, to: "pending", actor: "human:ada", notes: "added", commit: null },
      { id: 2, task, from: "pending", to: "review", notes: null },
      {
        id: 3,
        task,
        from: "review",
        to: "in_progress",
        actor: "model:reviewer-1",
        notes: "No tests.",
        commit: "abcdef1",
      },
      { id: 4, from: "in_progress", to: "in_progress", notes: 'renamed from "one" to "first"' },
      { id: 5, from: "in_progress", to: "in_progress", notes: "notes\n\nMind the gap." },
      { id: 6, from: "in_progress", to: "completed", notes: "read in TODO.md:7" },
      { id: 7, from: "completed", to: null, notes: 'removed: "first"' },
    ]);
  });

  it("given every kind of event that no build makes, then only numbering, places in files and links of commits have no entry", () => {
    const world = fullWorld();
    const kinds = Object.keys(BOARD_EVENT_VERSIONS).filter((type) => !(type in BUILD_EVENT_VERSIONS));
    expect(new Set(world.events.map(({ type }) => type))).toEqual(new Set(kinds));
    const silent = world.events.filter((event) => auditEntry(event, 1) === null).map(({ type }) => type);
    expect([...new Set(silent)].sort()).toEqual([
      "CommitLinked",
      "PlacesNoted",
      "SectionsRenumbered",
      "TasksRenumbered",
    ]);
  });
});

describe("events of another time", () => {
  it("are refused by name, the known ones are taken", () => {
    for (const event of fullWorld().events) expect(upcast(event)).toBe(event);
    expect(() => upcast({ type: "TaskPainted", v: 1, data: {} })).toThrow("TaskPainted v1");
    expect(() => upcast({ type: "TaskAdded", v: 2, data: {} })).toThrow("TaskAdded v2");
  });
});
