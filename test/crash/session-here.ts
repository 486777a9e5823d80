// The session of the crash tests in this process: its store, folder and agents are in memory, and what a runner that dies
// would leave of them is copied.

import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import { type CallKey, callKeyParts } from "../../src/core/shared/call-key.ts";
import type { AgentPort, AgentResult, Lease, Store } from "../../src/engine/ports.ts";
import { SessionEngine, type SessionPorts } from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { runSession } from "../../src/runner/run-session.ts";
import { SimFolder } from "../sim/sim-folder.ts";
import { overWire, Wire } from "../sim/wire.ts";
import { memoryRollback } from "../support/memory-rollback.ts";
import { type MemoryStore, openMemoryStore } from "../support/memory-store.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  HASH,
  memoryShelf,
  NEVER,
  POLL_MS,
  SESSION,
  type SteppingClock,
  steppingClock,
  timerOf,
  UTF8,
} from "../support/session-world.ts";
import { isRead } from "./choose-points.ts";
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

/** A session as a runner left it that died after a call. */
interface LeftSession {
  readonly after: string;
  /** How many calls had begun. */
  readonly call: number;
  readonly session: SessionHere;
}

interface RunHere {
  readonly end: string;
  readonly calls: readonly string[];
  readonly left: readonly LeftSession[];
}

const USUAL: Scene = { steps: STEPS, answer: answerOf, start: startCrashSession };

/** What outlives a runner. */
interface Lasting {
  readonly store: MemoryStore;
  readonly files: ReadonlyMap<string, string>;
  readonly specs: readonly string[];
  readonly archives: ReturnType<typeof memoryRollback>["archives"]["archives"];
  readonly clock: SteppingClock;
  readonly runs: ReadonlyMap<CallKey, AgentResult>;
  readonly began: readonly CallKey[];
  readonly lives: number;
}

const nothingYet = (): Lasting => ({
  ...{ store: openMemoryStore([]), files: new Map(), specs: [], archives: new Map() },
  ...{ clock: steppingClock(), runs: new Map(), began: [], lives: 0 },
});

export class SessionHere {
  readonly #scene: Scene;
  readonly #store: MemoryStore;
  readonly #folder: SimFolder;
  readonly #shelf = memoryShelf();
  readonly #rollback: ReturnType<typeof memoryRollback>;
  readonly #clock: SteppingClock;
  readonly #ports: SessionPorts;
  readonly #runs: Map<CallKey, AgentResult>;
  /** The calls of agents, each as often as it began. */
  readonly began: CallKey[];
  #lives: number;

  constructor(scene = USUAL, { store, files, specs, archives, clock, runs, began, lives } = nothingYet()) {
    this.#scene = scene;
    this.#store = store;
    this.#folder = new SimFolder(files);
    this.#shelf.texts.push(...specs);
    this.#rollback = memoryRollback(this.#folder);
    for (const [name, archive] of archives) this.#rollback.archives.archives.set(name, archive);
    this.#clock = clock;
    this.#ports = { store, folder: this.#folder, clock, hash: HASH, utf8: UTF8, seals: TEST_SEALS };
    this.#runs = new Map(runs);
    this.began = [...began];
    this.#lives = lives;
  }

  #copy(): SessionHere {
    return new SessionHere(this.#scene, {
      ...{ store: this.#store.copy(), clock: this.#clock.copy() },
      ...{ files: this.#folder.files, specs: this.#shelf.texts },
      archives: this.#rollback.archives.archives,
      ...{ runs: this.#runs, began: this.began, lives: this.#lives },
    });
  }

  async start(): Promise<void> {
    await this.#scene.start(this.#ports);
  }

  /**
   * One runner, from its beginning to its end; tells the calls of its ports, too, and what it would have left had it died:
   * between two calls that change something that is always the same.
   */
  async run(): Promise<RunHere> {
    this.#lives += 1;
    const calls: string[] = [];
    const left: LeftSession[] = [];
    const note = (after: string): void => {
      left.push({ after, call: calls.length, session: this.#copy() });
    };
    note("nothing");
    const wire = new Wire(
      null,
      async (_, name) => void calls.push(name),
      (name) => isRead(name) || note(name),
    );
    const store = overWire(this.#store, wire, "store");
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
    await store.release(lease);
    return { end, calls, left };
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
