// A session of many gaps and rounds on a real disk, with the time of each round taken apart.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import { isDeadProcess, thisProcess } from "../../src/adapters/host/process-identity.ts";
import { ed25519Seals } from "../../src/adapters/host/seals.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { projectAt } from "../../src/app/project.ts";
import { sessionFolder } from "../../src/app/sessions/open-session.ts";
import { systemClock, systemHash, systemUtf8 } from "../../src/app/sessions/system-ports.ts";
import { thresholdsFor } from "../../src/core/refinement/convergence.ts";
import type { Question, QuestionAnswer } from "../../src/core/refinement/questions/question.ts";
import { roundLimits } from "../../src/core/refinement/round-limits.ts";
import type { SessionEvent } from "../../src/core/refinement/session/session-event.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import { readEngineerDocument } from "../../src/document/engineer/read-engineer.ts";
import { readReviewerDocument } from "../../src/document/reviewer/read-reviewer.ts";
import type { Cancel, DurableStore } from "../../src/engine/ports.ts";
import { SESSION_PROJECTION } from "../../src/engine/projections.ts";
import { SessionEngine, type SessionPorts } from "../../src/engine/session-engine.ts";
import { runSession } from "../../src/runner/run-session.ts";
import { NO_CAP } from "../../test/support/no-cap.ts";
import { median } from "../ratio.ts";
import { scriptedAgents, type WrittenDocument } from "./agents.ts";
import { type Workload, workload } from "./source.ts";
import { DURABLE, type Tally, watchedPorts } from "./watched-ports.ts";

export const GAPS = 200;
export const GAPS_PER_ROUND = 4;
export const ROUNDS = 50;
export const EARLY = 5;
export const REPETITION_ROUND = 10;
/** A source of 60 KB. */
const GAPS_SHOWN_WHOLE = 60;
export const SESSION = "long";

const LEASE_MS = 60_000;
const MICROSECONDS = 1_000;

export interface RoundFigures {
  readonly round: number;
  readonly calls: number;
  readonly wallMs: number;
  /** Of the whole process, waits for the disk left out. */
  readonly cpuMs: number;
  readonly agentsMs: number;
  readonly parseMs: number;
  /** Of this round alone. */
  readonly disk: Tally;
  readonly promptChars: number;
  /** What sending the source and all earlier documents with each call would have come to. */
  readonly rereadChars: number;
}

export interface LongSession {
  /** The folder of the project, at the last round. */
  readonly root: string;
  /** Copies of its database after an early round and after the last. */
  readonly early: string;
  readonly late: string;
  readonly rounds: readonly RoundFigures[];
}

type Role = WrittenDocument["role"];

/** How much of a role's prompts of one round stood in its prompt before. */
export interface Repetition {
  readonly chars: number;
  /** In lines that the prompt before has, too. */
  readonly sameChars: number;
  /** Up to where both are the same: what a provider's cache need not read anew. */
  readonly prefixChars: number;
  /** What stood where the two parted. */
  readonly partings: readonly string[];
}

export async function runLongSession(root: string): Promise<LongSession> {
  return await withProject(root, async (store, ports) => {
    const work = workload(GAPS);
    const engine = await startedEngine(work, ports);
    const early = join(root, "early.db");
    const late = join(root, "late.db");
    const marks = new Marks(engine, ports.tally);
    await marks.run(store, EARLY);
    await store.backup(early);
    await marks.run(store, ROUNDS);
    await store.backup(late);
    const rounds = figuresOf(marks, work, await store.load(engine.stream));
    return { root, early, late, rounds };
  });
}

/** On a spec that prompts show whole, as they do most. */
export async function measureRepetition(root: string): Promise<Readonly<Record<Role, Repetition>>> {
  return await withProject(root, async (store, ports) => {
    const engine = await startedEngine(workload(GAPS_SHOWN_WHOLE), ports);
    await new Marks(engine, ports.tally).run(store, REPETITION_ROUND);
    const calls = startedCalls(await store.load(engine.stream));
    return {
      engineer: await repetitionOf(calls, "engineer", engine),
      reviewer: await repetitionOf(calls, "reviewer", engine),
    };
  });
}

/** With a project of its own, and what its ports are asked for watched. */
async function withProject<Result>(
  root: string,
  use: (store: DurableStore, ports: ReturnType<typeof watchedPorts>) => Promise<Result>,
): Promise<Result> {
  const project = projectAt(root);
  mkdirSync(project.folder, { recursive: true });
  const { database: file } = project;
  const store = await openSqliteStore({ file, mode: "read-write", projections: [SESSION_PROJECTION] });
  try {
    return await use(store, watchedPorts(store, diskFolder(sessionFolder(project, SESSION))));
  } finally {
    store.close();
  }
}

export function portsFor(store: DurableStore, root: string): SessionPorts {
  const folder = diskFolder(sessionFolder(projectAt(root), SESSION));
  return { store, folder, clock: systemClock, hash: systemHash, utf8: systemUtf8, seals: ed25519Seals };
}

async function startedEngine(
  { text, gaps }: Workload,
  { store, folder }: Pick<SessionPorts, "store" | "folder">,
): Promise<SessionEngine> {
  const ports = {
    store,
    folder,
    clock: systemClock,
    hash: systemHash,
    utf8: systemUtf8,
    seals: ed25519Seals,
  };
  const engine = await SessionEngine.open(SESSION, ports);
  const limits = roundLimits(gaps.length, { gapsPerRound: GAPS_PER_ROUND });
  if (isRefusal(limits)) throw new Error(limits.message);
  const sha256 = await store.put(systemUtf8.encode(text));
  const spec = { name: "spec.md", path: "spec.md", sha256, chars: text.length };
  const settings = {
    limits,
    thresholds: thresholdsFor(gaps.length),
    criticalOverride: true,
    backupRetentionRounds: 3,
    agents: { engineer: "engineer", reviewer: "reviewer" },
    spend: { run: NO_CAP, role: NO_CAP, session: NO_CAP },
  };
  await engine.submit(
    { type: "StartSession", session: SESSION, spec, settings, gaps },
    { id: "start", actor: "human:bench" },
  );
  return engine;
}

interface Mark {
  readonly round: number;
  readonly atMs: number;
  readonly cpuMs: number;
  readonly agentsMs: number;
  readonly tally: Tally;
}

/** Runs the session and notes where each round ended. */
class Marks {
  readonly list: Mark[] = [];
  readonly #engine: SessionEngine;
  readonly #tally: () => Tally;
  readonly #agents;

  constructor(engine: SessionEngine, tally: () => Tally) {
    this.#engine = engine;
    this.#tally = tally;
    this.#agents = scriptedAgents(engine);
  }

  get written(): readonly WrittenDocument[] {
    return this.#agents.written;
  }

  /** Until so many rounds are complete, leaving behind what a runner leaves. */
  async run(store: DurableStore, rounds: number): Promise<void> {
    const engine = this.#engine;
    const acquired = await store.acquire({
      resource: engine.stream,
      holder: thisProcess(),
      nowMs: systemClock.nowMs(),
      leaseMs: LEASE_MS,
      isDead: isDeadProcess,
    });
    if (acquired.at === "held") throw new Error("the lease is held");
    const { engineer, reviewer } = this.#agents;
    this.#mark();
    const unfollow = engine.follow(() => {
      if (engine.live.work.completedRounds !== this.list.at(-1)?.round) this.#mark();
    });
    const end = await runSession({
      engine,
      lease: acquired.lease,
      agentNamed: (name) => (name === "engineer" ? engineer : reviewer),
      answerByPolicy,
      progress: () => undefined,
      shelf: { put: async () => "spec_v1.md" },
      rollback: NO_ROLLBACK,
      untilRound: false,
      stopSoon: whenever(() => engine.live.work.completedRounds >= rounds),
      stopNow: whenever(() => false),
    });
    unfollow();
    await engine.sync();
    await engine.saveSnapshot();
    await store.release(acquired.lease);
    if (engine.live.work.completedRounds !== rounds) {
      throw new Error(
        `the session came to round ${engine.live.work.completedRounds} of ${rounds} and is ${end}`,
      );
    }
  }

  #mark(): void {
    const { user, system } = process.cpuUsage();
    this.list.push({
      round: this.#engine.live.work.completedRounds,
      atMs: performance.now(),
      cpuMs: (user + system) / MICROSECONDS,
      agentsMs: this.#agents.spentMs(),
      tally: this.#tally(),
    });
  }
}

function whenever(cancelled: () => boolean): Cancel {
  return {
    get cancelled() {
      return cancelled();
    },
    onCancel: () => () => undefined,
  };
}

function answerByPolicy({ id, kind }: Question): QuestionAnswer | null {
  if (kind !== "blocked") return null;
  const text = "The operator allows a thousand requests a minute and keeps what is older than a day.";
  return {
    question: id,
    option: "input",
    text,
    rationales: {},
    gaps: [],
    phrase: null,
    by: "policy:bench",
  };
}

type StartedCall = Extract<SessionEvent, { type: "AgentCallStarted" }>["data"];

function startedCalls(recorded: readonly unknown[]): readonly StartedCall[] {
  return (recorded as readonly SessionEvent[]).flatMap((event) =>
    event.type === "AgentCallStarted" ? [event.data] : [],
  );
}

/** Each call with the one of the same role before it, whatever round that was in. */
async function repetitionOf(
  calls: readonly StartedCall[],
  role: Role,
  { documents }: SessionEngine,
): Promise<Repetition> {
  const own = calls.filter((call) => call.role === role);
  const texts = await Promise.all(own.map(({ prompt }) => documents.text(prompt?.sha256 ?? "")));
  const pairs = own.flatMap(({ round, prompt }, at) =>
    round === REPETITION_ROUND ? [{ text: texts[at] ?? "", before: texts[at - 1] ?? "", prompt }] : [],
  );
  const prefixes = pairs.map(({ text, before }) => samePrefix(text, before));
  return {
    chars: sum(pairs.map(({ text }) => text.length)),
    sameChars: sum(pairs.map(({ text, before }) => charsOfSameLines(text, before))),
    prefixChars: sum(prefixes),
    partings: pairs.map(({ prompt }, at) => partAt(prompt?.parts ?? [], prefixes[at] ?? 0)),
  };
}

function charsOfSameLines(text: string, before: string): number {
  const known = new Set(before.split("\n"));
  return sum(text.split("\n").map((line) => (known.has(line) ? line.length + 1 : 0)));
}

function samePrefix(text: string, before: string): number {
  let at = 0;
  while (at < text.length && text[at] === before[at]) at += 1;
  return at;
}

function partAt(parts: NonNullable<StartedCall["prompt"]>["parts"], at: number): string {
  const ends = parts.map((_, index) => sum(parts.slice(0, index + 1).map(({ chars }) => chars)));
  return parts[ends.findIndex((end) => end > at)]?.name ?? "its end";
}

function figuresOf(marks: Marks, { text }: Workload, recorded: readonly unknown[]): readonly RoundFigures[] {
  const calls = startedCalls(recorded);
  return marks.list.slice(1).flatMap((mark, index) => {
    const before = marks.list[index];
    if (before === undefined || before.round === mark.round) return [];
    const { round } = mark;
    const own = calls.filter((call) => call.round === round);
    return [
      {
        round,
        calls: own.length,
        wallMs: mark.atMs - before.atMs,
        cpuMs: mark.cpuMs - before.cpuMs,
        agentsMs: mark.agentsMs - before.agentsMs,
        parseMs: sum(marks.written.filter((document) => document.round === round).map(parseMs)),
        disk: difference(mark.tally, before.tally),
        promptChars: sum(own.flatMap(({ prompt }) => prompt?.parts.map(({ chars }) => chars) ?? [])),
        rereadChars: rereadChars(marks.written, { round, source: text.length }),
      },
    ];
  });
}

const PARSES = 3;

/** The median of a few, when everything is warm. */
function parseMs({ role, text }: WrittenDocument): number {
  const read = role === "engineer" ? readEngineerDocument : readReviewerDocument;
  const times = Array.from({ length: PARSES }, () => {
    const start = performance.now();
    read(text);
    return performance.now() - start;
  });
  return median(times);
}

function rereadChars(
  written: readonly WrittenDocument[],
  { round, source }: { readonly round: number; readonly source: number },
): number {
  let earlier = 0;
  let total = 0;
  for (const document of written) {
    if (document.round === round) total += source + earlier;
    earlier += document.text.length;
  }
  return total;
}

function difference(after: Tally, before: Tally): Tally {
  return Object.fromEntries(
    DURABLE.map((name) => [
      name,
      { count: after[name].count - before[name].count, ms: after[name].ms - before[name].ms },
    ]),
  ) as Tally;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Nothing is undone here. */
const NO_ROLLBACK: Parameters<typeof runSession>[0]["rollback"] = {
  archives: {
    write: () => Promise.reject(new Error("no round is undone")),
    removeArchived: () => Promise.reject(new Error("no round is undone")),
  },
  clearArchives: () => Promise.reject(new Error("no round is undone")),
};
