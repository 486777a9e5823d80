// Every option of every question does something of its own: what is owed, told or remembered afterwards differs
// from what was before, and from what the other options lead to.
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/core/refinement/questions/question.ts";
import {
  type OptionId,
  type OptionOf,
  QUESTION_KINDS,
  QUESTION_OPTIONS,
  type QuestionKind,
} from "../../src/core/refinement/questions/question-kinds.ts";
import type { Role } from "../../src/core/refinement/role.ts";
import type { LiveSession, Round } from "../../src/core/refinement/session/session.ts";
import type { Turn } from "../../src/core/refinement/session/turn.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import { type Argument, arguedSession } from "../support/argued-session.ts";
import { gapId } from "../support/example-gap.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { approval, objection, READY, resolution, settingsFor, sourceGap } from "../support/session-world.ts";
import { surveyText } from "../support/survey-text.ts";
import { type Given, Stage, type StageOptions } from "./stage.ts";

const [ONE, TWO, THREE] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"] as const;
const NOISE = "I thought about it.";
const CRITICAL_PHRASE = "I accept CRITICAL gaps knowing the spec may be unusable";
const HIGH_PHRASE = "I acknowledge";

type Answer = Omit<Given, "option">;

interface Scene<Kind extends QuestionKind = QuestionKind> {
  readonly name: string;
  readonly kind: Kind;
  /** Opens a session and leads it to the question. */
  open(): Promise<Stage>;
  /** One for each option that is offered here. */
  readonly answers: Partial<Record<OptionOf<Kind>, Answer>>;
}

const opened = new Map<Scene["open"], Promise<Stage>>();

/** A scene is played once, and copied for each answer that is tried in it. */
async function openLike({ open }: Pick<Scene, "open">): Promise<Stage> {
  const first = opened.get(open) ?? open();
  opened.set(open, first);
  return await (await first).copy();
}

function scene<Kind extends QuestionKind>(about: Scene<Kind>): Scene {
  return about as unknown as Scene;
}

async function asked(kind: QuestionKind, options: StageOptions): Promise<Stage> {
  const stage = await Stage.open(options);
  await stage.untilAsked(kind);
  return stage;
}

const THREE_GAPS = [
  sourceGap(ONE, { severity: "HIGH", title: "When it fails" }),
  sourceGap(TWO, { severity: "LOW", title: "Who is told" }),
  sourceGap(THREE, { severity: "LOW", title: "Which colour" }),
];
const TWO_AT_ONCE = { gaps: THREE_GAPS, limits: { gapsPerRound: 2 } };

const ESCALATIONS = [
  scene({
    name: "an Engineer that is never understood",
    kind: "escalation",
    open: () => asked("escalation", { ...TWO_AT_ONCE, engineer: () => NOISE, reviewer: () => null }),
    answers: {
      skip: {},
      reassign: { gaps: [gapId(THREE)] },
      context: { text: "A failed call is repeated twice." },
      narrow: {},
      pause: {},
      rollback: {},
    },
  }),
  scene({
    name: "a Reviewer that is never understood",
    kind: "escalation",
    open: () =>
      asked("escalation", {
        ...TWO_AT_ONCE,
        engineer: () => resolution([ONE, TWO]),
        reviewer: () => NOISE,
      }),
    answers: {
      skip: {},
      reassign: { gaps: [gapId(ONE)] },
      context: { text: "Look at the limits." },
      narrow: {},
      pause: {},
      rollback: {},
    },
  }),
  scene({
    name: "a run of its own that is never understood",
    kind: "escalation",
    open: () =>
      asked("escalation", {
        gaps: THREE_GAPS,
        limits: { gapsPerRound: 2, parallelGaps: 2 },
        engineer: ({ lane }) => (lane === ONE ? NOISE : resolution([lane])),
        reviewer: () => null,
      }),
    answers: { skip: {}, context: { text: "A failed call is repeated twice." }, pause: {}, rollback: {} },
  }),
];

const BLOCKED = [
  scene({
    name: "a gap that needs input, with another in its place",
    kind: "blocked",
    open: () =>
      asked("blocked", {
        gaps: THREE_GAPS,
        engineer: () => `BLOCKED_NEEDS_INPUT: ${ONE} - the price list`,
        reviewer: () => null,
      }),
    answers: {
      input: { text: "Everything costs one crown." },
      defer: { rationales: { [ONE]: "prices come next year" } },
      other: {},
      "end-round": {},
    },
  }),
  scene({
    name: "a gap that needs input, and nothing else is left",
    kind: "blocked",
    open: async () => {
      const stage = await asked("blocked", {
        engineer: () => `BLOCKED_NEEDS_INPUT: ${ONE} - the price list`,
        reviewer: () => null,
      });
      await stage.answer(stage.question("blocked"), { option: "other" });
      await stage.untilAsked("blocked");
      return stage;
    },
    answers: {
      input: { text: "Everything costs one crown." },
      defer: { rationales: { "*": "prices come next year" } },
    },
  }),
];

const LOSS = [
  scene({
    name: "a text that loses a must not",
    kind: "loss",
    open: () =>
      asked("loss", {
        source: "# A spec\n\nCards must not be kept. The time is TBD.\n",
        engineer: () => resolution([ONE]).replace("three", "3 or more, as must be,"),
        reviewer: () => approval([ONE]),
      }),
    answers: {
      allow: {},
      revise: { text: "Never keep cards." },
      defer: { rationales: { "*": "legal looks at it" } },
    },
  }),
];

/** The proposal of the first round goes unreviewed; in the second, both roles have work and write nothing. */
async function bothSilent(): Promise<Stage> {
  const stage = await Stage.open({
    gaps: THREE_GAPS,
    engineer: ({ round }) => (round === 1 ? resolution([ONE]) : null),
    reviewer: () => null,
  });
  await stage.untilAsked("escalation");
  await stage.answer(stage.question("escalation"), { option: "skip" });
  await stage.untilRounds(1);
  await stage.untilAsked("escalation");
  await stage.answer(stage.question("escalation"), { option: "skip" });
  await stage.untilAsked("both-empty");
  return stage;
}

const BOTH_EMPTY = [
  scene({
    name: "neither role writes anything",
    kind: "both-empty",
    open: bothSilent,
    answers: {
      "retry-fresh": {},
      "wont-fix": {
        gaps: [gapId(ONE)],
        rationales: { "*": "nobody needs it" },
        phrase: HIGH_PHRASE,
      },
      defer: { gaps: [gapId(ONE)], rationales: { "*": "later" } },
      abandon: {},
      human: { document: { text: approval([ONE]), role: "reviewer" } },
    },
  }),
];

/** The resolution of the first gap brings up something grave. */
function withNewCritical(gap: string): string {
  return resolution([gap]).replace("None.", "- GAP-SAFE-001 (CRITICAL): Nobody says who may stop it");
}

const DIVERGENCE = [
  scene({
    name: "a new CRITICAL gap",
    kind: "divergence",
    open: () =>
      asked("divergence", {
        gaps: [
          sourceGap(ONE, { severity: "CRITICAL", title: "When it fails" }),
          sourceGap(TWO, { severity: "LOW", title: "Who is told" }),
          { ...sourceGap(THREE, { severity: "LOW", title: "Which colour" }), blockedBy: [gapId(TWO)] },
          { ...sourceGap("GAP-FLOW-004", { severity: "LOW" }), blockedBy: [gapId(THREE)] },
        ],
        engineer: () => withNewCritical(TWO),
        reviewer: () => approval([TWO]),
      }),
    answers: {
      narrow: { gaps: [gapId(THREE)] },
      accept: {},
      normal: {},
      prioritise: {},
      pause: {},
      force: {},
      rollback: {},
    },
  }),
];

const MAX_ROUNDS = [
  scene({
    name: "the last round that is allowed",
    kind: "max-rounds",
    open: () =>
      asked("max-rounds", {
        limits: { maxRounds: 1 },
        engineer: () => resolution([ONE]),
        reviewer: () => objection(ONE),
      }),
    answers: { extend: {}, accept: {}, abandon: {} },
  }),
  scene({
    name: "the last round that can be allowed",
    kind: "max-rounds",
    open: () =>
      asked("max-rounds", {
        limits: { maxRounds: 2, hardLimit: 2 },
        engineer: ({ round }) => resolution([ONE], { text: `Version ${round} of it.` }),
        reviewer: ({ round }) => objection(ONE, { id: `ISSUE-R${round}-001` }),
      }),
    answers: { accept: {}, abandon: {} },
  }),
];

const ENDINGS = [
  scene({
    name: "nothing open, but something grave deferred",
    kind: "ending",
    open: async () => {
      const stage = await Stage.open({
        gaps: [sourceGap(ONE, { severity: "HIGH" })],
        engineer: () => null,
        reviewer: () => null,
      });
      await stage.submit({
        type: "ChangeGap",
        gap: gapId(ONE),
        change: { do: "defer" },
        reason: "later",
        by: "human:test",
      });
      await stage.untilAsked("ending");
      return stage;
    },
    answers: { reopen: { gaps: [gapId(ONE)] }, "review-again": {}, accept: {}, abandon: {} },
  }),
  scene({
    name: "a Final Review that does not come about",
    kind: "ending",
    open: () =>
      asked("ending", {
        engineer: () => resolution([ONE]),
        reviewer: ({ purpose }) => (purpose === "final" ? NOISE : approval([ONE])),
      }),
    answers: { reopen: { gaps: [gapId(ONE)] }, "review-again": {}, accept: {}, abandon: {} },
  }),
];

async function atGate(severity: Severity): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(ONE, { severity })],
    engineer: () => null,
    reviewer: () => null,
  });
  await stage.submit({ type: "RequestEnding", ending: "USER_APPROVED", trigger: "enough" });
  await stage.untilAsked("gate");
  return stage;
}

const GATES = [
  scene({
    name: "a CRITICAL gap left",
    kind: "gate",
    open: () => atGate("CRITICAL"),
    answers: {
      acknowledge: { phrase: CRITICAL_PHRASE, rationales: { [ONE]: "a prototype" } },
      back: {},
    },
  }),
  scene({
    name: "a HIGH gap left",
    kind: "gate",
    open: () => atGate("HIGH"),
    answers: { acknowledge: { phrase: HIGH_PHRASE, rationales: { [ONE]: "a prototype" } }, back: {} },
  }),
  scene({
    name: "a LOW gap left",
    kind: "gate",
    open: () => atGate("LOW"),
    answers: { acknowledge: {}, back: {} },
  }),
];

const CRASH = { outcome: "crashed" } as const;

const EXECUTIONS = [
  scene({
    name: "an Engineer that always dies",
    kind: "execution",
    open: () => asked("execution", { engineer: () => CRASH, reviewer: () => null }),
    answers: {
      retry: {},
      "other-agent": { text: "second" },
      human: { document: { text: resolution([ONE]), role: "engineer" } },
      pause: {},
    },
  }),
  scene({
    name: "a Reviewer that cannot be started",
    kind: "execution",
    open: () =>
      asked("execution", {
        engineer: () => resolution([ONE]),
        reviewer: () => ({ outcome: "not-installed" }),
      }),
    answers: {
      retry: {},
      "other-agent": { text: "second" },
      human: { document: { text: approval([ONE]), role: "reviewer" } },
      pause: {},
    },
  }),
  scene({
    name: "a Final Review that always dies",
    kind: "execution",
    open: () =>
      asked("execution", {
        engineer: () => resolution([ONE]),
        reviewer: ({ purpose }) => (purpose === "final" ? CRASH : approval([ONE])),
      }),
    answers: {
      retry: {},
      "other-agent": { text: "second" },
      human: { document: { text: READY, role: "final" } },
      pause: {},
    },
  }),
];

const SPENDS = (["role", "session"] as const).map((scope) =>
  scene({
    name: `the ${scope}'s calls used up`,
    kind: "spend",
    open: () =>
      asked("spend", {
        settings: {
          spend: { ...settingsFor(1).spend, [scope]: { ...NO_CAP, calls: 1 } },
        },
        engineer: () => NOISE,
        reviewer: () => null,
      }),
    answers: { raise: {}, pause: {}, accept: {}, abandon: {} },
  }),
);

const RUN_PASSED = [
  scene({
    name: "a run that used more than one may",
    kind: "spend",
    open: () =>
      asked("spend", {
        settings: { spend: { ...settingsFor(1).spend, run: { ...NO_CAP, usd: 0.05 } } },
        engineer: () => ({ document: NOISE, usage: { inputTokens: 1, outputTokens: 1, usd: 9 } }),
        reviewer: () => null,
      }),
    answers: { raise: {}, pause: {}, accept: {}, abandon: {} },
  }),
];

const REPEATS = [
  scene({
    name: "an Engineer that proposes the same again and again",
    kind: "repeat",
    open: () =>
      asked("repeat", {
        engineer: () => resolution([ONE]),
        reviewer: () => objection(ONE),
        settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
      }),
    answers: {
      accept: { rationales: { [ONE]: "good enough for a first version" } },
      context: { text: "The limit is three." },
      "other-agent": { text: "another" },
      defer: { rationales: { "*": "later" } },
    },
  }),
];

const SURVEYS = [
  scene({
    name: "a survey that found something",
    kind: "survey",
    open: () =>
      asked("survey", {
        engineer: () => null,
        reviewer: () => surveyText([{ title: "How long is the pause?", place: "Part 1" }]),
        settings: { survey: { second: false, gapsMax: 30, given: [] } },
      }),
    answers: { start: {}, choose: { text: "rate GAP-SURVEY-001 CRITICAL" }, "lint-only": {} },
  }),
];

async function argued(kind: QuestionKind, about: Argument): Promise<Stage> {
  const stage = await arguedSession(about);
  await stage.untilAsked(kind);
  return stage;
}

const CONFLICTS = [
  scene({
    name: "a CRITICAL conflict",
    kind: "conflict",
    open: () => argued("conflict", { severities: ["CRITICAL", "HIGH", "HIGH"], against: [1] }),
    answers: { a: {}, b: {}, d: { text: "Twice, and no more." } },
  }),
  scene({
    name: "a HIGH conflict with something else on offer",
    kind: "conflict",
    open: () =>
      argued("conflict", { severities: ["HIGH", "HIGH"], against: [1], alternative: "Say it once." }),
    answers: { a: {}, b: {}, c: {} },
  }),
  scene({
    name: "two small conflicts",
    kind: "conflict-batch",
    open: () => argued("conflict-batch", { severities: ["MEDIUM", "LOW"] }),
    answers: { a: {}, b: {}, each: {} },
  }),
  scene({
    name: "six disagreements, all there were",
    kind: "disagree-rate",
    open: () =>
      argued("disagree-rate", {
        severities: ["HIGH", "HIGH", "HIGH", "HIGH", "HIGH", "HIGH"],
        more: "## Justification\n\nAll six ask for what is there.\n",
      }),
    answers: {
      accept: {},
      revise: {},
      "review-reviewer": { severities: { "ISSUE-R1-001": "LOW" } },
      mediate: { text: "Only reads matter." },
    },
  }),
];

const FLAGS = [
  scene({
    name: "two CRITICAL issues without an answer",
    kind: "implicit",
    open: () =>
      argued("implicit", {
        severities: ["LOW", "CRITICAL", "LOW", "CRITICAL"],
        against: [],
        ignored: [2, 4],
      }),
    answers: {
      request: {},
      convert: {},
      waive: { rationales: { "*": "nobody needs it" } },
      clarify: { text: "Seal every password." },
      "false-positive": {},
    },
  }),
];

/** Each round takes a gap, and is worked out under headings of its own. */
const TAKEN_APART: StageOptions = {
  gaps: THREE_GAPS,
  limits: { gapsPerRound: 1 },
  engineer: ({ round }, _, gaps) =>
    resolution(gaps, { text: `In round ${round} the caller waits a second.` }).replace(
      "### Spec Text",
      "#### Limits of a retry\n\nThe caller.\n\n#### Screens for the operator\n\nA second.\n\n### Spec Text",
    ),
  reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
};

async function undo(stage: Stage, way: "same" | null): Promise<void> {
  await stage.submit({
    ...{ type: "RequestRollback", to: null, reason: `attempt ${stage.session.ledger.rollbacks.length + 1}` },
    ...{ by: "human:ann", wish: way === null ? null : { way, text: null } },
  });
  await stage.undone();
}

async function toUndo(rounds: number, before: number, options: Partial<StageOptions> = {}): Promise<Stage> {
  const stage = await Stage.open({ ...TAKEN_APART, ...options });
  for (let made = 0; made <= before; made += 1) {
    await stage.untilRounds(rounds);
    if (made < before) await undo(stage, "same");
  }
  return stage;
}

const ROLLBACKS = [
  scene({
    name: "a round that is to be undone",
    kind: "rollback",
    open: async () => {
      const stage = await toUndo(2, 0, { limits: { gapsPerRound: 2 } });
      await undo(stage, null);
      return stage;
    },
    answers: {
      same: {},
      narrow: {},
      context: { text: "Name the numbers." },
      several: { text: "0" },
      skip: {},
    },
  }),
  scene({
    name: "a round that is to be undone again",
    kind: "root-cause",
    open: async () => {
      const stage = await toUndo(1, 1);
      await undo(stage, null);
      return stage;
    },
    answers: {
      split: {},
      context: { text: "Name the numbers." },
      reassign: { gaps: [gapId(THREE)] },
      force: {},
      pause: {},
    },
  }),
  scene({
    name: "no rollback left",
    kind: "rollback-limit",
    open: async () => {
      const rollback = { mode: "INTERACTIVE", analysisThreshold: 2, sessionMax: 1 } as const;
      const stage = await toUndo(1, 1, { settings: { ...settingsFor(3), rollback } });
      await stage.throughMediation();
      const [order] = stage.calls();
      if (order === undefined) throw new Error("no call is owed");
      await stage.start(order);
      await stage.finish(order.key, "I thought about it.");
      await undo(stage, null);
      return stage;
    },
    answers: { review: {}, accept: {}, abandon: {}, refresh: {} },
  }),
  scene({
    name: "decisions of an undone round",
    kind: "decisions",
    open: async () => {
      const stage = await toUndo(1, 0);
      await stage.throughMediation();
      for (const gap of [TWO, THREE]) {
        const change = { do: "severity", level: "CRITICAL" } as const;
        await stage.submit({
          ...{ type: "ChangeGap", gap: gapId(gap), change, reason: "it matters", by: "human:ann" },
        });
      }
      await undo(stage, "same");
      return stage;
    },
    answers: {
      all: {},
      some: { text: "DECISION-R2-002" },
      edit: { text: "DECISION-R2-001: it can wait" },
      leave: {},
    },
  }),
  scene({
    name: "archives at the end",
    kind: "archives",
    open: async () => {
      const stage = await toUndo(1, 1);
      await stage.untilAsked("archives");
      return stage;
    },
    answers: { keep: {}, delete: {}, recent: {}, cold: {} },
  }),
];

const SCENES: readonly Scene[] = [
  ...ROLLBACKS,
  ...CONFLICTS,
  ...FLAGS,
  ...SURVEYS,
  ...REPEATS,
  ...ESCALATIONS,
  ...BLOCKED,
  ...LOSS,
  ...BOTH_EMPTY,
  ...DIVERGENCE,
  ...MAX_ROUNDS,
  ...ENDINGS,
  ...GATES,
  ...EXECUTIONS,
  ...SPENDS,
  ...RUN_PASSED,
];

/** What a person could tell apart: what is owed, what agents are told next, where everything stands. */
interface Fingerprint {
  readonly whole: string;
  /** All but which questions are open: that one of them is closed is not yet an effect. */
  readonly beyondQuestions: string;
}

async function fingerprint(stage: Stage): Promise<Fingerprint> {
  const at = stateOf(stage.session);
  const owed = stage
    .owed()
    .map((effect) =>
      effect.do === "call" ? effect.order.key : effect.do === "mediate" ? effect.step : effect.do,
    );
  await stage.undone();
  await stage.throughMediation();
  const calls = [];
  for (const order of stage.calls()) {
    const { prompt } = await stage.engine.prompt(order);
    calls.push({ key: order.key, agent: order.agent, gaps: order.gaps, prompt: prompt.text });
  }
  const then = stateOf(stage.session);
  const without = (name: string, value: unknown) => (name === "questions" ? undefined : value);
  return {
    whole: JSON.stringify({ at, owed, then, calls }),
    beyondQuestions: JSON.stringify({ at, owed, then, calls }, without),
  };
}

function stateOf(session: LiveSession) {
  return {
    at: session.at,
    gaps: Object.values(session.work.gaps).map(({ id, state }) => [id, state]),
    questions: session.work.questions.map(({ kind, subject, why }) => [kind, subject, why]),
    settings: session.settings,
    convergence: session.work.convergence,
    ending: session.work.ending?.type ?? null,
    conflicts: Object.values(session.work.conflicts).map(({ id, state }) => [id, state]),
    flags: Object.values(session.work.flags).map(({ flag, outcome }) => [flag.issue, outcome]),
    round: session.work.round === null ? null : roundOf(session.work.round),
    decisions: session.work.decisions.map(({ decision }) => decision),
    setAside: session.ledger.setAside.map(({ decision }) => decision.id),
    completed: session.work.completedRounds,
    archives: session.ledger.archivesSettled,
  };
}

function roundOf({ number, lanes, reviewer }: Round) {
  const turnOf = ({ gaps, state, attempt, launch }: Turn) => [gaps, state.at, attempt, launch];
  return { number, lanes: lanes.map(turnOf), reviewer: reviewer === null ? null : turnOf(reviewer) };
}

/** The round goes on like this anyway; the answer only closes the question. */
const AS_UNANSWERED = new Set(["blocked: other"]);

/** What follows is questions, and nothing else yet. */
const ONLY_ASKS = new Set(["conflict-batch: each"]);

async function afterAnswer(scene: Scene, option: OptionId): Promise<Fingerprint> {
  const { kind, answers } = scene;
  const stage = await openLike(scene);
  const given = (answers as Partial<Record<OptionId, Answer>>)[option] ?? {};
  expect(await stage.answer(stage.question(kind), { option, ...given })).toMatchObject({ at: "done" });
  return await fingerprint(stage);
}

describe("the options of a question", () => {
  it("given every kind, then every option is answered in some scene", () => {
    const unseen = QUESTION_KINDS.flatMap((kind) =>
      (Object.keys(QUESTION_OPTIONS[kind]) as OptionId[])
        .filter((option) => !SCENES.some((one) => one.kind === kind && option in one.answers))
        .map((option) => `${kind}: ${option}`),
    );
    expect(unseen).toEqual([]);
  });

  it.each(SCENES)("given $name ($kind), then each leads somewhere of its own", async (one) => {
    const stage = await openLike(one);
    const { options } = stage.question(one.kind);
    expect(options.map(({ id }) => id).sort()).toEqual(Object.keys(one.answers).sort());

    const before = await fingerprint(stage);
    const seen = new Map([[before.whole, "before"]]);
    for (const { id } of options) {
      const after = await afterAnswer(one, id);
      expect(seen.get(after.whole), `${one.kind}: ${id} is the same as`).toBeUndefined();
      seen.set(after.whole, id);
      const changes = after.beyondQuestions !== before.beyondQuestions;
      const quiet = [...AS_UNANSWERED, ...ONLY_ASKS].includes(`${one.kind}: ${id}`);
      expect(changes, `${one.kind}: ${id} changes something`).toBe(!quiet);
    }
  });

  it.each(SCENES)("given $name ($kind), then what an option needs is asked for by name", async (one) => {
    const stage = await openLike(one);
    const question = stage.question(one.kind);
    for (const { id, needs } of question.options) {
      if (needs.length === 0) continue;
      const before = stage.engine.version;
      const refused = await stage.answer(question, { option: id });
      expect(refused.at, id).toBe("refused");
      expect(stage.engine.version).toBe(before);
    }
  });
});

const ONCE = "gates, endings and rollbacks";

/** Answers that stand as soon as they are given, and what they say so with. */
/** Whoever it is that was called. */
function inWords(message: string): RegExp {
  const literal = message.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(literal.replace("WHO", "the (?:Engineer|Reviewer|Final Review)"));
}

const STANDING: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      [
        ...["gate", "ending", "max-rounds"],
        ...["rollback", "root-cause", "rollback-limit", "decisions", "archives"],
      ] as QuestionKind[]
    ).flatMap((kind) => Object.keys(QUESTION_OPTIONS[kind]).map((option) => [`${kind}: ${option}`, ONCE])),
  ),
  "escalation: rollback": ONCE,
  "both-empty: human": "the Reviewer of round 2 was given it",
  "conflict: b": `${ONE} was accepted on it`,
  "divergence: force": ONCE,
  "divergence: rollback": ONCE,
  "execution: human": "WHO of round 1 was given it",
  "repeat: accept": `${ONE} was accepted on it`,
  "spend: accept": ONCE,
};

describe("an answer that is given otherwise", () => {
  const pairs = SCENES.flatMap((one) => {
    const options = Object.keys(one.answers) as OptionId[];
    return options.map((option, index) => ({
      ...one,
      option,
      instead: options[(index + 1) % options.length] ?? option,
    }));
  });
  const ends = ({ kind, option }: { kind: string; option: string }) =>
    option === "abandon" || STANDING[`${kind}: ${option}`] !== undefined;

  it.each(pairs.filter((one) => !ends(one)))(
    "given $name ($kind) answered $option, when it is amended to $instead, then it is as if that had been said first",
    async ({ option, instead, ...one }) => {
      const stage = await openLike(one);
      const question = stage.question(one.kind);
      const given = (wanted: OptionId) => ({
        option: wanted,
        ...(one.answers as Partial<Record<OptionId, Answer>>)[wanted],
      });
      await stage.answer(question, given(option));
      expect(await stage.amend(question, given(instead))).toMatchObject({ at: "done" });
      expect(numberless(await fingerprint(stage))).toEqual(numberless(await afterAnswer(one, instead)));
    },
  );

  it.each(pairs.filter((one) => ends(one) && one.option !== "abandon"))(
    "given $name ($kind) answered $option, then that stands",
    async ({ option, ...one }) => {
      const stage = await openLike(one);
      const question = stage.question(one.kind);
      const given = (one.answers as Partial<Record<OptionId, Answer>>)[option];
      await stage.answer(question, { option, ...given });
      const version = stage.engine.version;
      const refused = await stage.amend(question, { option, ...given });
      const message =
        stage.session.at === "ended"
          ? "the session s has ended"
          : `the answer to ${question.id} stands: ${STANDING[`${one.kind}: ${option}`]}`;
      expect(refused).toMatchObject({
        at: "refused",
        refusal: { message: expect.stringMatching(inWords(message)) },
      });
      expect(stage.engine.version).toBe(version);
    },
  );
});

/** The numbers of decisions are given once, and it is later by now. */
function numberless({ whole }: Fingerprint): unknown {
  return JSON.parse(whole.replaceAll(/(DECISION-R\d+)-\d{3}|, \d{4}-\d\d-\d\dT[\d:]+Z/g, "$1"));
}

describe("a document that a person supplies", () => {
  const bad = (text: string, role: Role) => ({
    option: "human" as const,
    document: { text, role },
  });

  it.each(
    [...BOTH_EMPTY, ...EXECUTIONS].flatMap((one) =>
      ["", "Some words.", approval([THREE])].map((text) => ({ ...one, text })),
    ),
  )("given $name and the document $text, then it is refused and the question stays", async (one) => {
    const stage = await openLike(one);
    const question: Question = stage.question(one.kind);
    const role = question.subject.of === "turn" ? question.subject.role : "engineer";
    const before = stage.engine.version;
    const refused = await stage.answer(question, bad(one.text, role));
    expect(refused).toMatchObject({ at: "refused", refusal: { refused: "document" } });
    expect(stage.engine.version).toBe(before);
    expect(stage.session.work.questions).toContainEqual(question);

    const mended = (one.answers as Partial<Record<OptionId, Answer>>).human ?? {};
    expect(await stage.answer(question, { option: "human", ...mended })).toMatchObject({ at: "done" });
  });

  it("given a review where the Engineer's document is missing, then it is not taken for one", async () => {
    const stage = await asked("execution", { engineer: () => CRASH, reviewer: () => null });
    const refused = await stage.answer(stage.question(), bad(approval([ONE]), "reviewer"));
    expect(refused).toMatchObject({ at: "refused" });
  });
});

describe("the phrase at a gate", () => {
  it.each([
    ["CRITICAL", CRITICAL_PHRASE.toLowerCase()],
    ["CRITICAL", `${CRITICAL_PHRASE}.`],
    ["CRITICAL", ` ${CRITICAL_PHRASE}`],
    ["CRITICAL", CRITICAL_PHRASE.replace("gaps", "gap")],
    ["CRITICAL", HIGH_PHRASE],
    ["CRITICAL", null],
    ["HIGH", "i acknowledge"],
    ["HIGH", "I acknowledge."],
    ["HIGH", "I  acknowledge"],
    ["HIGH", "I acknowledge\n"],
    ["HIGH", CRITICAL_PHRASE],
    ["HIGH", null],
  ] as const)("given a %s gap and %j, then the gate stays shut", async (severity, phrase) => {
    const stage = await atGate(severity);
    const rationales = { [ONE]: "a prototype" };
    const refused = await stage.answer(stage.question("gate"), { option: "acknowledge", phrase, rationales });
    expect(refused).toMatchObject({ at: "refused", refusal: { refused: "gate-phrase" } });
    expect(stage.session.at).toBe("active");
    expect(stage.question("gate").subject).toEqual({ of: "gate", class: severity });
  });

  it.each(["CRITICAL", "HIGH"] as const)(
    "given a %s gap without a rationale, then it stays shut",
    async (severity) => {
      const stage = await atGate(severity);
      const phrase = severity === "HIGH" ? HIGH_PHRASE : CRITICAL_PHRASE;
      for (const rationales of [{}, { [ONE]: "  " }, { [TWO]: "another gap" }]) {
        const answer = { option: "acknowledge", phrase, rationales } as const;
        expect(await stage.answer(stage.question("gate"), answer)).toMatchObject({ at: "refused" });
      }
      expect(stage.session.at).toBe("active");
    },
  );
});
