// Runs a prepared build in a process of its own, on a real store, repository and agents, and kills itself at a port call of
// its choice: crashing-builder.mjs ORDER. It says on stdout what it did.
import { appendFileSync, writeSync } from "node:fs";
import { processAgent } from "../../src/adapters/agent-process/process-agent.ts";
import { shellChecks } from "../../src/adapters/checks/run-check.ts";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import { GitTasks } from "../../src/adapters/git/task-repository.ts";
import { identifyProcess, isDeadProcess, thisProcess } from "../../src/adapters/host/process-identity.ts";
import { ed25519Seals } from "../../src/adapters/host/seals.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { BoardEngine } from "../../src/engine/board-engine.ts";
import type { TaskRepository } from "../../src/engine/build-ports.ts";
import { BUILD_LEASE } from "../../src/engine/build-ports.ts";
import { BOARD_PROJECTION } from "../../src/engine/projections.ts";
import { runBuild } from "../../src/runner/run-build.ts";
import { PortCounter } from "../crash/counted-ports.ts";
import { EXIT, type RunnerOrder } from "../crash/fate.ts";
import { BUILD_CHECKS, buildAgentArgv, buildFilesOf } from "../crash/killed-build-project.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { HASH, memoryProject, NEVER, UTF8 } from "../support/session-world.ts";

const order = JSON.parse(process.argv[2] ?? "null") as RunnerOrder;
const files = buildFilesOf(order.project);
const CLOCK = { nowMs: Date.now };

function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const counter = new PortCounter({
  fate: order.fate,
  note: (call, label) => appendFileSync(files.calls, `${process.pid} ${call} ${label}\n`),
  strike() {
    say({ struck: order.fate?.signal ?? "SIGKILL" });
    process.kill(process.pid, order.fate?.signal ?? "SIGKILL");
  },
});

/** As an object of its own: a counted port is a copy, and a class has its methods elsewhere. */
function plainRepository(tasks: GitTasks): TaskRepository {
  return {
    look: (wanted) => tasks.look(wanted),
    openWorktree: (place, target) => tasks.openWorktree(place, target),
    worktreePath: (place) => tasks.worktreePath(place),
    mendWorktree: (place, work) => tasks.mendWorktree(place, work),
    changesSince: (place, before) => tasks.changesSince(place, before),
    mark: (place) => tasks.mark(place),
    inspect: (request) => tasks.inspect(request),
    diff: (commit, maxChars) => tasks.diff(commit, maxChars),
    diffBetween: (from, to, maxChars) => tasks.diffBetween(from, to, maxChars),
    fileAt: (commit, path) => tasks.fileAt(commit, path),
    prepareLanding: (request) => tasks.prepareLanding(request),
    landingPath: () => tasks.landingPath(),
    push: (landing) => tasks.push(landing),
    pushBranch: (request) => tasks.pushBranch(request),
    holds: (target, commit) => tasks.holds(target, commit),
    closeWorktree: (place) => tasks.closeWorktree(place),
    tidyUp: (needed) => tasks.tidyUp(needed),
  };
}

async function main(): Promise<number> {
  const opened = await openSqliteStore({
    file: files.store,
    mode: "read-write",
    projections: [BOARD_PROJECTION],
  });
  const store = counter.counted("store", opened, ["append", "put", "putSnapshot", "acquire", "release"]);
  const acquired = await store.acquire({
    resource: BUILD_LEASE,
    holder: thisProcess(),
    nowMs: CLOCK.nowMs(),
    leaseMs: order.leaseMs,
    isDead: isDeadProcess,
  });
  if (acquired.at === "held") return EXIT.held;
  const board = await BoardEngine.open({
    store,
    folder: counter.counted("folder", diskFolder(files.root), ["write"]),
    ...{ clock: CLOCK, hash: HASH, utf8: UTF8 },
  });
  const tasks = plainRepository(new GitTasks({ root: files.root, env: process.env }));
  const looked = await tasks.look({ target: null });
  if (looked.at === "unfit") throw new Error(looked.message);
  const repository = counter.counted("repository", tasks, [
    "openWorktree",
    "mark",
    "inspect",
    "prepareLanding",
    "push",
    "pushBranch",
    "closeWorktree",
    "tidyUp",
  ]);
  const player = processAgent({
    runsDir: files.runs,
    argv: () => buildAgentArgv(files.steps),
    env: { ...process.env, PARLEY_TEST_RUNS: files.agentRuns },
    envNames: ["PARLEY_TEST_RUNS"],
    identify: identifyProcess,
    isDead: isDeadProcess,
    clock: CLOCK,
    seals: ed25519Seals,
    wallMs: 60_000,
    graceMs: 500,
  });
  const agent = counter.counted("agent", player, ["start", "recover"]);
  const end = await runBuild({
    context: {
      ...{ board, repository, seals: ed25519Seals, project: memoryProject({}), setUp: new Map() },
      checks: counter.counted("checks", shellChecks({ env: process.env, secrets: [] }), ["run"]),
      prefix: looked.prefix,
    },
    lease: acquired.lease,
    settings: {
      agents: { coder: "coder", reviewer: "reviewer" },
      fallbacks: { coder: [], reviewer: [] },
      limits: { run: NO_CAP, task: NO_CAP, build: NO_CAP },
      ...{ checks: BUILD_CHECKS, target: looked.target, onMajor: "continue", land: "merge", parallel: 1 },
    },
    scope: { task: null, section: null, once: false },
    agentNamed: () => agent,
    progress: () => undefined,
    ...{ stopSoon: NEVER, stopNow: NEVER },
  });
  say({ end });
  await store.release(acquired.lease);
  opened.close();
  return end.at === "done" || end.at === "nothing" ? EXIT.ended : EXIT.failed;
}

process.exitCode = await main();
