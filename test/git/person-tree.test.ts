// Whatever a person left half done in their clone is as it was after a whole series of calls.
import { expect, it } from "vitest";
import { GitWorld, inspectRequest, openTask, TARGET, TASK, workOn } from "../support/git-world.ts";
import { filesIn, HALF_DONE } from "../support/person-tree.ts";

it.each(HALF_DONE)("given %s", async (_, leave) => {
  const world = new GitWorld();
  leave(world);
  const before = filesIn(world.root);
  const tasks = world.tasks();
  expect(await tasks.look({ target: "main" })).toMatchObject({ at: "ready" });
  const opened = await openTask(tasks);
  const mark = await tasks.mark(TASK);
  const request = await workOn(world, tasks);
  // A coder who uses git in its worktree, as coders do.
  world.gitIn(opened.path, "commit", "-q", "--all", "--allow-empty", "-m", "mine");
  const again = await tasks.inspect(inspectRequest(opened, { before: mark, number: 2 }));
  expect("alarms" in again && again.alarms.map(({ kind }) => kind)).toEqual(["own-history"]);
  expect(world.git("rev-parse", "refs/parley/coder/a1b2c3d4/2")).toBe(world.git("rev-parse", opened.branch));
  await tasks.diff(request.commit, 1_000);
  world.pushFromElsewhere({ "other.txt": "theirs\n" });
  const prepared = await tasks.prepareLanding(request);
  if (prepared.at !== "ready") throw new Error(JSON.stringify(prepared));
  expect(await tasks.pushBranch(request)).toMatchObject({ at: "pushed" });
  expect(await tasks.push({ commit: prepared.commit, target: TARGET })).toEqual({ at: "landed" });
  await tasks.closeWorktree(TASK);
  await tasks.tidyUp([]);
  expect(filesIn(world.root)).toEqual(before);
});
