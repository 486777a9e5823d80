// What follows from each way in which an agent's run can end.
import { describe, expect, it } from "vitest";
import { eventWords } from "../../src/app/sessions/event-words.ts";
import { EXECUTION_WORDS } from "../../src/core/refinement/questions/turn-questions.ts";
import { ROLES, type Role } from "../../src/core/refinement/role.ts";
import { sessionDecider } from "../../src/core/refinement/session/decide.ts";
import { backoffMs, WAIT_MS_MAX, WAITS_MAX } from "../../src/core/refinement/session/waiting.ts";
import { AGENT_OUTCOMES, type AgentOutcome, OUTCOME_RULES } from "../../src/core/shared/agent-outcome.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { CANONICAL_DRAFT } from "../../src/prompts/examples/canonical-documents.ts";
import { answersTo, arguedSession } from "../support/argued-session.ts";
import {
  approval,
  NO_GAPS,
  READY,
  resolution,
  type Saying,
  SESSION,
  settingsFor,
  sourceGap,
} from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const GAP = "GAP-FLOW-001";
const BUSY: Pick<StageOptions, "engineer" | "reviewer"> = {
  engineer: (_, __, gaps) => resolution(gaps),
  reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
};
const SOUND: Record<Role, string> = {
  engineer: resolution([GAP]),
  "answer-issue": answersTo(1, []),
  reviewer: approval([GAP]),
  draft: CANONICAL_DRAFT,
  final: READY,
  survey: NO_GAPS,
  "second-survey": NO_GAPS,
};

/** A stage where the call of a role is owed. */
async function stageBefore(role: Role, options: Partial<StageOptions> = {}): Promise<Stage> {
  if (role === "answer-issue") return await stageBeforeAnswer();
  const settings = role === "survey" ? { survey: { second: false, gapsMax: 30, given: [] } } : {};
  const stage = await Stage.open({ ...BUSY, settings, ...options });
  for (let step = 0; step < 50; step += 1) {
    if (stage.calls().some((order) => order.role === role)) return stage;
    await stage.step();
  }
  throw new Error(`the ${role} is never called`);
}

/** The user wants the Engineer to look again at what it disagrees with. */
async function stageBeforeAnswer(): Promise<Stage> {
  const stage = await arguedSession({ severities: ["HIGH"] });
  await stage.untilAsked("disagree-rate");
  await stage.answer(stage.question("disagree-rate"), { option: "revise" });
  return stage;
}

/** Lets the call that is owed end so. */
async function end(stage: Stage, saying: Saying): Promise<void> {
  const [order] = stage.calls();
  if (order === undefined) throw new Error("no call is owed");
  await stage.start(order);
  await stage.finish(order.key, saying);
}

async function eventsOf(stage: Stage) {
  return await stage.world.store.load(sessionStream(SESSION));
}

function settings(fallbacks: { engineer?: readonly string[]; reviewer?: readonly string[] }) {
  return { ...settingsFor(1), fallbacks: { engineer: [], reviewer: [], ...fallbacks } };
}

/** A second survey is a survey beside another; a drafter asks nothing, and has scenes of its own. */
const ALONE = ROLES.filter((role) => role !== "second-survey" && role !== "draft");
const BOTH = AGENT_OUTCOMES.flatMap((outcome) => ALONE.map((role) => [outcome, role] as const));

describe("every outcome of every role", () => {
  it.each(BOTH)("given %s of the %s, then only what came to an end is judged", async (outcome, role) => {
    const stage = await stageBefore(role);
    const before = (await eventsOf(stage)).length;
    await end(stage, { outcome, document: SOUND[role], evidence: ["why"] });
    const types = (await eventsOf(stage)).slice(before).map(({ type }) => type);
    expect(types.includes("OutputJudged")).toBe(outcome === "ok" || outcome === "empty");
    if (outcome !== "ok") {
      expect(types).not.toContain("ProposalReviewed");
      expect(types).not.toContain("ProposalMade");
      expect(types).not.toContain("GapMoved");
      if (role !== "final") expect(types).not.toContain("TurnSettled");
      expect(stage.session.work.finalReview.at).not.toBe("ready");
    }
  });

  it.each(BOTH)("given %s of the %s, then what comes next is what the table says", async (outcome, role) => {
    const stage = await stageBefore(role);
    const [order] = stage.calls();
    await end(stage, { outcome, document: SOUND[role], evidence: ["why"] });
    const { next } = OUTCOME_RULES[outcome];
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(next === "ask" ? ["execution"] : []);
    if (next === "wait" || next === "launch-again" || next === "stop") {
      const again = order?.key.replace(/\d+$/, "2");
      expect(stage.calls()).toMatchObject([{ key: again, retry: order?.retry ?? null }]);
    }
  });

  it("given a dead reviewer in every way there is, then its gap is never accepted", async () => {
    const dead = AGENT_OUTCOMES.filter((outcome) => outcome !== "ok");
    const stage = await stageBefore("reviewer");
    for (const outcome of dead) {
      if (stage.calls().length === 0) await stage.answer(stage.question(), { option: "retry" });
      await end(stage, { outcome, document: approval([GAP]), text: approval([GAP]) });
      expect(stage.states()[GAP]).toBe("PROPOSED");
    }
  });

  it("given one that trespassed, then nothing of what it wrote is kept", async () => {
    const stage = await stageBefore("reviewer");
    await end(stage, { outcome: "trespassed", document: approval([GAP]), evidence: ["changed: notes.md"] });
    const finished = (await eventsOf(stage)).findLast(({ type }) => type === "AgentCallFinished");
    expect(finished?.data).toMatchObject({ outcome: "trespassed", document: null });
    expect(stage.question("execution").evidence).toMatchObject([{ text: "changed: notes.md" }]);
  });
});

describe("waiting for a provider", () => {
  const finishedOf = async (stage: Stage) =>
    (await eventsOf(stage)).filter(({ type }) => type === "AgentCallFinished").map(({ data }) => data);

  it("given a provider that says how long, then the call is owed after that and costs no launch", async () => {
    const stage = await stageBefore("engineer");
    await end(stage, { outcome: "rate-limited", waitMs: 90_000 });
    const [finished] = await finishedOf(stage);
    expect(finished).toMatchObject({ waitMs: 90_000 });
    const atMs = Date.parse(String(finished?.at));
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/1/2", notBeforeMs: atMs + 90_000 }]);
    for (let launch = 0; launch < 4; launch += 1) await end(stage, { outcome: "crashed" });
    expect(stage.session.work.questions).toEqual([]);
    await end(stage, { outcome: "crashed" });
    expect(stage.question("execution").why).toContain("5 times in a row");
  });

  it("given a provider that does not say, then the pauses grow, up to a bound, and then a person is asked", async () => {
    const stage = await stageBefore("engineer");
    for (let wait = 0; wait < WAITS_MAX; wait += 1) await end(stage, { outcome: "overloaded" });
    const waits = (await finishedOf(stage)).map(({ waitMs }) => waitMs);
    expect(waits).toEqual(Array.from({ length: WAITS_MAX }, (_, before) => backoffMs(before)));
    expect([waits[0], waits[1], waits.at(-1)]).toEqual([30_000, 60_000, 15 * 60_000]);
    expect(stage.session.work.questions).toEqual([]);
    await end(stage, { outcome: "overloaded" });
    expect(stage.question("execution").why).toContain("(overloaded)");
    expect((await finishedOf(stage)).at(-1)).not.toHaveProperty("waitMs");
    await stage.answer(stage.question(), { option: "retry" });
    expect(stage.calls()).toMatchObject([{ notBeforeMs: null }]);
    await end(stage, { outcome: "overloaded" });
    expect((await finishedOf(stage)).at(-1)).toMatchObject({ waitMs: 30_000 });
  });

  it("given a wait that is too long, then a person is asked at once", async () => {
    const stage = await stageBefore("engineer");
    await end(stage, { outcome: "rate-limited", waitMs: WAIT_MS_MAX + 1 });
    expect(stage.question("execution").why).toContain("Retry when the limit is over");
  });

  it("given the next attempt, then its waits are counted anew", async () => {
    const stage = await stageBefore("engineer");
    for (let wait = 0; wait < WAITS_MAX; wait += 1) await end(stage, { outcome: "overloaded" });
    await end(stage, { document: "I thought about it." });
    await end(stage, { outcome: "overloaded" });
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/2/2" }]);
  });
});

describe("an agent that takes over", () => {
  const GIVEN_UP: readonly AgentOutcome[] = AGENT_OUTCOMES.filter(
    (outcome) => OUTCOME_RULES[outcome].next === "ask",
  );

  it.each(GIVEN_UP)("given %s and one who is named, then it is launched in its place", async (outcome) => {
    const stage = await stageBefore("reviewer", { settings: settings({ reviewer: ["second", "third"] }) });
    await end(stage, { outcome });
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.calls()).toMatchObject([
      { agent: "second", key: "s/1.0/reviewer/-/1/2", resume: null, notBeforeMs: null },
    ]);
    const chosen = (await eventsOf(stage)).findLast(({ type }) => type === "AgentChosen");
    expect(chosen?.data).toMatchObject({ role: "reviewer", agent: "second", insteadOf: "reviewer" });
    expect(stage.session.settings.agents).toEqual({ engineer: "engineer", reviewer: "second" });
    expect(stage.files.get("status.md")).toMatch(/### Agent Changes[\s\S]*second *\| reviewer *\|/);
  });

  it("given all of them fail, then a person is asked once, and each has had its turn", async () => {
    const stage = await stageBefore("engineer", { settings: settings({ engineer: ["second", "third"] }) });
    const agents: string[] = [];
    const outcomes: AgentOutcome[] = ["refused", "not-installed", "unauthorised"];
    while (stage.calls().length > 0) {
      agents.push(...stage.calls().map(({ agent }) => agent));
      await end(stage, { outcome: outcomes[agents.length - 1] ?? "unauthorised" });
    }
    expect(agents).toEqual(["engineer", "second", "third"]);
    const { why } = stage.question("execution");
    expect(why).toContain("the agent third was not let in");
    expect(why).toContain(
      "Before it, engineer refused the task (refused) and second could not be started (not-installed).",
    );
    await stage.answer(stage.question(), { option: "retry" });
    expect(stage.session.ledger.givenUp.engineer).toEqual([]);
    await end(stage, { outcome: "unauthorised" });
    expect(stage.calls()).toMatchObject([{ agent: "second" }]);
    await end(stage, { outcome: "unauthorised" });
    expect(stage.question("execution").why).toContain("the agent second");
  });

  it("given one who plays the other role already, then that is said with the change", async () => {
    const stage = await stageBefore("reviewer", { settings: settings({ reviewer: ["engineer"] }) });
    await end(stage, { outcome: "unauthorised" });
    const chosen = (await eventsOf(stage)).findLast(({ type }) => type === "AgentChosen");
    expect(chosen?.data).toMatchObject({ agent: "engineer", insteadOf: "reviewer", alsoPlays: "engineer" });
    if (chosen === undefined) throw new Error("nobody was chosen");
    const words = eventWords(sessionDecider.upcast(chosen));
    expect(words).toMatch(
      /^the reviewer is now engineer, which also is the engineer, instead of reviewer \(unauthorised/,
    );
  });

  it("given launches that are used up, then those of the one who takes over are its own", async () => {
    const stage = await stageBefore("engineer", { settings: settings({ engineer: ["second"] }) });
    for (let launch = 0; launch < 5; launch += 1) await end(stage, { outcome: "crashed" });
    for (let launch = 0; launch < 4; launch += 1) {
      expect(stage.calls()).toMatchObject([{ agent: "second" }]);
      await end(stage, { outcome: "crashed" });
    }
    expect(stage.session.work.questions).toEqual([]);
    await end(stage, { outcome: "crashed" });
    expect(stage.question("execution").why).toContain("5 times in a row");
  });

  it("given runs side by side that fail alike, then the second run goes on with the one who took over", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: [sourceGap(GAP), sourceGap("GAP-FLOW-002", { title: "Who hears about it" })],
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      settings: { fallbacks: { engineer: ["second", "third"], reviewer: [] } },
    });
    await stage.throughMediation();
    const [left, right] = stage.calls();
    if (left === undefined || right === undefined) throw new Error("two runs were expected");
    await stage.start(left);
    await stage.start(right);
    await stage.finish(left.key, { outcome: "unauthorised" });
    await stage.finish(right.key, { outcome: "unauthorised" });
    expect(stage.calls().map(({ agent }) => agent)).toEqual(["second", "second"]);
    expect(stage.session.ledger.givenUp.engineer).toEqual([{ agent: "engineer", outcome: "unauthorised" }]);
  });

  it("given its gap was taken away meanwhile, then nobody takes over and nobody is asked", async () => {
    const stage = await stageBefore("engineer", { settings: settings({ engineer: ["second"] }) });
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no call is owed");
    await stage.start(order);
    const [gap] = Object.values(stage.session.work.gaps);
    if (gap === undefined) throw new Error("there is no gap");
    const change = { do: "defer" } as const;
    await stage.submit({ type: "ChangeGap", gap: gap.id, change, reason: "later", by: "human:test" });
    await stage.finish(order.key, { outcome: "unauthorised" });
    expect(stage.session.settings.agents.engineer).toBe("engineer");
    expect(stage.session.ledger.questionsAsked).toBe(0);
  });
});

describe("resuming an agent", () => {
  const NOISE = "I thought about it.";

  it("given a retry of the same agent, then it goes on where it was", async () => {
    const stage = await stageBefore("engineer");
    expect(stage.calls()).toMatchObject([{ resume: null }]);
    await end(stage, { document: NOISE, sessionRef: "first" });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/2/1", resume: "first" }]);
    await end(stage, { document: NOISE });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/3/1", resume: null }]);
  });

  it("given a launch that failed, then the next begins afresh", async () => {
    const stage = await stageBefore("engineer");
    await end(stage, { document: NOISE, sessionRef: "first" });
    await end(stage, { outcome: "crashed", sessionRef: "second" });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/2/2", resume: null }]);
    await end(stage, { document: NOISE, sessionRef: "third" });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/3/1", resume: "third" }]);
  });

  it("given another agent or new tries, then what the last one remembers is left alone", async () => {
    const stage = await stageBefore("engineer");
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await end(stage, { document: `${NOISE} ${attempt}`, sessionRef: `ref ${attempt}` });
    }
    await stage.answer(stage.question("escalation"), { option: "context", text: "Think again." });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/4/1", resume: null }]);
  });

  it("given a person in the role, then there is nothing to resume", async () => {
    const stage = await stageBefore("engineer", {
      settings: { ...settingsFor(1), agents: { engineer: "human", reviewer: "reviewer" } },
    });
    await end(stage, { document: NOISE, sessionRef: "first" });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/2/1", resume: null }]);
  });
});

describe("the question about an agent that cannot go on", () => {
  it.each(AGENT_OUTCOMES.filter((outcome) => OUTCOME_RULES[outcome].next === "ask"))(
    "given %s, then it says so and what can be done",
    async (outcome) => {
      const stage = await stageBefore("final");
      await end(stage, { outcome });
      const { happened, remedy } = EXECUTION_WORDS[outcome];
      expect(stage.question("execution").why).toBe(
        `EXECUTION_ERROR: Final Review cannot go on in round 1: the agent reviewer ${happened} (${outcome}). ${remedy}`,
      );
    },
  );
});

it("given more evidence than is kept, then how the run ended and what went wrong last are among it", async () => {
  const stage = await stageBefore("engineer");
  const evidence = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);
  await end(stage, { outcome: "crashed", evidence });
  const finished = stage.world.news.flatMap((news) =>
    news.at === "happened" && news.event.type === "AgentCallFinished" ? [news.event.data.evidence] : [],
  );
  expect(finished).toEqual([[...evidence.slice(0, 19), "line 30"]]);
});

it("given a document full of escapes, then none is in any file of the session, and the rest is", async () => {
  const stage = await stageBefore("engineer");
  const escapes = "\u001b[2J\u001b]0;owned\u0007\u009b31m\u202Etxt";
  await end(stage, {
    outcome: "ok",
    document: `${resolution([GAP])}\n${escapes}\n`,
    evidence: ["\u001b[2J"],
  });
  await stage.world.engine.sync();
  const files = [...stage.world.folder.files];
  expect(files.some(([path, text]) => path.endsWith("engineer.md") && text.includes("\uFFFD[2J"))).toBe(true);
  expect(files.filter(([, text]) => /[^\P{Cc}\t\n\r]|[\u202A-\u202E]/u.test(text))).toEqual([]);
});
