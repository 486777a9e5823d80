import { expect, it } from "vitest";
import { BuildWorld } from "../../../test/support/build-world.ts";
import { buildView } from "./build-view.ts";

it("given a task that a person skips under its coder, then it says so, and the task is none that is left", () => {
  const world = new BuildWorld();
  const task = world.add("Fix login");
  world.begin();
  world.run({}, (effect) => effect.do === "open-worktree");
  world.do({ type: "SkipTask", task, skipped: true, notes: null });
  expect(buildView(world.board)).toMatchObject({ tasks: [{ id: task, stage: "skipped" }], left: 0 });
});
