// Once, before the Final Review, the remarks on accepted gaps go to the Engineer.
import { describe, expect, it } from "vitest";
import type { SessionSettings } from "../../src/core/refinement/session/settings.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage, type StageScript } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;

const remark = (gap: string, severity: string, title: string) =>
  `### M${gap.at(-1)}: ${title}\n\n- **Severity:** ${severity}\n- **Gap:** ${gap}\n`;

/** Both gaps are accepted in the first round, each with a remark. */
const firstReview = approval([ONE, TWO]).replace(
  "NO_ISSUES_FOUND",
  `${remark(ONE, "MEDIUM", "The pause has no unit")}\n${remark(TWO, "MEDIUM", "Nobody is named")}`,
);

const amended = (gaps: readonly string[]) =>
  resolution(gaps).replaceAll("The caller retries three times", "The caller retries FIVE times");

interface Played {
  readonly engineer: StageScript;
  readonly reviewer: StageScript;
  readonly settings?: Partial<SessionSettings>;
  readonly maxRounds?: number;
}

async function played({ engineer, reviewer, settings = {}, maxRounds }: Played): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(ONE), sourceGap(TWO)],
    limits: { gapsPerRound: 2, ...(maxRounds === undefined ? {} : { maxRounds }) },
    settings: { remarksRound: true, ...settings },
    engineer: (call, ...rest) => (call.round === 1 ? resolution([ONE, TWO]) : engineer(call, ...rest)),
    reviewer: (call, ...rest) => {
      if (call.purpose === "final") return READY;
      return call.round === 1 ? firstReview : reviewer(call, ...rest);
    },
  });
  await stage.untilQuiet();
  return stage;
}

const states = (stage: Stage) =>
  Object.values(stage.session.work.issues).map(({ issue }) => [issue.id, issue.severity, issue.state.at]);

describe("the remarks round", () => {
  it("given a MEDIUM and a LOW remark on two gaps, then both go along", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE), sourceGap(TWO)],
      limits: { gapsPerRound: 2 },
      settings: { remarksRound: true },
      engineer: ({ round }, _, gaps) => (round === 1 ? resolution([ONE, TWO]) : amended(gaps)),
      reviewer: ({ purpose, round }, _, gaps) => {
        if (purpose === "final") return READY;
        return round > 1 ? approval(gaps) : firstReview.replace("**Severity:** MEDIUM", "**Severity:** LOW");
      },
    });
    await stage.untilQuiet();
    expect(stage.session.work.completedRounds).toBe(2);
    expect(states(stage).map(([, severity, at]) => [severity, at])).toEqual([
      ["LOW", "CLOSED"],
      ["MEDIUM", "CLOSED"],
    ]);
  });

  it("given MEDIUM remarks on accepted gaps, then they are handed over together and closed as usual", async () => {
    const stage = await played({
      engineer: (_, __, gaps) => amended(gaps),
      reviewer: (_, __, gaps) => approval(gaps),
    });
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(2);
    const prompt = stage.prompts.get("s/2.0/engineer/-/1/1") ?? "";
    for (const part of [ONE, TWO, "The pause has no unit", "Nobody is named", "are accepted"])
      expect(prompt).toContain(part);
    // What stands in the draft and is quoted as the passage is not shown a third time.
    expect(prompt).not.toContain("Your last text");
    expect(stage.prompts.get("s/2.0/reviewer/-/1/1")).toContain("FIVE times");
    expect(stage.prompts.get("s/2.0/final/-/1/1")).toContain("FIVE times");
    expect(states(stage).map(([, , at]) => at)).toEqual(["CLOSED", "CLOSED"]);
    const moves = stage.engine.live.work.past.at(-1)?.transitions ?? [];
    expect(moves.some(({ to }) => to === "IN_PROGRESS" || to === "PROPOSED")).toBe(false);
    expect(stage.engine.live.work.past.at(-1)?.convergence?.note).toContain("not counted");
  });

  it("given the review finds something grave in one, then its earlier text stands and the gap stays accepted", async () => {
    const stage = await played({
      engineer: () => `${amended([ONE])}\n${resolution([TWO]).replaceAll("three", "SEVEN")}`,
      reviewer: () =>
        approval([ONE, TWO])
          .replace("NO_ISSUES_FOUND", remark(ONE, "HIGH", "Five calls break the quota"))
          .replace(
            /\*\*Verdict:\*\*.*\n/,
            `## Verdict by Gap\n\n| Gap | Verdict |\n|---|---|\n| ${ONE} | NEEDS_REVISION |\n| ${TWO} | APPROVED |\n`,
          ),
    });
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.states()).toEqual({ [ONE]: "RESOLVED", [TWO]: "RESOLVED" });
    expect(states(stage)).toEqual([
      ["ISSUE-R1-001", "MEDIUM", "OPEN"],
      ["ISSUE-R1-002", "MEDIUM", "CLOSED"],
      ["ISSUE-R2-001", "HIGH", "CLOSED"],
    ]);
    expect(Object.values(stage.session.work.issues)[2]?.issue.state).toMatchObject({
      note: expect.stringContaining("not taken"),
    });
    const draft = stage.prompts.get("s/2.0/final/-/1/1") ?? "";
    expect(draft).not.toContain("FIVE");
    expect(draft).toContain("SEVEN");
    expect(stage.files.get("summary.md")).toMatch(/## Open Remarks[\s\S]*ISSUE-R1-001/);
    expect(stage.files.get("round_002/summary.md")).toContain("not amended");
  });

  it("given one text for two gaps and something grave in one, then the remark on the other stays open, too", async () => {
    const source = "# A\n\nThe size is TBD and the colour is TODO.\n\nEnd.\n";
    const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
    const [size = "", colour = ""] = gaps.map(({ id }) => id);
    const text = (words: string) =>
      `## Gap Resolution: ${size}, ${colour}\n\n**Confidence:** HIGH\n\n### Spec Text\n\n${words}\n`;
    const found = (...remarks: readonly string[]) =>
      approval([size, colour]).replace("NO_ISSUES_FOUND", remarks.join("\n"));
    const stage = await Stage.open({
      source,
      gaps,
      settings: { remarksRound: true },
      engineer: ({ round }) =>
        text(
          round === 1
            ? "The size is 5 and the colour is red."
            : "The size is 5 cm and the colour is dark red.",
        ),
      reviewer: ({ round, purpose }) => {
        if (purpose === "final") return READY;
        return round === 1
          ? found(
              remark(size, "MEDIUM", "The size has no unit"),
              remark(colour, "MEDIUM", "Which red is meant"),
            )
          : found(remark(size, "HIGH", "Inches are asked for"));
      },
    });
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.draft.applied).toHaveLength(1);
    expect(states(stage)).toEqual([
      ["ISSUE-R1-001", "MEDIUM", "OPEN"],
      ["ISSUE-R1-002", "MEDIUM", "OPEN"],
      ["ISSUE-R2-001", "HIGH", "CLOSED"],
    ]);
  });

  it("given an Engineer that answers nothing, then the round ends without a question", async () => {
    const stage = await played({ engineer: () => null, reviewer: () => null });
    expect(stage.session.ledger.questionsAsked).toBe(0);
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(states(stage).map(([, , at]) => at)).toEqual(["OPEN", "OPEN"]);
  });

  it("given a Reviewer that fails, then skipping it drops the amendments", async () => {
    const stage = await Stage.open({
      settings: { remarksRound: true },
      engineer: ({ round }) => (round === 1 ? resolution([ONE]) : amended([ONE])),
      reviewer: ({ round, purpose }) => {
        if (purpose === "final") return READY;
        return round > 1
          ? null
          : approval([ONE]).replace("NO_ISSUES_FOUND", remark(ONE, "MEDIUM", "The pause has no unit"));
      },
    });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question("escalation"), { option: "skip" });
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.prompts.get("s/2.0/final/-/1/1")).not.toContain("FIVE");
  });

  it("given the user reopens a gap meanwhile, then its amendment is not asked for and it is revised as ever", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE), sourceGap(TWO)],
      limits: { gapsPerRound: 2 },
      settings: { remarksRound: true },
      engineer: ({ round }, _, gaps) => (round === 1 ? resolution(gaps) : amended(gaps)),
      reviewer: ({ round, purpose }, _, gaps) =>
        purpose === "final" ? READY : round === 1 ? firstReview : approval(gaps),
    });
    await stage.untilRounds(1);
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    expect(stage.session.work.round?.focus).toBe("remarks");
    await stage.start(order);
    const change = { do: "reopen" } as const;
    const gap = order.gaps[0];
    if (gap === undefined) throw new Error("a gap was expected");
    await stage.submit({ type: "ChangeGap", gap, change, reason: "think again", by: "human:test" });
    await stage.finish(order.key, amended(order.gaps));
    expect(Object.keys(stage.session.work.amendments)).toEqual([order.gaps[1]]);
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(3);
  });

  it.each([
    ["it is switched off", { settings: { remarksRound: false } }],
    ["the rounds are used up", { maxRounds: 1 }],
  ] as const)("given %s, then there is none", async (_, about) => {
    const stage = await played({
      engineer: (__, ___, gaps) => amended(gaps),
      reviewer: (__, ___, gaps) => approval(gaps),
      ...about,
    });
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(1);
  });
});
