// What is decided about gaps over several rounds: order, rest, stall, acceptance by the user, settled entries.
import { describe, expect, it } from "vitest";
import type { Gap } from "../../src/core/refinement/gap.ts";
import type { GapChange } from "../../src/core/refinement/session/gap-change.ts";
import type { SessionOutcome } from "../../src/engine/session-engine.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";
import { rowsUnder } from "./table-rows.ts";

const [ONE, TWO, THREE] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"] as const;
const CRITICAL_PHRASE = "I accept CRITICAL gaps knowing the spec may be unusable";

const SOUND: Pick<StageOptions, "engineer" | "reviewer"> = {
  engineer: (_call, _request, gaps) => resolution(gaps),
  reviewer: ({ purpose }, _request, gaps) => (purpose === "final" ? READY : approval(gaps)),
};

/** No two of them speak of the same. */
const TROUBLES = [
  { title: "No limit at all", impact: "builders loop for ever", suggestion: "name the most retries" },
  { title: "Errors vanish silently", impact: "operators never hear of it", suggestion: "log with a code" },
  {
    title: "Clock drift breaks order",
    impact: "events arrive swapped",
    suggestion: "count versions instead",
  },
  { title: "Two writers collide", impact: "one update is lost", suggestion: "take a lease first" },
  { title: "Passwords leak", impact: "attackers read dumps", suggestion: "redact secrets" },
] as const;

function trouble(round: number, gap: string): string {
  return objection(gap, { id: `ISSUE-R${round}-001`, ...TROUBLES[(round - 1) % TROUBLES.length] });
}

/** What reviews of earlier rounds have found. */
function found(round: number): readonly string[] {
  return Array.from({ length: round - 1 }, (_, n) => `ISSUE-R${n + 1}-001`);
}

/** Every version differs and answers what was found, and the Reviewer finds something grave in each. */
const DISPUTED: Pick<StageOptions, "engineer" | "reviewer"> = {
  engineer: ({ round }, _request, gaps) =>
    resolution(gaps, { text: `Version ${round}.`, answers: found(round) }),
  reviewer: ({ round, purpose }, _request, gaps) =>
    purpose === "final"
      ? READY
      : gaps.map((gap) => (gap === ONE ? trouble(round, gap) : approval([gap]))).join("\n"),
};

function waiting(gap: Gap, ...blockers: readonly string[]): Gap {
  return { ...gap, blockedBy: blockers.map(gapId) };
}

async function change(stage: Stage, wish: GapChange, gap: string, reason = "Seen."): Promise<SessionOutcome> {
  return await stage.submit({ type: "ChangeGap", gap: gapId(gap), change: wish, reason, by: "human:test" });
}

/** The gaps that each round was given, in order. */
async function roundsOf(stage: Stage, count: number): Promise<readonly (readonly string[])[]> {
  const rounds: (readonly string[])[] = [];
  for (let round = 1; round <= count; round += 1) {
    await stage.until(() => stage.calls()[0]?.role === "engineer" && stage.calls()[0]?.round === round);
    rounds.push(stage.calls().flatMap(({ gaps }) => gaps));
    await stage.untilRounds(round);
  }
  return rounds;
}

describe("the order of rounds", () => {
  it("given a gap that waits for another, then the other has its round first", async () => {
    const gaps = [
      waiting(sourceGap(ONE, { severity: "CRITICAL" }), TWO),
      sourceGap(TWO, { severity: "LOW" }),
    ];
    const stage = await Stage.open({ gaps, ...SOUND });
    expect(await roundsOf(stage, 2)).toEqual([[TWO], [ONE]]);
  });

  it("given a CRITICAL gap that comes back twice, then it rests until each of the others has had a round", async () => {
    const gaps = [
      sourceGap(ONE, { severity: "CRITICAL" }),
      sourceGap(TWO, { severity: "LOW" }),
      sourceGap(THREE, { severity: "LOW" }),
    ];
    const stage = await Stage.open({ gaps, limits: { maxRounds: 9 }, ...DISPUTED });
    expect(await roundsOf(stage, 5)).toEqual([[ONE], [ONE], [TWO], [THREE], [ONE]]);
  });

  it("given a gap that the Engineer passes over twice, then it rests", async () => {
    const gaps = [
      sourceGap(ONE, { severity: "HIGH" }),
      sourceGap(TWO, { severity: "HIGH" }),
      sourceGap(THREE, { severity: "LOW" }),
    ];
    const stage = await Stage.open({
      gaps,
      limits: { gapsPerRound: 2 },
      ...DISPUTED,
      engineer: ({ round }, _request, given) =>
        resolution(
          given.filter((gap) => gap !== TWO),
          { text: `Version ${round}.` },
        ),
    });
    expect(await roundsOf(stage, 3)).toEqual([
      [ONE, TWO],
      [ONE, TWO],
      [THREE, ONE],
    ]);
  });

  it("given the user reopens it, then it begins afresh", async () => {
    const gaps = [sourceGap(ONE, { severity: "CRITICAL" }), sourceGap(TWO, { severity: "LOW" })];
    const stage = await Stage.open({ gaps, ...DISPUTED });
    await stage.untilRounds(2);
    expect(stage.session.work.tries[gapId(ONE)]).toHaveLength(2);
    expect(await change(stage, { do: "close", phrase: CRITICAL_PHRASE }, ONE)).toMatchObject({ at: "done" });
    expect(await change(stage, { do: "reopen" }, ONE)).toMatchObject({ at: "done" });
    await stage.throughMediation();
    expect(stage.calls().flatMap(({ gaps: taken }) => taken)).toEqual([ONE]);
  });
});

describe("blockers", () => {
  it("given runs side by side, then gaps that wait for each other share one", async () => {
    const gaps = [waiting(sourceGap(ONE), TWO), sourceGap(TWO), sourceGap(THREE)];
    const stage = await Stage.open({ gaps, limits: { gapsPerRound: 3, parallelGaps: 3 }, ...SOUND });
    await stage.throughMediation();
    expect(stage.calls().map(({ lane, gaps: taken }) => [lane, taken])).toEqual([
      [TWO, [TWO, ONE]],
      [THREE, [THREE]],
    ]);
  });

  it("given overlapping passages and runs side by side, then one run has both, and they count once", async () => {
    const marked = (gap: Gap, from: number, to: number): Gap => ({
      ...gap,
      origin: { from: "source", line: 1, heading: null, block: { from, to } },
    });
    const gaps = [
      marked(sourceGap(ONE), 0, 20),
      marked(sourceGap(TWO), 10, 30),
      marked(sourceGap(THREE), 40, 50),
    ];
    const stage = await Stage.open({ gaps, limits: { gapsPerRound: 2, parallelGaps: 2 }, ...SOUND });
    await stage.throughMediation();
    expect(stage.calls().map(({ lane, gaps: taken }) => [lane, taken])).toEqual([
      [ONE, [ONE, TWO]],
      [THREE, [THREE]],
    ]);
  });

  it("given a split, then its parts wait for what the whole waited for, and dependents wait for the parts", async () => {
    const gaps = [sourceGap(ONE), waiting(sourceGap(TWO), ONE), waiting(sourceGap(THREE), TWO)];
    const stage = await Stage.open({ gaps, ...SOUND });
    await change(stage, { do: "split", titles: ["When it begins", "When it ends"] }, TWO);
    const blockers = (id: string) => stage.session.work.gaps[gapId(id)]?.blockedBy;
    expect([blockers(`${TWO}a`), blockers(`${TWO}b`), blockers(THREE)]).toEqual([
      [ONE],
      [ONE],
      [`${TWO}a`, `${TWO}b`],
    ]);
    expect(await roundsOf(stage, 4)).toEqual([[ONE], [`${TWO}a`], [`${TWO}b`], [THREE]]);
  });

  it("given the user lets a gap wait, then it does, and the decision is recorded", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO)],
      ...SOUND,
    });
    expect(await change(stage, { do: "block", by: [gapId(TWO)] }, ONE)).toMatchObject({ at: "done" });
    expect(stage.session.work.decisions).toMatchObject([
      { decision: `${ONE} waits for ${TWO}.`, rationale: "Seen." },
    ]);
    expect(rowsUnder(stage.files.get("status.md"), "Gap Inventory")[0]?.[6]).toBe(TWO);
    expect(await roundsOf(stage, 2)).toEqual([[TWO], [ONE]]);
    expect(await change(stage, { do: "block", by: [gapId(TWO)] }, ONE)).toMatchObject({ at: "refused" });
  });

  it("given an unknown gap or a circle, then nothing waits", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO)],
      ...SOUND,
    });
    await change(stage, { do: "block", by: [gapId("GAP-GONE-001")] }, ONE);
    await change(stage, { do: "block", by: [gapId(TWO)] }, ONE);
    await change(stage, { do: "block", by: [gapId(ONE)] }, TWO);
    expect(await roundsOf(stage, 2)).toEqual([[ONE], [TWO]]);
  });
});

describe("a round that says nothing about a stall", () => {
  const notes = (stage: Stage) =>
    rowsUnder(stage.files.get("status.md"), "Convergence").map((row) => row.slice(-2));

  it("given a grave issue of an earlier round was closed, then the count stays as it was", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO)],
      settings: { thresholds: { stallThreshold: 2, divergenceThreshold: 20 } },
      ...DISPUTED,
      reviewer: ({ round }, _request, gaps) => gaps.map((gap) => trouble(round, gap)).join("\n"),
    });
    await stage.untilRounds(2);
    expect(notes(stage)).toEqual([
      ["FLAT", "-"],
      ["FLAT", "not counted towards a stall"],
    ]);
  });

  it("given the gap is accepted by it, then the round counts as any other, and the count is 0 again", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO)],
      ...DISPUTED,
      reviewer: ({ round }, _request, gaps) => (round === 1 ? objection(ONE) : approval(gaps)),
    });
    await stage.untilRounds(2);
    expect(notes(stage)).toEqual([
      ["FLAT", "-"],
      ["CONVERGING", "-"],
    ]);
  });

  it("given the same issue is open as before, then the count goes on", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" })],
      settings: { thresholds: { stallThreshold: 2, divergenceThreshold: 20 } },
      ...DISPUTED,
      reviewer: () => objection(ONE),
    });
    await stage.untilRounds(2);
    expect(notes(stage)).toEqual([
      ["FLAT", "-"],
      ["DIVERGENCE_WARNING", "stalled"],
    ]);
  });

  it("given the user took every gap of the round away, then the count stays as it was", async () => {
    const stage = await Stage.open({ gaps: [sourceGap(ONE), sourceGap(TWO)], ...SOUND });
    await stage.until(() => stage.calls()[0]?.role === "reviewer");
    await change(stage, { do: "defer" }, ONE);
    await stage.untilRounds(1);
    expect(notes(stage)).toEqual([["CONVERGING", "not counted towards a stall"]]);
  });

  it("given one gap blocked and one taken away, then the count stays as it was", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE), sourceGap(TWO)],
      limits: { gapsPerRound: 2 },
      ...SOUND,
      engineer: () => `BLOCKED_NEEDS_INPUT: ${TWO} - the law`,
    });
    await stage.throughMediation();
    await change(stage, { do: "defer" }, ONE);
    await stage.untilRounds(1);
    expect(notes(stage)).toEqual([["CONVERGING", "not counted towards a stall"]]);
  });
});

describe("acceptance by the user", () => {
  async function objected(): Promise<Stage> {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO)],
      ...DISPUTED,
    });
    await stage.until(() => stage.states()[ONE] === "NEEDS_REVISION");
    return stage;
  }

  it("given an objection, then the gap is accepted, and every open issue on it is overruled by the decision", async () => {
    const stage = await objected();
    expect(await change(stage, { do: "accept" }, ONE, "Good enough for a start.")).toMatchObject({
      at: "done",
    });
    expect(stage.states()[ONE]).toBe("ACCEPTED");
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({
      decision: `${ONE} is accepted as it is proposed. Overruled: ISSUE-R1-001.`,
      rationale: "Good enough for a start.",
      actionForGap: "ACCEPTED",
      decidedBy: "human:test",
    });
    const issues = Object.values(stage.session.work.issues).map(({ issue }) => issue.state);
    expect(issues).toEqual([{ at: "OVERRULED", decision: decision?.id }]);
    await stage.untilRounds(2);
    expect(stage.states()[ONE]).toBe("RESOLVED");
  });

  it("given it is proposed and not reviewed yet, then it is accepted, and the Reviewer is not asked about it", async () => {
    const stage = await Stage.open({ gaps: [sourceGap(ONE)], ...SOUND });
    await stage.until(() => stage.states()[ONE] === "PROPOSED");
    expect(await change(stage, { do: "accept" }, ONE)).toMatchObject({ at: "done" });
    expect(stage.calls()).toEqual([]);
    await stage.until(({ at }) => at === "ended");
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  });

  it("given it is accepted already, then it is resolved, also without a reason", async () => {
    const stage = await Stage.open({ gaps: [sourceGap(ONE), sourceGap(TWO)], ...SOUND });
    await stage.until(() => stage.states()[ONE] === "ACCEPTED");
    expect(await change(stage, { do: "accept" }, ONE, "")).toMatchObject({ at: "done" });
    expect(stage.states()[ONE]).toBe("RESOLVED");
    expect(stage.session.work.decisions).toMatchObject([
      { decision: `${ONE} is resolved.`, rationale: null },
    ]);
  });

  it("given nothing is proposed, or no reason, then it is refused", async () => {
    const stage = await objected();
    expect(await change(stage, { do: "accept" }, TWO)).toMatchObject({
      refusal: {
        refused: "illegal-transition",
        message: `${TWO} is OPEN and cannot be accepted: nothing is proposed for it`,
      },
    });
    expect(await change(stage, { do: "accept" }, ONE, " ")).toMatchObject({ refusal: { refused: "reason" } });
  });

  it("counts as resolved, once", async () => {
    const stage = await objected();
    await stage.untilRounds(1);
    await change(stage, { do: "accept" }, ONE);
    await stage.untilRounds(2);
    expect(rowsUnder(stage.files.get("status.md"), "Convergence").map((row) => row[2])).toEqual(["0", "2"]);
  });
});

describe("closing a grave gap", () => {
  const GAPS = [
    sourceGap(ONE, { severity: "CRITICAL" }),
    sourceGap(TWO, { severity: "HIGH" }),
    sourceGap(THREE, { severity: "LOW" }),
  ];

  it.each([
    [ONE, CRITICAL_PHRASE, "I acknowledge"],
    [TWO, "I acknowledge", "i acknowledge"],
  ])("given %s, then it takes '%s' exactly", async (gap, phrase, wrong) => {
    const stage = await Stage.open({ gaps: GAPS, ...SOUND });
    for (const wish of [{ do: "close" }, { do: "close", phrase: wrong }] as const) {
      expect(await change(stage, wish, gap)).toMatchObject({
        refusal: { refused: "gate-phrase", message: expect.stringContaining(phrase) },
      });
    }
    expect(stage.states()[gap]).toBe("OPEN");
    expect(await change(stage, { do: "close", phrase }, gap, "Nobody asks.")).toMatchObject({ at: "done" });
    expect(stage.states()[gap]).toBe("WONT_FIX");
    expect(stage.session.work.decisions).toMatchObject([
      { decision: expect.stringContaining(phrase), rationale: "Nobody asks." },
    ]);
  });

  it("given a LOW gap, then nothing is to be typed", async () => {
    const stage = await Stage.open({ gaps: GAPS, ...SOUND });
    expect(await change(stage, { do: "close" }, THREE)).toMatchObject({ at: "done" });
  });

  it("given that neither role brings anything, then wont-fix of a grave gap takes its sentence too", async () => {
    const stage = await Stage.open({
      gaps: GAPS,
      engineer: ({ round }, _request, gaps) => (round === 1 ? resolution(gaps) : null),
      reviewer: () => null,
    });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question("escalation"), { option: "skip" });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question("escalation"), { option: "skip" });
    await stage.untilAsked("both-empty");
    const closing = {
      option: "wont-fix",
      gaps: [gapId(ONE), gapId(THREE)],
      rationales: { "*": "no" },
    } as const;
    const question = stage.question("both-empty");
    expect(question.options.find(({ id }) => id === "wont-fix")?.effect).toContain(CRITICAL_PHRASE);
    expect(await stage.answer(question, closing)).toMatchObject({ refusal: { refused: "gate-phrase" } });
    expect(stage.states()).toMatchObject({ [THREE]: "OPEN" });
    expect(await stage.answer(question, { ...closing, phrase: CRITICAL_PHRASE })).toMatchObject({
      at: "done",
    });
    expect(stage.states()).toMatchObject({ [ONE]: "WONT_FIX", [THREE]: "WONT_FIX" });
  });
});

describe("one gap resolved and one blocked", () => {
  it("then the round takes another in place of the blocked one", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { severity: "HIGH" }), sourceGap(THREE)],
      limits: { gapsPerRound: 2 },
      ...SOUND,
      engineer: (_call, _request, gaps) =>
        gaps.includes(gapId(TWO))
          ? `${resolution([ONE])}\n\nBLOCKED_NEEDS_INPUT: ${TWO} - the law\n`
          : resolution(gaps),
    });
    await stage.untilAsked("blocked");
    expect(stage.states()).toEqual({ [ONE]: "PROPOSED", [TWO]: "BLOCKED_EXTERNAL", [THREE]: "IN_PROGRESS" });
    await stage.untilRounds(1);
    expect(stage.states()).toEqual({ [ONE]: "ACCEPTED", [TWO]: "BLOCKED_EXTERNAL", [THREE]: "ACCEPTED" });
  });
});

describe("what the source lists as settled", () => {
  const settled = [{ id: gapId("GAP-OLD-001"), title: "Who may cancel", state: "RESOLVED" }] as const;

  it("then it may be referred to, is listed in status.md and counted nowhere", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE)],
      settled,
      ...SOUND,
      engineer: () => resolution([ONE], { text: "As was settled in GAP-OLD-001, the customer decides." }),
    });
    await stage.untilRounds(1);
    expect(stage.states()).toEqual({ [ONE]: "ACCEPTED" });
    expect(stage.session.work.initialGaps).toBe(1);
    const status = stage.files.get("status.md");
    expect(rowsUnder(status, "Settled in the Source")).toEqual([
      ["GAP-OLD-001", "RESOLVED", "Who may cancel"],
    ]);
    expect(rowsUnder(status, "Convergence")[0]?.slice(1, 5)).toEqual(["1", "1", "0", "0"]);
  });

  it("then its id is not given to a new gap", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE)],
      settled,
      ...SOUND,
      engineer: () => resolution([ONE]).replace("None.", "- GAP-OLD-001 (LOW): Something else"),
    });
    await stage.untilRounds(1);
    expect(Object.keys(stage.states())).toEqual([ONE, "GAP-OLD-002"]);
  });
});
