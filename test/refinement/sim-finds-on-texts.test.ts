// What the simulation found about texts that several gaps share, and about what a round for remarks keeps.
import { describe, expect, it } from "vitest";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const fenced = (text: string) => `\`\`\`\`markdown\n${text}\n\`\`\`\``;
const written = (gaps: readonly string[], text: string, more = "") =>
  `## Gap Resolution: ${gaps.join(", ")}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\n${"It is settled for good. ".repeat(10)}\n\n### Spec Text\n\n${fenced(text)}\n\nDrops: None.\n${more}`;

describe("a text that settles two gaps", () => {
  const source = "# A\n\nWrite to ___ within ___ days.\n";
  const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
  const [one, two] = gaps.map(({ id }) => id);

  it("given one of them for the Reviewer after an escalation, then the other comes along, and both are accepted", async () => {
    let reviews = 0;
    const stage = await Stage.open({
      source,
      gaps,
      limits: { gapsPerRound: 2 },
      engineer: (_, __, all) => written(all, "Write to the desk within 5 days."),
      reviewer: ({ purpose }, _, all) => {
        if (purpose === "final") return READY;
        reviews += 1;
        return reviews <= 3 ? " " : approval(all);
      },
    });
    await stage.untilQuiet();
    const question = stage.question("escalation");
    await stage.answer(question, { option: "reassign", gaps: [two ?? gapId("GAP-X-001")] });
    await stage.untilQuiet();
    expect(gaps).toHaveLength(2);
    expect(stage.states()).toEqual({ [one ?? ""]: "RESOLVED", [two ?? ""]: "RESOLVED" });
  });

  it("given the simplest alone for the Engineer, then it is the passage", async () => {
    let calls = 0;
    const stage = await Stage.open({
      source,
      gaps,
      limits: { gapsPerRound: 2 },
      engineer: (_, __, all) => {
        calls += 1;
        return calls <= 3 ? " " : written(all, "Write to the desk within 5 days.");
      },
      reviewer: ({ purpose }, _, all) => (purpose === "final" ? READY : approval(all)),
    });
    await stage.untilQuiet();
    await stage.answer(stage.question("escalation"), { option: "narrow" });
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    expect(stage.session.work.completedRounds).toBe(1);
  });
});

it("given a text without a place for a gap that came up with a row, then it does not divide the table", async () => {
  const source = "# A\n\n| What | Value |\n|---|---|\n| size | TBD |\n| colour | TODO |\n\nEnd.\n";
  const { gaps } = inventoryOfSpec(source, "spec.md", () => true);
  const more =
    "\n### New Gaps Introduced\n\n| Gap | Severity | Title |\n|---|---|---|\n| GAP-MORE-001 | HIGH | What is larger? |\n";
  const stage = await Stage.open({
    source,
    gaps,
    limits: { gapsPerRound: 1 },
    engineer: (_, __, all) =>
      all.includes(gapId("GAP-MORE-001"))
        ? `## Gap Resolution: GAP-MORE-001\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\nNothing is larger than the house.\n`
        : all[0] === gaps[0]?.id
          ? written(all, "| size | 5 |", more)
          : written(all, "| colour | red |"),
    reviewer: ({ purpose }, _, all) => (purpose === "final" ? READY : approval(all)),
  });
  await stage.untilQuiet();
  const text = await stage.engine.documents.text(stage.session.ledger.published?.sha256 ?? "");
  expect(text).toContain("| size | 5 |\n| colour | red |\n\nNothing is larger than the house.");
});

it("given a round for remarks that brings one amendment and fails for another, then what it brought counts", async () => {
  const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
  const remark = (gap: string) =>
    `### M${gap.at(-1)}: It has no unit\n\n- **Severity:** MEDIUM\n- **Gap:** ${gap}\n`;
  const stage = await Stage.open({
    gaps: [sourceGap(ONE), sourceGap(TWO)],
    limits: { gapsPerRound: 2 },
    settings: { remarksRound: true },
    engineer: ({ round, attempt }) => {
      if (round === 1) return resolution([ONE, TWO]);
      const amended = resolution([ONE]).replaceAll("three", "FIVE");
      const astray = resolution([TWO]).replace("### Spec Text\n", "### Spec Text\n\nReplaces: Nowhere\n");
      return attempt === 1 ? `${amended}\n${astray}` : astray;
    },
    reviewer: ({ purpose, round }, _, all) =>
      purpose === "final"
        ? READY
        : round === 1
          ? approval([ONE, TWO]).replace("NO_ISSUES_FOUND", `${remark(ONE)}\n${remark(TWO)}`)
          : approval(all),
  });
  await stage.untilQuiet();
  expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  expect(stage.files.get("round_002/summary.md")).not.toContain("nothing to amend came of it");
  expect(stage.prompts.get("s/2.0/final/-/1/1")).toContain("FIVE times");
});

it("given a Final Review that fails after one that passed, then the file of that one stays", async () => {
  let finals = 0;
  const stage = await Stage.open({
    gaps: [sourceGap("GAP-FLOW-001", { severity: "HIGH" }), sourceGap("GAP-FLOW-002", { severity: "HIGH" })],
    limits: { gapsPerRound: 2 },
    engineer: () => resolution(["GAP-FLOW-001"]),
    reviewer: ({ purpose }, _, all) => {
      if (purpose !== "final") return approval(all);
      finals += 1;
      return finals === 1 ? READY : " ";
    },
  });
  await stage.until(() => stage.states()["GAP-FLOW-001"] === "ACCEPTED");
  await stage.submit({
    type: "ChangeGap",
    ...{ gap: gapId("GAP-FLOW-002"), change: { do: "defer" }, reason: "later", by: "human:test" },
  });
  await stage.untilQuiet();
  for (let asked = 0; asked < 2; asked += 1) {
    await stage.answer(stage.question("ending"), { option: "review-again" });
    await stage.untilQuiet();
  }
  expect(finals).toBe(4);
  stage.world.folder.files.delete("final_review.md");
  await stage.engine.sync({ thoroughly: true });
  expect(stage.files.get("final_review.md")).toBe(READY);
});
