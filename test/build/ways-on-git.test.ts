// Ways a task may go on a real repository: conflicts, a target that moves, a remote that says no, work that lands twice.
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { APPROVE, coderDocument, disputeDocument, POSITION } from "../support/build-documents.ts";
import { taskIdAt } from "../support/build-here.ts";
import { BuildOnGit, type GitScript, leave } from "../support/build-on-git.ts";
import { GitWorld } from "../support/git-world.ts";

const ONE = [{ title: "Write the page" }];
const BRANCH = `parley/task/${taskIdAt(0)}`;
const approves: GitScript = () => APPROVE;
const writes: GitScript = (stage) => {
  leave(stage, { "src/page.ts": `export const page = ${stage.call.round};\n` });
  return coderDocument();
};

function onRemote(world: GitWorld, ...args: readonly string[]): string {
  return world.gitIn(world.remote, ...args);
}

/** What a build leaves in a person's repository once nothing is under way. */
function leftBehind(world: GitWorld): readonly string[] {
  return [
    ...world.git("branch", "--list", "parley/*").split("\n"),
    ...world.git("worktree", "list", "--porcelain").split("\n\n").slice(1),
    ...readdirSync(join(world.root, ".parley/worktrees")),
  ].filter((line) => line !== "");
}

describe("a conflict with the target", () => {
  async function inConflict(): Promise<BuildOnGit> {
    const world = new GitWorld({ files: { "src/page.ts": "page\n" } });
    const build = await BuildOnGit.of({
      ...{ world, tasks: ONE },
      coder: (stage) => {
        const text = world.read("src/page.ts", stage.path);
        leave(stage, { "src/page.ts": `${text.trim()}, and more\n` });
        return coderDocument();
      },
      reviewer: ({ call }) => {
        if (call.round === 1) world.pushFromElsewhere({ "src/page.ts": "somebody else's\n" });
        return APPROVE;
      },
    });
    const end = await build.run();
    expect(end).toMatchObject({ at: "waiting", questions: [{ kind: "merge", task: taskIdAt(0) }] });
    expect(JSON.stringify(end)).toContain("src/page.ts");
    expect(onRemote(world, "show", "main:src/page.ts")).toBe("somebody else's");
    return build;
  }

  it("is done anew on the target as it is, where a person says rebase", async () => {
    const build = await inConflict();
    await build.answer("rebase");
    expect(await build.run()).toEqual({ at: "done" });
    expect(onRemote(build.world, "show", "main:src/page.ts")).toBe("somebody else's, and more");
    expect(build.prompts[2]).toContain("\n+page, and more\n");
    expect(leftBehind(build.world)).toEqual([]);
  });

  it("leaves the branch on the remote and lands with a later build, where a person says hold", async () => {
    const build = await inConflict();
    const { world } = build;
    await build.answer("hold");
    await build.run();
    const { commit } = await build.work(0);
    expect(onRemote(world, "rev-parse", BRANCH)).toBe(commit?.commit);
    expect(onRemote(world, "show", "main:src/page.ts")).toBe("somebody else's");
    world.pushFromElsewhere({ "src/page.ts": "page\n" });
    expect(await build.run()).toEqual({ at: "done" });
    expect(onRemote(world, "show", "main:src/page.ts")).toBe("page, and more");
    expect((await build.task(0)).status).toBe("completed");
  });

  it("leaves the branch on the remote and nothing more, where a person says human", async () => {
    const build = await inConflict();
    const { world } = build;
    const main = onRemote(world, "rev-parse", "main");
    await build.answer("human");
    await build.run();
    world.pushFromElsewhere({ "src/page.ts": "page\n" });
    const moved = onRemote(world, "rev-parse", "main");
    await build.run();
    expect(onRemote(world, "rev-parse", "main", "main^")).toBe(`${moved}\n${main}`);
    expect(onRemote(world, "show", `${BRANCH}:src/page.ts`)).toBe("page, and more");
  });
});

test("a target that moves during the review is built and tested again, and the work lands on its new tip", async () => {
  const world = new GitWorld();
  let tip = "";
  const build = await BuildOnGit.of({
    ...{ world, tasks: ONE, coder: writes },
    reviewer: () => {
      tip = world.pushFromElsewhere({ "other.txt": "theirs\n" });
      return APPROVE;
    },
    settings: {
      checks: [
        { step: "build", command: "ls", timeLimitMs: 60_000 },
        { step: "test", command: "test -f src/page.ts && ls other.txt || echo alone", timeLimitMs: 60_000 },
      ],
    },
  });
  expect(await build.run()).toEqual({ at: "done" });
  expect(onRemote(world, "rev-parse", "main^")).toBe(tip);
  const runs = await build.events("ChecksRun");
  expect(runs).toMatchObject([
    { on: "work", green: true },
    { on: "target", green: true, results: [{ step: "build" }, { step: "test" }] },
  ]);
  const landing = runs[1]?.commit;
  expect(onRemote(world, "rev-parse", "main")).toBe(landing);
});

describe("a remote", () => {
  it("that refuses is asked about, and takes the work once it lets it in", async () => {
    const world = new GitWorld();
    const hook = join(world.remote, "hooks/pre-receive");
    world.write({ "hooks/pre-receive": "#!/bin/sh\necho 'only on Mondays' >&2\nexit 1\n" }, world.remote);
    chmodSync(hook, 0o755);
    const build = await BuildOnGit.of({ world, tasks: ONE, coder: writes, reviewer: approves });
    const end = await build.run();
    expect(end).toMatchObject({ at: "waiting", questions: [{ kind: "execution", task: taskIdAt(0) }] });
    expect(JSON.stringify(end)).toContain("only on Mondays");
    expect(onRemote(world, "rev-list", "--count", "main")).toBe("1");
    rmSync(hook);
    await build.answer("retry");
    expect(await build.run()).toEqual({ at: "done" });
    expect(onRemote(world, "rev-list", "--count", "main")).toBe("2");
    expect(build.began).toHaveLength(2);
  });

  it("that is gone is waited for, and gets the work once when it is back", async () => {
    const world = new GitWorld();
    const build = await BuildOnGit.of({
      ...{ world, tasks: ONE, coder: writes },
      reviewer: () => {
        renameSync(world.remote, `${world.remote}.away`);
        return APPROVE;
      },
    });
    const end = await build.run((count) => {
      if (count === 3) renameSync(`${world.remote}.away`, world.remote);
    });
    expect(end).toEqual({ at: "done" });
    expect((await build.events("RepositoryTroubled")).length).toBeGreaterThan(1);
    expect(onRemote(world, "rev-list", "--count", "main")).toBe("2");
  });
});

test("disputed work lands; what a resolution has made anew lands as well", async () => {
  const world = new GitWorld();
  const build = await BuildOnGit.of({
    ...{ world, tasks: [...ONE, { title: "Next" }] },
    coder: (stage) => {
      if (stage.call.purpose === "position") return POSITION;
      const name = stage.call.subject.id === taskIdAt(0) ? "page" : "next";
      leave(stage, { [`src/${name}.ts`]: `export const time = ${stage.call.incarnation};\n` });
      return coderDocument();
    },
    reviewer: ({ call }) =>
      call.subject.id === taskIdAt(0) && call.incarnation === 1
        ? disputeDocument("architecture_disagreement")
        : APPROVE,
  });
  expect(await build.run()).toEqual({ at: "done" });
  expect([(await build.task(0)).status, (await build.task(1)).status]).toEqual(["disputed", "completed"]);
  expect(onRemote(world, "show", "main:src/page.ts")).toBe("export const time = 1;");
  expect(existsSync(join(world.root, "dispute.md"))).toBe(true);
  const [opened] = await build.events("DisputeOpened");
  const dispute = opened?.dispute as never;
  await build.do({ type: "ResolveDispute", dispute, decision: "reviewer", notes: "Keep to the layers." });
  expect(await build.run()).toEqual({ at: "done" });
  expect(onRemote(world, "show", "main:src/page.ts")).toBe("export const time = 2;");
  expect((await build.work(0)).landed).toMatchObject({ incarnation: 2, basis: "approved" });
  expect(leftBehind(world)).toEqual([]);
});

test("work that is a concern about security is a branch alone, and lands once a person decides for the coder", async () => {
  const world = new GitWorld();
  const build = await BuildOnGit.of({
    ...{ world, tasks: ONE },
    coder: (stage) => (stage.call.purpose === "position" ? POSITION : writes(stage)),
    reviewer: () => disputeDocument("security_concern"),
  });
  expect(await build.run()).toEqual({ at: "done" });
  expect(onRemote(world, "rev-list", "--count", "main")).toBe("1");
  expect(onRemote(world, "show", `${BRANCH}:src/page.ts`)).toBe("export const page = 1;");
  expect(leftBehind(world)).toEqual([]);
  const tip = world.pushFromElsewhere({ "other.txt": "theirs\n" });
  const [opened] = await build.events("DisputeOpened");
  await build.do({
    type: "ResolveDispute",
    dispute: opened?.dispute as never,
    decision: "coder",
    notes: null,
  });
  expect(await build.run()).toEqual({ at: "done" });
  expect(onRemote(world, "rev-parse", "main^")).toBe(tip);
  expect(onRemote(world, "show", "main:src/page.ts")).toBe("export const page = 1;");
  expect((await build.work(0)).landed).toMatchObject({ basis: "decided", branch: "main" });
  expect(build.began.filter((key) => key.includes("/coder/"))).toHaveLength(1);
  expect(leftBehind(world)).toEqual([]);
});
