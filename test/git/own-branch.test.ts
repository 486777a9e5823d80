// The branch of a task's worktree is parley's own, and a person's branch of that name stays what it is.
import { expect, it } from "vitest";
import { GitWorld, inspectRequest, openTask, TASK, workOn } from "../support/git-world.ts";

const BRANCH = "parley/task/a1b2c3d4";
const AGAIN = { ...TASK, incarnation: 2 };

it("given a branch of that name from before the first build, another name is taken, and the branch stays", async () => {
  const world = new GitWorld();
  world.git("branch", BRANCH);
  const theirs = world.commitOn(BRANCH, { "mine.txt": "a person's\n" });
  const tasks = world.tasks();
  const opened = await openTask(tasks);
  expect(opened.branch).toBe(`${BRANCH}-2`);
  expect(await openTask(world.tasks())).toEqual(opened);
  const before = await tasks.mark(TASK);
  world.write({ "src/a.ts": "export const a = 2;\n" }, opened.path);
  expect(await tasks.inspect(inspectRequest(opened, { before }))).toMatchObject({
    at: "committed",
    alarms: [],
  });
  await tasks.tidyUp([TASK]);
  expect(world.git("rev-parse", BRANCH, `${BRANCH}-2`)).toBe(`${theirs}\n${opened.base}`);
  await tasks.tidyUp([]);
  expect(world.git("branch", "--format=%(refname:short) %(objectname)", "--list", "parley/*")).toBe(
    `${BRANCH} ${theirs}`,
  );
});

it("given a commit that a person put on a task's branch, it stays where the task is closed or begun anew", async () => {
  const world = new GitWorld();
  const tasks = world.tasks();
  await workOn(world, tasks);
  const theirs = world.commitOn(BRANCH, { "mine.txt": "a person's\n" });
  await tasks.closeWorktree(TASK);
  expect(world.git("rev-parse", BRANCH)).toBe(theirs);
  expect((await openTask(tasks, AGAIN)).branch).toBe(`${BRANCH}-2`);
  await tasks.closeWorktree(AGAIN);
  expect(world.git("branch", "--format=%(refname:short) %(objectname)", "--list", "parley/*")).toBe(
    `${BRANCH} ${theirs}`,
  );
});

it("given a worktree that is made anew, a person's commit on its branch stays, too", async () => {
  const world = new GitWorld();
  const tasks = world.tasks();
  const { commit, base } = await workOn(world, tasks);
  const theirs = world.commitOn(BRANCH, { "mine.txt": "a person's\n" });
  world.run("rm", "-rf", tasks.worktreePath(TASK));
  expect(await tasks.mendWorktree(TASK, { base, commit })).toBe(true);
  expect(world.git("rev-parse", BRANCH, `${BRANCH}-2`)).toBe(`${theirs}\n${base}`);
});

it("given a branch of that name that somebody has checked out, another name is taken", async () => {
  const world = new GitWorld();
  world.git("checkout", "-q", "-b", BRANCH);
  expect((await openTask(world.tasks())).branch).toBe(`${BRANCH}-2`);
  expect(world.git("status", "--short", "--branch")).toBe(`## ${BRANCH}`);
});
