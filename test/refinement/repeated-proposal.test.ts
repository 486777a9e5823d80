// A proposal that was rejected and comes back unchanged becomes a question.
import { describe, expect, it } from "vitest";
import { approval, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const settings = { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } };

/** The first gap is proposed with the same text in every round and was rejected in the first. */
async function stubborn(): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { severity: "LOW" })],
    limits: { gapsPerRound: 1 },
    settings,
    engineer: (_, __, gaps) => resolution(gaps),
    reviewer: ({ purpose }, _, gaps) =>
      purpose === "final" ? READY : gaps.includes(ONE as never) ? objection(ONE) : approval(gaps),
  });
  await stage.untilAsked("repeat");
  return stage;
}

describe("a proposal that comes back unchanged", () => {
  it("given the second time in a row, then it is asked about with both texts", async () => {
    const stage = await stubborn();
    const rounds = [...stage.prompts.keys()].filter((key) => key.includes("/engineer/"));
    // It rests after two rounds: the other gap has the third.
    expect(rounds).toHaveLength(4);
    const { why, evidence, subject } = stage.question("repeat");
    expect(subject).toMatchObject({ of: "gap", gap: ONE });
    expect(why).toContain("2 times");
    expect(evidence.map(({ file }) => file)).toEqual(["round_004/engineer.md", "round_001/reviewer.md"]);
    expect(evidence[0]?.text).toContain("The caller retries three times");
    expect(evidence[1]?.text).toContain("ISSUE-R1-001 (HIGH): No limit on retries");
  });

  it("given nobody answers, then the gap is held and the others go on", async () => {
    const stage = await stubborn();
    await stage.untilQuiet();
    const assigned = [...stage.prompts.keys()].filter((key) => key.includes("/engineer/"));
    expect(assigned).toHaveLength(4);
    expect(stage.states()).toMatchObject({ [ONE]: "NEEDS_REVISION", [TWO]: "RESOLVED" });
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["repeat"]);
    expect(stage.session.at).toBe("active");
  });

  it("given the user accepts it, then its issues are overruled by that decision", async () => {
    const stage = await stubborn();
    await stage.answer(stage.question("repeat"), { option: "accept", rationales: { [ONE]: "it will do" } });
    expect(stage.states()[ONE]).toBe("ACCEPTED");
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({ about: { option: "accept" }, rationale: "it will do" });
    expect(Object.values(stage.session.work.issues)).toMatchObject([
      { issue: { state: { at: "OVERRULED", decision: decision?.id } } },
    ]);
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  });

  it("given context, then the next prompt has it, and the same text is asked about only after two more", async () => {
    const stage = await stubborn();
    const before = stage.prompts.size;
    await stage.answer(stage.question("repeat"), { option: "context", text: "THE LIMIT IS THREE" });
    await stage.until(() => stage.prompts.size > before);
    expect([...stage.prompts.values()].at(-1)).toContain("THE LIMIT IS THREE");
    await stage.untilAsked("repeat");
    expect(stage.session.work.completedRounds + 1).toBeGreaterThanOrEqual(5);
  });

  it("given its gap is closed meanwhile, then the question is withdrawn", async () => {
    const stage = await stubborn();
    const gap = Object.values(stage.session.work.gaps)[0]?.id;
    if (gap === undefined) throw new Error("a gap was expected");
    const change = { do: "close", phrase: "I acknowledge" } as const;
    await stage.submit({ type: "ChangeGap", gap, change, reason: "no", by: "human:test" });
    expect(stage.session.work.questions).toEqual([]);
  });
});
