// The rules of a session, each as given, when, then: Markdown of agents goes in, what is owed and remembered comes out.
import { describe, expect, it } from "vitest";
import type { Gap } from "../../src/core/refinement/gap.ts";
import { roundsOf } from "../../src/core/refinement/records/round-log.ts";
import { decide } from "../../src/core/refinement/session/decide.ts";
import { RULES } from "../../src/core/refinement/session/owed.ts";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import { gapId } from "../support/example-gap.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { approval, objection, READY, resolution, settingsFor, sourceGap } from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";
import { rowsUnder } from "./table-rows.ts";

const [ONE, TWO, THREE] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"] as const;
const NOISE = "I thought about it.";

/** Gaps whose titles have nothing in common. */
const TITLES = ["When it fails", "Who hears about that", "Which colour", "How long a name may be"];

function gapsOf(count: number, severity: Severity = "MEDIUM"): readonly Gap[] {
  return Array.from({ length: count }, (_, index) =>
    sourceGap(`GAP-FLOW-${String(index + 1).padStart(3, "0")}`, {
      severity,
      title: TITLES[index] ?? `Matter number ${index + 1}`,
    }),
  );
}

/** Agents that do their work: the Engineer resolves what it is given, the Reviewer approves. */
const BUSY: Pick<StageOptions, "engineer" | "reviewer"> = {
  engineer: (_, __, gaps) => resolution(gaps),
  reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
};

describe("how many gaps a round takes", () => {
  it.each([
    [1, 1],
    [9, 9],
    [26, 10],
  ])("given %i gaps and ten a round, then it takes %i", async (gaps, taken) => {
    const stage = await Stage.open({ gaps: gapsOf(gaps), limits: { gapsPerRound: 10 }, ...BUSY });
    await stage.throughMediation();
    expect(stage.calls().map(({ gaps: assigned }) => assigned.length)).toEqual([taken]);
  });

  it("given two a round and no runs side by side, then one run takes both", async () => {
    const stage = await Stage.open({ gaps: gapsOf(3), limits: { gapsPerRound: 2 }, ...BUSY });
    await stage.throughMediation();
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/1/1", gaps: [ONE, TWO] }]);
  });

  it("given three a round and two at once, then the third waits for one of the first", async () => {
    const stage = await Stage.open({
      gaps: gapsOf(3),
      limits: { gapsPerRound: 3, parallelGaps: 2 },
      ...BUSY,
    });
    await stage.throughMediation();
    const [first, second] = stage.calls();
    if (first === undefined || second === undefined) throw new Error("two runs were expected");
    expect([first.lane, second.lane]).toEqual([ONE, TWO]);
    await stage.start(first);
    await stage.start(second);
    expect(stage.owed()).toEqual([]);
    await stage.finish(second.key, resolution([TWO]));
    expect(stage.calls().map(({ lane }) => lane)).toEqual([THREE]);
  });

  it("given a gap that builds on another, then the two share a run and the third has its own", async () => {
    const [one, two, three] = gapsOf(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error("three gaps");
    const stage = await Stage.open({
      gaps: [one, { ...two, blockedBy: [gapId(ONE)] }, three],
      limits: { gapsPerRound: 3, parallelGaps: 3 },
      ...BUSY,
    });
    await stage.throughMediation();
    expect(stage.calls().map(({ lane, gaps }) => [lane, gaps])).toEqual([
      [ONE, [ONE, TWO]],
      [THREE, [THREE]],
    ]);
  });
});

describe("runs side by side", () => {
  const SIDE_BY_SIDE = { gaps: gapsOf(3), limits: { gapsPerRound: 2, parallelGaps: 2 } };

  async function twoRunning(options: Pick<StageOptions, "engineer" | "reviewer"> = BUSY) {
    const stage = await Stage.open({ ...SIDE_BY_SIDE, ...options });
    await stage.throughMediation();
    for (const order of stage.calls()) await stage.start(order);
    return stage;
  }
  const keyOf = (gap: string, attempt = 1) => `s/1.0/engineer/${gap}/${attempt}/1`;

  it("given one that fails the gate, when the other passed, then only the first is tried again", async () => {
    const stage = await twoRunning();
    await stage.finish(keyOf(TWO), resolution([TWO]));
    await stage.finish(keyOf(ONE), NOISE);
    expect(stage.calls().map(({ key, retry }) => [key, retry?.number])).toEqual([[keyOf(ONE, 2), 1]]);
    expect(stage.states()).toMatchObject({ [ONE]: "IN_PROGRESS", [TWO]: "PROPOSED" });
    expect(stage.files.has(`round_001/engineer.${ONE}.attempt-1.md`)).toBe(true);
  });

  it("given one that cannot be used, when it is skipped, then that gap alone is dropped", async () => {
    const stage = await twoRunning({ ...BUSY, engineer: () => NOISE });
    await stage.finish(keyOf(TWO), resolution([TWO]));
    await stage.finish(keyOf(ONE), NOISE);
    await stage.untilAsked("escalation");
    expect(stage.question().subject).toMatchObject({ role: "engineer", lane: ONE });
    expect(stage.owed(), "the Reviewer waits for all of them").toEqual([]);

    await stage.answer(stage.question(), { option: "skip" });
    expect(stage.states()).toEqual({ [ONE]: "OPEN", [TWO]: "PROPOSED", [THREE]: "OPEN" });
    expect(stage.calls()).toMatchObject([{ role: "reviewer", gaps: [TWO] }]);
    expect(stage.files.get("round_001/engineer.md")).not.toContain(ONE);
  });

  it("given they end in any order, then their documents are merged in the order of ids", async () => {
    const stage = await twoRunning();
    await stage.finish(keyOf(TWO), resolution([TWO]));
    expect(stage.owed()).toEqual([]);
    await stage.finish(keyOf(ONE), resolution([ONE]));
    const merged = stage.files.get("round_001/engineer.md") ?? "";
    expect(merged.indexOf(`## Gap Resolution: ${ONE}`)).toBeGreaterThanOrEqual(0);
    expect(merged.indexOf(`## Gap Resolution: ${TWO}`)).toBeGreaterThan(
      merged.indexOf(`## Gap Resolution: ${ONE}`),
    );
    expect(stage.calls()).toMatchObject([{ role: "reviewer", lane: "-", gaps: [ONE, TWO] }]);
  });

  it("given both fail for good, then each has its own question, and both skipped skip the Reviewer", async () => {
    const stage = await Stage.open({ ...SIDE_BY_SIDE, ...BUSY, engineer: () => NOISE });
    await stage.untilQuiet();
    expect(stage.session.work.questions.map(({ subject }) => subject)).toMatchObject([
      { of: "turn", lane: ONE },
      { of: "turn", lane: TWO },
    ]);
    for (const question of stage.session.work.questions) await stage.answer(question, { option: "skip" });
    expect(stage.steps()).toEqual(["complete-round"]);
    expect(rowsUnder(stage.files.get("status.md"), "Role Outcomes")).toEqual([
      [`Engineer (${ONE})`, "SKIP", "skipped by the user"],
      [`Engineer (${TWO})`, "SKIP", "skipped by the user"],
      ["Reviewer", "SKIP", "nothing to review"],
    ]);
  });
});

function withdrawn({ engine }: Stage) {
  return roundsOf(engine.live.work).flatMap((log) => log.withdrawn);
}

describe("an open question", () => {
  it("given a gap is blocked, then the other gaps go their way and the question stays", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      engineer: ({ round, attempt }) =>
        round === 1 && attempt === 1 ? `BLOCKED_NEEDS_INPUT: ${ONE} - the prices` : resolution([TWO]),
    });
    await stage.untilQuiet();
    expect(stage.states()).toEqual({ [ONE]: "BLOCKED_EXTERNAL", [TWO]: "ACCEPTED" });
    expect(stage.session.work.questions).toMatchObject([{ kind: "blocked", subject: { gap: ONE } }]);
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given a divergence warning, then rounds go on with the CRITICAL gaps first, and it is asked once", async () => {
    const stage = await Stage.open({
      gaps: [...gapsOf(2, "LOW"), { ...sourceGap(THREE, { severity: "LOW" }), blockedBy: [gapId(TWO)] }],
      limits: { maxRounds: 6 },
      engineer: ({ round }, _, gaps) =>
        round === 1
          ? resolution([TWO]).replace("None.", "- GAP-SAFE-001 (CRITICAL): Nobody may stop it")
          : resolution(gaps, { text: `Version ${round}.` }),
      reviewer: ({ round }, _, gaps) => objection(gaps[0] ?? "", { id: `ISSUE-R${round}-001` }),
    });
    await stage.untilRounds(1);
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["divergence"]);
    await stage.throughMediation();
    expect(stage.calls()).toMatchObject([{ round: 2, gaps: ["GAP-SAFE-001"] }]);
    await stage.untilRounds(3);
    expect(stage.session.ledger.questionsAsked).toBe(1);
  });

  it("given a warning, when a round makes progress, then the question is withdrawn with that reason", async () => {
    const stage = await Stage.open({
      gaps: gapsOf(2, "LOW"),
      engineer: ({ round }, _, gaps) =>
        round === 1
          ? resolution([ONE]).replace("None.", "- GAP-SAFE-001 (CRITICAL): Nobody may stop it")
          : resolution(gaps),
      reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
    });
    await stage.untilAsked("divergence");
    await stage.untilRounds(2);
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.session.work.convergence).toEqual({ at: "CONVERGING" });
    expect(withdrawn(stage)).toMatchObject([{ question: "Q1", reason: "the round made progress" }]);
  });

  it("given a blocked gap, when it is deferred by another answer, then its question is withdrawn", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      engineer: ({ attempt }) =>
        attempt === 1
          ? `BLOCKED_NEEDS_INPUT: ${ONE} - the prices`
          : resolution([TWO]).replace("None.", "- GAP-SAFE-001 (CRITICAL): Nobody may stop it"),
    });
    await stage.untilAsked("divergence");
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["blocked", "divergence"]);
    await stage.answer(stage.question("divergence"), { option: "narrow", gaps: [gapId(ONE)] });
    expect(stage.session.work.questions).toEqual([]);
    expect(withdrawn(stage)).toMatchObject([{ question: "Q1", reason: `${ONE} is USER_DEFERRED` }]);
  });

  it("given one is answered, when a second answer comes, then the first has won", async () => {
    const stage = await Stage.open({ ...BUSY, engineer: () => NOISE });
    await stage.untilAsked("escalation");
    const question = stage.question();
    expect(await stage.answer(question, { option: "skip" })).toMatchObject({ at: "done" });
    const version = stage.engine.version;
    expect(await stage.answer(question, { option: "pause" })).toMatchObject({
      at: "refused",
      refusal: { refused: "question-closed" },
    });
    expect(stage.engine.version).toBe(version);
    expect(stage.session.at).toBe("active");
  });

  it("given two answer at the same moment, then one of them is refused", async () => {
    const stage = await Stage.open({ ...BUSY, engineer: () => NOISE });
    await stage.untilAsked("escalation");
    const question = stage.question();
    const answers = await Promise.all([
      stage.answer(question, { option: "skip" }),
      stage.answer(question, { option: "pause" }),
    ]);
    expect(answers.map(({ at }) => at)).toEqual(["done", "refused"]);
  });

  it("given an option it does not offer, then what it offers is named", async () => {
    const stage = await Stage.open({ ...BUSY, engineer: () => NOISE });
    await stage.untilAsked("escalation");
    const refused = await stage.answer(stage.question(), { option: "extend" });
    expect(refused).toMatchObject({
      at: "refused",
      refusal: { refused: "option", fix: "It offers skip, reassign, context, pause, rollback." },
    });
  });

  it("given a policy that leaves blocked gaps be, when nothing else is left, then the run ends and waits", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: () => `BLOCKED_NEEDS_INPUT: ${ONE} - the prices`,
      answer: ({ kind }) => (kind === "blocked" ? { option: "other" } : null),
    });
    expect(await stage.world.run()).toBe("waiting");
    expect(stage.session.work.questions).toMatchObject([{ kind: "blocked" }]);
    expect(stage.session.ledger.questionsAsked).toBe(2);
  });
});

describe("proposals and their reviews", () => {
  it("given a review that never comes, when it is skipped, then the next Reviewer gets the proposal too", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      reviewer: ({ round, purpose }, _, gaps) =>
        purpose === "final" ? READY : round === 1 ? NOISE : approval(gaps),
    });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question(), { option: "skip" });
    await stage.untilRounds(1);
    expect(stage.states()[ONE]).toBe("PROPOSED");
    expect(stage.files.get("round_001/summary.md")).toContain("| Reviewer | UNREVIEWED |");
    await stage.until(({ work: { round } }) => round?.number === 2 && round.reviewer !== null);
    expect(stage.calls()).toMatchObject([{ role: "reviewer", gaps: [ONE, TWO] }]);
    await stage.step();
    const prompt = stage.prompts.get("s/2.0/reviewer/-/1/1") ?? "";
    expect(prompt).toContain(ONE);
    expect(stage.states()).toEqual({ [ONE]: "ACCEPTED", [TWO]: "ACCEPTED" });
  });

  it("given a review of one of two proposals, then the other waits for the next", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      limits: { gapsPerRound: 2 },
      reviewer: ({ round, purpose }) => (purpose === "final" ? READY : approval([round === 1 ? ONE : TWO])),
    });
    await stage.untilRounds(1);
    expect(stage.states()).toEqual({ [ONE]: "ACCEPTED", [TWO]: "PROPOSED" });
    await stage.throughMediation();
    expect(stage.calls()).toMatchObject([{ role: "reviewer", round: 2, gaps: [TWO] }]);
    expect(stage.session.work.round?.lanes).toEqual([]);
    await stage.untilQuiet();
    expect(stage.engine.live.ledger.ended?.type).toBe("COMPLETE");
  });

  it("given the same proposal again, then nobody is asked to review it and the earlier review decides", async () => {
    const stage = await Stage.open({
      engineer: () => resolution([ONE]),
      reviewer: () => objection(ONE),
    });
    await stage.untilRounds(2);
    expect([...stage.prompts.keys()]).toEqual([
      "s/1.0/engineer/-/1/1",
      "s/1.0/reviewer/-/1/1",
      "s/2.0/engineer/-/1/1",
    ]);
    expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
    const summary = stage.files.get("round_002/summary.md");
    expect(summary).toMatch(/\| Engineer \| UNCHANGED \|/);
    expect(summary).toMatch(/\| Reviewer \| UNCHANGED \|/);
  });

  it("given the same proposal in another dress, then it is still the same", async () => {
    const stage = await Stage.open({
      engineer: ({ round }) =>
        round === 1
          ? resolution([ONE])
          : resolution([ONE]).replaceAll("The caller", "**The** caller").replaceAll("\n\n", "\n\n\n"),
      reviewer: () => objection(ONE),
    });
    await stage.untilRounds(2);
    expect(stage.prompts.has("s/2.0/reviewer/-/1/1")).toBe(false);
  });

  it("given a need and a proposal for one gap, then it is blocked", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: () => `${resolution([ONE])}\nBLOCKED_NEEDS_INPUT: ${ONE} - the prices\n`,
    });
    await stage.untilQuiet();
    expect(stage.states()[ONE]).toBe("BLOCKED_EXTERNAL");
    expect(stage.session.work.proposals).toEqual({});
  });

  it("given one of two gaps blocked, then the other is proposed in the same round", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      limits: { gapsPerRound: 2 },
      engineer: () => `${resolution([TWO])}\nBLOCKED_NEEDS_INPUT: ${ONE} - the prices\n`,
    });
    await stage.untilAsked("blocked");
    expect(stage.states()).toEqual({ [ONE]: "BLOCKED_EXTERNAL", [TWO]: "PROPOSED" });
    expect(stage.calls()).toMatchObject([{ role: "reviewer", gaps: [TWO] }]);
  });

  it("given a gap is deferred while the Engineer is at it, then the run is over and nothing is held against it", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(1, "LOW"),
      engineer: ({ round }) =>
        round === 1
          ? resolution([ONE]).replace("None.", "- GAP-SAFE-001 (CRITICAL): Nobody may stop it")
          : null,
      reviewer: () => objection(ONE),
    });
    await stage.untilAsked("divergence");
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("round 2 was expected");
    expect(order.gaps).toEqual(["GAP-SAFE-001"]);
    await stage.start(order);
    const both = [gapId(ONE), gapId("GAP-SAFE-001")];
    expect(await stage.answer(stage.question("divergence"), { option: "narrow", gaps: both })).toMatchObject({
      at: "done",
    });
    await stage.finish(order.key, resolution(["GAP-SAFE-001"]));
    expect(rowsUnder(stage.files.get("status.md"), "Validation Summary").at(-2)).toEqual([
      "2",
      "Engineer",
      "IDLE",
      "1",
      "-",
    ]);
    expect(stage.session.work.round?.lanes).toMatchObject([{ state: { at: "settled", outcome: "IDLE" } }]);
    expect(stage.files.get("round_002/engineer.attempt-1.md")).toContain("GAP-SAFE-001");
    expect(stage.states()["GAP-SAFE-001"]).toBe("USER_DEFERRED");
    expect(stage.steps()).toEqual(["complete-round"]);
  });
});

describe("an Engineer that is not sure", () => {
  const unsure = `## Gap Resolution: ${ONE}\n\nUNCERTAINTY: whether calls may overlap\n`;

  it("given its doubt, then one retry gives it excerpts, and a second doubt is an ordinary failure", async () => {
    const stage = await Stage.open({
      ...BUSY,
      source: "# A spec\n\nCalls are made one after another.\n\nTODO: what happens when it fails?\n",
      engineer: () => unsure,
    });
    await stage.untilAsked("escalation");
    const prompts = [...stage.prompts.values()];
    expect(prompts).toHaveLength(3);
    expect(prompts[1]).toContain("RETRY ATTEMPT 1 of 2");
    expect(prompts[1]).toContain("Calls are made one after another.");
    expect(prompts[1]).toMatch(/Confidence LOW if you are still uncertain/);
    expect(prompts[2]).toContain("RETRY ATTEMPT 2 of 2");
    expect(prompts[2]).not.toMatch(/Confidence LOW if you are still uncertain/);
  });

  it("given a similar gap was resolved, then the retry shows how", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      engineer: ({ round, attempt }) =>
        round === 1
          ? resolution([ONE], { text: "A lantern is hung out." })
          : attempt === 1
            ? unsure.replace(ONE, TWO)
            : resolution([TWO]),
    });
    await stage.untilRounds(2);
    expect(stage.prompts.get("s/2.0/engineer/-/2/1")).toContain("A lantern is hung out.");
    expect(stage.states()[TWO]).toBe("ACCEPTED");
  });
});

describe("launches", () => {
  it("given an agent that dies, then five launches of one attempt are made before a person is asked", async () => {
    const stage = await Stage.open({ ...BUSY, engineer: () => ({ outcome: "crashed" }) });
    await stage.untilAsked("execution");
    expect([...stage.prompts.keys()]).toEqual(
      [1, 2, 3, 4, 5].map((launch) => `s/1.0/engineer/-/1/${launch}`),
    );
    expect(stage.question().why).toMatch(/^EXECUTION_ERROR: .* 5 times in a row/);
    await stage.answer(stage.question(), { option: "retry" });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/1/6", retry: null }]);
    for (let launch = 0; launch < 5; launch++) await stage.step();
    expect(stage.question("execution").why).toMatch(/5 times in a row/);
  });

  it("given crashes between them, then all three attempts are still there", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: ({ launch }) => (launch < 3 ? { outcome: "crashed" } : NOISE),
    });
    await stage.untilAsked("escalation");
    expect([...stage.prompts.keys()].filter((key) => key.endsWith("/3"))).toEqual([
      "s/1.0/engineer/-/1/3",
      "s/1.0/engineer/-/2/3",
      "s/1.0/engineer/-/3/3",
    ]);
    expect(stage.question().why).toContain("3 attempts");
  });

  it("given a crash during a retry, then the launch after it is told the same", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: ({ attempt, launch }) =>
        attempt === 1 ? NOISE : launch === 1 ? { outcome: "crashed" } : resolution([ONE]),
    });
    await stage.untilRounds(1);
    expect(stage.prompts.get("s/1.0/engineer/-/2/2")).toBe(stage.prompts.get("s/1.0/engineer/-/2/1"));
  });

  it("given what we stopped ourselves, then it is not held against the agent", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: ({ launch }) => (launch <= 7 ? { outcome: "cancelled" } : resolution([ONE])),
    });
    await stage.untilRounds(1);
    expect(stage.session.ledger.questionsAsked).toBe(0);
  });

  it("given three that we stopped, then five crashes are still needed before a person is asked", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: ({ launch }) => ({ outcome: launch <= 3 ? "cancelled" : "crashed" }),
    });
    await stage.untilAsked("execution");
    expect(stage.prompts.size).toBe(8);
  });
});

describe("what a person says", () => {
  it("given context for an Engineer that is stuck, then its next prompt holds the words", async () => {
    const stage = await Stage.open({ ...BUSY, engineer: () => NOISE });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question(), { option: "context", text: "A lantern is hung out at dusk." });
    await stage.step();
    expect(stage.prompts.get("s/1.0/engineer/-/4/1")).toContain("A lantern is hung out at dusk.");
    expect(stage.question("escalation").why, "one more try, no more").toContain("4 attempts, all failed");
  });

  it("given input for a blocked gap, then it is open again, decided, and in both roles' prompts", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: ({ round }) => (round === 1 ? `BLOCKED_NEEDS_INPUT: ${ONE} - the prices` : resolution([ONE])),
    });
    await stage.untilAsked("blocked");
    await stage.answer(stage.question(), { option: "input", text: "Everything costs one crown." });
    expect(stage.states()[ONE]).toBe("OPEN");
    expect(stage.files.get("decisions.md")).toContain("Everything costs one crown.");
    await stage.untilRounds(2);
    for (const role of ["engineer", "reviewer"]) {
      expect(stage.prompts.get(`s/2.0/${role}/-/1/1`)).toContain("Everything costs one crown.");
    }
  });
});

describe("spend", () => {
  const capped = (spend: Partial<SessionSettings["spend"]>) => ({
    settings: { spend: { ...settingsFor(1).spend, ...spend } },
  });

  it("given calls for the session, then none is started past them", async () => {
    const stage = await Stage.open({
      ...BUSY,
      ...capped({ session: { ...NO_CAP, calls: 2 } }),
      engineer: () => NOISE,
    });
    await stage.untilQuiet();
    expect(stage.prompts.size).toBe(2);
    expect(stage.session.work.questions).toMatchObject([{ kind: "spend", subject: { role: "engineer" } }]);
    await stage.answer(stage.question(), { option: "raise" });
    expect(stage.session.settings.spend.session.calls).toBe(4);
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/3/1" }]);
  });

  it("given tokens for a role, then they are looked at before each of its calls, retries too", async () => {
    const stage = await Stage.open({ ...BUSY, ...capped({ role: { ...NO_CAP, tokens: 100 } }) });
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.finish(order.key, {
      document: NOISE,
      usage: { inputTokens: 60, outputTokens: 40, usd: null },
    });
    expect(stage.steps()).toEqual(["ask-spend-engineer"]);
    await stage.step();
    expect(stage.owed()).toEqual([]);
    expect(stage.question("spend").why).toContain("100 of 100 tokens");
  });

  it("given the Engineer's calls are used up, then the Reviewer still reviews", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      ...capped({ role: { ...NO_CAP, calls: 1 } }),
    });
    await stage.untilQuiet();
    expect([...stage.prompts.keys()]).toEqual(["s/1.0/engineer/-/1/1", "s/1.0/reviewer/-/1/1"]);
    expect(stage.session.work.questions).toMatchObject([{ kind: "spend", subject: { role: "engineer" } }]);
  });

  it("given the limit is raised in the settings, then the question is withdrawn", async () => {
    const stage = await Stage.open({
      ...BUSY,
      ...capped({ session: { ...NO_CAP, calls: 1 } }),
      engineer: () => NOISE,
    });
    await stage.untilAsked("spend");
    const { settings } = stage.session;
    await stage.submit({
      type: "ChangeSettings",
      settings: { ...settings, spend: settingsFor(1).spend },
      because: "a larger purse",
    });
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.calls()).toHaveLength(1);
  });

  it("given two runs side by side and one call left, then only one of them starts", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      ...capped({ session: { ...NO_CAP, calls: 1 } }),
    });
    await stage.throughMediation();
    const [first] = stage.calls();
    if (first === undefined) throw new Error("a call was expected");
    await stage.start(first);
    expect(stage.calls()).toEqual([]);
    expect(stage.steps()).toEqual(["ask-spend-engineer"]);
  });
});

describe("who owns identities", () => {
  it("given a new gap under an id that is taken, then it gets a free one and keeps the other as its alias", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      engineer: () => resolution([ONE]).replace("None.", `- ${TWO} (LOW): Nobody counts the sheep`),
    });
    await stage.untilRounds(1);
    expect(stage.session.work.gaps).toMatchObject({
      [TWO]: { title: TITLES[1] },
      [THREE]: { title: "Nobody counts the sheep", origin: { from: "gap", parent: ONE } },
    });
    expect(stage.files.get("status.md")).toMatch(new RegExp(`\\| ${THREE} .*${TWO}`));
  });

  it("given the same new gap again in a revision, then there is still one", async () => {
    const stage = await Stage.open({
      engineer: ({ round }) =>
        resolution([ONE], { text: `Version ${round}.` }).replace(
          "None.",
          "- GAP-FLOW-009 (LOW): Nobody counts the sheep",
        ),
      reviewer: ({ round }) => objection(ONE, { id: `ISSUE-R${round}-001` }),
      limits: { gapsPerRound: 1, maxRounds: 3 },
    });
    await stage.untilRounds(2);
    expect(Object.keys(stage.session.work.gaps)).toEqual([ONE, "GAP-FLOW-009"]);
  });

  it("given a revision lists a renumbered gap again under the taken id, then there is still one", async () => {
    const stage = await Stage.open({
      gaps: gapsOf(2),
      limits: { gapsPerRound: 1 },
      engineer: ({ round }, _, gaps) =>
        resolution(gaps, { text: `Version ${round}.` }).replace(
          "None.",
          `- ${TWO} (LOW): Nobody counts the sheep`,
        ),
      reviewer: ({ round }, _, gaps) => objection(gaps[0] ?? "", { id: `ISSUE-R${round}-001` }),
    });
    await stage.untilRounds(2);
    expect(Object.keys(stage.session.work.gaps)).toEqual([ONE, TWO, THREE]);
  });

  it("given two new gaps whose titles differ by a word, then both enter", async () => {
    const stage = await Stage.open({
      ...BUSY,
      engineer: () =>
        resolution([ONE]).replace(
          "None.",
          "- GAP-FLOW-002 (LOW): Retry limit for uploads\n- GAP-FLOW-003 (LOW): Retry limit for downloads",
        ),
    });
    await stage.untilRounds(1);
    expect(Object.keys(stage.session.work.gaps)).toEqual([ONE, TWO, THREE]);
  });

  it("given issues under names of the Reviewer's own, then they get ids of this round, and the names stay", async () => {
    const stage = await Stage.open({
      engineer: () => resolution([ONE]),
      reviewer: () => `## Review: ${ONE}

### H1: No limit on retries

- **Severity:** HIGH
- **Gap:** ${ONE}

### M1: The pause is not named

- **Severity:** MEDIUM
- **Gap:** ${ONE}

**Verdict:** NEEDS_REVISION
`,
    });
    await stage.untilRounds(1);
    expect(stage.session.work.issues).toMatchObject({
      "ISSUE-R1-001": { aliases: ["H1"], issue: { severity: "HIGH" } },
      "ISSUE-R1-002": { aliases: ["M1"], issue: { severity: "MEDIUM" } },
    });
  });

  /** Two rounds of one gap: a HIGH issue, then what the second review says. */
  async function secondReview(review: string): Promise<Stage> {
    const stage = await Stage.open({
      engineer: ({ round }) =>
        resolution([ONE], { text: `Version ${round} of the loop.`, answers: ["ISSUE-R1-001"] }),
      reviewer: ({ round, purpose }) =>
        purpose === "final" ? READY : round === 1 ? objection(ONE, { id: "ISSUE-R1-001" }) : review,
    });
    await stage.untilRounds(2);
    return stage;
  }

  it("given an issue of an earlier round is raised again, then it is that issue, not another", async () => {
    const stage = await secondReview(objection(ONE, { id: "ISSUE-R1-001" }));
    expect(stage.session.work.issues).toMatchObject({ "ISSUE-R1-001": { issue: { state: { at: "OPEN" } } } });
    expect(Object.keys(stage.session.work.issues)).toHaveLength(1);
    expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
  });

  it("given numbers that start over, then what is found now is not taken for what was found then", async () => {
    const stage = await secondReview(
      objection(ONE, { id: "ISSUE-R1-001", title: "Two callers may write the same file" }).replace(
        "**Verdict:** NEEDS_REVISION",
        "**Verdict:** APPROVED_WITH_NOTES",
      ),
    );
    expect(stage.session.work.issues).toMatchObject({
      "ISSUE-R1-001": { issue: { state: { at: "CLOSED", round: 2 } } },
      "ISSUE-R2-001": { aliases: ["ISSUE-R1-001"], title: "Two callers may write the same file" },
    });
    expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
  });

  it("given numbers that start over with another gap, then that gap is not accepted over a HIGH issue", async () => {
    const stage = await Stage.open({
      gaps: gapsOf(2),
      limits: { gapsPerRound: 1 },
      engineer: ({ round }) => resolution([round === 1 ? ONE : TWO]),
      reviewer: ({ round }) =>
        round === 1
          ? approval([ONE]).replace(
              "NO_ISSUES_FOUND",
              `### ISSUE-R1-001: A comma is missing\n\n- **Severity:** LOW\n- **Gap:** ${ONE}\n`,
            )
          : objection(TWO, { id: "ISSUE-R1-001" }).replace(
              "**Verdict:** NEEDS_REVISION",
              "**Verdict:** APPROVED_WITH_NOTES",
            ),
    });
    await stage.untilRounds(2);
    expect(stage.session.work.issues).toMatchObject({
      "ISSUE-R2-001": { aliases: ["ISSUE-R1-001"], issue: { gaps: [TWO], severity: "HIGH" } },
    });
    expect(stage.states()[TWO]).toBe("NEEDS_REVISION");
  });

  it("given an issue is raised again as a graver one, then it weighs as much as it says", async () => {
    const graver = objection(ONE, { id: "ISSUE-R1-001", severity: "CRITICAL" });
    const stage = await secondReview(
      graver.replace("**Verdict:** NEEDS_REVISION", "**Verdict:** APPROVED_WITH_NOTES"),
    );
    const open = Object.values(stage.session.work.issues).filter(({ issue }) => issue.state.at === "OPEN");
    expect(open.map(({ issue }) => issue.severity)).toEqual(["CRITICAL"]);
  });

  it("given an issue was closed, when a later review raises it again, then it blocks again", async () => {
    const stage = await Stage.open({
      engineer: ({ round }) =>
        resolution([ONE], { text: `Version ${round} of the loop.`, answers: ["ISSUE-R1-001"] }),
      reviewer: ({ round }) =>
        round === 2
          ? objection(ONE, { id: "ISSUE-R2-001", title: "Two callers may write the same file" })
          : objection(ONE, { id: "ISSUE-R1-001" }).replace(
              "**Verdict:** NEEDS_REVISION",
              "**Verdict:** APPROVED_WITH_NOTES",
            ),
      settings: { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } },
    });
    await stage.untilRounds(3);
    expect(stage.session.work.issues).toMatchObject({
      "ISSUE-R1-001": { issue: { state: { at: "CLOSED", round: 2 } } },
      "ISSUE-R3-001": { aliases: ["ISSUE-R1-001"], issue: { state: { at: "OPEN" } } },
    });
    expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
  });

  it("given an issue by the name it was given, when it is listed as unresolved, then it stays open", async () => {
    const stage = await Stage.open({
      engineer: ({ round }) => resolution([ONE], { text: `Version ${round} of the loop.` }),
      reviewer: ({ round }) =>
        round === 1
          ? objection(ONE, { id: "H1" })
          : `${approval([ONE])}\n### Previous Issues\n\n| Issue | Status |\n|---|---|\n| H1 | UNRESOLVED |\n`,
    });
    await stage.untilRounds(2);
    expect(stage.session.work.issues).toMatchObject({
      "ISSUE-R1-001": { aliases: ["H1"], issue: { state: { at: "OPEN" } } },
    });
    expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
  });

  it("given an issue on a gap that is closed, then it becomes a gap of its own, once", async () => {
    const late = `### ISSUE-R2-001: Old entries are never deleted

- **Severity:** HIGH
- **Gap:** ${ONE}
`;
    const stage = await Stage.open({
      gaps: gapsOf(3),
      limits: { gapsPerRound: 1 },
      engineer: BUSY.engineer,
      reviewer: ({ round }, _, gaps) => {
        if (round === 1) return approval(gaps);
        return approval(gaps).replace("NO_ISSUES_FOUND", late.replace("R2", `R${round}`));
      },
    });
    await stage.untilRounds(3);
    expect(stage.states()[ONE]).toBe("RESOLVED");
    const spawned = Object.values(stage.session.work.gaps).filter(({ origin }) => origin.from === "review");
    expect(spawned).toMatchObject([
      {
        id: "GAP-FLOW-004",
        title: "Old entries are never deleted",
        severity: { level: "HIGH" },
        origin: { from: "review", about: ONE },
      },
    ]);
  });

  it.each([
    ["CRITICAL", "CRITICAL"],
    ["HIGH", "HIGH"],
    ["MEDIUM", "MEDIUM"],
    ["LOW", "MEDIUM"],
  ])("given a MEDIUM gap that a Reviewer raises to %s, then it is %s", async (to, becomes) => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      reviewer: () =>
        `${approval([ONE])}\nThe severity of ${TWO} is raised to ${to}, since money hangs on it.\n`,
    });
    await stage.untilRounds(1);
    expect(stage.session.work.gaps).toMatchObject({ [TWO]: { severity: { level: becomes } } });
    expect(stage.session.work.convergence.at, "raised is not new").toBe("CONVERGING");
  });
});

describe("what becomes of gaps and sessions", () => {
  it("given a gap is accepted, then it is resolved one completed round later", async () => {
    const stage = await Stage.open({ ...BUSY, gaps: gapsOf(2) });
    await stage.untilRounds(1);
    expect(stage.states()[ONE]).toBe("ACCEPTED");
    await stage.untilRounds(2);
    expect(stage.states()).toEqual({ [ONE]: "RESOLVED", [TWO]: "ACCEPTED" });
  });

  it("given a pause while an agent is at work, then its result is taken in and nothing new starts", async () => {
    const stage = await Stage.open(BUSY);
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    expect(await stage.submit({ type: "Pause", by: "human:test", because: "lunch" })).toMatchObject({
      at: "done",
    });
    await stage.finish(order.key, resolution([ONE]));
    expect(stage.states()[ONE]).toBe("PROPOSED");
    expect(stage.owed()).toEqual([]);
    expect(await stage.submit({ type: "Pause", by: "human:test", because: "tea" })).toMatchObject({
      at: "refused",
    });
    await stage.submit({ type: "Resume", by: "human:test" });
    expect(stage.calls()).toMatchObject([{ role: "reviewer", gaps: [ONE] }]);
    expect(await stage.submit({ type: "Resume", by: "human:test" })).toMatchObject({ at: "refused" });
    await stage.untilQuiet();
    expect(stage.engine.live.ledger.ended?.type).toBe("COMPLETE");
  });

  it("given a pause out of a divergence warning, then the question comes back after it", async () => {
    const stage = await Stage.open({
      ...BUSY,
      gaps: gapsOf(2),
      engineer: () => resolution([ONE]).replace("None.", "- GAP-SAFE-001 (CRITICAL): Nobody may stop it"),
    });
    await stage.untilAsked("divergence");
    await stage.answer(stage.question(), { option: "pause" });
    expect([stage.session.at, stage.owed()]).toEqual(["paused", []]);
    await stage.submit({ type: "Resume", by: "human:test" });
    expect(stage.steps()).toContain("ask-divergence");
    await stage.untilAsked("divergence");
    expect(stage.question().id).toBe("Q2");
  });

  it("given a round limit of 3 and a hard limit of 6, then extension stops at 6 and is offered no more", async () => {
    const stage = await Stage.open({
      limits: { maxRounds: 3, hardLimit: 6 },
      engineer: ({ round }) => resolution([ONE], { text: `Version ${round} of the loop.` }),
      reviewer: ({ round }) => objection(ONE, { id: `ISSUE-R${round}-001` }),
    });
    await stage.untilAsked("max-rounds");
    expect(stage.session.work.completedRounds).toBe(3);
    await stage.answer(stage.question("max-rounds"), { option: "extend" });
    expect(stage.session.settings.limits.maxRounds).toBe(6);
    await stage.untilAsked("max-rounds");
    expect(stage.session.work.completedRounds).toBe(6);
    expect(stage.question("max-rounds").options.map(({ id }) => id)).toEqual(["accept", "abandon"]);
    const refused = await stage.answer(stage.question("max-rounds"), { option: "extend" });
    expect(refused).toMatchObject({ at: "refused", refusal: { refused: "option" } });
  });

  it("given gaps of all severities, when the user ends, then each gate is passed in its turn", async () => {
    const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
    const gaps = severities.map((severity, index) =>
      sourceGap(`GAP-FLOW-00${index + 1}`, { severity, title: TITLES[index] ?? "" }),
    );
    const stage = await Stage.open({ ...BUSY, gaps });
    await stage.submit({ type: "RequestEnding", ending: "USER_APPROVED", trigger: "a prototype" });
    await stage.untilAsked("gate");
    const rationale = (gap: string) => ({ [gap]: `we live without ${gap}` });
    const gates = [
      [
        "CRITICAL",
        { phrase: "I accept CRITICAL gaps knowing the spec may be unusable", rationales: rationale(ONE) },
      ],
      ["HIGH", { phrase: "I acknowledge", rationales: rationale(TWO) }],
      ["MEDIUM/LOW", {}],
    ] as const;
    for (const [gateClass, answer] of gates) {
      await stage.untilAsked("gate");
      expect(stage.question().subject).toEqual({ of: "gate", class: gateClass });
      expect(await stage.answer(stage.question(), { option: "acknowledge", ...answer })).toMatchObject({
        at: "done",
      });
    }
    await stage.untilQuiet();
    expect(stage.engine.live.ledger.ended?.type).toBe("USER_APPROVED");
    const summary = stage.files.get("summary.md") ?? "";
    expect(summary).toContain("we live without GAP-FLOW-001");
    expect(summary).toContain("we live without GAP-FLOW-002");
  });

  it("given a grave gap, when GOOD_ENOUGH is asked for, then it is refused", async () => {
    const stage = await Stage.open({ ...BUSY, gaps: gapsOf(1, "HIGH") });
    const refused = await stage.submit({ type: "RequestEnding", ending: "GOOD_ENOUGH", trigger: "now" });
    expect(refused).toMatchObject({ at: "refused", refusal: { refused: "termination" } });
    expect(stage.session.work.ending).toBeNull();
  });

  it("given an agent is at work, when the user asks to end, then it is waited for and no other starts", async () => {
    const stage = await Stage.open({ ...BUSY, gaps: gapsOf(2, "LOW") });
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.submit({ type: "RequestEnding", ending: "GOOD_ENOUGH", trigger: "now" });
    expect(stage.owed()).toEqual([]);
    await stage.finish(order.key, resolution([ONE]));
    expect(stage.steps()).toEqual(["ask-gate"]);
  });

  it("given an agent is at work, when the session is abandoned, then what it cost is recorded before the end", async () => {
    const stage = await Stage.open({ engineer: () => NOISE, reviewer: () => NOISE });
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.submit({ type: "RequestEnding", ending: "ABANDONED", trigger: "no more" });
    expect(stage.owed()).toEqual([]);
    expect(await stage.finish(order.key, resolution([ONE]))).toMatchObject({ at: "done" });
    expect(stage.engine.live.ledger.spend.engineer.calls).toBe(1);
    expect(stage.states()[ONE], "it counts for nothing more").toBe("IN_PROGRESS");
    await stage.throughMediation();
    expect(stage.engine.live.ledger.ended?.type).toBe("ABANDONED");
    expect(await stage.finish(order.key, resolution([ONE])), "it is known already").toEqual({ at: "known" });
    expect(await stage.submit({ type: "Resume", by: "human:test" })).toMatchObject({ at: "refused" });
  });

  it("given open questions, when the session ends, then they are withdrawn and listed as limitations", async () => {
    const stage = await Stage.open({ ...BUSY, engineer: () => `BLOCKED_NEEDS_INPUT: ${ONE} - the prices` });
    await stage.untilAsked("blocked");
    await stage.submit({ type: "RequestEnding", ending: "ABANDONED", trigger: "no more" });
    expect(stage.session.work.questions).toEqual([]);
    const summary = stage.files.get("summary.md") ?? "";
    expect(summary).toMatch(/### Q1\b/);
    expect(summary).toContain("the session ended as ABANDONED");
  });

  it("given a result that comes twice, then the second is refused", async () => {
    const stage = await Stage.open(BUSY);
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.finish(order.key, resolution([ONE]));
    const version = stage.engine.version;
    const again = await stage.submit({
      type: "FinishCall",
      key: order.key,
      outcome: "ok",
      usage: { inputTokens: null, outputTokens: null, usd: null },
      elapsedMs: 1,
      evidence: [],
      document: null,
      role: null,
    });
    expect(again).toMatchObject({ at: "refused", refusal: { refused: "not-running" } });
    expect(stage.engine.version).toBe(version);
  });
});

describe("the Final Review", () => {
  const blockers = `# Final Review

**Verdict:** NOT_READY

## Blockers

- **CRITICAL**: Nobody says who may stop it
- **LOW**: A heading is misspelt
`;

  it("given it is ready, then the session is COMPLETE and its gaps are resolved", async () => {
    const stage = await Stage.open(BUSY);
    await stage.untilQuiet();
    expect(stage.engine.live.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.states()).toEqual({ [ONE]: "RESOLVED" });
    expect(stage.files.get("final_review.md")).toBe(READY);
  });

  it("given blockers, then they become gaps, the session goes on, and is reviewed again at its end", async () => {
    let reviews = 0;
    const stage = await Stage.open({
      ...BUSY,
      reviewer: ({ purpose }, _, gaps) => {
        if (purpose !== "final") return approval(gaps);
        reviews += 1;
        return reviews === 1 ? blockers : READY;
      },
    });
    await stage.until(({ work: { finalReview } }) => finalReview.at === "not-ready");
    expect(stage.states()).toEqual({ [ONE]: "ACCEPTED", "GAP-NEW-001": "OPEN", "GAP-NEW-002": "OPEN" });
    expect(stage.session.work.gaps).toMatchObject({
      "GAP-NEW-001": { severity: { level: "CRITICAL" }, origin: { from: "final-review" } },
      "GAP-NEW-002": { severity: { level: "LOW" } },
    });
    await stage.untilQuiet();
    expect(stage.engine.live.ledger.ended?.type).toBe("COMPLETE");
    expect(reviews).toBe(2);
  });

  it.each([
    ["three documents that fail", NOISE],
    ["nothing three times", null],
    ["a no without a blocker", "# Final Review\n\n**Verdict:** NOT_READY\n"],
  ])("given %s, then it is no approval: the user is asked how to end", async (_, said) => {
    const stage = await Stage.open({
      ...BUSY,
      reviewer: ({ purpose }) => (purpose === "final" ? said : approval([ONE])),
    });
    await stage.untilQuiet();
    expect(stage.session.at).toBe("active");
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["ending"]);
    expect(stage.question().options.map(({ id }) => id)).toEqual([
      "reopen",
      "review-again",
      "accept",
      "abandon",
    ]);
    await stage.answer(stage.question(), { option: "accept" });
    await stage.untilQuiet();
    expect(stage.engine.live.ledger.ended?.type).toBe("GOOD_ENOUGH");
  });

  it("given it failed, when it is run again, then no call has a key that was used", async () => {
    const stage = await Stage.open({
      ...BUSY,
      reviewer: ({ purpose, attempt }) =>
        purpose === "final" ? (attempt > 3 ? READY : NOISE) : approval([ONE]),
    });
    await stage.untilAsked("ending");
    await stage.answer(stage.question(), { option: "review-again" });
    await stage.untilQuiet();
    expect([...stage.prompts.keys()].filter((key) => key.includes("final"))).toEqual(
      [1, 2, 3, 4].map((attempt) => `s/1.0/final/-/${attempt}/1`),
    );
    expect(stage.engine.live.ledger.ended?.type).toBe("COMPLETE");
  });
});

it("given a session of newer rules, then nothing is decided in it", async () => {
  const { engine, session } = await Stage.open({ gaps: gapsOf(1), ...BUSY });
  const command = { type: "Pause", by: "human:ann", because: "lunch", at: engine.now() } as const;
  expect(decide(command, session)).toContainEqual(expect.objectContaining({ type: "SessionPaused" }));
  expect(decide(command, { ...session, rules: RULES + 1 })).toMatchObject({ refused: "newer-parley" });
});
