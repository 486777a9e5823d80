// Builds on a real repository with a bare remote, in this process: git and the checks are real, agents are functions that
// find their worktree on the disk, and waits take no time.
import { rmSync } from "node:fs";
import { shellChecks } from "../../src/adapters/checks/run-check.ts";
import { diskFolder } from "../../src/adapters/files/folder.ts";
import type { GitTasksOptions } from "../../src/adapters/git/task-repository.ts";
import { type Board, findTask } from "../../src/core/board/board.ts";
import { disputeIdFromHex, type TaskId } from "../../src/core/board/board-id.ts";
import type { Task } from "../../src/core/board/task.ts";
import type { BuildSettings } from "../../src/core/build/build-settings.ts";
import { findWork } from "../../src/core/build/evolve-work.ts";
import type { TaskWork } from "../../src/core/build/task-work.ts";
import { type CallKeyParts, callKeyParts } from "../../src/core/shared/call-key.ts";
import { BoardEngine } from "../../src/engine/board-engine.ts";
import { BUILD_LEASE } from "../../src/engine/build-ports.ts";
import type { AgentPort, AgentRequest } from "../../src/engine/ports.ts";
import type { BoardCommandInput } from "../../src/engine/stored-board-command.ts";
import { type BuildEnd, runBuild } from "../../src/runner/run-build.ts";
import { ADA, type PlannedTask, taskIdAt } from "./build-here.ts";
import type { Files, GitWorld } from "./git-world.ts";
import { openMemoryStore } from "./memory-store.ts";
import { NO_CAP } from "./no-cap.ts";
import { countedSeals } from "./seals.ts";
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

export interface GitStage {
  readonly call: CallKeyParts;
  readonly request: AgentRequest;
  readonly world: GitWorld;
  /** The task's worktree. */
  readonly path: string;
  /** How the loop stands with the task. */
  readonly work: TaskWork | null;
}

export type GitScript = (stage: GitStage) => string | Saying | null;

interface BuildOnGitOptions {
  readonly world: GitWorld;
  readonly tasks: readonly PlannedTask[];
  readonly coder: GitScript;
  readonly reviewer: GitScript;
  readonly settings?: Partial<BuildSettings>;
  readonly git?: Partial<GitTasksOptions>;
}

/** More than any of these builds has. */
const WAITS_MAX = 50;

export class BuildOnGit {
  readonly world: GitWorld;
  /** The calls of agents, in order. */
  readonly began: string[] = [];
  readonly prompts: string[] = [];
  readonly store = openMemoryStore([]);
  readonly #options: BuildOnGitOptions;
  readonly #clock = steppingClock();
  #lives = 0;
  #commands = 0;

  private constructor(options: BuildOnGitOptions) {
    this.#options = options;
    this.world = options.world;
  }

  static async of(options: BuildOnGitOptions): Promise<BuildOnGit> {
    const build = new BuildOnGit(options);
    for (const [number, { title, files = [] }] of options.tasks.entries()) {
      const about = { section: null, sourceFile: null, after: [], notes: "", files } as const;
      await build.do({ type: "AddTask", id: taskIdAt(number), title, ...about });
    }
    return build;
  }

  async do(command: BoardCommandInput): Promise<void> {
    this.#commands += 1;
    const board = await this.#open();
    const submitted = await board.submit(() => command, { by: ADA, id: `ada/${this.#commands}` });
    if (submitted.at === "refused") throw new Error(submitted.refusal.message);
  }

  /** Answers the question that is open. */
  async answer(option: string, text: string | null = null): Promise<void> {
    const [question, ...more] = (await this.board()).questions;
    if (question === undefined || more.length > 0) throw new Error("there is not one question");
    const answer = { question: question.id, option: option as never, text, findings: [], by: ADA.actor };
    await this.do({
      ...{ type: "AnswerBoardQuestion", answer, document: null },
      dispute: disputeIdFromHex("dddddddd"),
    });
  }

  async board(): Promise<Board> {
    return (await this.#open()).state;
  }

  async task(number: number): Promise<Task> {
    const task = findTask(await this.board(), taskIdAt(number));
    if (task === null) throw new Error(`there is no task ${number}`);
    return task;
  }

  async work(number: number): Promise<TaskWork> {
    const work = findWork(await this.board(), taskIdAt(number));
    if (work === null) throw new Error(`nobody has worked on ${number}`);
    return work;
  }

  async events(type: string): Promise<readonly Record<string, unknown>[]> {
    const events = await this.store.load("board");
    return events.filter((event) => event.type === type).map(({ data }) => data as Record<string, unknown>);
  }

  /** A runner of its own, from its beginning to its end. `waited`: each time there is nothing to do but to wait. */
  async run(waited: (count: number) => void = () => undefined): Promise<BuildEnd> {
    const { world, coder, reviewer, settings, git } = this.#options;
    this.#lives += 1;
    const board = await this.#open();
    const repository = world.tasks(git);
    const looked = await repository.look({ target: null });
    if (looked.at !== "ready") throw new Error(looked.message);
    const acquired = await this.store.acquire({
      resource: BUILD_LEASE,
      holder: { host: "here", pid: this.#lives, processStart: "then" },
      ...{ nowMs: 0, leaseMs: 60_000, isDead: () => true },
    });
    if (acquired.at !== "acquired") throw new Error("the lease is held");
    const timer = timerOf(this.#clock);
    let waits = 0;
    const end = await runBuild({
      context: {
        ...{ board, repository, checks: shellChecks({ env: world.env, secrets: [] }) },
        ...{ seals: countedSeals(), project: memoryProject({}), prefix: looked.prefix, setUp: new Map() },
      },
      lease: acquired.lease,
      settings: {
        agents: { coder: "coder", reviewer: "reviewer" },
        fallbacks: { coder: [], reviewer: [] },
        limits: { run: NO_CAP, task: NO_CAP, build: NO_CAP },
        ...{ checks: [], target: looked.target, onMajor: "continue", land: "merge", parallel: 1 },
        ...settings,
      },
      scope: { task: null, section: null, once: false },
      agentNamed: (name) => this.#agent(name === "coder" ? coder : reviewer),
      progress: () => undefined,
      ...{ stopSoon: NEVER, stopNow: NEVER, pollMs: POLL_MS },
      timer: (ms, callback) => {
        if (ms < POLL_MS) {
          waits += 1;
          if (waits > WAITS_MAX) throw new Error("the build waits for ever");
          waited(waits);
        }
        return timer(ms, callback);
      },
    });
    await this.store.release(acquired.lease);
    return end;
  }

  #agent(script: GitScript): AgentPort {
    return {
      start: async (request, onEvent) => {
        onEvent({ at: "started", pid: null });
        this.began.push(request.key);
        this.prompts.push(request.prompt);
        const call = callKeyParts(request.key);
        const { world } = this;
        const task = call.subject.id as TaskId;
        const path = world.tasks().worktreePath({ task, incarnation: call.incarnation });
        return resultOf(script({ call, request, world, path, work: findWork(await this.board(), task) }));
      },
      recover: async () => ({ at: "unknown" }),
    };
  }

  /** `dispute.md` lies where it lies for a person. */
  async #open(): Promise<BoardEngine> {
    return await BoardEngine.open({
      ...{
        store: this.store,
        folder: diskFolder(this.world.root),
        clock: this.#clock,
        hash: HASH,
        utf8: UTF8,
      },
    });
  }
}

/** Writes into the worktree; `null` takes a file away. */
export function leave({ world, path }: GitStage, files: Files): void {
  world.write(files, path);
  for (const [name, text] of Object.entries(files)) if (text === null) rmSync(`${path}/${name}`);
}
