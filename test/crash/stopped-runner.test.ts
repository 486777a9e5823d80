// A runner that the machine put to sleep past its lease, and that wakes up when another has taken over.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { SESSION } from "../support/session-world.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { volume } from "../support/volume.ts";
import { holdStep } from "./crash-agent.ts";
import { CALLS, FIRST_CALL } from "./crash-session.ts";
import { EXIT, type Fate, type RunnerOrder } from "./fate.ts";
import {
  agentRunsOf,
  copyProject,
  LEASE_MS,
  outcomeOf,
  type Runner,
  startRunner,
  untilQuiet,
} from "./project.ts";
import { filesOf } from "./project-files.ts";
import { undisturbedProject } from "./undisturbed-project.ts";

const SHORT_LEASE_MS = 400;
/** Long enough for a heartbeat that comes late beside much else. */
const HELD_LEASE_MS = 3_000;
const TEST_MS_MAX = 300_000;

const undisturbed = undisturbedProject();

/** A stopped process hears of nothing but this. */
function runner(order: RunnerOrder): Runner {
  const started = startRunner(order);
  onTestFinished(() => started.signal("SIGKILL"));
  return started;
}

async function stoppedRunner(project: string, fate: Omit<Fate, "signal">, more: Partial<RunnerOrder> = {}) {
  const stopped = runner({
    project,
    leaseMs: SHORT_LEASE_MS,
    fate: { ...fate, signal: "SIGSTOP" },
    ...more,
  });
  expect(await stopped.struck).toBe("SIGSTOP");
  return stopped;
}

function freshProject(): string {
  return copyProject(undisturbed().prepared, join(temporaryFolder(), "project"));
}

async function versionOf(project: string): Promise<number> {
  const { store: file } = filesOf(project);
  const store = await openSqliteStore({ file, mode: "read-write", projections: [] });
  try {
    return (await store.load(sessionStream(SESSION))).length;
  } finally {
    store.close();
  }
}

/** Nothing lost, nothing twice, and the documents say what the log says. */
async function expectUndisturbed(project: string): Promise<void> {
  await untilQuiet(project);
  expect(await outcomeOf(project)).toEqual(undisturbed().outcome);
  const { began, done } = agentRunsOf(project);
  expect(new Set(began).size).toBe(CALLS);
  expect([...done].sort()).toEqual([...began].sort());
  expect(began).toHaveLength(CALLS);
}

/** Of each kind of call one comes first; the others are for `npm run test:long`. */
const STOPPED: readonly Omit<Fate, "signal">[] = [
  { call: "agent.start", moment: "inside", onceRunning: true },
  { call: "store.append Mediate complete-round", moment: "after" },
  { call: "folder.write status.md", moment: "before" },
  { call: "store.setFileCursors of what is to be written", moment: "before" },
  { call: "agent.start", moment: "before" },
  { call: "store.append AnswerQuestion", moment: "before" },
  { call: "folder.write round_N/summary.md", moment: "before" },
  { call: "store.putSnapshot", moment: "before" },
];
const STOPPED_FEW = 4;

const ABOUT_TO_APPEND = { call: "store.append FinishCall", moment: "before" } as const;
const ABOUT_TO_START = { call: "store.append StartCall", moment: "before", signal: "SIGSTOP" } as const;

/** The first is stopped with a result in its hands; the second takes over and is stopped in turn, with work to do. */
async function takenOver(project: string, more: Partial<RunnerOrder> = {}) {
  const first = await stoppedRunner(project, ABOUT_TO_APPEND, more);
  await sleep(SHORT_LEASE_MS);
  const second = runner({ project, leaseMs: LEASE_MS, fate: ABOUT_TO_START });
  expect(await second.struck).toBe("SIGSTOP");
  expect(second.said[0]).toEqual({ lease: "acquired", epoch: 2 });
  return { first, second, version: await versionOf(project) };
}

describe("a runner that is stopped past its lease and goes on", () => {
  it(
    "is refused at its next append, says so, and the session comes to what it would have come to",
    async () => {
      const project = freshProject();
      const { first, second, version } = await takenOver(project);

      first.signal("SIGCONT");
      expect(await first.ended).toBe(EXIT.fenced);
      expect(first.said.at(-1)).toEqual({ end: "fenced" });
      expect(await versionOf(project)).toBe(version);

      second.signal("SIGCONT");
      expect(await second.ended).toBe(EXIT.ended);
      await expectUndisturbed(project);
    },
    TEST_MS_MAX,
  );

  it(
    "would go on beside its heir if nothing fenced it off",
    async () => {
      const project = freshProject();
      const { first, version } = await takenOver(project, { unfenced: true });

      first.signal("SIGCONT");
      expect(await first.ended).toBe(EXIT.ended);
      expect(await versionOf(project)).toBeGreaterThan(version);
    },
    TEST_MS_MAX,
  );

  it(
    "notices by its heartbeat that its lease is lost, and stops",
    async () => {
      const project = freshProject();
      const { first, second, version } = await takenOver(project, { holds: true });

      first.signal("SIGCONT");
      expect([EXIT.lost, EXIT.fenced]).toContain(await first.ended);
      expect(await versionOf(project)).toBe(version);

      second.signal("SIGCONT");
      expect(await second.ended).toBe(EXIT.ended);
      await expectUndisturbed(project);
    },
    TEST_MS_MAX,
  );

  it.each(STOPPED.slice(0, volume(STOPPED_FEW, STOPPED.length)))(
    "changes nothing when its heir has finished meanwhile: stopped $moment $call",
    async (fate) => {
      const project = freshProject();
      const first = await stoppedRunner(project, fate);
      await sleep(SHORT_LEASE_MS);
      const second = runner({ project, leaseMs: LEASE_MS, fate: null });
      expect(await second.ended).toBe(EXIT.ended);
      await expectUndisturbed(project);

      first.signal("SIGCONT");
      expect([EXIT.ended, EXIT.fenced]).toContain(await first.ended);
      await expectUndisturbed(project);
    },
    TEST_MS_MAX,
  );
});

it(
  "given a runner that holds its lease, another is refused however long an agent takes",
  async () => {
    const project = freshProject();
    const { letGo } = holdStep(filesOf(project).steps, FIRST_CALL);
    const first = runner({ project, leaseMs: HELD_LEASE_MS, fate: null, holds: true });
    await until("it holds its lease", () => first.said.length > 0);
    const refused: unknown[] = [];
    for (let next = 0; next < 2; next += 1) {
      await sleep(HELD_LEASE_MS);
      refused.push(await runner({ project, leaseMs: HELD_LEASE_MS, fate: null }).ended);
    }
    expect(refused).toEqual([EXIT.held, EXIT.held]);
    letGo();
    expect(await first.ended).toBe(EXIT.ended);
    await expectUndisturbed(project);
  },
  TEST_MS_MAX,
);
