// A session led by chance, one step at a time.
import { expect } from "vitest";
import { optionFacts } from "../../src/core/refinement/questions/question-kinds.ts";
import { SEVERITIES } from "../../src/core/shared/severity.ts";
import type { SessionCommandInput } from "../../src/engine/session-engine.ts";
import { gapId } from "../support/example-gap.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { approval, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { type Said, Stage, type StageScript } from "./stage.ts";

const STEPS_MAX = 120;

/** Chance as a list of numbers, so that a failure shrinks; when it is used up, the first choice is taken. */
export class Chance {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  get left(): boolean {
    return this.#at < this.#numbers.length;
  }

  of<Value>(values: readonly [Value, ...Value[]]): Value {
    const number = this.#numbers[this.#at] ?? 0;
    this.#at += 1;
    return values[number % values.length] ?? values[0];
  }
}

function engineerOf(chance: Chance): StageScript {
  return ({ round, attempt }, _, gaps) => {
    const [first = "GAP-FLOW-001"] = gaps;
    const severity = chance.of(SEVERITIES as unknown as ["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
    const sound = resolution(gaps, { text: `Version ${round} of it.` });
    return chance.of<ReturnType<StageScript>>([
      sound,
      sound,
      resolution(gaps),
      resolution([first], { text: `Try ${attempt}.` }),
      sound.replace("None.", `- GAP-FLOW-001 (${severity}): Matter ${round} ${attempt} of ${first}`),
      `${sound}\nBLOCKED_NEEDS_INPUT: ${first} - prices\n`,
      `BLOCKED_NEEDS_INPUT: ${first} - prices`,
      `## Gap Resolution: ${first}\n\nUNCERTAINTY: which\n`,
      resolution(["GAP-FLOW-077"]),
      "Some words.",
      "",
      null,
      { outcome: "crashed" },
      { outcome: "not-installed" },
      { outcome: "cancelled" },
      { text: sound },
    ]);
  };
}

function reviewerOf(chance: Chance): StageScript {
  return ({ round, purpose }, _, gaps) => {
    const [first = "GAP-FLOW-001"] = gaps;
    const severity = chance.of(SEVERITIES as unknown as ["CRITICAL", "HIGH", "MEDIUM", "LOW"]);
    if (purpose === "final") {
      return chance.of<ReturnType<StageScript>>([
        READY,
        "# Final Review\n\n**Verdict:** NOT_READY\n",
        `# Final Review\n\n**Verdict:** NOT_READY\n\n## Blockers\n\n- **${severity}**: Matter ${round} is missing\n`,
        "Some words.",
        null,
        { outcome: "crashed" },
      ]);
    }
    return chance.of<ReturnType<StageScript>>([
      approval(gaps),
      approval(gaps),
      approval([first]),
      objection(first, { severity, id: `ISSUE-R${round}-001` }),
      objection(first, { severity, title: `Trouble in round ${round}` }),
      objection(first, { severity, id: "H1" }).replace("**Verdict:** NEEDS_REVISION", ""),
      objection("GAP-FLOW-001", { severity }),
      `${approval(gaps)}\nThe severity of GAP-FLOW-002 is raised to ${severity}.\n`,
      `${approval(gaps)}\n### New Gaps Identified\n\n- GAP-FLOW-002 (${severity}): Matter of review ${round}\n`,
      "Some words.",
      null,
      { outcome: "timeout-wall" },
      { outcome: "not-installed" },
    ]);
  };
}

async function answerSomething(stage: Stage, chance: Chance): Promise<void> {
  const [question, ...others] = stage.session.work.questions;
  if (question === undefined) return;
  const chosen = chance.of([question, ...others]);
  const [option, ...rest] = chosen.options;
  if (option === undefined) throw new Error(`${chosen.id} offers nothing`);
  const { id } = chance.of([option, ...rest]);
  expect(optionFacts(chosen.kind, id)).not.toBeNull();
  const gaps = Object.keys(stage.session.work.gaps).map(gapId);
  const role = chosen.subject.of === "turn" ? chosen.subject.role : "engineer";
  const subjects =
    chosen.subject.of === "turn" ? stage.session.work.round?.lanes.flatMap((lane) => lane.gaps) : [];
  const document = chance.of([resolution(subjects ?? []), approval(subjects ?? []), READY, "Some words."]);
  const before = stage.engine.version;
  const submitted = await stage.answer(chosen, {
    option: id,
    text: chance.of(["engineer", "nobody"]),
    gaps: [chance.of([gaps[0] ?? gapId("GAP-FLOW-001"), ...gaps.slice(1), gapId("GAP-NONE-001")])],
    rationales: chance.of<Record<string, string>>([{ "*": "so be it" }, {}]),
    phrase: chance.of(["I acknowledge", "I accept CRITICAL gaps knowing the spec may be unusable"]),
    ...(id === "human" ? { document: { text: document, role } } : {}),
  });
  const stillOpen = stage.session.work.questions.some((one) => one.id === chosen.id);
  expect(stillOpen).toBe(submitted.at !== "done");
  if (submitted.at === "refused") expect(stage.engine.version).toBe(before);
}

/** A call may be left running while other things happen. */
async function callSomebody(stage: Stage, chance: Chance, running: Map<string, Said>): Promise<boolean> {
  const [effect, ...others] = stage.owed();
  if (effect === undefined) return false;
  const chosen = chance.of([effect, ...others]);
  if (chosen.do !== "call" || chance.of([true, true, false])) await stage.perform(chosen);
  else {
    await stage.start(chosen.order);
    running.set(
      chosen.order.key,
      chance.of<Said>([resolution(chosen.order.gaps), approval(chosen.order.gaps), null]),
    );
  }
  return true;
}

async function meddle(stage: Stage, chance: Chance): Promise<void> {
  const wish = chance.of<SessionCommandInput>([
    { type: "Pause", by: "human:test", because: "lunch" },
    { type: "Resume", by: "human:test" },
    { type: "RequestEnding", ending: "GOOD_ENOUGH", trigger: "enough" },
    { type: "RequestEnding", ending: "STALL_EXIT", trigger: "enough" },
    { type: "RequestEnding", ending: "USER_APPROVED", trigger: "enough" },
  ]);
  await stage.submit(wish);
}

export async function play(chance: Chance): Promise<Stage> {
  const gapsPerRound = chance.of([1, 2, 3]);
  const stage = await Stage.open({
    gaps: SEVERITIES.map((severity, index) =>
      sourceGap(`GAP-FLOW-00${index + 1}`, { severity, title: `${severity} thing` }),
    ),
    limits: { gapsPerRound, parallelGaps: chance.of([1, 2]), maxRounds: chance.of([3, 9]), hardLimit: 9 },
    settings: {
      spend: { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, calls: chance.of([null, null, 3]) } },
    },
    engineer: engineerOf(chance),
    reviewer: reviewerOf(chance),
  });
  await playOn(stage, chance);
  return stage;
}

/** As long as chance goes; a call may be left running. */
export async function playOn(stage: Stage, chance: Chance): Promise<void> {
  const running = new Map<string, Said>();
  for (let step = 0; step < STEPS_MAX && chance.left && stage.session.at !== "ended"; step++) {
    const does = chance.of(["call", "call", "call", "answer", "finish", "meddle"]);
    const moved = does === "call" && (await callSomebody(stage, chance, running));
    if (does === "answer" || !moved) await answerSomething(stage, chance);
    const [back] = running;
    if (back !== undefined && (does === "finish" || stage.owed().length === 0)) {
      running.delete(back[0]);
      await stage.finish(back[0], back[1]);
    }
    if (does === "meddle") await meddle(stage, chance);
    expectNotStuck(stage);
  }
}

/** There is always a way on: something owed, something running, somebody asked, or a pause to end. */
function expectNotStuck(stage: Stage): void {
  const { session } = stage;
  if (session.at !== "active") return;
  const ways = session.ledger.calls.length + session.work.questions.length;
  if (ways === 0) expect(stage.owed()).not.toEqual([]);
}
