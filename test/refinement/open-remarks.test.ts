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
  expect(stage.session.endedAs).toBe("COMPLETE");
  expect(openRemarks(stage.session)).toMatchObject([
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
