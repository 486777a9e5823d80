import { describe, expect, it } from "vitest";
import { BuildWorld, finding, playing, reviewed } from "../../../test/support/build-world.ts";

const reject =
  (...titles: readonly string[]) =>
  ({ task }: { task: Parameters<BuildWorld["work"]>[0] }, world: BuildWorld) =>
    reviewed(
      world,
      task,
      "REJECT",
      titles.map((title) => finding(title)),
    );

describe("a task on its way", () => {
  it("given a task, then it is coded, tested, reviewed, landed and closed, in this order", () => {
    const world = new BuildWorld();
    const task = world.add("Fix login");
    world.begin();
    world.run();
    expect(world.done.map((effect) => (effect.do === "call" ? effect.order.purpose : effect.do))).toEqual([
      "take-task",
      "open-worktree",
      "coder",
      "inspect-work",
      "run-checks",
      "reviewer",
      "prepare-landing",
      "push-landing",
      "close-worktree",
    ]);
    expect(world.status(task)).toBe("completed");
    expect(world.work(task)).toMatchObject({ stage: { at: "closed" }, round: 1, worktree: null });
  });

  it("given a rejection, then the coder answers its findings in another round, and the second review counts", () => {
    const world = new BuildWorld();
    const task = world.add("Fix login");
    world.begin();
    world.run({ call: playing({ reviewer: [reject("No test")] }) });
    expect(world.status(task)).toBe("completed");
    expect(world.task(task).rejectionCount).toBe(1);
    expect(world.work(task).findings).toMatchObject([
      { id: "F1", state: "fixed", answer: { status: "FIXED" } },
    ]);
    expect(world.work(task).round).toBe(2);
  });
});
