// Whatever agents, checks, remotes and people do: what holds of every build is worked out anew from its raw events.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  alarm,
  BuildWorld,
  checks,
  coded,
  committed,
  type Environment,
  finding,
  read,
  refusedForm,
  reviewed,
  sha,
} from "../../../test/support/build-world.ts";
import { boardDecider } from "../board/board-decider.ts";
import type { BoardEvent } from "../board/board-event.ts";
import type { TaskId } from "../board/board-id.ts";
import { DECISIONS, DISPUTE_REASONS, ON_MAJOR } from "../board/dispute.ts";
import { valuesOf } from "../board/id-map.ts";
import { TASK_STATUSES } from "../board/task-status.ts";
import { ALARMS } from "./work-facts.ts";

/** Choices by a seed: the same seed makes the same world. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) | 0;
    return (this.#state >>> 8) % count;
  }

  oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  }

  /** Once in so many times. */
  rarely(times: number): boolean {
    return this.below(times) === 0;
  }
}

const TROUBLE = { at: "trouble", again: true, message: "the remote does not answer", fix: "wait" } as const;
const TITLES = ["No test covers it", "Wrong name used", "An error is swallowed here"];

/** `mood`: how much goes wrong, from 2 for nearly everything to 30 for little. */
function environmentOf(chance: Chance, mood: number): Environment {
  const dispute = () => ({
    reason: chance.oneOf(DISPUTE_REASONS),
    detail: "that",
    position: "So it must be.",
  });
  return {
    call: ({ purpose, task }, world) => {
      if (chance.rarely(mood * 2))
        return {
          outcome: chance.oneOf(["crashed", "refused", "rate-limited", "empty", "trespassed"] as const),
        };
      if (chance.rarely(mood * 2)) return refusedForm(purpose);
      switch (purpose) {
        case "coder": {
          const outcomes = [
            { at: "no-change-needed", why: "it is there" },
            { at: "blocked", missing: "the key" },
            { at: "disputed", dispute: dispute() },
          ] as const;
          const outcome = chance.rarely(mood) ? chance.oneOf(outcomes) : ({ at: "done" } as const);
          return coded(world, task, { outcome, status: chance.rarely(mood) ? "DISAGREE" : "FIXED" });
        }
        case "reviewer": {
          if (chance.rarely(mood * 2)) return reviewed(world, task, { word: "DISPUTE", dispute: dispute() });
          if (!chance.rarely(Math.max(2, mood / 4))) return reviewed(world, task, "APPROVE");
          return reviewed(world, task, "REJECT", chance.rarely(3) ? [] : [finding(chance.oneOf(TITLES))]);
        }
        case "position":
          return { of: "position", reading: read({ position: "No." }) };
        case "guide":
          return { of: "guide", reading: read({ guidance: "Do it.", why: "Because." }) };
      }
    },
    open: () => (chance.rarely(mood * 2) ? TROUBLE : null),
    inspect: (_, world) => {
      const alarms = chance.rarely(mood) ? [alarm(chance.oneOf(ALARMS))] : [];
      if (chance.rarely(mood)) return { at: "unchanged", alarms };
      if (chance.rarely(mood * 3)) return { at: "refused", files: [], alarms: [alarm("huge")] };
      if (chance.rarely(mood * 3)) return { at: "failed", message: "the disk is full", fix: "make room" };
      return committed(world.number(), { alarms, ...(chance.rarely(5) ? { tree: "tree" } : {}) });
    },
    check: (effect) => checks(effect, { red: chance.rarely(mood), tests: 5 + chance.below(3) }),
    prepare: ({ commit }, world) => {
      if (chance.rarely(mood * 2)) return TROUBLE;
      if (chance.rarely(mood)) return { at: "conflict", onto: sha(1), files: ["src/a.ts"], text: "<<<" };
      if (chance.rarely(mood * 3)) return { at: "landed", commit };
      return { at: "ready", commit: sha(5_000 + world.number()), onto: sha(2), moved: chance.rarely(3) };
    },
    push: () => (chance.rarely(mood) ? { at: "moved" } : chance.rarely(mood) ? TROUBLE : { at: "landed" }),
    branch: () => (chance.rarely(mood) ? TROUBLE : null),
  };
}

/** What a person may do at any time. */
function interfere(chance: Chance, world: BuildWorld, tasks: readonly TaskId[]): void {
  const task = chance.oneOf(tasks);
  const disputes = [...valuesOf(world.board.disputes)].filter(({ state }) => state.at === "open");
  const [dispute] = disputes;
  switch (chance.below(8)) {
    case 0:
      world.try({ type: "ChangeStatus", task, to: chance.oneOf(TASK_STATUSES) });
      return;
    case 1:
      world.try({ type: "ApproveTask", task });
      return;
    case 2:
      world.try({ type: "RejectTask", task });
      return;
    case 3:
      world.try({ type: "SkipTask", task, skipped: chance.rarely(2) });
      return;
    case 4:
      world.try({ type: "RemoveTask", task });
      return;
    case 5:
      if (dispute !== undefined)
        world.try({
          type: "ResolveDispute",
          dispute: dispute.id,
          decision: chance.oneOf(DECISIONS),
          notes: "So.",
        });
      return;
    case 6:
      if (dispute !== undefined) world.try({ type: "WithdrawDispute", dispute: dispute.id });
      return;
    default:
      if (["review", "in_progress"].includes(world.status(task) ?? "")) world.dispute(task);
  }
}

const ANSWERS_MAX = 40;

function answerOne(chance: Chance, world: BuildWorld): boolean {
  const [question] = world.board.questions;
  if (question === undefined) return false;
  const { id: option, needs } = chance.oneOf(question.options);
  const open = question.task === null ? [] : world.openIds(question.task);
  const findings = open.slice(0, 1 + chance.below(3));
  const usesAgent = option === "other-agent";
  const needed: readonly string[] = needs;
  // A document that a person writes is not made here.
  if (option === "human" && question.kind === "execution") return answerOne(chance, world);
  if (needed.includes("findings") && findings.length === 0) return answerOne(chance, world);
  const answer = {
    question: question.id,
    option,
    text: usesAgent ? "gamma" : "Like this.",
    findings,
    by: "human:ada",
  };
  world.do({ type: "AnswerBoardQuestion", answer, output: null, dispute: question.id as never });
  return true;
}

interface Setting {
  readonly seed: number;
  readonly mood: number;
  readonly people: boolean;
  readonly parallel: number;
}

/** A build of several tasks, to where nothing is owed and nobody answers any more. */
function play({ seed, mood, people, parallel }: Setting): { world: BuildWorld; tasks: readonly TaskId[] } {
  const chance = new Chance(seed);
  const world = new BuildWorld();
  const tasks = ["One", "Two", "Three"].map((title, index) => {
    const task = world.add(title);
    if (parallel > 1) world.do({ type: "SetFiles", task, files: [`src/${index}/**`] });
    return task;
  });
  const drafter = chance.rarely(2) ? { drafter: "delta" } : {};
  const agents = { coder: "alpha", reviewer: "beta", ...drafter };
  const land = chance.oneOf(["merge", "branch"] as const);
  const fallbacks = { coder: chance.rarely(2) ? ["omega"] : [], reviewer: [] };
  world.begin({ agents, fallbacks, land, parallel, onMajor: chance.oneOf(ON_MAJOR) });
  const env = environmentOf(chance, mood);
  let answers = 0;
  for (let turn = 0; turn < ANSWERS_MAX * 2 && answers < ANSWERS_MAX; turn += 1) {
    world.run(env, () => people && chance.rarely(8));
    if (people && chance.rarely(2)) {
      interfere(chance, world, tasks);
      continue;
    }
    if (world.board.build.paused !== null) world.begin({ agents, fallbacks, land, parallel });
    else if (answerOne(chance, world)) answers += 1;
  }
  return { world, tasks };
}

const setting = (people: boolean): fc.Arbitrary<Setting> =>
  fc.record({
    seed: fc.integer(),
    mood: fc.constantFrom(3, 6, 12, 30),
    people: fc.constant(people),
    parallel: fc.constantFrom(1, 2, 3),
  });

function eventsOf(events: readonly BoardEvent[], task: TaskId): readonly BoardEvent[] {
  return events.filter(({ data }) => "task" in data && data.task === task);
}

/** Why a landing had to be: by a verdict on its last commit, which was green, or by a dispute. */
function groundOf(before: readonly BoardEvent[]): string {
  const last = before.findLast(({ type }) => type === "WorkInspected");
  if (last?.type !== "WorkInspected" || last.data.commit === null) return "nothing was inspected";
  const { commit, incarnation, number } = last.data;
  const green = before.some(
    ({ type, data }, index) =>
      type === "ChecksRun" &&
      data.on === "work" &&
      data.green &&
      data.commit === commit &&
      index > before.indexOf(last),
  );
  const opened = before.findLast(({ type }) => type === "LandingOpened");
  if (opened?.type !== "LandingOpened" || opened.data.incarnation !== incarnation)
    return "no landing was opened";
  if (opened.data.commit !== commit) return `commit ${number} is not what lands`;
  switch (opened.data.basis) {
    case "approved": {
      const said = before
        .slice(before.indexOf(last))
        .some(
          (event) =>
            (event.type === "ReviewGiven" &&
              event.data.verdict === "APPROVE" &&
              event.data.commit === commit) ||
            (event.type === "StatusChanged" &&
              event.data.because === "approved" &&
              event.data.by.role === "human"),
        );
      return said && green ? "ok" : `approved: ${said}, green: ${green}`;
    }
    case "disputed": {
      const dispute = before.findLast(({ type }) => type === "DisputeOpened");
      const reason = dispute?.type === "DisputeOpened" ? dispute.data.reason : null;
      return green && reason !== null && reason !== "security_concern"
        ? "ok"
        : `disputed: ${reason}, green: ${green}`;
    }
    case "decided": {
      const decided = before.findLast(({ type }) => type === "DisputeResolved");
      return decided?.type === "DisputeResolved" && decided.data.decision === "coder"
        ? "ok"
        : "nobody decided";
    }
  }
}

const NEEDS_REPOSITORY = [
  "AgentCallStarted",
  "WorktreeOpened",
  "WorktreeClosed",
  "TaskLanded",
  "BranchPushed",
];

/** What was done while a person was yet to look at the repository. */
function doneWhileTampered(events: readonly BoardEvent[]): readonly string[] {
  const open = new Set<string>();
  return events.flatMap((event) => {
    if (event.type === "BoardQuestionAsked" && event.data.question.kind === "tampered")
      open.add(event.data.question.id);
    if (event.type === "BoardQuestionAnswered") open.delete(event.data.answer.question);
    if (event.type === "BoardQuestionWithdrawn" && open.has(event.data.question)) return ["withdrawn"];
    return open.size > 0 && NEEDS_REPOSITORY.includes(event.type) ? [event.type] : [];
  });
}

describe("every build", () => {
  it.each([
    ["alone", false],
    ["beside people who change their minds", true],
  ])("%s ends, lands only what may land, and uses each number once", (_, people) => {
    fc.assert(
      fc.property(setting(people), (chosen) => {
        const { world, tasks } = play(chosen);
        const { events } = world;
        for (const task of tasks) {
          const own = eventsOf(events, task);
          own.forEach((event, index) => {
            if (event.type === "TaskLanded") expect(groundOf(own.slice(0, index))).toBe("ok");
          });
          const rounds = own.flatMap((event) => (event.type === "RoundBegun" ? [event.data.round] : []));
          expect(rounds).toEqual([...new Set(rounds)].sort((a, b) => a - b));
          const numbers = own.flatMap((event) => (event.type === "WorkInspected" ? [event.data.number] : []));
          expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
          const raised = own.flatMap((event) => (event.type === "ReviewGiven" ? event.data.findings : []));
          const firsts = new Set(raised.map(({ id }) => id));
          expect([...firsts]).toEqual([...firsts].map((_id, index) => `F${index + 1}`));
        }
        for (const { task, weight, state } of valuesOf(world.board.disputes))
          if (weight === "major" && state.at === "open") expect(world.status(task)).toBe("disputed");
        expect(doneWhileTampered(events)).toEqual([]);
        const keys = events.flatMap((event) => (event.type === "AgentCallStarted" ? [event.data.key] : []));
        expect(new Set(keys).size).toBe(keys.length);
        const asked = events.flatMap((event) =>
          event.type === "BoardQuestionAsked" ? [event.data.question.id] : [],
        );
        expect(asked).toEqual(asked.map((_id, index) => `B${index + 1}`));
        const stored = JSON.parse(JSON.stringify(events)) as BoardEvent[];
        expect(stored.map(boardDecider.upcast).reduce(boardDecider.evolve, boardDecider.initial)).toEqual(
          world.board,
        );
      }),
      { numRuns: 90 },
    );
  });

  it("in which nothing goes wrong lands every task", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 }), (count, parallel) => {
        const world = new BuildWorld();
        const tasks = Array.from({ length: count }, (_, index) => world.add(`Task ${index}`));
        world.begin({ parallel });
        world.run();
        expect(world.landed()).toEqual(tasks);
        expect(tasks.map((task) => world.status(task))).toEqual(tasks.map(() => "completed"));
      }),
    );
  });
});
