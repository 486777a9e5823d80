// Runs a prepared session in a process of its own, on a real store, folder and agents, and kills or stops itself at a
// port call of its choice: crashing-runner.mjs ORDER (see test/crash/fate.ts). It says on stdout what it did.

import { appendFileSync, writeSync } from "node:fs";
import { processAgent } from "../../src/adapters/agent-process/process-agent.ts";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import { diskRoundArchives } from "../../src/adapters/files/round-archives.ts";
import { diskShelf } from "../../src/adapters/files/spec-shelf.ts";
import { identifyProcess, isDeadProcess, thisProcess } from "../../src/adapters/host/process-identity.ts";
import { ed25519Seals } from "../../src/adapters/host/seals.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import type { Cancel, Clock, DurableStore, EventLog, Lease } from "../../src/engine/ports.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { holdLease } from "../../src/runner/hold-lease.ts";
import { type RunEnd, runSession } from "../../src/runner/run-session.ts";
import { PortCounter } from "../crash/counted-ports.ts";
import { crashAgentArgv } from "../crash/crash-agent.ts";
import { answerOf } from "../crash/crash-session.ts";
import { EXIT, type RunnerOrder } from "../crash/fate.ts";
import { filesOf } from "../crash/project-files.ts";
import { cancelSource } from "../support/cancel.ts";
import { HASH, NEVER, SESSION, UTF8 } from "../support/session-world.ts";

const order = JSON.parse(process.argv[2] ?? "null") as RunnerOrder;
const files = filesOf(order.project);
const REAL_CLOCK = { nowMs: Date.now };
const STEP_MS = 1_000;
/** Nobody else writes to the log in between: a look at it by the clock would only make the calls uneven. */
const POLL_MS = 600_000;

/** Synchronously, so that a line that was said is said even if the process dies at once. */
function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`);
}

const counter = new PortCounter({
  fate: order.fate,
  note: (call, label) => appendFileSync(files.calls, `${process.pid} ${call} ${label}\n`),
  strike() {
    const signal = order.fate?.signal ?? "SIGKILL";
    say({ struck: signal });
    process.kill(process.pid, signal);
  },
});

/**
 * A second a look, from the last event on: whether a document changes must not depend on how quick this machine is,
 * or the calls of two runs would differ.
 */
async function steppingClock(store: DurableStore): Promise<Clock> {
  const last = (await store.commands(sessionStream(SESSION))).at(-1);
  let nowMs = Date.parse(last?.at ?? "");
  return {
    nowMs() {
      nowMs += STEP_MS;
      return nowMs;
    },
  };
}

function unfenced(store: DurableStore): DurableStore {
  const append: EventLog["append"] = ({ fence: _, ...request }) => store.append(request);
  return { ...store, append };
}

const AGENT = processAgent({
  runsDir: files.runs,
  argv: () => crashAgentArgv(files.steps),
  env: { ...process.env, PARLEY_TEST_RUNS: files.agentRuns },
  envNames: ["PARLEY_TEST_RUNS"],
  identify: identifyProcess,
  isDead: isDeadProcess,
  clock: REAL_CLOCK,
  seals: ed25519Seals,
  wallMs: 240_000,
  graceMs: 500,
});

async function run(store: DurableStore, clock: Clock, lease: Lease, stopSoon: Cancel): Promise<RunEnd> {
  const folder = counter.counted("folder", diskFolder(files.documents), [
    "read",
    "write",
    "remove",
    "setAside",
  ]);
  const engine = await SessionEngine.open(SESSION, {
    store,
    folder,
    clock,
    hash: HASH,
    utf8: UTF8,
    seals: ed25519Seals,
  });
  const agent = counter.counted("agent", AGENT, ["start", "recover"]);
  return await runSession({
    engine,
    lease,
    agentNamed: () => agent,
    answerByPolicy: order.alone === true ? () => null : answerOf,
    progress: say,
    shelf: counter.counted(
      "shelf",
      diskShelf({ root: files.root, source: files.source, out: null, taken: new Set() }),
      ["put"],
    ),
    rollback: {
      archives: counter.counted("archives", diskRoundArchives(files.documents), ["write", "removeArchived"]),
      clearArchives: async (option) => option,
    },
    untilRound: false,
    stopSoon,
    stopNow: NEVER,
    pollMs: POLL_MS,
  });
}

async function main(): Promise<number> {
  const opened = await openSqliteStore({ file: files.store, mode: "read-write", projections: [] });
  const store = counter.counted("store", order.unfenced === true ? unfenced(opened) : opened, [
    "append",
    "load",
    "findCommand",
    "put",
    "get",
    "findSnapshot",
    "putSnapshot",
    "fileCursors",
    "setFileCursors",
    "acquire",
    "release",
  ]);
  const acquired = await store.acquire({
    resource: sessionStream(SESSION),
    holder: thisProcess(),
    nowMs: REAL_CLOCK.nowMs(),
    leaseMs: order.leaseMs,
    isDead: isDeadProcess,
  });
  say({ lease: acquired.at, epoch: acquired.at === "acquired" ? acquired.lease.epoch : null });
  if (acquired.at === "held") return EXIT.held;
  const { lease } = acquired;
  const lost = cancelSource();
  const onLost = (): void => {
    say({ lost: true });
    lost.stop();
  };
  const holding = { leases: opened, lease, clock: REAL_CLOCK, leaseMs: order.leaseMs, onLost };
  const held = order.holds === true ? holdLease(holding) : null;
  const end = await run(store, await steppingClock(opened), lease, lost.cancel);
  say({ end });
  await held?.stop();
  await store.release(lease);
  opened.close();
  if (lost.cancel.cancelled) return EXIT.lost;
  if (end === "ended" || end === "fenced") return EXIT[end];
  return EXIT.stopped;
}

process.exitCode = await main();
