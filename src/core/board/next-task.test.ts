import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { taskId, World } from "../../../test/support/board-world.ts";
import { sectionsInOrder, tasksInOrder } from "./board.ts";
import { ON_MAJOR, type OnMajor } from "./dispute.ts";
import { nextTask, tasksHolding } from "./next-task.ts";
import { TASK_STATUSES } from "./task-status.ts";

const next = (world: World, onMajor: OnMajor = "continue") => {
  const found = nextTask(world.board, { onMajor });
  return found.at === "task" ? `${found.does} ${found.task.title}` : found.at;
};

describe("the next task", () => {
  it("is in review, else in progress, else pending, each top to bottom", () => {
    const world = new World();
    world.take("## A\n- [ ] p\n- [-] i\n## B\n- [o] r2\n- [x] c\n- [!] d\n- [F] f\n- [o] r1\n");
    const order: string[] = [];
    for (let found = nextTask(world.board, { onMajor: "continue" }); found.at === "task"; ) {
      order.push(`${found.does} ${found.task.title}`);
      world.do({ type: "ChangeStatus", task: found.task.id, to: "completed" });
      found = nextTask(world.board, { onMajor: "continue" });
    }
    expect(order).toEqual(["review r2", "review r1", "resume i", "start p"]);
  });

  it("passes over what is skipped, by itself or with its section, and does not wait for it", () => {
    const world = new World();
    const section = world.addSection("A");
    const one = world.add("one", { section });
    world.add("two", { after: [one] });
    expect(next(world)).toBe("start one");
    world.do({ type: "SkipSection", section });
    expect(next(world)).toBe("start two");
    world.do({ type: "SkipSection", section, skipped: false });
    world.do({ type: "SkipTask", task: one });
    expect(next(world)).toBe("start two");
  });

  it("waits for what it comes after; a disputed one counts as done unless dependents are held", () => {
    const world = new World();
    const one = world.add("one");
    const two = world.add("two", { after: [one] });
    world.do({ type: "MoveTask", task: two, to: { at: "before", other: one } });
    expect(next(world)).toBe("start one");
    world.do({ type: "ChangeStatus", task: one, to: "failed" });
    expect(nextTask(world.board, { onMajor: "continue" })).toEqual({ at: "idle", waiting: 1 });
    world.do({ type: "ChangeStatus", task: one, to: "review" });
    const dispute = world.dispute(one);
    expect(next(world)).toBe("start two");
    expect(nextTask(world.board, { onMajor: "hold-dependents" })).toEqual({ at: "idle", waiting: 1 });
    expect(tasksHolding(world.board, world.task(two), { onMajor: "hold-dependents" })).toEqual([one]);
    expect(nextTask(world.board, { onMajor: "stop" })).toEqual({ at: "stopped", disputes: [dispute] });
    world.do({ type: "ResolveDispute", dispute, decision: "coder" });
    expect(next(world, "stop")).toBe("start two");
  });

  it("given any board, then it is the first of all that may be done in their order", () => {
    const task = fc.record({
      status: fc.constantFrom(...TASK_STATUSES),
      section: fc.nat({ max: 3 }),
      after: fc.array(fc.nat({ max: 20 }), { maxLength: 2 }),
      skipped: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(task, { maxLength: 20 }), fc.constantFrom(...ON_MAJOR), (tasks, onMajor) => {
        const world = new World();
        const sections = ["A", "B", "C"].map((name) => world.addSection(name));
        world.do({
          type: "ImportTasks",
          tasks: tasks.map(({ status, section, after }, index) => ({
            id: taskId(index + 100),
            title: `task ${index}`,
            section: sections[section] ?? null,
            sourceFile: null,
            after: after.filter((other) => other < index).map((other) => taskId(other + 100)),
            notes: "",
            status,
            origin: null,
            place: { at: "last" as const },
          })),
        });
        for (const [index, { skipped }] of tasks.entries())
          if (skipped) world.do({ type: "SkipTask", task: taskId(index + 100) });
        const rank = sectionsInOrder(world.board).map(({ id }) => id);
        expect(rank).toEqual(sections);
        const may = tasksInOrder(world.board).filter(
          (one) =>
            !one.skipped &&
            one.after.every((id) => {
              const other = world.task(id);
              const done =
                other.status === "completed" ||
                (other.status === "disputed" && onMajor !== "hold-dependents");
              return (
                done ||
                (other.skipped && other.status !== "disputed") ||
                (other.skipped && onMajor !== "hold-dependents")
              );
            }),
        );
        const expected = ["review", "in_progress", "pending"].flatMap((status) =>
          may.filter((one) => one.status === status),
        )[0];
        const found = nextTask(world.board, { onMajor });
        expect(found.at === "task" ? found.task.id : null).toBe(expected?.id ?? null);
      }),
    );
  });
});
