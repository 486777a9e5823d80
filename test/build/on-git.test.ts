// Builds on real repositories with a bare remote: agents are played, git and the checks are real.
import { describe, expect, it } from "vitest";
import { shellChecks } from "../../src/adapters/checks/run-check.ts";
import { findTask } from "../../src/core/board/board.ts";
import type { BuildSettings } from "../../src/core/build/build-settings.ts";
import { BoardEngine } from "../../src/engine/board-engine.ts";
import { BUILD_LEASE } from "../../src/engine/build-ports.ts";
import type { BuildContext } from "../../src/engine/build-step.ts";
import { type BuildEnd, runBuild } from "../../src/runner/run-build.ts";
import { APPROVE, coderDocument } from "../support/build-documents.ts";
import { ADA, taskIdAt } from "../support/build-here.ts";
import { GitWorld } from "../support/git-world.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { playerAgent } from "../support/player-agent.ts";
import { countedSeals } from "../support/seals.ts";
import { HASH, memoryFolder, memoryProject, NEVER, UTF8 } from "../support/session-world.ts";

interface Played {
  readonly steps: readonly unknown[];
  readonly checks?: BuildSettings["checks"];
}

/** One task, built by players from its beginning to its end. */
async function buildOnce(world: GitWorld, { steps, checks = [] }: Played) {
  const store = openMemoryStore([]);
  const board = await BoardEngine.open({
    ...{ store, folder: memoryFolder(), hash: HASH, utf8: UTF8 },
    clock: { nowMs: () => Date.now() },
  });
  const task = taskIdAt(0);
  const about = { section: null, sourceFile: null, after: [], notes: "" } as const;
  await board.submit(() => ({ type: "AddTask", id: task, title: "Add a page", ...about }), {
    by: ADA,
    id: "add",
  });
  const repository = world.tasks();
  const looked = await repository.look({ target: null });
  if (looked.at !== "ready") throw new Error(looked.message);
  const context: BuildContext = {
    ...{ board, repository, checks: shellChecks({ env: world.env, secrets: [] }), seals: countedSeals() },
    ...{ project: memoryProject({}), prefix: looked.prefix, setUp: new Map() },
  };
  const acquired = await store.acquire({
    resource: BUILD_LEASE,
    holder: { host: "here", pid: 1, processStart: "then" },
    ...{ nowMs: 0, leaseMs: 60_000, isDead: () => true },
  });
  if (acquired.at !== "acquired") throw new Error("the lease is held");
  const agent = playerAgent({ file: "agents.yaml", text: JSON.stringify({ steps }) });
  const end: BuildEnd = await runBuild({
    context,
    lease: acquired.lease,
    settings: {
      agents: { coder: "coder", reviewer: "reviewer" },
      fallbacks: { coder: [], reviewer: [] },
      limits: { run: NO_CAP, task: NO_CAP, build: NO_CAP },
      ...{ checks, target: looked.target, onMajor: "continue", land: "merge", parallel: 1 },
    },
    scope: { task: null, section: null, once: false },
    agentNamed: () => agent,
    progress: () => undefined,
    ...{ stopSoon: NEVER, stopNow: NEVER },
  });
  return { end, board, task: findTask(board.state, task), events: await store.load("board") };
}

const CODER = {
  on: { purpose: "coder" },
  files: [{ write: "src/page.ts", text: "export const page = 1;\n" }],
  write: coderDocument(),
};
const REVIEWER = { on: { purpose: "reviewer" }, text: APPROVE };
const CHECKS: BuildSettings["checks"] = [
  { step: "test", command: "grep -q page src/page.ts && echo all is well", timeLimitMs: 240_000 },
];

describe("a build on git", () => {
  it("brings an approved task to the remote, and leaves the person's folder as it was", async () => {
    const world = new GitWorld();
    world.write({ "staged.txt": "staged\n", "README.md": "one, changed\n", "untracked.txt": "mine\n" });
    world.git("add", "staged.txt");
    const status = world.git("status", "--short");
    const before = world.git("rev-parse", "HEAD");
    const { end, task, events } = await buildOnce(world, { steps: [CODER, REVIEWER], checks: CHECKS });
    expect([end, task?.status]).toEqual([{ at: "done" }, "completed"]);
    const landed = world.gitIn(world.remote, "rev-parse", "main");
    expect(world.gitIn(world.remote, "rev-parse", "main^")).toBe(before);
    expect(world.gitIn(world.remote, "show", "main:src/page.ts")).toBe("export const page = 1;");
    expect(
      world.gitIn(world.remote, "log", "-1", "--format=%(trailers:key=Parley-Task,valueonly)", "main"),
    ).toBe(taskIdAt(0));
    expect(events.findLast(({ type }) => type === "TaskLanded")?.data).toMatchObject({ commit: landed });
    expect(world.git("status", "--short")).toBe(status);
    expect(world.git("rev-parse", "HEAD")).toBe(before);
    expect(world.git("worktree", "list", "--porcelain").split("\n\n")).toHaveLength(1);
    expect(world.git("branch", "--format=%(refname:short)")).toBe("main");
  });
});
