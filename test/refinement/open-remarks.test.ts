// Remarks that keep no gap from being accepted are not lost: they are listed at the end.
import { expect, it } from "vitest";
import { openRemarks } from "../../src/core/refinement/open-remarks.ts";
import { approval, READY, resolution } from "../support/session-world.ts";
import { Stage } from "./stage.ts";
import { rowsUnder } from "./table-rows.ts";

const GAP = "GAP-FLOW-001";

const REMARKS = `### M1: The pause has no unit

- **Severity:** MEDIUM
- **Gap:** ${GAP}
- **Suggestion:** say seconds

### L1: A comma is missing

- **Severity:** LOW
- **Gap:** ${GAP}
`;

it("given MEDIUM and LOW issues on an accepted gap, then the summary and the finished spec list them", async () => {
  const stage = await Stage.open({
    engineer: () => resolution([GAP]),
    reviewer: ({ purpose }) =>
      purpose === "final" ? READY : approval([GAP]).replace("NO_ISSUES_FOUND", REMARKS),
  });
  await stage.untilQuiet();
  expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  expect(openRemarks(stage.session.work)).toMatchObject([
    { issue: "ISSUE-R1-001", severity: "MEDIUM", gaps: [GAP], suggestion: "say seconds" },
    { issue: "ISSUE-R1-002", severity: "LOW", gaps: [GAP], suggestion: null },
  ]);
  expect(rowsUnder(stage.files.get("summary.md"), "Open Remarks").map((row) => row.slice(0, 4))).toEqual([
    ["ISSUE-R1-001", "MEDIUM", GAP, "The pause has no unit"],
    ["ISSUE-R1-002", "LOW", GAP, "A comma is missing"],
  ]);
  const final = [...stage.prompts].findLast(([key]) => key.includes("/final/"))?.[1];
  expect(final).toMatch(/## Known Limitations[\s\S]*The pause has no unit[\s\S]*A comma is missing/);
});

it("given a Final Review that says what became of them, then settled ones are closed, and the others tell what is left", async () => {
  const answers = `## Open Remarks

| Remark | Status | What is left |
| --- | --- | --- |
| ISSUE-R1-001 | OPEN | The unit of the second pause is not said. |
| ISSUE-R1-002 | SETTLED | - |
| ISSUE-R9-001 | SETTLED | nobody has raised it |
`;
  const stage = await Stage.open({
    engineer: () => resolution([GAP]),
    reviewer: ({ purpose }) =>
      purpose === "final" ? `${READY}\n${answers}` : approval([GAP]).replace("NO_ISSUES_FOUND", REMARKS),
  });
  await stage.untilQuiet();
  const prompt = [...stage.prompts].findLast(([key]) => key.includes("/final/"))?.[1] ?? "";
  expect(prompt).toMatch(/# Open remarks[\s\S]*ISSUE-R1-001 \(MEDIUM\)[\s\S]*say seconds[\s\S]*ISSUE-R1-002/);
  expect(prompt).toContain("| [ISSUE-…] | [SETTLED or OPEN] |");
  expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  expect(openRemarks(stage.session.work)).toMatchObject([
    { issue: "ISSUE-R1-001", suggestion: "say seconds", left: "The unit of the second pause is not said" },
  ]);
  expect(rowsUnder(stage.files.get("summary.md"), "Open Remarks")).toHaveLength(1);
  const published = await stage.engine.documents.text(stage.session.ledger.published?.sha256 ?? "");
  expect(published).toContain("The unit of the second pause is not said. Suggested: say seconds");
  expect(published).not.toContain("A comma is missing");
});

it("given a table with other columns, then it says nothing", async () => {
  const table = "| Issue | Old status | Status |\n|---|---|---|\n| ISSUE-R1-001 | OPEN | SETTLED |\n";
  const stage = await Stage.open({
    engineer: () => resolution([GAP]),
    reviewer: ({ purpose }) =>
      purpose === "final"
        ? `${READY}\n## Open Remarks\n\n${table}`
        : approval([GAP]).replace("NO_ISSUES_FOUND", REMARKS),
  });
  await stage.untilQuiet();
  expect(openRemarks(stage.session.work)).toMatchObject([
    { suggestion: "say seconds" },
    { suggestion: null },
  ]);
});

it.each([
  "| ISSUE-R1-001 | SETTLED? | - |",
  "| ISSUE-R1-001 | not SETTLED | - |",
  "| ISSUE-R1-001 | ❌ SETTLED | - |",
  "| ISSUE-R1-001 | SETTLED | - |\n| ISSUE-R1-001 | OPEN | - |",
  "```\n| ISSUE-R1-001 | SETTLED | - |\n```",
])("given a row that does not say it without doubt, then the remark stays open: %j", async (row) => {
  const stage = await Stage.open({
    engineer: () => resolution([GAP]),
    reviewer: ({ purpose }) =>
      purpose === "final"
        ? `${READY}\n## Open Remarks\n\n| Remark | Status | What is left |\n|---|---|---|\n${row}\n`
        : approval([GAP]).replace("NO_ISSUES_FOUND", REMARKS),
  });
  await stage.untilQuiet();
  expect(openRemarks(stage.session.work)).toHaveLength(2);
});
