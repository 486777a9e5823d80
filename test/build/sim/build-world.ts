// One simulated build: tasks, agents, people and accidents, all drawn from one seed.
import type { Board } from "../../../src/core/board/board.ts";
import { openWorktrees } from "../../../src/core/build/owed-to-build.ts";
import { Random } from "../../sim/random.ts";
import { Crash, type CrashPlan, MOMENTS } from "../../sim/wire.ts";
import { BuildHere, type PlannedTask } from "../../support/build-here.ts";
import { MemoryRepository } from "../../support/memory-repository.ts";
import { coderOf, reviewerOf, type Temperament } from "./agents.ts";
import { BuildChecker } from "./check-build.ts";
import { answerTo, meddle, resolveOne } from "./people.ts";

/** A build that has not come to rest after so many lives never will. */
const LIVES_MAX = 60;
const CRASHES_MAX = 3;
/** Where in its life a process may die. */
const CALL_MAX = 150;
/** So often somebody answers what is open before the build is left to itself. */
const ANSWERS_MAX = 25;

export interface WorldReport {
  readonly seed: number;
  readonly faults: readonly string[];
  readonly rest: string;
  readonly lives: number;
  readonly crashes: readonly string[];
  readonly landed: number;
  readonly events: readonly string[];
}

export async function runBuildWorld(seed: number): Promise<WorldReport> {
  const random = new Random(seed);
  const world = new BuildWorld(random, await drawBuild(random.fork("world")));
  const rest = await world.toRest();
  return { seed, rest, ...(await world.report()) };
}

interface DrawnBuild {
  readonly build: BuildHere;
  readonly land: "merge" | "branch";
  readonly meddles: number;
  readonly answers: boolean;
}

async function drawBuild(random: Random): Promise<DrawnBuild> {
  const count = random.int(1, 5);
  const tasks = Array.from({ length: count }, (_, number): PlannedTask => {
    const after = number > 0 && random.chance(0.3) ? [random.int(0, number - 1)] : [];
    return { title: `Task ${number}`, after, files: random.chance(0.6) ? ["src/*"] : [] };
  });
  const temperament: Temperament = {
    bad: random.pick([0, 0.1, 0.3, 0.6]),
    breaks: random.pick([0, 0.05, 0.2]),
    rejects: random.pick([0, 0.3, 0.7, 1]),
  };
  const land = random.pick(["merge", "merge", "branch"] as const);
  const chance = random.fork("agents");
  const coder = coderOf(temperament, chance);
  const reviewer = reviewerOf(temperament, chance);
  const build = await BuildHere.of({
    tasks,
    agents: {
      coder,
      reviewer,
      other: (stage) => (stage.call.purpose === "coder" ? coder : reviewer)(stage),
    },
    settings: {
      land,
      onMajor: random.pick(["continue", "hold-dependents", "stop"]),
      parallel: random.pick([1, 1, 2, 3]),
      fallbacks: random.chance(0.3) ? { coder: ["other"], reviewer: ["other"] } : { coder: [], reviewer: [] },
      agents: { coder: "coder", reviewer: "reviewer", ...(random.chance(0.5) ? { drafter: "other" } : {}) },
    },
    repository: new MemoryRepository({
      files: { "README.md": "one\n", "src/first.test.ts": "test\n", "src/shared.ts": "3" },
      remote: random.chance(0.8) ? "origin" : null,
    }),
  });
  return { build, land, meddles: random.pick([0, 0, 0.01, 0.04]), answers: random.chance(0.85) };
}

class BuildWorld {
  readonly #random: Random;
  readonly #drawn: DrawnBuild;
  readonly #crashes: string[] = [];
  readonly #others: string[] = [];
  readonly #faults: string[] = [];
  #lives = 0;
  #answers = 0;

  constructor(random: Random, drawn: DrawnBuild) {
    this.#random = random.fork("accidents");
    this.#drawn = drawn;
  }

  async toRest(): Promise<string> {
    while (this.#lives < LIVES_MAX) {
      this.#lives += 1;
      const { end } = await this.#drawn.build.run(this.#plan(), { meanwhile: () => this.#meanwhile() });
      if (end instanceof Crash) {
        this.#crashes.push(end.message);
        continue;
      }
      if (end.at === "refused") this.#faults.push(`the build is refused: ${end.refusal.message}`);
      if (!(await this.#answer())) return end.at;
    }
    this.#faults.push(`no rest after ${LIVES_MAX} lives`);
    return "restless";
  }

  #plan(): CrashPlan | null {
    if (this.#crashes.length >= CRASHES_MAX || !this.#random.chance(0.6)) return null;
    return { port: null, call: this.#random.int(1, CALL_MAX), moment: this.#random.pick(MOMENTS) };
  }

  /** Just before a call of a port. */
  async #meanwhile(): Promise<void> {
    const { build, meddles } = this.#drawn;
    if (!this.#random.chance(meddles)) return;
    if (this.#random.chance(0.3)) {
      this.#others.push(
        build.repository.moveTarget(
          this.#random.pick(["README.md", "src/shared.ts"]),
          `${this.#random.next()}`,
        ),
      );
      return;
    }
    const command = meddle(await build.board(), this.#random);
    if (command !== null) await build.ask(command);
  }

  /** What is open is answered; false where nobody wants to, or nothing is open. */
  async #answer(): Promise<boolean> {
    const { build, answers } = this.#drawn;
    if (!answers || this.#answers >= ANSWERS_MAX) return false;
    const board = await build.board();
    const commands = board.questions.map((question) => answerTo(question, board, this.#random));
    const resolved = resolveOne(board, this.#random);
    const wanted = resolved === null ? commands : [...commands, resolved];
    if (wanted.length === 0) return false;
    this.#answers += 1;
    let any = false;
    for (const command of wanted) {
      const { at } = await build.ask(command);
      any ||= at === "done";
    }
    return any;
  }

  async report(): Promise<Omit<WorldReport, "seed" | "rest">> {
    const { build, land } = this.#drawn;
    const events = await build.store.load("board");
    const checker = new BuildChecker(land);
    checker.read(events);
    checker.checkTarget(build.repository, this.#others);
    const board = await build.board();
    return {
      faults: [...this.#faults, ...checker.faults, ...leftBehind(build.repository, board)],
      lives: this.#lives,
      crashes: this.#crashes,
      landed: checker.landed.length,
      events: events.map(({ type, data }) => `${type} ${JSON.stringify(data).slice(0, 300)}`),
    };
  }
}

/** What nobody needs any more is not there any more. */
function leftBehind({ worktrees, refs, landing }: MemoryRepository, board: Board): readonly string[] {
  const needed = new Set<string>(openWorktrees(board).map(({ task }) => task));
  const branches = [...refs.keys()].flatMap(
    (ref) => /^refs\/heads\/parley\/task\/(.+)$/.exec(ref)?.[1] ?? [],
  );
  const left = [...worktrees.keys(), ...branches].filter((task) => !needed.has(task));
  return [
    ...left.map((task) => `${task} has left something behind`),
    ...(landing === null ? [] : ["the worktree of landings is left"]),
  ];
}
