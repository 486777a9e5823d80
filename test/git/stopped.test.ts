// parley may die between any two calls of git, with nothing of its own done after that. Whoever comes next asks again,
// and comes to the same end.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type GitProgram, runGit } from "../../src/adapters/git/git-program.ts";
import type { GitTasks } from "../../src/adapters/git/task-repository.ts";
import { AT_MS, GitWorld, inspectRequest, MESSAGE, openTask, TARGET, TASK } from "../support/git-world.ts";
import { volume } from "../support/volume.ts";

const CALLS_MAX = 200;
/** Of the places where it may die: each third, or each. */
const EACH = volume(3, 1);

type Ask = <Result>(work: (tasks: GitTasks) => Promise<Result>) => Promise<Result>;

/** Stopped after its first call of git, then after a later one, and so on, until one time is enough. */
function stoppedEverywhere(world: GitWorld, stops: { count: number }): Ask {
  return async (work) => {
    for (let callsMax = 1; callsMax <= CALLS_MAX; callsMax += EACH) {
      let calls = 0;
      let die: () => void = () => undefined;
      const dead = new Promise<"dead">((resolve) => {
        die = () => resolve("dead");
      });
      const program: GitProgram = async (call) => {
        const answer = await runGit(call);
        calls += 1;
        if (calls <= callsMax) return answer;
        die();
        return new Promise(() => undefined);
      };
      const end = await Promise.race([work(world.tasks({ program })), dead]);
      if (end !== "dead") return end;
      stops.count += 1;
    }
    throw new Error("it needs more calls than anybody would make");
  };
}

/** Two tasks, the second after the target has moved; what there is in the end. */
async function build(world: GitWorld, ask: Ask): Promise<readonly string[]> {
  const ends: string[] = [];
  for (const [task, files] of [
    ["a1b2c3d4", { "src/page.ts": "1;\n" }],
    ["b1b2c3d4", { "c.txt": "c\n" }],
  ] as const) {
    const place = { ...TASK, task };
    const opened = await ask((tasks) => openTask(tasks, place));
    const before = await ask((tasks) => tasks.mark(place));
    world.write(files, opened.path);
    if (task === "a1b2c3d4") {
      world.gitIn(opened.path, "add", "--all");
      world.gitIn(opened.path, "commit", "-q", "-m", "mine");
    }
    const work = await ask((tasks) => tasks.inspect(inspectRequest(opened, { ...place, before })));
    if (work.at !== "committed") throw new Error(JSON.stringify(work));
    const { commit } = work;
    const request = { ...place, commit, base: opened.base, target: TARGET, message: MESSAGE, atMs: AT_MS };
    if (task === "b1b2c3d4") world.pushFromElsewhere({ "other.txt": "theirs\n" });
    const prepared = await ask((tasks) => tasks.prepareLanding(request));
    if (prepared.at !== "ready") throw new Error(JSON.stringify(prepared));
    ends.push(JSON.stringify([work, prepared, await ask((tasks) => tasks.pushBranch(request))]));
    ends.push(JSON.stringify(await ask((tasks) => tasks.push({ commit: prepared.commit, target: TARGET }))));
    await ask((tasks) => tasks.closeWorktree(place));
  }
  await ask((tasks) => tasks.tidyUp([]));
  const branches = ["for-each-ref", "--format=%(refname) %(objectname)"] as const;
  return [
    ...ends,
    world.git(...branches),
    world.gitIn(world.remote, ...branches),
    world.git("status", "--short", "--branch"),
    readdirSync(join(world.root, ".parley/worktrees")).join(),
    world.git("worktree", "list", "--porcelain").replaceAll(world.folder, ""),
  ];
}

it("ends as if nobody had stopped it, wherever it was stopped", { timeout: 300_000 }, async () => {
  const undisturbed = new GitWorld();
  const expected = await build(undisturbed, (work) => work(undisturbed.tasks()));
  const world = new GitWorld();
  const stops = { count: 0 };
  expect(await build(world, stoppedEverywhere(world, stops))).toEqual(expected);
  expect(stops.count).toBeGreaterThan(volume(50, 150));
});
