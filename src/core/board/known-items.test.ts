import { describe, expect, it } from "vitest";
import { World } from "../../../test/support/board-world.ts";
import type { TaskId } from "./board-id.ts";
import { knownItems, type PlanEntry } from "./known-items.ts";

const SOURCE = "shop_v1.md#pay";
const from = (item: string, session = "shop") => ({ session, item });
const entry = (item: string | null, title: string): PlanEntry => ({
  planned: item === null ? null : from(item),
  title,
  sourceFile: SOURCE,
});

function plan(world: World, item: string | null, title: string): TaskId {
  const id = world.freshTask();
  const about = { section: null, sourceFile: SOURCE, after: [], notes: "", origin: null } as const;
  const planned = item === null ? {} : { planned: from(item) };
  const place = { at: "last" } as const;
  world.do({ type: "ImportTasks", tasks: [{ id, title, status: "pending", ...about, ...planned, place }] });
  return id;
}

const known = (task: TaskId) => ({ at: "known", task });

describe("what the board has seen of a plan", () => {
  it("given a task with another title, then it is known by its gap", () => {
    const world = new World();
    const task = plan(world, "GAP-FLOW-001", "Decline cards");
    world.do({ type: "RenameTask", task, title: "Say no to cards" });
    const entries = [entry("GAP-FLOW-001", "Build: Pay"), entry("GAP-FLOW-002", "Say no to cards")];
    expect(knownItems(world.board, entries)).toEqual([known(task), { at: "new" }]);
  });

  it("given the same gap of another session, then it is new", () => {
    const world = new World();
    plan(world, "GAP-FLOW-001", "Decline cards");
    const other = { ...entry("GAP-FLOW-001", "Decline cards"), planned: from("GAP-FLOW-001", "shop-2") };
    expect(knownItems(world.board, [other])).toEqual([{ at: "new" }]);
  });

  it("given a removed task, then that is known too", () => {
    const world = new World();
    world.do({ type: "RemoveTask", task: plan(world, "#pay", "Pay") });
    expect(knownItems(world.board, [entry("#pay", "Pay")])).toEqual([{ at: "removed" }]);
  });

  it("given a gap that was parted into two tasks, then each stands for its own entry, and a third is new", () => {
    const world = new World();
    const [one, two] = [plan(world, "GAP-FLOW-001", "One"), plan(world, "GAP-FLOW-001", "Two")];
    const entries = ["Two", "Uno", "Three"].map((title) => entry("GAP-FLOW-001", title));
    expect(knownItems(world.board, entries)).toEqual([known(two), known(one), { at: "new" }]);
    expect(knownItems(world.board, [entry("GAP-FLOW-001", "Build: Pay")])).toEqual([known(one)]);
  });

  it("given what nobody has planned, then it is known by its title and source", () => {
    const world = new World();
    const task = plan(world, null, "Pay");
    const elsewhere = { ...entry(null, "Pay"), sourceFile: null };
    expect(knownItems(world.board, [entry("#pay", "PAY"), entry(null, "Pay"), elsewhere])).toEqual([
      known(task),
      known(task),
      { at: "new" },
    ]);
  });
});
