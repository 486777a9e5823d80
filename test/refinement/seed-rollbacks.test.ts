// The examples that the design of rollbacks was written with, as sessions.
import { describe, expect, it } from "vitest";
import { rollbackTargets } from "../../src/core/refinement/session/roll-back.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage, type StageOptions, type StageScript } from "./stage.ts";

type Mode = "INTERACTIVE" | "AUTO_RETRY";

const numbered = (category: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `GAP-${category}-${String(index + 1).padStart(3, "0")}`);

async function sessionOf(
  gaps: readonly string[],
  about: { mode?: Mode; engineer?: StageScript; perRound?: number } = {},
): Promise<Stage> {
  const { mode = "INTERACTIVE", perRound = 1 } = about;
  const usual: StageScript = ({ round }, _, own) =>
    resolution(own, { text: `In round ${round} it waits a second.` });
  const options: StageOptions = {
    gaps: gaps.map((id) => sourceGap(id)),
    limits: { gapsPerRound: perRound, maxRounds: 40 },
    settings: {
      thresholds: { stallThreshold: 9, divergenceThreshold: 99 },
      rollback: { mode, analysisThreshold: 2, sessionMax: 7 },
    },
    engineer: about.engineer ?? usual,
    reviewer: ({ purpose }, _, own) => (purpose === "final" ? READY : approval(own)),
  };
  return await Stage.open(options);
}

async function request(stage: Stage, reason: string, more: { to?: number; same?: true } = {}) {
  const wish = more.same ? { way: "same" as const, text: null } : null;
  const submitted = await stage.submit({
    type: "RequestRollback",
    ...{ to: more.to ?? null, reason, by: "human:ann", wish },
  });
  expect(submitted).toMatchObject({ at: "done" });
  await stage.undone();
}

const texts = (evidence: readonly { readonly text: string }[]) => evidence.map(({ text }) => text);

it("example 1: round 4 lacks its trade-offs, the user undoes it, and AUTO_RETRY does it again by itself", async () => {
  const engineer: StageScript = ({ round, incarnation }, _, own) => {
    const whole = resolution(own, { text: `In round ${round} it waits a second.` });
    return round === 4 && incarnation === 0 ? whole.replace(/### Trade-offs[^#]*/, "") : whole;
  };
  const stage = await sessionOf(numbered("FLOW", 5), { mode: "AUTO_RETRY", engineer });
  await stage.untilRounds(4);
  await request(stage, "the trade-offs are missing");
  expect(stage.session.work.questions).toEqual([]);
  expect(stage.session.work.completedRounds).toBe(3);
  expect([...stage.world.rollback.archives.archives.keys()]).toEqual(["round_004_rolled_back_1.tar.gz"]);
  await stage.untilRounds(4);
  expect(stage.prompts.get("s/4.1/engineer/-/1/1")).toContain("You must include `### Trade-offs`");
  const status = stage.files.get("status.md") ?? "";
  expect(status).toContain("### Round 4 - Rollback 1");
  expect(status).toContain("#### Round 4 Auto-Retry");
  expect(status).toContain("- **Attempt:** 1 of 2 before user prompt");
  expect(status).toMatch(/- \*\*Failure Pattern:\*\* .*MISSING_SECTIONS \(GAP-FLOW-004: Trade-offs absent\)/);
  expect(status).toContain("- **Outcome:** Retry completed");
  expect(status).toContain("- **Remaining Rollbacks:** 6 of 7");
});

it("example 2: at the end of round 8 the user goes back to round 5, with 16 gaps open, and 5 decisions are set aside", async () => {
  // Two gaps a round of 26: 16 are open after round 5, 14 after 6, 12 after 7 and 10 after 8.
  const stage = await sessionOf(numbered("FLOW", 26), { perRound: 2 });
  const decisionsIn: Readonly<Record<number, number>> = { 6: 2, 7: 2, 8: 1 };
  let rated = 26;
  for (let round = 1; round <= 8; round += 1) {
    await stage.untilRounds(round - 1);
    await stage.throughMediation();
    for (let made = 0; made < (decisionsIn[round] ?? 0); made += 1) {
      const gap = gapId(`GAP-FLOW-0${rated--}`);
      const change = { do: "severity", level: "LOW" } as const;
      await stage.submit({ type: "ChangeGap", gap, change, reason: "polish", by: "human:ann" });
    }
    await stage.untilRounds(round);
  }
  expect(rollbackTargets(stage.session).slice(0, 4)).toEqual([
    { round: 7, open: 12, decisionsSince: 1, roundsUndone: 1, from: "backup" },
    { round: 6, open: 14, decisionsSince: 3, roundsUndone: 2, from: "backup" },
    { round: 5, open: 16, decisionsSince: 5, roundsUndone: 3, from: "backup" },
    { round: 4, open: 18, decisionsSince: 5, roundsUndone: 4, from: "log" },
  ]);
  const backup = stage.files.get("status_backup_round_5.md") ?? "";
  await request(stage, "the last 3 rounds went in a bad direction");
  expect(texts(stage.question("rollback").evidence)).toContain(
    "To round 5: 16 gaps open, 5 decisions since, 3 rounds undone",
  );
  await stage.answer(stage.question("rollback"), { option: "several", text: "5" });
  await stage.undone();
  expect([...stage.world.rollback.archives.archives.keys()]).toEqual([
    "round_008_rolled_back_1.tar.gz",
    "round_007_rolled_back_1.tar.gz",
    "round_006_rolled_back_1.tar.gz",
  ]);
  expect(rollbackTargets(stage.session)[0]).toMatchObject({ round: 4 });
  const open = Object.values(stage.states()).filter((state) => state === "OPEN" || state === "IN_PROGRESS");
  expect(open).toHaveLength(16);
  expect(stage.session.ledger.setAside).toHaveLength(5);
  const history = "\n## Rollback History\n";
  const status = stage.files.get("status.md") ?? "";
  expect(status.split(history)[0]).toBe(backup.split(history)[0]);
  for (const round of [6, 7, 8]) expect(status).toContain(`### Round ${round} - Rollback 1`);
  expect(status).toContain("- **Total Rollbacks:** 1");
});

it("example 3: round 7 is undone twice for different reasons, its gap is split, and the retry takes 007a only", async () => {
  const parts = ["Rollback state restoration", "Rollback user experience", "Rollback policies and limits"];
  const engineer: StageScript = ({ round }, _, own) =>
    resolution(own, { text: `In round ${round} it waits a second.` }).replace(
      "### Spec Text",
      `${round === 7 ? parts.map((part) => `#### ${part}\n\nIt waits.\n`).join("\n") : ""}\n### Spec Text`,
    );
  const stage = await sessionOf(numbered("FLOW", 8), { engineer });
  await stage.untilRounds(7);
  await request(stage, "Rollback mechanics unclear", { same: true });
  await stage.untilRounds(7);
  await request(stage, "Now the screens are vague instead");
  const question = stage.question("root-cause");
  expect(question.why).toContain(
    "Round 7 would be undone for the second time. Likely cause: Gap scope too large",
  );
  expect(question.recommended).toBe("split");
  expect(texts(question.evidence)).toEqual(
    expect.arrayContaining([
      'Attempt 1: "Rollback mechanics unclear"',
      'Attempt 2: "Now the screens are vague instead"',
    ]),
  );
  await stage.answer(question, { option: "split" });
  await stage.undone();
  expect(stage.states()).toMatchObject({
    "GAP-FLOW-007": "SUPERSEDED",
    "GAP-FLOW-007a": "OPEN",
    "GAP-FLOW-007b": "OPEN",
    "GAP-FLOW-007c": "OPEN",
  });
  expect(parts).toEqual(
    ["a", "b", "c"].map((part) => stage.session.work.gaps[gapId(`GAP-FLOW-007${part}`)]?.title),
  );
  await stage.throughMediation();
  expect(stage.calls().map(({ gaps }) => gaps)).toEqual([["GAP-FLOW-007a"]]);
});

it("example 4: after 7 rollbacks over rounds 3, 5, 6 and 7 the session asks how to go on", async () => {
  const stage = await sessionOf(numbered("FLOW", 9));
  for (const [round, times] of [
    [3, 2],
    [5, 1],
    [6, 2],
    [7, 2],
  ] as const) {
    for (let made = 0; made < times; made += 1) {
      await stage.untilRounds(round);
      await request(stage, "too thin", { same: true });
    }
  }
  await stage.untilRounds(7);
  await request(stage, "still failing", { same: true });
  expect(stage.session.ledger.rollbacks).toHaveLength(7);
  const question = stage.question("rollback-limit");
  expect(question.why).toContain("has used its 7 rollbacks");
  expect(texts(question.evidence)).toEqual([
    "Round 3: 2 rollbacks",
    "Round 5: 1 rollback",
    "Round 6: 2 rollbacks",
    "Round 7: 2 rollbacks",
  ]);
  expect(question.options.map(({ id }) => id)).toEqual(["review", "accept", "abandon", "refresh"]);
  expect(stage.files.get("status.md")).toContain("- **Remaining Rollbacks:** 0 of 7");
});

describe("example 5: of the two decisions of round 6", () => {
  it("the user takes up the first again, which says where it comes from", async () => {
    const stage = await sessionOf(numbered("FLOW", 9));
    await stage.untilRounds(5);
    await stage.throughMediation();
    for (const gap of ["GAP-FLOW-008", "GAP-FLOW-009"]) {
      const change = { do: "severity", level: "CRITICAL" } as const;
      await stage.submit({
        ...{ type: "ChangeGap", gap: gapId(gap), change, reason: "it matters", by: "human:ann" },
      });
    }
    await stage.untilRounds(6);
    await request(stage, "too thin", { same: true });
    const question = stage.question("decisions");
    expect(question.why).toBe(
      "2 decisions of undone rounds bind nobody any more: DECISION-R6-001, DECISION-R6-002.",
    );
    await stage.answer(question, { option: "some", text: "DECISION-R6-001" });
    expect(stage.session.work.decisions).toMatchObject([
      { gaps: ["GAP-FLOW-008"], reappliedFrom: { round: 6, archive: "round_006_rolled_back_1.tar.gz" } },
    ]);
    const decisions = stage.files.get("decisions.md") ?? "";
    expect(decisions).toContain("**Re-applied From:** Rolled-back round 6, round_006_rolled_back_1.tar.gz");
    expect(stage.session.work.gaps[gapId("GAP-FLOW-009")]?.severity.level).not.toBe("CRITICAL");
  });
});
