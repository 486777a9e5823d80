// A build in memory: what is owed is done by an environment that does well unless a test says otherwise.
import { findTask } from "../../src/core/board/board.ts";
import type { TaskId } from "../../src/core/board/board-id.ts";
import type { BoardAnswer, BoardQuestion, BoardQuestionKind } from "../../src/core/build/board-question.ts";
import type { BuildContent } from "../../src/core/build/build-command.ts";
import type { BuildCallOrder, BuildEffect } from "../../src/core/build/build-effect.ts";
import type { BuildScope, BuildSettings } from "../../src/core/build/build-settings.ts";
import { findWork } from "../../src/core/build/evolve-work.ts";
import { owedToBuild } from "../../src/core/build/owed-to-build.ts";
import type { CheckRecord, TaskWork } from "../../src/core/build/task-work.ts";
import type {
  Alarm,
  InspectedWork,
  LandingTrouble,
  PreparedLanding,
  PushedLanding,
} from "../../src/core/build/work-facts.ts";
import type { CodeReview, WrittenFinding } from "../../src/core/documents/code-review.ts";
import type { CoderDocument } from "../../src/core/documents/coder-document.ts";
import type { SpendCap } from "../../src/core/refinement/session/settings.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { disputeId, World } from "./board-world.ts";

type Owed<Kind extends BuildEffect["do"]> = Extract<BuildEffect, { readonly do: Kind }>;

/** What an agent does when it is called: it leaves a document, or comes to another end. */
export type Played = BuildContent | { readonly outcome: AgentOutcome; readonly waitMs?: number };

export interface Environment {
  call(order: BuildCallOrder, world: BuildWorld): Played;
  open(effect: Owed<"open-worktree">, world: BuildWorld): LandingTrouble | null;
  inspect(effect: Owed<"inspect-work">, world: BuildWorld): InspectedWork;
  check(effect: Owed<"run-checks">, world: BuildWorld): readonly CheckRecord[];
  prepare(effect: Owed<"prepare-landing">, world: BuildWorld): PreparedLanding;
  push(effect: Owed<"push-landing">, world: BuildWorld): PushedLanding;
  branch(effect: Owed<"push-branch">, world: BuildWorld): LandingTrouble | null;
}

export const UNLIMITED: SpendCap = { tokens: null, usd: null, minutes: null, calls: null };

const SETTINGS: BuildSettings = {
  agents: { coder: "alpha", reviewer: "beta" },
  fallbacks: { coder: [], reviewer: [] },
  limits: { run: UNLIMITED, task: UNLIMITED, build: UNLIMITED },
  checks: [
    { step: "build", command: "make", timeLimitMs: 1_000 },
    { step: "test", command: "make test", timeLimitMs: 1_000 },
  ],
  target: { branch: "main", remote: "origin" },
  onMajor: "continue",
  land: "merge",
  parallel: 1,
};
const EVERYTHING: BuildScope = { task: null, section: null, once: false };

/** More steps than any of these builds takes: it would never end. */
const STEPS_MAX = 4_000;

export class BuildWorld extends World {
  env: Environment = { ...WELL };
  readonly done: BuildEffect[] = [];
  #numbers = 0;

  begin(settings: Partial<BuildSettings> = {}, scope: Partial<BuildScope> = {}): void {
    const all = { settings: { ...SETTINGS, ...settings }, scope: { ...EVERYTHING, ...scope } };
    this.do({ type: "BeginBuild", as: "system", ...all });
  }

  number(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  owed(): readonly BuildEffect[] {
    return owedToBuild(this.board);
  }

  /** Until nothing is owed, or `stop` says so. */
  run(env: Partial<Environment> = {}, stop: (effect: BuildEffect) => boolean = () => false): void {
    this.env = { ...this.env, ...env };
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const [effect] = this.owed();
      if (effect === undefined || stop(effect)) return;
      this.perform(effect);
    }
    throw new Error(`the build goes on and on: ${JSON.stringify(this.owed()[0])}`);
  }

  perform(effect: BuildEffect): void {
    this.done.push(effect);
    const as = "system";
    switch (effect.do) {
      case "take-task":
        this.do({ type: "TakeTask", as, task: effect.task });
        return;
      case "open-worktree": {
        const trouble = this.env.open(effect, this);
        const place = { task: effect.task, incarnation: effect.incarnation };
        const branch = `parley/task/${effect.task}`;
        const opened = trouble ?? { at: "open" as const, branch, base: sha(this.number()) };
        this.do({ type: "NoteWorktree", as, ...place, opened });
        return;
      }
      case "call":
        this.start(effect.order);
        this.finish(effect.order, this.env.call(effect.order, this));
        return;
      case "inspect-work": {
        const { task, incarnation, number } = effect;
        const found = this.env.inspect(effect, this);
        this.do({ type: "NoteInspection", as, task, incarnation, number, found });
        return;
      }
      case "run-checks": {
        const { task, incarnation, on, commit } = effect;
        const results = this.env.check(effect, this);
        this.do({ type: "NoteChecks", as, task, incarnation, on, commit, results });
        return;
      }
      case "prepare-landing": {
        const { task, incarnation, commit } = effect;
        const prepared = this.env.prepare(effect, this);
        this.do({ type: "NoteLanding", as, task, incarnation, commit, prepared });
        return;
      }
      case "push-landing": {
        const { task, incarnation, commit } = effect;
        this.do({ type: "NotePush", as, task, incarnation, commit, pushed: this.env.push(effect, this) });
        return;
      }
      case "push-branch": {
        const { task, incarnation, commit } = effect;
        const pushed = this.env.branch(effect, this) ?? {
          at: "pushed" as const,
          branch: `parley/task/${task}`,
        };
        this.do({ type: "NoteBranch", as, task, incarnation, commit, pushed });
        return;
      }
      case "close-worktree":
        this.do({ type: "NoteClosed", as, task: effect.task, incarnation: effect.incarnation });
    }
  }

  start({ key, agent, purpose }: BuildCallOrder): void {
    const prompt = { sha256: "0".repeat(64), chars: 1, parts: [] };
    const mark = purpose === "coder" ? "1".repeat(64) : null;
    this.do({ type: "StartCall", as: "system", key, agent, prompt, mark });
  }

  finish({ key, role }: Pick<BuildCallOrder, "key" | "role">, played: Played): void {
    const { outcome, waitMs } = "outcome" in played ? played : { outcome: "ok" as const, waitMs: undefined };
    const content = "outcome" in played ? null : played;
    this.do({
      type: "FinishCall",
      as: role === "drafter" ? "system" : role,
      key,
      outcome,
      usage: { inputTokens: 10, outputTokens: 5, usd: 0.5 },
      elapsedMs: 60_000,
      evidence: [],
      dispute: disputeId(90_000 + this.number()),
      output: { ref: content === null ? null : { sha256: "2".repeat(64), bytes: 1, from: "file" }, content },
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  }

  work(task: TaskId): TaskWork {
    const work = findWork(this.board, task);
    if (work === null) throw new Error(`no work on ${task}`);
    return work;
  }

  status(task: TaskId): string | undefined {
    return findTask(this.board, task)?.status;
  }

  question(kind: BoardQuestionKind): BoardQuestion {
    const found = this.board.questions.find((question) => question.kind === kind);
    if (found === undefined) {
      const open = this.board.questions.map((question) => question.kind);
      throw new Error(`no ${kind} is asked; open: ${open.join(", ")}`);
    }
    return found;
  }

  answer(kind: BoardQuestionKind, option: BoardAnswer["option"], said: Partial<BoardAnswer> = {}): void {
    const { id } = this.question(kind);
    const answer = { question: id, option, text: null, findings: [], by: "human:ada", ...said };
    this.do({
      type: "AnswerBoardQuestion",
      answer,
      output: null,
      dispute: disputeId(80_000 + this.number()),
    });
  }

  /** The code of the refusal. */
  refusedAnswer(
    kind: BoardQuestionKind,
    option: BoardAnswer["option"],
    said: Partial<BoardAnswer> = {},
  ): string {
    const { id } = this.question(kind);
    const answer = { question: id, option, text: null, findings: [], by: "human:ada", ...said };
    return this.refused({ type: "AnswerBoardQuestion", answer, output: null, dispute: disputeId(70_000) });
  }

  /** What went to the target, in order. */
  landed(): readonly string[] {
    return this.events.flatMap((event) => (event.type === "TaskLanded" ? [event.data.task] : []));
  }

  openIds(task: TaskId) {
    return (findWork(this.board, task)?.findings ?? [])
      .filter(({ state }) => state === "open")
      .map(({ id }) => id);
  }
}

export function sha(number: number): string {
  return number.toString(16).padStart(40, "0");
}

export function read<Form>(form: Form): { readonly at: "read"; readonly form: Form } {
  return { at: "read", form };
}

export function coded(
  world: BuildWorld,
  task: TaskId,
  {
    outcome = { at: "done" },
    status = "FIXED",
  }: {
    readonly outcome?: CoderDocument["outcome"];
    readonly status?: "FIXED" | "DISAGREE";
  } = {},
): BuildContent {
  const answers = world.openIds(task).map((finding) => ({ finding, line: 1, status, where: "src/a.ts" }));
  return { of: "coder", reading: read({ summary: "Done.", notDone: "", answers, outcome }) };
}

export function finding(title: string, about: Partial<WrittenFinding> = {}): WrittenFinding {
  const told = { place: "src/a.ts:3", why: `${title}: nothing handles it`, settledBy: "handle it" };
  return { finding: null, line: 1, title, severity: "HIGH", ...told, ...about };
}

/** Each open finding is fixed, or, under a rejection without new ones, open. */
export function reviewed(
  world: BuildWorld,
  task: TaskId,
  verdict: CodeReview["verdict"]["word"] | CodeReview["verdict"],
  findings: readonly WrittenFinding[] = [],
): BuildContent {
  const status = verdict === "REJECT" && findings.length === 0 ? "OPEN" : "FIXED";
  const fates = world.openIds(task).map((id) => ({ finding: id, line: 1, status, why: "seen" }) as const);
  const said = typeof verdict === "string" ? { word: verdict as "APPROVE" | "REJECT" } : verdict;
  return { of: "reviewer", reading: read({ verdict: said, findings, fates, remarks: "" }) };
}

export function refusedForm(of: BuildContent["of"]): BuildContent {
  const faults = [{ code: "no-verdict", line: null, message: "there is no verdict" }] as const;
  return { of, reading: { at: "refused", faults } } as BuildContent;
}

export function committed(
  number: number,
  about: { path?: string; alarms?: readonly Alarm[]; tree?: string } = {},
) {
  const { path = "src/a.ts", alarms = [], tree = `tree ${number}` } = about;
  const files = [{ path, change: "changed", added: 1, removed: 0 }] as const;
  return { at: "committed", commit: sha(1_000 + number), tree, files, alarms } as const;
}

export function alarm(kind: Alarm["kind"], path: string | null = "x"): Alarm {
  return { kind, path, what: `${kind} it is` };
}

export function checks(
  { checks: commands }: Pick<Owed<"run-checks">, "checks">,
  { red = false, tests = null }: { readonly red?: boolean; readonly tests?: number | null } = {},
): readonly CheckRecord[] {
  return commands.map(({ step, command }) => ({
    step,
    command,
    outcome: red && step === "test" ? "failed" : "passed",
    exitCode: red && step === "test" ? 1 : 0,
    elapsedMs: 5,
    output: null,
    tests: step === "test" ? tests : null,
  }));
}

const WELL: Environment = {
  call: ({ purpose, task }, world) => {
    switch (purpose) {
      case "coder":
        return coded(world, task);
      case "reviewer":
        return reviewed(world, task, "APPROVE");
      case "position":
        return { of: "position", reading: read({ position: "As I said." }) };
      case "guide":
        return { of: "guide", reading: read({ guidance: "Try this.", why: "It failed twice." }) };
    }
  },
  open: () => null,
  inspect: (_, world) => committed(world.number()),
  check: (effect) => checks(effect),
  prepare: ({ commit }, world) => ({ at: "ready", commit, onto: sha(world.number()), moved: false }),
  push: () => ({ at: "landed" }),
  branch: () => null,
};

/** Plays what the list says for each call of that purpose, in turn, and then as ever. */
export function playing(
  scripts: Partial<
    Record<BuildCallOrder["purpose"], readonly ((order: BuildCallOrder, world: BuildWorld) => Played)[]>
  >,
): Environment["call"] {
  const turns = new Map<string, number>();
  return (order, world) => {
    const turn = turns.get(order.purpose) ?? 0;
    turns.set(order.purpose, turn + 1);
    const play = scripts[order.purpose]?.[turn];
    return play === undefined ? WELL.call(order, world) : play(order, world);
  };
}
