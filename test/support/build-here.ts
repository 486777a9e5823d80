// Builds in this process: store, repository and agents are in memory and outlive every runner, and a runner may die at a
// call of its ports by never hearing of anything again.
import { type Board, findTask } from "../../src/core/board/board.ts";
import { disputeIdFromHex, type TaskId, taskIdFromHex } from "../../src/core/board/board-id.ts";
import type { Task } from "../../src/core/board/task.ts";
import type { BuildScope, BuildSettings } from "../../src/core/build/build-settings.ts";
import { findWork } from "../../src/core/build/evolve-work.ts";
import type { TaskWork } from "../../src/core/build/task-work.ts";
import { type CallKeyParts, callKeyParts } from "../../src/core/shared/call-key.ts";
import { BoardEngine } from "../../src/engine/board-engine.ts";
import { BUILD_LEASE } from "../../src/engine/build-ports.ts";
import { type BoardOutcome, type BuildContext, whoIs } from "../../src/engine/build-step.ts";
import type {
  AgentPort,
  AgentRequest,
  AgentResult,
  Cancel,
  HumanInbox,
  ProjectReader,
  Store,
} from "../../src/engine/ports.ts";
import type { BoardCommandInput } from "../../src/engine/stored-board-command.ts";
import { type BuildEnd, type BuildProgress, runBuild } from "../../src/runner/run-build.ts";
import { SimFolder } from "../sim/sim-folder.ts";
import { Crash, type CrashPlan, overWire, Wire } from "../sim/wire.ts";
import { MemoryChecks } from "./memory-checks.ts";
import { MemoryRepository } from "./memory-repository.ts";
import { openMemoryStore } from "./memory-store.ts";
import { NO_CAP } from "./no-cap.ts";
import { TEST_SEALS } from "./seals.ts";
import {
  HASH,
  memoryProject,
  NEVER,
  POLL_MS,
  resultOf,
  type Saying,
  steppingClock,
  timerOf,
  UTF8,
} from "./session-world.ts";

/** A call, and the worktree it may change; none where it only judges. */
export interface BuildCallStage {
  readonly call: CallKeyParts;
  readonly request: AgentRequest;
  readonly files: Map<string, string>;
  readonly repository: MemoryRepository;
  /** How the loop stands with the task. */
  readonly work: TaskWork | null;
}

/** What an agent does and says in a call. */
export type BuildScript = (stage: BuildCallStage) => Said | Promise<Said>;
type Said = string | Saying | null;

export interface PlannedTask {
  readonly title: string;
  readonly files?: readonly string[];
  /** Those before it in the list, by their number from 0. */
  readonly after?: readonly number[];
  /** `FILE#heading` of its specification. */
  readonly source?: string;
}

interface BuildHereOptions {
  readonly tasks: readonly PlannedTask[];
  readonly agents: Readonly<Record<string, BuildScript>>;
  readonly settings?: Partial<BuildSettings>;
  readonly scope?: Partial<BuildScope>;
  readonly repository?: MemoryRepository;
  readonly project?: ProjectReader;
  readonly inbox?: HumanInbox;
  /** By default one in memory. */
  readonly store?: Store;
}

export const CHECKS: BuildSettings["checks"] = [
  { step: "setup", command: "make deps", timeLimitMs: 60_000 },
  { step: "build", command: "make", timeLimitMs: 60_000 },
  { step: "test", command: "make test", timeLimitMs: 60_000 },
];

export const ADA = whoIs("human:ada", "human");

export function taskIdAt(number: number): TaskId {
  return taskIdFromHex((0xa0000000 + number).toString(16));
}

export class BuildHere {
  readonly repository: MemoryRepository;
  readonly checks: MemoryChecks;
  readonly store: Store;
  readonly folder = new SimFolder();
  readonly prompts = new Map<string, string>();
  readonly progress: BuildProgress[] = [];
  /** The calls of agents, each as often as it began. */
  readonly began: string[] = [];
  readonly #options: BuildHereOptions;
  readonly #clock = steppingClock();
  readonly #results = new Map<string, AgentResult>();
  #lives = 0;
  #commands = 0;

  constructor(options: BuildHereOptions) {
    this.#options = options;
    this.store = options.store ?? openMemoryStore([]);
    this.repository = options.repository ?? new MemoryRepository({ files: { "README.md": "one\n" } });
    this.checks = new MemoryChecks((folder) => this.repository.filesAt(folder));
  }

  /** With its tasks on the board. */
  static async of(options: BuildHereOptions): Promise<BuildHere> {
    const build = new BuildHere(options);
    for (const [number, { title, files = [], after = [], source = null }] of options.tasks.entries()) {
      const task = taskIdAt(number);
      const notes = "";
      await build.do({
        ...{ type: "AddTask", id: task, title, section: null, sourceFile: source, notes },
        after: after.map(taskIdAt),
      });
      if (files.length > 0) await build.do({ type: "SetFiles", task, files });
    }
    return build;
  }

  /** What a person asks of the board, whether it may be or not. */
  async ask(command: BoardCommandInput): Promise<BoardOutcome> {
    this.#commands += 1;
    const board = await this.#open();
    return await board.submit(() => command, { by: ADA, id: `ada/${this.#commands}` });
  }

  async do(command: BoardCommandInput): Promise<void> {
    const submitted = await this.ask(command);
    if (submitted.at === "refused") throw new Error(submitted.refusal.message);
  }

  /** Answers the question that is open. */
  async answer(option: string, text: string | null = null): Promise<void> {
    const [question, ...more] = (await this.board()).questions;
    if (question === undefined || more.length > 0) throw new Error("there is not one question");
    const answer = { question: question.id, option: option as never, text, findings: [], by: ADA.actor };
    const dispute = disputeIdFromHex("dddddddd");
    await this.do({ type: "AnswerBoardQuestion", answer, document: null, dispute });
  }

  async engine(): Promise<BoardEngine> {
    return await this.#open();
  }

  async board(): Promise<Board> {
    return (await this.#open()).state;
  }

  async task(number: number): Promise<Task> {
    const task = findTask(await this.board(), taskIdAt(number));
    if (task === null) throw new Error(`there is no task ${number}`);
    return task;
  }

  async events(type: string): Promise<readonly Record<string, unknown>[]> {
    const events = await this.store.load("board");
    return events.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
  }

  /** One runner, from its beginning to its end or death; tells the calls of its ports, too. */
  async run(
    plan: CrashPlan | null = null,
    {
      stopSoon = NEVER,
      meanwhile,
    }: { readonly stopSoon?: Cancel; readonly meanwhile?: (port: string) => Promise<void> } = {},
  ): Promise<{ readonly end: BuildEnd | Crash; readonly calls: readonly string[] }> {
    this.#lives += 1;
    const calls: string[] = [];
    const wire = new Wire(plan, async (_, name) => {
      calls.push(name);
      await meanwhile?.(name);
    });
    const store = overWire(this.store, wire, "store");
    try {
      const acquired = await store.acquire({
        resource: BUILD_LEASE,
        holder: { host: "here", pid: this.#lives, processStart: "then" },
        ...{ nowMs: 0, leaseMs: 60_000, isDead: () => true },
      });
      if (acquired.at !== "acquired") throw new Error("a dead holder keeps the lease");
      const context: BuildContext = {
        board: await this.#open(wire),
        repository: overWire<MemoryRepository>(this.repository, wire, "repository"),
        checks: overWire(this.checks, wire, "checks"),
        seals: TEST_SEALS,
        project: this.#options.project ?? memoryProject({}),
        prefix: "",
        setUp: new Map(),
      };
      const end = await runBuild({
        context,
        lease: acquired.lease,
        settings: this.settings(),
        scope: { task: null, section: null, once: false, ...this.#options.scope },
        agentNamed: (name) => this.#agentNamed(name, wire),
        progress: (progress) => this.progress.push(progress),
        ...{ stopSoon, stopNow: NEVER, pollMs: POLL_MS, timer: timerOf(this.#clock) },
      });
      if (wire.crash === null) await store.release(acquired.lease);
      return { end: wire.crash ?? end, calls };
    } catch (error) {
      if (error instanceof Crash) return { end: error, calls };
      throw error;
    }
  }

  settings(): BuildSettings {
    return {
      agents: { coder: "coder", reviewer: "reviewer" },
      fallbacks: { coder: [], reviewer: [] },
      limits: { run: NO_CAP, task: NO_CAP, build: NO_CAP },
      checks: CHECKS,
      target: this.repository.target,
      ...{ onMajor: "continue", land: "merge", parallel: 1 },
      ...this.#options.settings,
    };
  }

  async #open(wire: Wire | null = null): Promise<BoardEngine> {
    const over = <Port extends object>(port: Port, name: string): Port =>
      wire === null ? port : overWire(port, wire, name);
    return await BoardEngine.open({
      store: over(this.store, "store"),
      folder: over(this.folder, "folder"),
      ...{ clock: this.#clock, hash: HASH, utf8: UTF8 },
    });
  }

  #agentNamed(name: string, wire: Wire): AgentPort | HumanInbox | null {
    const { agents, inbox } = this.#options;
    if (name === "human") return inbox ?? null;
    const script = agents[name];
    return script === undefined ? null : this.#agent(name, script, wire);
  }

  #agent(name: string, script: BuildScript, wire: Wire): AgentPort {
    return {
      start: (request, onEvent) =>
        wire.agentCall(`${name}.start`, async () => {
          onEvent({ at: "started", pid: null });
          this.began.push(request.key);
          this.prompts.set(request.key, request.prompt);
          const result = resultOf(await script(await this.#stage(request)));
          this.#results.set(request.key, result);
          return result;
        }),
      recover: ({ key }) =>
        wire.pass(`${name}.recover`, async () => {
          const result = this.#results.get(key);
          return result === undefined ? { at: "unknown" } : { at: "finished", result };
        }),
    };
  }

  async #stage(request: AgentRequest): Promise<BuildCallStage> {
    const call = callKeyParts(request.key);
    const { repository } = this;
    const files = repository.worktrees.get(call.subject.id)?.files ?? new Map<string, string>();
    const work = findWork(await this.board(), call.subject.id as TaskId);
    return {
      call,
      request,
      files: request.worktree === undefined ? new Map(files) : files,
      repository,
      work,
    };
  }
}
