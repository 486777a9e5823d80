// A coder beside its sandbox shares `.git` with the person: what it plants there is seen, and not started.
import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  AT_MS,
  GitWorld,
  inspectRequest,
  MESSAGE,
  openTask,
  TARGET,
  TASK,
  workOn,
} from "../support/git-world.ts";

/** Everything that git starts by a setting, a hook or an attribute, as far as it touches what parley does. */
function plantEverything(world: GitWorld, worktree: string): string {
  const sign = join(world.folder, "started");
  const program = join(world.folder, "planted.sh");
  world.write({ "planted.sh": `#!/bin/sh\necho "$0 $@" >> ${sign}\ncat\n` }, world.folder);
  chmodSync(program, 0o755);
  const settings: readonly (readonly [string, string])[] = [
    ...([
      ["core.fsmonitor", program],
      ["core.sshCommand", program],
      ["core.askPass", program],
    ] as const),
    ...([
      ["core.pager", program],
      ["core.editor", program],
      ["core.alternateRefsCommand", program],
    ] as const),
    ...([
      ["core.attributesFile", join(world.folder, "attributes")],
      ["core.gitProxy", program],
    ] as const),
    ...([
      ["diff.external", program],
      ["diff.evil.textconv", program],
      ["diff.evil.command", program],
    ] as const),
    ...([
      ["filter.evil.clean", program],
      ["filter.evil.smudge", program],
      ["filter.evil.process", program],
    ] as const),
    ...([
      ["filter.evil.required", "true"],
      ["merge.evil.driver", program],
      ["merge.default", "evil"],
    ] as const),
    ...([
      ["credential.helper", program],
      ["gpg.program", program],
      ["commit.gpgSign", "true"],
    ] as const),
    ...([
      ["protocol.ext.allow", "always"],
      ["remote.origin.url", `ext::${program}`],
    ] as const),
    ...([
      ["remote.origin.uploadpack", program],
      ["remote.origin.receivepack", program],
    ] as const),
    ...([
      ["uploadpack.packObjectsHook", program],
      ["sequence.editor", program],
      ["log.showSignature", "true"],
    ] as const),
    ...([
      ["alias.add", `!${program}`],
      ["alias.push", `!${program}`],
      ["trace2.eventTarget", sign],
    ] as const),
  ];
  for (const [name, value] of settings) world.git("config", name, value);
  world.write({ attributes: "* filter=evil diff=evil merge=evil\n" }, world.folder);
  world.write({ ".git/info/attributes": "* filter=evil diff=evil merge=evil\n" });
  world.write({ ".gitattributes": "* filter=evil diff=evil merge=evil\n" }, worktree);
  for (const hook of [
    "post-checkout",
    "reference-transaction",
    "pre-commit",
    "post-index-change",
    "pre-push",
    "fsmonitor-watchman",
  ]) {
    world.write({ [`.git/hooks/${hook}`]: `#!/bin/sh\necho ${hook} >> ${sign}\n` });
    chmodSync(join(world.root, ".git/hooks", hook), 0o755);
  }
  rmSync(sign, { force: true });
  return sign;
}

it("starts nothing that was planted, whatever is asked, and says that something was", async () => {
  const world = new GitWorld();
  const tasks = world.tasks();
  await tasks.look({ target: null });
  const opened = await openTask(tasks);
  const before = await tasks.mark(TASK);
  world.write({ "src/a.ts": "export const a = 2;\n" }, opened.path);
  const sign = plantEverything(world, opened.path);
  const work = await tasks.inspect(inspectRequest(opened, { before }));
  expect(work.at).toBe("committed");
  if (work.at !== "committed") return;
  expect(work.alarms.map(({ kind }) => kind)).toEqual(["outside-worktree", "outside-worktree", "protected"]);
  expect(await tasks.diff(work.commit, 10_000)).toContain("+export const a = 2;");
  const { commit } = work;
  const land = { ...TASK, commit, base: opened.base, target: TARGET, message: MESSAGE, atMs: AT_MS };
  const refused = { at: "trouble", again: false, message: expect.stringContaining("not what they were") };
  expect(await tasks.prepareLanding(land)).toMatchObject(refused);
  expect(await tasks.push({ commit, target: TARGET })).toMatchObject(refused);
  expect(await tasks.pushBranch({ ...TASK, commit, target: TARGET })).toMatchObject(refused);
  expect(await tasks.openWorktree({ ...TASK, incarnation: 2 }, TARGET)).toMatchObject(refused);
  await tasks.mark(TASK);
  await tasks.holds(TARGET, commit);
  await tasks.closeWorktree(TASK);
  await tasks.tidyUp([]);
  expect(existsSync(sign)).toBe(false);
});

it("given only attributes of the tree, content comes in and goes out as it is, also through a merge", async () => {
  const world = new GitWorld({ files: { "b.txt": "one\n" } });
  const tasks = world.tasks();
  await tasks.look({ target: null });
  const opened = await openTask(tasks);
  world.write({ ".gitattributes": "* filter=evil merge=evil\n", "b.txt": "one\ntwo\n" }, opened.path);
  const work = await tasks.inspect(inspectRequest(opened));
  if (work.at !== "committed") throw new Error(work.at);
  world.pushFromElsewhere({ "c.txt": "three\n" });
  const land = {
    ...TASK,
    commit: work.commit,
    base: opened.base,
    target: TARGET,
    message: MESSAGE,
    atMs: AT_MS,
  };
  expect(await tasks.prepareLanding(land)).toMatchObject({ at: "ready", moved: true });
  expect(world.read("b.txt", tasks.landingPath())).toBe("one\ntwo\n");
  expect(world.read("c.txt", tasks.landingPath())).toBe("three\n");
});

it("given a landing that was led to another repository, the push goes by the person's settings", async () => {
  const world = new GitWorld();
  world.git("config", "core.repositoryFormatVersion", "1");
  world.git("config", "extensions.worktreeConfig", "true");
  const tasks = world.tasks();
  await tasks.look({ target: null });
  const request = await workOn(world, tasks);
  await tasks.prepareLanding(request);
  const sign = join(world.folder, "started");
  world.write({ "planted.sh": `#!/bin/sh\ntouch ${sign}\n` }, world.folder);
  chmodSync(join(world.folder, "planted.sh"), 0o755);
  world.gitIn(world.folder, "init", "-q", "own");
  const planted = `[core]\n\trepositoryFormatVersion = 0\n[remote "origin"]\n\turl = ${world.remote}\n\treceivepack = ${world.folder}/planted.sh\n`;
  world.write({ "own/.git/config": planted }, world.folder);
  const admin = ".git/worktrees/landing";
  world.write({
    [`${admin}/commondir`]: `${world.folder}/own/.git\n`,
    [`${admin}/config.worktree`]: planted,
  });
  expect(await tasks.push({ commit: request.commit, target: TARGET })).toEqual({ at: "landed" });
  expect(existsSync(sign)).toBe(false);
});

it("given a ref of parley's that leads to a branch, a fetch does not move that", async () => {
  const world = new GitWorld();
  const tasks = world.tasks();
  await tasks.look({ target: null });
  const main = world.git("rev-parse", "main");
  const tip = world.pushFromElsewhere({ "other.txt": "theirs\n" });
  for (const ref of [
    "refs/parley/target/main",
    "refs/parley/base/a1b2c3d4/1",
    "refs/parley/work/a1b2c3d4/1",
  ]) {
    world.git("symbolic-ref", ref, "refs/heads/main");
  }
  world.git("update-ref", "--no-deref", "-d", "refs/parley/base/a1b2c3d4/1");
  const request = await workOn(world, tasks);
  expect(request.base).toBe(tip);
  expect(world.git("rev-parse", "main")).toBe(main);
});

it.each<[string, (world: GitWorld, worktree: string) => void, string]>([
  ["is gone", (_, worktree) => rmSync(worktree, { recursive: true }), "worktree-lost"],
  [
    "is gone, and somebody writes on where it was",
    (world, worktree) => {
      rmSync(worktree, { recursive: true });
      world.write({ "src/a.ts": "export const a = 3;\n" }, worktree);
    },
    "worktree-lost",
  ],
  ["has lost its .git", (_, worktree) => rmSync(join(worktree, ".git")), "worktree-lost"],
  [
    "was forgotten by git",
    (world) => rmSync(join(world.root, ".git/worktrees"), { recursive: true }),
    "worktree-lost",
  ],
  [
    "has become a repository of its own",
    (world, worktree) => {
      rmSync(join(worktree, ".git"));
      world.gitIn(worktree, "init", "-q");
    },
    "outside-worktree",
  ],
  [
    "leads to a repository of the coder's",
    (world, worktree) => {
      rmSync(join(worktree, ".git"));
      world.gitIn(worktree, "init", "-q", join(world.folder, "own"));
      world.write({ ".git": `gitdir: ${join(world.folder, "own/.git")}\n` }, worktree);
    },
    "outside-worktree",
  ],
  [
    "belongs to another repository by what git notes of it",
    (world) => world.write({ ".git/worktrees/a1b2c3d4/commondir": `${world.folder}/own/.git\n` }),
    "outside-worktree",
  ],
])("commits nothing of a worktree that %s, and makes it anew", async (_, spoil, kind) => {
  const world = new GitWorld();
  const tasks = world.tasks();
  await tasks.look({ target: null });
  const { commit, base } = await workOn(world, tasks);
  const { path } = await openTask(tasks);
  const before = await tasks.mark(TASK);
  spoil(world, path);
  const work = await tasks.inspect(inspectRequest({ path, branch: "", base }, { before, number: 2 }));
  expect(work).toMatchObject({ at: "refused", files: [], alarms: [{ kind }] });
  expect(await tasks.mendWorktree(TASK, { base, commit })).toBe(true);
  expect(world.read("src/page.ts", path)).toBe("export const page = 1;\n");
  expect(world.gitIn(path, "status", "--short", "--branch")).toContain("## parley/task/a1b2c3d4");
});
