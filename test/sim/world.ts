// One simulated world: a session with its agents, its users and its accidents, all drawn from one seed; and at times another
// one that is made from its past.
import { isDeepStrictEqual } from "node:util";
import { FULL_WEIGHTS, lowerWeight, type Weights } from "../../src/core/refinement/conflicts/flag.ts";
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import type { ForkCut } from "../../src/core/refinement/session/fork.ts";
import type { SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { pastAppends, possibleCuts } from "../../src/engine/fork-cuts.ts";
import type { Lease, RecordedEvent, Store } from "../../src/engine/ports.ts";
import {
  type SessionCommandInput,
  SessionEngine,
  type SessionPorts,
} from "../../src/engine/session-engine.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { writePast } from "../../src/engine/stored-command.ts";
import { PolicyRefused } from "../../src/runner/answer-by-policy.ts";
import { type RunEnd, runSession } from "../../src/runner/run-session.ts";
import { cancelSource } from "../support/cancel.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { memoryProviderWaits } from "../support/memory-waits.ts";
import { countedSeals } from "../support/seals.ts";
import { HASH, memoryShelf, POLL_MS, steppingClock, timerOf, UTF8 } from "../support/session-world.ts";
import { AgentHost } from "./agents/agent-host.ts";
import type { Asked } from "./agents/asked.ts";
import { engineerOf } from "./agents/engineers.ts";
import { reviewerOf } from "./agents/reviewers.ts";
import { type DrawnWorld, drawWorld, SPEC } from "./draw-world.ts";
import { Random } from "./random.ts";
import { simArchives } from "./sim-archives.ts";
import { SimFolder } from "./sim-folder.ts";
import { User } from "./users.ts";
import { Watch } from "./watch.ts";
import { Crash, type CrashPlan, MOMENTS, overWire, Wire } from "./wire.ts";

const SESSION = "s";
const FORK = "f";
/** Drawn by itself, so that a world is the same whether or not it is forked. */
const FORK_SHARE = 0.3;
const ARCHIVE_OPTIONS = ["keep", "delete", "recent", "cold"] as const;

/** A process that has not come to an end, a question or a pause after so many lives never will. */
const LIVES_MAX = 80;
/** Later lives are let live, so that every world comes to its end. */
const CRASHES_MAX = 3;
const CRASH_SHARE = 0.6;
/** Where in its life a process may die, or be disturbed: most lives make fewer calls of ports. */
const CALL_MAX = 200;
/** Ports that are called seldom, with how often within a life, so that each is met. */
const PORTS: readonly (readonly [string, number])[] = [
  ["agent.start", 6],
  ["agent.recover", 2],
  ["store.append", 12],
  ["store.findCommand", 12],
  ["store.put", 12],
  ["store.findSnapshot", 1],
  ["store.putSnapshot", 3],
  ["store.acquire", 1],
  ["store.release", 1],
  ["store.setFileCursors", 12],
  ["folder.write", 20],
  ["folder.remove", 2],
  ["folder.setAside", 1],
  ["shelf.put", 1],
  ["archives.write", 2],
  ["archives.removeArchived", 2],
  ["waits.until", 6],
  ["waits.note", 2],
];
const POLICY_USES_MAX = 3;
/** Whom the limits of a provider concern together. */
const PROVIDERS: Readonly<Record<string, string>> = { engineer: "east", other: "east", reviewer: "west" };

export interface WorldReport {
  readonly seed: number;
  readonly drawn: DrawnWorld;
  /** What was wrong; nothing, in a sound program. */
  readonly faults: readonly string[];
  /** How it came to rest: an end, a pause, or a question nobody answers. */
  readonly rest: string;
  readonly crashes: readonly string[];
  readonly lives: number;
  readonly events: readonly RecordedEvent[];
  readonly store: Store;
  /** The events of the session that was made from its past; `null` where nobody made one. */
  readonly forked: readonly RecordedEvent[] | null;
}

export async function runWorld(seed: number): Promise<WorldReport> {
  const world = new World(seed);
  await world.begin();
  const rest = await world.toEnd();
  const fork = rest === "failed" ? null : await world.fork();
  if (fork === null) return world.report(rest, null);
  const after = await fork.toEnd();
  await world.checkFork(fork);
  return world.report(after === "failed" ? after : rest, fork);
}

/** What a fork begins with. */
interface Past {
  readonly drawn: DrawnWorld;
  readonly store: ReturnType<typeof openMemoryStore>;
  readonly clock: ReturnType<typeof steppingClock>;
  readonly command: Extract<SessionCommandInput, { readonly type: "ForkSession" }>;
}

/** Something that happens just before a call of a port. */
type Accident = (port: string) => Promise<void>;

function isEngineers({ call }: Asked): boolean {
  return call.purpose === "engineer" || call.purpose === "answer-issue" || call.purpose === "second-survey";
}

const EDITED_FILES = ["status.md", "decisions.md"];

type Life = { readonly at: RunEnd | "crashed" | "policy-refused"; readonly engine: SessionEngine | null };

class World {
  readonly #seed: number;
  readonly #random: Random;
  readonly #drawn: DrawnWorld;
  readonly #past: Past | null;
  readonly #session: string;
  readonly #stream: string;
  readonly #store: ReturnType<typeof openMemoryStore>;
  readonly #folder = new SimFolder();
  readonly #shelf = memoryShelf();
  readonly #rollback = simArchives(this.#folder);
  readonly #ports: SessionPorts;
  readonly #clock: ReturnType<typeof steppingClock>;
  readonly #waits: ReturnType<typeof memoryProviderWaits>;
  readonly #host: AgentHost;
  readonly #user: User;
  readonly #watch: Watch;
  readonly #policyUses = new Map<string, number>();
  readonly #faults: string[] = [];
  readonly #crashes: string[] = [];
  #lives = 0;

  constructor(seed: number, past: Past | null = null) {
    const random = past === null ? new Random(seed) : new Random(seed).fork("fork");
    this.#seed = seed;
    this.#past = past;
    this.#session = past === null ? SESSION : FORK;
    this.#stream = sessionStream(this.#session);
    this.#store = past?.store ?? openMemoryStore([]);
    this.#clock = past?.clock ?? steppingClock();
    this.#waits = memoryProviderWaits(this.#clock);
    this.#random = random.fork("accidents");
    this.#drawn = past?.drawn ?? drawWorld(random.fork("world"));
    this.#ports = {
      store: this.#store,
      folder: this.#folder,
      clock: this.#clock,
      hash: HASH,
      seals: countedSeals(),
      utf8: UTF8,
      ...(this.#drawn.weights === null ? {} : { weights: () => this.#learned() }),
    };
    const engineer = engineerOf(this.#drawn.engineer);
    this.#host = new AgentHost(
      random.fork("agents"),
      new Map([
        ["engineer", engineer],
        ["reviewer", reviewerOf(this.#drawn.reviewer)],
        ["other", (asked, chance) => (isEngineers(asked) ? engineer : reviewerOf("sound"))(asked, chance)],
      ]),
      this.#session,
    );
    this.#user = new User(random.fork("user"), this.#drawn.user, `${this.#session}/user`);
    this.#watch = new Watch({
      store: this.#store,
      folder: this.#folder,
      stream: this.#stream,
      session: this.#session,
      ports: this.#ports,
    });
  }

  /** What the project knew before, less what users called wrong since. */
  async #learned(): Promise<Weights> {
    const weights = { ...(this.#drawn.weights ?? FULL_WEIGHTS) };
    for (const event of await this.#store.load(this.#stream)) {
      const { type, data } = event as unknown as SessionEvent;
      if (type !== "FlagSettled" || data.outcome !== "false-positive") continue;
      for (const heuristic of data.heuristics) weights[heuristic] = lowerWeight(weights[heuristic]);
    }
    return weights;
  }

  async begin(): Promise<void> {
    const engine = await SessionEngine.open(this.#session, this.#ports);
    const { source, settings, gaps, settled } = this.#drawn;
    const sha256 = await this.#store.put(UTF8.encode(source));
    await engine.submit(
      {
        type: "StartSession",
        session: this.#session,
        spec: { name: SPEC, path: SPEC, sha256, chars: source.length },
        settings,
        gaps,
        settled,
      },
      { id: "start", actor: "human:sim" },
    );
  }

  /** A session from the past of this one, which then goes on by itself; `null` where none is made. */
  async fork(): Promise<World | null> {
    const random = new Random(this.#seed).fork("cut");
    if (!random.chance(FORK_SHARE)) return null;
    const appends = pastAppends(await this.#store.load(this.#stream));
    const { rounds, questions } = possibleCuts(appends);
    const cuts: readonly (readonly [ForkCut, number])[] = [
      ...[...rounds].map(([round, count]) => [{ of: "round", round }, count] as const),
      ...[...questions].map(([question, count]) => [{ of: "question", question }, count] as const),
    ];
    if (cuts.length === 0) return null;
    const [cut, count] = random.pick(cuts);
    const past = appends.slice(0, count);
    const last = past.at(-1);
    // What becomes of archives is said after the end, and nobody goes on from there.
    if (last === undefined || past.some(({ events }) => events.some(({ type }) => type === "SessionEnded")))
      return null;
    const { version, position } = last;
    const text = writePast(past.map(({ events }) => events));
    const command = {
      type: "ForkSession",
      session: FORK,
      origin: this.#session,
      version,
      chainHash: await this.#store.chainHashAt(position),
      cut,
      past: await this.#store.put(UTF8.encode(text)),
    } as const;
    const fork = new World(this.#seed, {
      drawn: this.#drawn,
      store: this.#store,
      clock: this.#clock,
      command,
    });
    await fork.#openFork();
    return fork;
  }

  async #openFork(): Promise<void> {
    if (this.#past === null) throw new Error("a fork without a past");
    const engine = await SessionEngine.open(this.#session, this.#ports);
    const submitted = await engine.submit(this.#past.command, { id: "fork", actor: "human:sim" });
    if (submitted.at !== "done") this.#faults.push(`the fork is ${JSON.stringify(submitted)}`);
  }

  /** The fork has the origin's past to the letter, and the origin is as it was. */
  async checkFork(fork: World): Promise<void> {
    const own = await this.#store.load(this.#stream);
    if (own.length !== this.#watch.events.length) this.#faults.push("what a fork does changes its origin");
    const forked = await this.#store.load(fork.#stream);
    const first = forked[0] as unknown as SessionEvent | undefined;
    if (first?.type !== "SessionForked") {
      this.#faults.push("a fork does not say where it comes from");
      return;
    }
    const { version, chainHash } = first.data;
    const past = own.slice(0, version);
    const at = past.at(-1)?.position ?? 0;
    if (chainHash !== (await this.#store.chainHashAt(at))) this.#faults.push("a fork names another chain");
    const wanted = past.map(({ type, data }) => withoutSession(type, data));
    const copied = forked.slice(1, version + 1).map(({ type, data }) => withoutSession(type, data));
    if (!isDeepStrictEqual(copied, wanted)) this.#faults.push("a fork has another past than its origin");
  }

  /** To rest, and after the end what becomes of archives. */
  async toEnd(): Promise<string> {
    const rest = await this.toRest();
    if (rest === "ended") await this.#settleArchives();
    await this.#watch.look();
    return this.#allFaults().length > 0 ? "failed" : rest;
  }

  async #settleArchives(): Promise<void> {
    const engine = await SessionEngine.open(this.#session, this.#ports);
    const { work, ledger } = engine.live;
    const asked = work.questions.find(({ kind }) => kind === "archives");
    if ((asked !== undefined) !== ledger.archives.length > 0)
      this.#faults.push(
        `${ledger.archives.length} archives, and the question is ${asked?.id ?? "not asked"}`,
      );
    if (asked === undefined || !this.#random.chance(0.8)) return;
    const option = this.#random.pick(ARCHIVE_OPTIONS);
    const answer = { ...BARE_ANSWER, question: asked.id, option };
    await engine.submit(
      { type: "AnswerQuestion", answer, document: null, role: null },
      { id: `${this.#session}/archives`, actor: "human:sim" },
    );
    let life = await this.#live();
    while (life !== null && life.at !== "ended" && this.#lives < LIVES_MAX) {
      this.#lives += 1;
      life = await this.#live();
    }
    if (life === null) return;
    await this.#check(life);
    const done = await SessionEngine.open(this.#session, this.#ports);
    if (done.live.ledger.archivesSettled?.done !== true)
      this.#faults.push(`${option} is chosen for the archives, and not carried out`);
    const left = this.#rollback.archives.archives.size;
    const due = option === "keep" || option === "recent" ? ledger.archives.length : 0;
    if (left !== due) this.#faults.push(`${option} leaves ${left} archives, not ${due}`);
    const cold = option === "cold" ? ledger.archives.length : 0;
    if (this.#rollback.cold.size !== cold)
      this.#faults.push(`${option} moves ${this.#rollback.cold.size} archives, not ${cold}`);
  }

  /** Lives follow one another until nothing more is to be expected. */
  async toRest(): Promise<string> {
    while (this.#lives < LIVES_MAX) {
      this.#lives += 1;
      const life = await this.#live();
      if (life === null) return "failed";
      await this.#check(life);
      if (this.#allFaults().length > 0) return "failed";
      if (life.at === "ended") return "ended";
      if ((life.at === "waiting" || life.at === "paused") && !(await this.#userLooks())) return life.at;
    }
    this.#faults.push(`neither an end nor a question after ${LIVES_MAX} lives`);
    return "failed";
  }

  async #userLooks(): Promise<boolean> {
    const engine = await SessionEngine.open(this.#session, this.#ports);
    const expected = await this.#user.look(engine);
    await engine.sync();
    return expected;
  }

  /** Beside a process that keeps the documents level the user's leaves them to it, as one that is killed does. */
  async #userInterrupts(port: string): Promise<void> {
    // By then the process has had its last look at the log.
    if (port === "store.release") return;
    await this.#user.look(await SessionEngine.open(this.#session, this.#ports));
  }

  /** One life of a process; `null` where it failed in a way that no process may. */
  async #live(): Promise<Life | null> {
    const plan = this.#drawCrash();
    const stopSoon = cancelSource();
    const stopNow = cancelSource();
    const accidents = this.#drawAccidents({ stopSoon: stopSoon.stop, stopNow: stopNow.stop });
    const wire = new Wire(plan, async (call, name) => await accidents.get(call)?.(name));
    let engine: SessionEngine | null = null;
    try {
      const store = overWire(this.#store, wire, "store");
      const ports = { ...this.#ports, store, folder: overWire(this.#folder, wire, "folder") };
      const lease = await this.#acquire(store);
      engine = await SessionEngine.open(this.#session, ports);
      const at = await runSession({
        engine,
        lease,
        agentNamed: (name) => this.#host.named(name, wire),
        answerByPolicy: (question) => this.#policyFor(question),
        progress: () => undefined,
        shelf: overWire(this.#shelf, wire, "shelf"),
        rollback: { ...this.#rollback, archives: overWire(this.#rollback.archives, wire, "archives") },
        untilRound: this.#random.chance(0.15),
        stopSoon: stopSoon.cancel,
        stopNow: stopNow.cancel,
        providers: {
          waits: overWire(this.#waits, wire, "waits"),
          of: (name) => PROVIDERS[name] ?? null,
        },
        pollMs: POLL_MS,
        timer: timerOf(this.#clock),
      });
      if (wire.crash === null) await store.release(lease);
      return { at: wire.crash === null ? at : this.#died(wire.crash), engine };
    } catch (error) {
      if (error instanceof Crash) return { at: this.#died(error), engine };
      if (error instanceof PolicyRefused) return { at: "policy-refused", engine: null };
      this.#faults.push(`a process failed: ${error instanceof Error ? error.stack : String(error)}`);
      return null;
    }
  }

  #died({ message }: Crash): "crashed" {
    this.#crashes.push(message);
    return "crashed";
  }

  async #acquire(store: Store): Promise<Lease> {
    const acquired = await store.acquire({
      resource: this.#stream,
      holder: { host: "here", pid: this.#lives, processStart: "then" },
      nowMs: 0,
      leaseMs: 60_000,
      isDead: () => true,
    });
    if (acquired.at !== "acquired") throw new Error("a dead holder keeps the lease");
    return acquired.lease;
  }

  #drawCrash(): CrashPlan | null {
    if (this.#crashes.length >= CRASHES_MAX || !this.#random.chance(CRASH_SHARE)) return null;
    const moment = this.#random.pick(MOMENTS);
    if (this.#random.chance(0.4)) return { port: null, call: this.#random.int(1, CALL_MAX), moment };
    const [port, most] = this.#random.pick(PORTS);
    return { port, call: this.#random.int(1, most), moment };
  }

  /** What happens beside the process, between two calls of its ports. */
  #drawAccidents(stops: { stopSoon(): void; stopNow(): void }): ReadonlyMap<number, Accident> {
    const kinds: readonly (readonly [number, Accident])[] = [
      [0.3, (port) => this.#userInterrupts(port)],
      [0.3, (port) => this.#userInterrupts(port)],
      [0.05, async () => void (await this.#acquire(this.#store))],
      [0.05, async () => stops.stopSoon()],
      [0.05, async () => stops.stopNow()],
      [0.05, async (port) => this.#somebodyEdits(port)],
    ];
    return new Map(
      kinds
        .filter(([share]) => this.#random.chance(share))
        .map(([, accident]) => [this.#random.int(1, CALL_MAX), accident]),
    );
  }

  /** Whoever saves a file in the instant between a look at it and its replacement is out of luck. */
  async #somebodyEdits(port: string): Promise<void> {
    if (port !== "folder.write") this.#folder.edit(this.#random.pick(EDITED_FILES));
  }

  #policyFor(question: Question): QuestionAnswer | null {
    const option = this.#drawn.policy.get(question.kind);
    const used = this.#policyUses.get(question.kind) ?? 0;
    const offered = question.options.find(({ id }) => id === option);
    if (offered === undefined || used >= POLICY_USES_MAX) return null;
    this.#policyUses.set(question.kind, used + 1);
    const { id } = offered;
    return {
      question: question.id,
      option: id,
      text: null,
      rationales: {},
      gaps: [],
      phrase: null,
      by: "policy:sim",
    };
  }

  async #check({ at, engine }: Life): Promise<void> {
    await this.#watch.look();
    await this.#watch.debts(engine);
    if (engine !== null) await this.#watch.spend(engine);
    const finished = at !== "crashed" && at !== "fenced" && engine !== null;
    if (finished) await this.#watch.documents(engine);
    if (finished) await this.#watch.timing(engine);
    const begun = new Set(this.#host.begun);
    if (finished && at !== "ended") {
      // Whoever is stopped leaves a launch that never began to the next.
      const forgotten = engine.live.ledger.calls.filter(({ key }) => at !== "stopped" || begun.has(key));
      if (forgotten.length > 0)
        this.#faults.push(`${forgotten.map(({ key }) => key).join(", ")} is forgotten`);
    }
    if (at === "ended") {
      const texts = engine?.live.ledger.ended?.type === "ABANDONED" ? 0 : 1;
      if (this.#shelf.texts.length !== texts)
        this.#faults.push(
          `it ended as ${engine?.live.ledger.ended?.type} with ${this.#shelf.texts.length} finished specs`,
        );
    }
    if (at === "waiting" && engine?.live.work.questions.length === 0) {
      this.#faults.push("it waits, but asks nothing");
    }
    const started = new Set(
      this.#watch.events.flatMap(({ type, data }) => (type === "AgentCallStarted" ? [String(data.key)] : [])),
    );
    for (const key of begun) if (!started.has(key)) this.#faults.push(`${key} runs, but is not in the log`);
    const commands = new Set((await this.#store.commands(this.#stream)).map(({ id }) => id));
    for (const id of this.#user.taken)
      if (!commands.has(id)) this.#faults.push(`${id} was acknowledged, and is lost`);
    for (const id of this.#user.refused)
      if (commands.has(id)) this.#faults.push(`${id} was refused, but has an effect`);
  }

  #allFaults(): readonly string[] {
    return [...this.#faults, ...this.#watch.faults, ...this.#host.faults, ...this.#user.faults];
  }

  report(rest: string, fork: World | null): WorldReport {
    const forkFaults = fork === null ? [] : fork.#allFaults().map((fault) => `fork: ${fault}`);
    return {
      seed: this.#seed,
      drawn: this.#drawn,
      faults: [...this.#allFaults(), ...forkFaults],
      rest,
      crashes: [...this.#crashes, ...(fork === null ? [] : fork.#crashes)],
      lives: this.#lives,
      events: this.#watch.events,
      store: this.#store,
      forked: fork === null ? null : fork.#watch.events,
    };
  }
}

const BARE_ANSWER = { text: null, rationales: {}, gaps: [], phrase: null, by: "human:sim" };

/** An event as both the origin and its fork have it. */
function withoutSession(type: string, data: RecordedEvent["data"]): unknown {
  if (type === "SessionStarted") return { type, data: { ...data, session: null } };
  if (type !== "QuestionAsked") return { type, data };
  return { type, data: { ...data, question: { ...(data.question as object), session: null } } };
}
