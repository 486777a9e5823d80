// Whatever a person left half done in their clone is as it was after a whole series of calls.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { GitWorld, inspectRequest, openTask, TARGET, TASK, workOn } from "../support/git-world.ts";

/** Objects and parley's own beside, with what the remote is known to hold of it: these may grow. */
const MAY_CHANGE =
  /^\.parley\/worktrees|^\.git\/(?:objects|worktrees|refs\/parley|(?:logs\/)?refs\/remotes\/origin\/(?:main|parley))(?:\/|$)/;

/** Every file of a folder with its mode and a hash of what is in it. */
function filesIn(root: string): readonly string[] {
  const lines: string[] = [];
  const look = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const here = relative(root, path);
      if (MAY_CHANGE.test(here)) continue;
      const about = lstatSync(path);
      if (about.isDirectory()) look(path);
      else {
        const content = about.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
        lines.push(`${here} ${about.mode} ${createHash("sha256").update(content).digest("hex")}`);
      }
    }
  };
  look(root);
  return lines;
}

const HALF_DONE: readonly (readonly [string, (world: GitWorld) => void])[] = [
  ["nothing", () => undefined],
  [
    "staged, unstaged and untracked changes",
    (world) => {
      world.write({ "README.md": "staged\n", "new.txt": "staged\n" });
      world.git("add", "README.md", "new.txt");
      world.write({ "README.md": "and changed again\n", "untracked.txt": "mine\n" });
    },
  ],
  [
    "a rebase in the middle of a conflict",
    (world) => {
      world.git("checkout", "-q", "-b", "topic");
      world.write({ "README.md": "topic\n" });
      world.commit("topic");
      world.git("checkout", "-q", "main");
      world.write({ "README.md": "main\n" });
      world.commit("main");
      world.git("checkout", "-q", "topic");
      expect(() => world.git("rebase", "main")).toThrow();
    },
  ],
  [
    "no branch checked out, and a commit that the remote does not have",
    (world) => {
      world.write({ "mine.txt": "mine\n" });
      world.commit("mine");
      world.git("checkout", "-q", "--detach");
    },
  ],
  ["a sparse checkout", (world) => world.git("sparse-checkout", "set", "src")],
  [
    "a submodule with changes",
    (world) => {
      world.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", world.remote, "sub");
      world.commit("sub");
      world.write({ "sub/README.md": "changed in there\n" });
    },
  ],
];

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
