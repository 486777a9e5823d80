// The session of the crash tests in this process: its store, folder and agents are in memory and outlive every runner,
// and a runner dies at a call of its ports by never hearing of anything again.

import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import { type CallKey, callKeyParts } from "../../src/core/shared/call-key.ts";
import type { AgentPort, AgentResult, Lease, Store } from "../../src/engine/ports.ts";
import { SessionEngine, type SessionPorts } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { runSession } from "../../src/runner/run-session.ts";
import { SimFolder } from "../sim/sim-folder.ts";
import { Crash, type CrashPlan, overWire, Wire } from "../sim/wire.ts";
import { memoryRollback } from "../support/memory-rollback.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  HASH,
  memoryShelf,
  NEVER,
  POLL_MS,
  SESSION,
  steppingClock,
  timerOf,
  UTF8,
} from "../support/session-world.ts";
import type { Step } from "./crash-agent.ts";
import { answerOf, STEPS, startCrashSession } from "./crash-session.ts";
import { maskedText } from "./masked.ts";
import { loggedIn, type Outcome } from "./project.ts";

/** What is played: who says what, how it begins, and who answers. */
export interface Scene {
  readonly steps: readonly Pick<Step, "on" | "write">[];
  readonly answer: (question: Question) => QuestionAnswer | null;
  start(ports: SessionPorts): Promise<void>;
}

const USUAL: Scene = { steps: STEPS, answer: answerOf, start: startCrashSession };

export class SessionHere {
  readonly #scene: Scene;
  readonly #store = openMemoryStore([]);
  readonly #folder = new SimFolder();
  readonly #shelf = memoryShelf();
  readonly #rollback = memoryRollback(this.#folder);
  readonly #clock = steppingClock();
  readonly #ports = {
    ...{ store: this.#store, folder: this.#folder, clock: this.#clock },
    ...{ hash: HASH, utf8: UTF8, seals: TEST_SEALS },
  };
  readonly #runs = new Map<CallKey, AgentResult>();
  /** The calls of agents, each as often as it began. */
  readonly began: CallKey[] = [];
  #lives = 0;

  constructor(scene = USUAL) {
    this.#scene = scene;
  }

  async start(): Promise<void> {
    await this.#scene.start(this.#ports);
  }

  /** One runner, from its beginning to its end or death; tells the calls of its ports, too. */
  async run(plan: CrashPlan | null): Promise<{ readonly end: string; readonly calls: readonly string[] }> {
    this.#lives += 1;
    const calls: string[] = [];
    const wire = new Wire(plan, async (_, name) => void calls.push(name));
    const store = overWire(this.#store, wire, "store");
    try {
      const lease = await this.#acquire(store);
      const engine = await SessionEngine.open(SESSION, {
        ...this.#ports,
        store,
        folder: overWire(this.#folder, wire, "folder"),
      });
      const agent = this.#agent(wire);
      const end = await runSession({
        ...{
          engine,
          lease,
          agentNamed: () => agent,
          answerByPolicy: this.#scene.answer,
          progress: () => undefined,
        },
        ...{ shelf: overWire(this.#shelf, wire, "shelf"), untilRound: false },
        rollback: { ...this.#rollback, archives: overWire(this.#rollback.archives, wire, "archives") },
        ...{ stopSoon: NEVER, stopNow: NEVER, pollMs: POLL_MS, timer: timerOf(this.#clock) },
      });
      if (wire.crash === null) await store.release(lease);
      return { end: wire.crash?.message ?? end, calls };
    } catch (error) {
      if (error instanceof Crash) return { end: error.message, calls };
      throw error;
    }
  }

  async #acquire(store: Store): Promise<Lease> {
    const acquired = await store.acquire({
      resource: sessionStream(SESSION),
      holder: { host: "here", pid: this.#lives, processStart: "then" },
      ...{ nowMs: 0, leaseMs: 60_000, isDead: () => true },
    });
    if (acquired.at !== "acquired") throw new Error("a dead holder keeps the lease");
    return acquired.lease;
  }

  #agent(wire: Wire): AgentPort {
    return {
      start: ({ key }, onEvent) =>
        wire.agentCall("agent.start", async () => {
          onEvent({ at: "started", pid: null });
          this.began.push(key);
          const result = resultOf(key, this.#scene.steps);
          this.#runs.set(key, result);
          return result;
        }),
      recover: ({ key }) =>
        wire.pass("agent.recover", async () => {
          const result = this.#runs.get(key);
          return result === undefined ? { at: "unknown" } : { at: "finished", result };
        }),
    };
  }

  async outcome(): Promise<Outcome> {
    const files = [
      ...this.#folder.files,
      ...this.#shelf.texts.map((text, n) => [`spec-${n}`, text] as const),
      ...[...this.#rollback.archives.archives].flatMap(([name, { contents }]) =>
        [...contents].map(([path, bytes]) => [`${name}/${path}`, UTF8.decode(bytes)] as const),
      ),
    ];
    const documents = Object.fromEntries(files.map(([path, text]) => [path, maskedText(text)]));
    return { documents, ...(await loggedIn(this.#store)) };
  }
}

function resultOf(key: CallKey, steps: Scene["steps"]): AgentResult {
  const { purpose, round, incarnation, attempt } = callKeyParts(key);
  const names = [
    `${purpose}-${round}.${incarnation}`,
    `${purpose}-${round}-${attempt}`,
    `${purpose}-${round}`,
    purpose,
  ];
  const step = names.flatMap((name) => steps.find(({ on }) => on === name) ?? [])[0];
  if (step === undefined) throw new Error(`nothing is laid down for ${key}`);
  return {
    outcome: "ok",
    document: { text: step.write, bytes: Buffer.byteLength(step.write), repaired: false },
    text: null,
    usage: { inputTokens: 900, outputTokens: 40, usd: 0.01 },
    elapsedMs: 1_000,
    evidence: [],
  };
}
