// What every repository that tasks are built in must do: git with a bare remote, git without one, and the one in memory.
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type {
  BuildTarget,
  LandRequest,
  PreparedLanding,
  TaskPlace,
  TaskRepository,
} from "../../src/engine/build-ports.ts";
import { AT_MS, GitWorld, inspectRequest, MESSAGE, openTask, TARGET, TASK } from "../support/git-world.ts";
import { MemoryRepository } from "../support/memory-repository.ts";

describe("a task's way", () => {
  it("is looked at, opened, marked, committed, shown, prepared, pushed and closed", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    expect(await tasks.look({ target: null })).toEqual({
      at: "ready",
      prefix: "",
      target: TARGET,
      identity: { name: "Ada", email: "ada@example.org" },
      notes: [],
    });
    const opened = await openTask(tasks);
    expect(opened).toEqual({
      path: tasks.worktreePath(TASK),
      branch: "parley/task/a1b2c3d4",
      base: world.git("rev-parse", "main"),
    });
    expect(world.gitIn(opened.path, "status", "--short", "--branch")).toBe("## parley/task/a1b2c3d4");
    const before = await tasks.mark(TASK);
    world.write({ "src/page.ts": "export const page = 'hello';\n", "README.md": "one\ntwo\n" }, opened.path);
    world.write({ ".parley-out/coder.md": "done\n" }, opened.path);
    const work = await tasks.inspect(inspectRequest(opened, { before }));
    expect(work).toEqual({
      at: "committed",
      commit: world.git("rev-parse", "refs/parley/work/a1b2c3d4/1"),
      tree: world.git("rev-parse", "refs/parley/work/a1b2c3d4/1^{tree}"),
      files: [
        { path: "README.md", change: "changed", added: 1, removed: 0 },
        { path: "src/page.ts", change: "added", added: 1, removed: 0 },
      ],
      alarms: [],
    });
    if (work.at !== "committed") return;
    const { commit } = work;
    const { base } = opened;
    expect(world.git("log", "-1", "--format=%an <%ae> %at %ct%n%P%n%B", commit)).toBe(
      `Ada <ada@example.org> 1795050123 1795050123\n${base}\nAdds a page\n\nIt says hello.\n\nParley-Task: a1b2c3d4\nParley-Agent: claude`,
    );
    expect(world.git("show", "--format=", "--name-only", commit)).toBe("README.md\nsrc/page.ts");
    expect(await tasks.diff(commit, 10_000)).toContain("+export const page = 'hello';\n");
    const request = { ...TASK, commit, base, target: TARGET, message: MESSAGE, atMs: AT_MS };
    const prepared = await tasks.prepareLanding(request);
    expect(prepared).toEqual({ at: "ready", commit, onto: base, moved: false });
    expect(world.read("src/page.ts", tasks.landingPath())).toContain("hello");
    expect(await tasks.holds(TARGET, commit)).toBe(false);
    expect(await tasks.push({ commit, target: TARGET })).toEqual({ at: "landed" });
    expect(await tasks.holds(TARGET, commit)).toBe(true);
    expect(world.gitIn(world.remote, "rev-parse", "main")).toBe(commit);
    await tasks.closeWorktree(TASK);
    await tasks.tidyUp([]);
    expect(world.git("worktree", "list", "--porcelain").split("\n\n")).toHaveLength(1);
    expect(world.git("branch", "--format=%(refname:short)")).toBe("main");
    expect(world.git("status", "--short")).toBe("");
  });
});

/** A repository that outlives whoever works in it. */
interface Kept {
  readonly target: BuildTarget;
  /** As a process that has just begun has it. */
  tasks(): TaskRepository;
  /** In the worktree of a task. */
  write(place: TaskPlace, files: Readonly<Record<string, string>>): void;
  /** Somebody changes what parley goes by in the project. */
  changeParley(): void;
  /** Somebody takes the worktree away. */
  lose(place: TaskPlace): void;
  /** Somebody else puts a file on the target. */
  moveTarget(path: string, text: string): void;
  /** A file as the target has it; `null`: it has none. */
  onTarget(path: string): string | null;
  /** Of the branch on the remote, or here where there is none. */
  tipOf(branch: string): string | null;
  /** How many commits the target has. */
  count(): number;
}

function gitKept(remote: boolean): Kept {
  const world = new GitWorld({ remote });
  const target = remote ? TARGET : { branch: "parley/landed", remote: null };
  const holder = remote ? world.remote : world.root;
  const ask = (...args: readonly string[]): string | null => {
    try {
      return world.gitIn(holder, ...args);
    } catch {
      return null;
    }
  };
  return {
    target,
    tasks: () => world.tasks(),
    write: (place, files) => world.write(files, world.tasks().worktreePath(place)),
    changeParley: () => world.write({ ".parley/config.yaml": "roles: {}\n" }),
    lose: (place) => rmSync(world.tasks().worktreePath(place), { recursive: true }),
    moveTarget: (path, text) => {
      if (remote) {
        world.pushFromElsewhere({ [path]: text });
        return;
      }
      if (world.git("branch", "--list", target.branch) === "") world.git("branch", target.branch);
      world.commitOn(target.branch, { [path]: text });
    },
    onTarget: (path) => ask("show", `${target.branch}:${path}`),
    tipOf: (branch) => ask("rev-parse", "-q", "--verify", `refs/heads/${branch}`),
    count: () => Number(ask("rev-list", "--count", target.branch)),
  };
}

function memoryKept(remote: string | null): Kept {
  const repository = new MemoryRepository({ files: { "README.md": "one" }, remote });
  return {
    target: repository.target,
    tasks: () => repository,
    write: ({ task }, files) => {
      for (const [path, text] of Object.entries(files)) repository.worktrees.get(task)?.files.set(path, text);
    },
    changeParley: () => {
      repository.parley = "roles: {}";
    },
    lose: ({ task }) => void repository.worktrees.delete(task),
    moveTarget: (path, text) => void repository.moveTarget(path, text),
    onTarget: (path) => repository.targetFiles().get(path) ?? null,
    tipOf: (branch) => repository.branch(branch),
    count: () => repository.history().length,
  };
}

const FIRST: TaskPlace = { task: "a1b2c3d4", incarnation: 1 };
const SECOND: TaskPlace = { ...FIRST, incarnation: 2 };

/** Work of a task, as a review has seen it. */
async function makeWork(
  kept: Kept,
  place: TaskPlace,
  number: number,
  files: Readonly<Record<string, string>>,
): Promise<LandRequest> {
  const tasks = kept.tasks();
  const opened = await tasks.openWorktree(place, kept.target);
  if ("at" in opened) throw new Error(opened.message);
  kept.write(place, files);
  const work = await tasks.inspect({
    ...{ ...place, base: opened.base, number, before: null, files: [], message: MESSAGE, atMs: AT_MS },
  });
  if (work.at !== "committed") throw new Error(JSON.stringify(work));
  return {
    ...{ ...place, commit: work.commit, base: opened.base },
    ...{ target: kept.target, message: MESSAGE, atMs: AT_MS },
  };
}

function readyCommit(prepared: PreparedLanding): string {
  if (prepared.at !== "ready") throw new Error(JSON.stringify(prepared));
  return prepared.commit;
}

async function land(kept: Kept, request: LandRequest): Promise<string> {
  const commit = readyCommit(await kept.tasks().prepareLanding(request));
  expect(await kept.tasks().push({ commit, target: kept.target })).toEqual({ at: "landed" });
  return commit;
}

const KINDS: readonly (readonly [string, () => Kept])[] = [
  ["git with a remote", () => gitKept(true)],
  ["git without a remote", () => gitKept(false)],
  ["memory with a remote", () => memoryKept("origin")],
  ["memory without a remote", () => memoryKept(null)],
];

describe.each(KINDS)("%s", (_, make) => {
  it("tells what a file says in a commit", async () => {
    const kept = make();
    const { commit, base } = await makeWork(kept, FIRST, 1, { "docs/a b.md": "# Größe\n" });
    const tasks = kept.tasks();
    expect(await tasks.fileAt(commit, "docs/a b.md")).toBe("# Größe\n");
    expect([await tasks.fileAt(base, "docs/a b.md"), await tasks.fileAt(commit, "docs")]).toEqual([
      null,
      null,
    ]);
  });

  it("lands the work of a task that has landed before and was begun anew", async () => {
    const kept = make();
    await land(kept, await makeWork(kept, FIRST, 1, { "a.txt": "first" }));
    await kept.tasks().closeWorktree(FIRST);
    const again = await makeWork(kept, SECOND, 2, { "a.txt": "second" });
    await land(kept, again);
    expect([kept.onTarget("a.txt"), kept.count()]).toEqual(["second", 3]);
  });

  it("shows what differs between two works of a task, and nothing where they are the same", async () => {
    const kept = make();
    const first = await makeWork(kept, FIRST, 1, { "a.txt": "first\n", "b.txt": "same\n" });
    const second = await makeWork(kept, FIRST, 2, { "a.txt": "second\n" });
    const diff = await kept.tasks().diffBetween(first.commit, second.commit, 10_000);
    expect(diff).toMatch(/^-first$/m);
    expect(diff).toMatch(/^\+second$/m);
    expect(diff).not.toContain("b.txt");
    expect(await kept.tasks().diffBetween(first.commit, first.commit, 10_000)).toBe("");
  });

  it("lands what was made beside work that had landed already", async () => {
    const kept = make();
    await land(kept, await makeWork(kept, FIRST, 1, { "a.txt": "first" }));
    await land(kept, await makeWork(kept, FIRST, 2, { "b.txt": "more" }));
    expect([kept.onTarget("a.txt"), kept.onTarget("b.txt")]).toEqual(["first", "more"]);
  });

  it("given a crash between preparing and pushing, then it lands once, the second time as the first", async () => {
    const kept = make();
    for (const [index, place] of [FIRST, SECOND].entries()) {
      const request = await makeWork(kept, place, index + 1, { "a.txt": `${index}` });
      kept.moveTarget(`other-${index}.txt`, "theirs");
      const commit = readyCommit(await kept.tasks().prepareLanding(request));
      expect(await kept.tasks().prepareLanding(request)).toMatchObject({ at: "ready", commit });
      expect(await kept.tasks().push({ commit, target: kept.target })).toEqual({ at: "landed" });
      expect(await kept.tasks().push({ commit, target: kept.target })).toEqual({ at: "landed" });
      await kept.tasks().closeWorktree(place);
    }
    expect([kept.onTarget("a.txt"), kept.count()]).toEqual(["1", 5]);
  });

  it("given a push that nobody heard of, then it has landed, whatever came on top of it", async () => {
    const kept = make();
    await land(kept, await makeWork(kept, FIRST, 1, { "a.txt": "first" }));
    await kept.tasks().closeWorktree(FIRST);
    const request = await makeWork(kept, SECOND, 2, { "a.txt": "second" });
    kept.moveTarget("other.txt", "theirs");
    const commit = await land(kept, request);
    kept.moveTarget("a.txt", "changed by somebody else");
    expect(await kept.tasks().push({ commit, target: kept.target })).toEqual({ at: "landed" });
    expect(await kept.tasks().prepareLanding(request)).toEqual({ at: "landed", commit });
    expect(kept.onTarget("a.txt")).toBe("changed by somebody else");
  });

  it("keeps the branches of both times where the work of neither lands", async () => {
    const kept = make();
    const branches: string[] = [];
    for (const [index, place] of [FIRST, SECOND].entries()) {
      const { commit } = await makeWork(kept, place, index + 1, { "a.txt": `${index}` });
      const request = { ...place, commit, target: kept.target };
      const pushed = await kept.tasks().pushBranch(request);
      expect(await kept.tasks().pushBranch(request)).toEqual(pushed);
      if (pushed.at !== "pushed") throw new Error(pushed.message);
      await kept.tasks().closeWorktree(place);
      branches.push(`${kept.tipOf(pushed.branch) === commit}`, pushed.branch);
    }
    expect([branches[0], branches[2], new Set(branches).size]).toEqual(["true", "true", 3]);
    expect(kept.tipOf(branches[1] ?? "")).not.toBe(kept.tipOf(branches[3] ?? ""));
  });

  it("given parley's own settings that were changed, then somebody has to look at it", async () => {
    const kept = make();
    const { base } = await makeWork(kept, FIRST, 1, { "a.txt": "first" });
    const before = await kept.tasks().mark(FIRST);
    expect(await kept.tasks().mark(FIRST)).toEqual(before);
    kept.changeParley();
    const about = { base, number: 2, before, files: [], message: MESSAGE, atMs: AT_MS };
    expect(await kept.tasks().inspect({ ...FIRST, ...about })).toMatchObject({
      alarms: [{ kind: "outside-worktree" }],
    });
  });

  it("given a worktree that was taken away, nothing of it is work, and it is made anew with what was committed", async () => {
    const kept = make();
    const { commit, base } = await makeWork(kept, FIRST, 1, { "a.txt": "first" });
    const inspect = (number: number) =>
      kept.tasks().inspect({
        ...{ ...FIRST, base, number, before: null, files: [], message: MESSAGE, atMs: AT_MS },
      });
    expect(await kept.tasks().mendWorktree(FIRST, { base, commit })).toBe(false);
    kept.lose(FIRST);
    expect(await inspect(2)).toMatchObject({ at: "refused", files: [], alarms: [{ kind: "worktree-lost" }] });
    expect(await kept.tasks().mendWorktree(FIRST, { base, commit })).toBe(true);
    expect(await inspect(3)).toMatchObject({ at: "committed", commit });
  });

  it("closes a worktree late without taking the next one with it", async () => {
    const kept = make();
    await makeWork(kept, FIRST, 1, { "a.txt": "first" });
    await kept.tasks().closeWorktree(FIRST);
    const request = await makeWork(kept, SECOND, 2, { "a.txt": "second" });
    await kept.tasks().closeWorktree(FIRST);
    const opened = await kept.tasks().openWorktree(SECOND, kept.target);
    const again = { ...SECOND, base: request.base, number: 3, before: null, files: [] };
    expect("base" in opened && opened.base).toBe(request.base);
    expect(await kept.tasks().inspect({ ...again, message: MESSAGE, atMs: AT_MS })).toMatchObject({
      at: "committed",
      commit: request.commit,
    });
  });

  it("begins a task on the target as it is, also where an earlier one had its id", async () => {
    const kept = make();
    await makeWork(kept, FIRST, 1, { "a.txt": "first" });
    await kept.tasks().closeWorktree(FIRST);
    await land(kept, await makeWork(kept, { task: "b1b2c3d4", incarnation: 1 }, 1, { "b.txt": "b" }));
    const opened = await kept.tasks().openWorktree(FIRST, kept.target);
    expect("base" in opened && opened.base).toBe(kept.tipOf(kept.target.branch));
  });
});
