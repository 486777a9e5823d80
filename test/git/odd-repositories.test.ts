// Repositories that are not simply a clone with a remote: what can be built in, and what is said of the others.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GitTasks } from "../../src/adapters/git/task-repository.ts";
import { GitWorld, openTask, TARGET, workOn } from "../support/git-world.ts";

describe("what nothing can be built in", () => {
  it.each<[string, (world: GitWorld) => string, string]>([
    ["no repository", (world) => world.env.HOME ?? "", "no-repository"],
    ["a bare one", (world) => world.remote, "bare-repository"],
    [
      "one without a commit",
      (world) => {
        world.gitIn(world.folder, "init", "-q", "empty");
        return join(world.folder, "empty");
      },
      "no-commit",
    ],
    [
      "one that nobody is named in",
      (world) => {
        world.git("config", "user.name", "");
        return world.root;
      },
      "no-identity",
    ],
    [
      "a partial clone",
      (world) => {
        world.git("config", "extensions.partialClone", "origin");
        world.git("config", "core.repositoryFormatVersion", "1");
        return world.root;
      },
      "partial-clone",
    ],
    [
      "one whose remote has nothing yet, and names no branch",
      (world) => {
        world.gitIn(world.folder, "init", "-q", "--bare", "new.git");
        world.git("remote", "set-url", "origin", join(world.folder, "new.git"));
        return world.root;
      },
      "no-target",
    ],
  ])("given %s", async (_, lay, code) => {
    const world = new GitWorld();
    const look = await new GitTasks({ root: lay(world), env: world.env }).look({ target: null });
    expect(look).toMatchObject({ at: "unfit", code });
  });

  it("given no git on the path", async () => {
    const world = new GitWorld();
    const tasks = world.tasks({ env: { ...world.env, PATH: world.folder } });
    expect(await tasks.look({ target: null })).toMatchObject({ at: "unfit", code: "no-git" });
  });
});

describe("what can be built in", () => {
  it.each<[string, (world: GitWorld) => string]>([
    [
      "a shallow clone",
      (world) => {
        world.pushFromElsewhere({ "more.txt": "1\n" });
        world.gitIn(world.folder, "clone", "-q", "--depth", "1", `file://${world.remote}`, "shallow");
        return join(world.folder, "shallow");
      },
    ],
    [
      "a linked worktree",
      (world) => {
        world.git("worktree", "add", "-q", "-b", "side", join(world.folder, "linked"));
        return join(world.folder, "linked");
      },
    ],
    [
      "a worktree of a bare repository",
      (world) => {
        world.gitIn(world.folder, "clone", "-q", "--bare", world.remote, "bare.git");
        const bare = join(world.folder, "bare.git");
        world.gitIn(bare, "worktree", "add", "-q", "-b", "side", join(world.folder, "tree"), "main");
        return join(world.folder, "tree");
      },
    ],
    [
      "one that borrows objects",
      (world) => {
        world.gitIn(world.folder, "clone", "-q", "--shared", world.remote, "shared");
        return join(world.folder, "shared");
      },
    ],
    [
      "a folder below the top",
      (world) => {
        mkdirSync(join(world.root, "apps/shop"), { recursive: true });
        return join(world.root, "apps/shop");
      },
    ],
    [
      "one with settings that a worktree would read anew",
      (world) => {
        world.git("sparse-checkout", "set", "src");
        world.git("config", "core.autocrlf", "input");
        return world.root;
      },
    ],
  ])("given %s, a task lands from it", async (_, lay) => {
    const world = new GitWorld();
    const root = lay(world);
    const tasks = new GitTasks({ root, env: world.env, remoteMs: 120_000 });
    const look = await tasks.look({ target: "main" });
    expect(look).toMatchObject({ at: "ready", target: TARGET });
    const request = await workOn(world, tasks);
    world.pushFromElsewhere({ "other.txt": "theirs\n" });
    const prepared = await tasks.prepareLanding(request);
    if (prepared.at !== "ready") throw new Error(JSON.stringify(prepared));
    expect(await tasks.push({ commit: prepared.commit, target: TARGET })).toEqual({ at: "landed" });
    expect(world.gitIn(world.remote, "ls-tree", "-r", "--name-only", "main").split("\n")).toEqual(
      expect.arrayContaining(["README.md", "other.txt", "src/a.ts", "src/page.ts"]),
    );
    await tasks.closeWorktree(request);
    await tasks.tidyUp([]);
    expect(world.gitIn(root, "worktree", "list")).not.toContain(".parley");
  });

  it("given a project below the top, the task's files are counted from the project", async () => {
    const world = new GitWorld({ files: { "apps/shop/a.ts": "1;\n" } });
    const tasks = new GitTasks({ root: join(world.root, "apps/shop"), env: world.env });
    expect(await tasks.look({ target: null })).toMatchObject({ prefix: "apps/shop" });
    const opened = await tasks.openWorktree({ task: "a1b2c3d4", incarnation: 1 }, TARGET);
    if ("at" in opened) throw new Error(opened.message);
    world.write({ "apps/shop/a.ts": "2;\n", "src/a.ts": "2;\n" }, opened.path);
    const work = await tasks.inspect({
      ...{ task: "a1b2c3d4", incarnation: 1, base: opened.base, number: 1, before: null, files: ["*.ts"] },
      ...{ message: { title: "x", body: "", trailers: [] }, atMs: 0 },
    });
    expect("alarms" in work && work.alarms.map(({ kind, path }) => [kind, path])).toEqual([
      ["out-of-scope", "src/a.ts"],
    ]);
  });

  it("given two projects, neither tidies away what the other has under way", async () => {
    const world = new GitWorld({ files: { "apps/shop/a.ts": "1;\n", "apps/bank/a.ts": "1;\n" } });
    const shop = world.tasks({ root: join(world.root, "apps/shop") });
    const bank = world.tasks({ root: join(world.root, "apps/bank") });
    const place = { task: "a1b2c3d4", incarnation: 1 };
    const opened = await openTask(shop, place);
    const known = (): string => world.git("for-each-ref", "refs/heads/parley", "refs/parley");
    const refs = known();
    await bank.tidyUp([]);
    expect(known()).toBe(refs);
    expect(await openTask(shop, place)).toEqual(opened);
    await shop.closeWorktree(place);
    await bank.tidyUp([]);
    expect(known()).not.toContain("a1b2c3d4");
  });

  it("given what a person should know, it is told", async () => {
    const world = new GitWorld({ files: { ".gitattributes": "*.bin filter=lfs\n" } });
    world.write({ "src/b.ts": "b\n" });
    world.commit("not pushed");
    world.write({ "README.md": "dirty\n" });
    world.git("checkout", "-q", "--detach");
    world.git("remote", "add", "backup", world.remote);
    const look = await world.tasks().look({ target: null });
    expect(look.at === "ready" && look.notes).toEqual([
      "of 2 remotes, origin is used",
      "1 commit is not on origin/main: tasks do not see it until it is pushed",
      "the project has changes that are in no commit: they stay as they are, and tasks do not see them",
      "no branch is checked out: that stays as it is",
      "filters of .gitattributes, such as Git LFS, are not run: tasks see files as git keeps them",
    ]);
  });

  it("given a worktree that somebody took away, it is there again from where it was begun", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const { base, ...place } = await workOn(world, tasks);
    rmSync(tasks.worktreePath(place), { recursive: true });
    world.pushFromElsewhere({ "other.txt": "theirs\n" });
    expect(await tasks.openWorktree(place, TARGET)).toMatchObject({ base });
    expect(world.read("README.md", tasks.worktreePath(place))).toBe("one\n");
  });

  it("given a task that begins anew, its worktree is fresh, from the target as it is now", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const first = await workOn(world, tasks);
    const tip = world.pushFromElsewhere({ "other.txt": "theirs\n" });
    const again = { ...first, incarnation: 2 };
    expect(await tasks.openWorktree(again, TARGET)).toMatchObject({ base: tip });
    expect(world.gitIn(tasks.worktreePath(again), "status", "--short")).toBe("");
    expect(world.read("other.txt", tasks.worktreePath(again))).toBe("theirs\n");
  });
});
