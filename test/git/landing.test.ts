// Approved work on its way: targets that move, conflicts, remotes and hooks that say no, hang, and come back.
import { chmodSync, existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { isAlive, numberIn } from "../agents/processes.ts";
import { AT_MS, GitWorld, MESSAGE, TARGET, TASK, workOn } from "../support/git-world.ts";
import { until } from "../support/until.ts";

const OTHER = { task: "b1b2c3d4", incarnation: 1 };

function hook(world: GitWorld, path: string, script: string): void {
  world.write({ [path]: `#!/bin/sh\n${script}\n` }, world.folder);
  chmodSync(join(world.folder, path), 0o755);
}

describe("a target that moves", () => {
  it("given somebody else's push before, the work is put on top, the same way each time", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const request = await workOn(world, tasks);
    const elsewhere = world.pushFromElsewhere({ "other.txt": "theirs\n" });
    const prepared = await tasks.prepareLanding(request);
    expect(prepared).toMatchObject({ at: "ready", onto: elsewhere, moved: true });
    expect(await world.tasks().prepareLanding(request)).toEqual(prepared);
    if (prepared.at !== "ready") return;
    expect(world.git("show", "--format=%P", "--name-only", prepared.commit)).toBe(
      `${elsewhere}\n\nsrc/page.ts`,
    );
    expect(world.read("other.txt", tasks.landingPath())).toBe("theirs\n");
    expect(world.read("src/page.ts", tasks.landingPath())).toContain("page");
    expect(await tasks.push({ commit: prepared.commit, target: TARGET })).toEqual({ at: "landed" });
    expect(await tasks.push({ commit: prepared.commit, target: TARGET })).toEqual({ at: "landed" });
    expect(await tasks.prepareLanding(request)).toEqual({ at: "landed", commit: prepared.commit });
  });

  it("given somebody else's push in between, it is told, and nothing is forced", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const request = await workOn(world, tasks);
    await tasks.prepareLanding(request);
    const elsewhere = world.pushFromElsewhere({ "other.txt": "theirs\n" });
    expect(await tasks.push({ commit: request.commit, target: TARGET })).toEqual({ at: "moved" });
    expect(world.gitIn(world.remote, "rev-parse", "main")).toBe(elsewhere);
  });

  it("given the same lines changed elsewhere, the files are named, and nothing is prepared", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const request = await workOn(world, tasks, { "README.md": "ours\n", "b.txt": "b\n" });
    const onto = world.pushFromElsewhere({ "README.md": "theirs\n" });
    const prepared = await tasks.prepareLanding(request);
    expect(prepared).toMatchObject({ at: "conflict", onto, files: ["README.md"] });
    expect(prepared.at === "conflict" && prepared.text).toContain("README.md");
    expect(existsSync(tasks.landingPath())).toBe(false);
  });

  it("given the same change made elsewhere, it has landed", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const request = await workOn(world, tasks, { "README.md": "both\n" });
    const commit = world.pushFromElsewhere({ "README.md": "both\n" });
    expect(await tasks.prepareLanding(request)).toEqual({ at: "landed", commit });
  });

  it("given a branch of the same name, it follows unless somebody stands on it", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const first = await workOn(world, tasks);
    const before = world.git("rev-parse", "main");
    await tasks.push({ commit: first.commit, target: TARGET });
    expect(world.git("rev-parse", "main")).toBe(before);
    world.git("checkout", "-q", "-b", "feature");
    const mark = await tasks.mark(TASK);
    const second = await workOn(world, tasks, { "c.txt": "c\n" }, OTHER);
    await tasks.push({ commit: second.commit, target: TARGET });
    expect(world.git("rev-parse", "main")).toBe(second.commit);
    // That is no alarm for a coder who worked meanwhile.
    const opened = await tasks.openWorktree(TASK, TARGET);
    if ("at" in opened) throw new Error(opened.message);
    const work = await tasks.inspect({
      ...{ ...TASK, base: opened.base, number: 2, before: mark, files: [], message: MESSAGE, atMs: AT_MS },
    });
    expect(work).toMatchObject({ at: "committed", alarms: [] });
  });
});

describe("a remote that says no", () => {
  it("given a hook of its own that refuses, it says so, and that waiting is no use", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    hook(world, "remote.git/hooks/pre-receive", "echo 'only on Mondays' >&2; exit 1");
    const { commit } = await workOn(world, tasks);
    const pushed = await tasks.push({ commit, target: TARGET });
    expect(pushed).toMatchObject({ at: "trouble", again: false });
    expect(pushed.at === "trouble" && pushed.message).toMatch(/pre-receive hook declined.*only on Mondays/);
  });

  it("given a person's hook before a push, it runs where the work lies, and its no counts", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const said = join(world.folder, "said");
    hook(
      world,
      "project/.git/hooks/pre-push",
      `echo "$(pwd) $(git rev-parse HEAD)" >> ${said}; echo 2 errors; exit 1`,
    );
    for (const name of ["reference-transaction", "post-checkout", "pre-commit"]) {
      hook(world, `project/.git/hooks/${name}`, `echo ${name} >> ${said}`);
    }
    const request = await workOn(world, tasks);
    await tasks.prepareLanding(request);
    const pushed = await tasks.push({ commit: request.commit, target: TARGET });
    expect(pushed).toMatchObject({
      at: "trouble",
      again: false,
      message: expect.stringMatching(/^main was not pushed to origin: 2 errors error: failed to push/),
      fix: "look at what the repository's pre-push hook says",
    });
    expect(world.read("said", world.folder)).toBe(`${tasks.landingPath()} ${request.commit}\n`);
  });

  it("given an address that is relative, it is meant from the top of the person's tree", async () => {
    const world = new GitWorld();
    world.git("remote", "set-url", "origin", "../remote.git");
    const tasks = world.tasks();
    const request = await workOn(world, tasks);
    await tasks.prepareLanding(request);
    expect(await tasks.push({ commit: request.commit, target: TARGET })).toEqual({ at: "landed" });
    expect(world.gitIn(world.remote, "rev-parse", "main")).toBe(request.commit);
  });

  it("given one that is gone, it is asked again, and when it is back the work lands once", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const request = await workOn(world, tasks);
    renameSync(world.remote, `${world.remote}.away`);
    expect(await tasks.prepareLanding(request)).toMatchObject({ at: "trouble", again: true });
    expect(await tasks.push({ commit: request.commit, target: TARGET })).toMatchObject({
      at: "trouble",
      again: true,
    });
    expect(await tasks.openWorktree(OTHER, TARGET)).toMatchObject({ at: "trouble", again: true });
    renameSync(`${world.remote}.away`, world.remote);
    expect(await tasks.prepareLanding(request)).toMatchObject({ at: "ready" });
    expect(await tasks.push({ commit: request.commit, target: TARGET })).toEqual({ at: "landed" });
    expect(world.gitIn(world.remote, "rev-list", "--count", "main")).toBe("2");
  });

  it("given one that hangs, it is given up after its time, and nothing goes on", async () => {
    const world = new GitWorld();
    const request = await workOn(world, world.tasks());
    const pid = join(world.folder, "pid");
    hook(world, "bin/ssh", `echo "$@" > ${world.folder}/asked; echo $$ > ${pid}; exec sleep 1000`);
    world.git("remote", "set-url", "origin", "ssh://nowhere/x.git");
    const env = { ...world.env, GIT_SSH_COMMAND: join(world.folder, "bin/ssh") };
    const tasks = world.tasks({ env, remoteMs: 1_500 });
    expect(await tasks.prepareLanding(request)).toEqual({
      at: "trouble",
      again: true,
      message: "the remote did not answer within 2 seconds",
      fix: "look whether the remote can be reached without a prompt: git ls-remote",
    });
    expect(world.read("asked", world.folder)).toContain("-o BatchMode=yes");
    await until("it is gone", () => !isAlive(numberIn(pid)));
  });

  it("given one that hangs and somebody who stops the build, git is ended at once", async () => {
    const world = new GitWorld();
    const request = await workOn(world, world.tasks());
    const pid = join(world.folder, "pid");
    hook(world, "bin/ssh", `echo $$ > ${pid}; exec sleep 1000`);
    world.git("remote", "set-url", "origin", "ssh://nowhere/x.git");
    const env = { ...world.env, GIT_SSH_COMMAND: join(world.folder, "bin/ssh") };
    const stop = new AbortController();
    const tasks = world.tasks({ env, remoteMs: 600_000, cancel: stop.signal });
    const prepared = tasks.prepareLanding(request);
    await until("it is asked", () => existsSync(pid) && numberIn(pid) > 0);
    stop.abort();
    expect(await prepared).toMatchObject({ at: "trouble", message: "git fetch was called off" });
    await until("it is gone", () => !isAlive(numberIn(pid)));
    expect(await tasks.mark(TASK)).toMatchObject({ head: "refs/heads/main" });
  });

  it("given no branch of that name, it says which", async () => {
    const world = new GitWorld();
    const target = { branch: "trunk", remote: "origin" };
    expect(await world.tasks().openWorktree(TASK, target)).toMatchObject({
      at: "trouble",
      again: false,
      message: "the remote origin has no branch trunk",
    });
  });
});

describe("a task's branch alone", () => {
  it("goes to the remote, however often, and under another name where that one is taken", async () => {
    const world = new GitWorld();
    const tasks = world.tasks();
    const request = await workOn(world, tasks);
    const pushed = { at: "pushed", branch: "parley/task/a1b2c3d4" };
    expect(await tasks.pushBranch(request)).toEqual(pushed);
    expect(await tasks.pushBranch(request)).toEqual(pushed);
    const again = await workOn(world, tasks, { "src/page.ts": "export const page = 2;\n" });
    const branch = `parley/task/a1b2c3d4-${again.commit.slice(0, 10)}`;
    expect(await tasks.pushBranch(again)).toEqual({ at: "pushed", branch });
    expect(world.gitIn(world.remote, "rev-parse", pushed.branch, branch)).toBe(
      `${request.commit}\n${again.commit}`,
    );
    expect(world.gitIn(world.remote, "rev-parse", "main")).toBe(request.base);
  });
});

describe("without a remote", () => {
  const target = { branch: "parley/landed", remote: null };

  it("lands on a branch of parley's own, one task on the other", async () => {
    const world = new GitWorld({ remote: false });
    const tasks = world.tasks();
    const looked = await tasks.look({ target: "main" });
    expect(looked).toMatchObject({ at: "ready", target });
    expect(looked.at === "ready" && looked.notes).toEqual([
      "no remote: approved work lands on parley/landed",
      "there is no remote, so build.target (main) does not count",
    ]);
    const first = await workOn(world, tasks, { "src/page.ts": "1;\n" }, TASK, target);
    const second = await workOn(world, tasks, { "c.txt": "c\n" }, OTHER, target);
    for (const request of [first, second]) {
      const prepared = await tasks.prepareLanding(request);
      if (prepared.at !== "ready") throw new Error(prepared.at);
      expect(await tasks.push({ commit: prepared.commit, target })).toEqual({ at: "landed" });
      expect(await tasks.holds(target, prepared.commit)).toBe(true);
    }
    expect(world.git("log", "--format=%s", "parley/landed")).toBe("Adds a page\nAdds a page\nbegun");
    expect(world.git("ls-tree", "-r", "--name-only", "parley/landed")).toContain(
      "c.txt\nsrc/a.ts\nsrc/page.ts",
    );
    expect(await tasks.pushBranch(first)).toEqual({ at: "pushed", branch: "parley/kept/a1b2c3d4" });
    world.git("checkout", "-q", "parley/landed");
    const third = await workOn(
      world,
      tasks,
      { "d.txt": "d\n" },
      { task: "c1b2c3d4", incarnation: 1 },
      target,
    );
    const prepared = await tasks.prepareLanding(third);
    expect(prepared.at).toBe("ready");
    expect(prepared.at === "ready" && (await tasks.push({ commit: prepared.commit, target }))).toMatchObject({
      at: "trouble",
      message: "parley/landed is checked out, and is not moved under anybody's feet",
    });
  });
});

test("without a remote a branch that is kept stays where a person has gone on with it", async () => {
  const world = new GitWorld({ remote: false });
  const tasks = world.tasks();
  const target = { branch: "parley/landed", remote: null };
  const first = await workOn(world, tasks, { "src/page.ts": "1;\n" }, TASK, target);
  expect(await tasks.pushBranch(first)).toEqual({ at: "pushed", branch: "parley/kept/a1b2c3d4" });
  world.git("checkout", "-q", "parley/kept/a1b2c3d4");
  world.write({ "mine.txt": "mine\n" });
  const mine = world.commit("mine");
  expect(await tasks.pushBranch(first)).toEqual({ at: "pushed", branch: "parley/kept/a1b2c3d4" });
  const second = await workOn(world, tasks, { "src/page.ts": "2;\n" }, TASK, target);
  const branch = `parley/kept/a1b2c3d4-${second.commit.slice(0, 10)}`;
  expect(await tasks.pushBranch(second)).toEqual({ at: "pushed", branch });
  expect(world.git("rev-parse", "parley/kept/a1b2c3d4", "HEAD")).toBe(`${mine}\n${mine}`);
  expect(world.git("status", "--short")).toBe("");
});

describe("signatures", () => {
  it("given a key that needs nobody, commits are signed, and the same request is the same commit", async () => {
    const world = new GitWorld();
    const key = join(world.folder, "key");
    world.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key);
    for (const [name, value] of [
      ["gpg.format", "ssh"],
      ["user.signingKey", key],
      ["commit.gpgSign", "true"],
    ] as const) {
      world.git("config", name, value);
    }
    const tasks = world.tasks();
    const request = await workOn(world, tasks);
    expect(world.git("cat-file", "commit", request.commit)).toContain("-----BEGIN SSH SIGNATURE-----");
    expect(await workOn(world, world.tasks())).toEqual(request);
    const prepared = await tasks.prepareLanding(request);
    expect(await world.tasks().prepareLanding(request)).toEqual(prepared);
  });

  it("given a key that needs somebody, it says what to do, and commits nothing", async () => {
    const world = new GitWorld();
    hook(world, "gpg", "echo 'gpg: signing failed: it asks for a passphrase' >&2; exit 2");
    world.git("config", "gpg.program", join(world.folder, "gpg"));
    world.git("config", "commit.gpgSign", "true");
    const tasks = world.tasks();
    await expect(workOn(world, tasks)).rejects.toThrow(
      /"at":"failed".*gpg failed to sign the data.*unlock the key/,
    );
    expect(world.keptWork()).not.toContain("refs/parley/work");
  });
});
