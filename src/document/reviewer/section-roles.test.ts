import { describe, expect, test } from "vitest";
import { sectionRole, severityTitle } from "./section-roles.ts";

describe("what a title says its section is for", () => {
  test.each([
    ["Critical Issues (2)", "CRITICAL"],
    ["High Priority", "HIGH"],
    ["Major", "HIGH"],
    ["🟡 Medium severity findings", "MEDIUM"],
    ["Low Priority / Nits", "LOW"],
    ["2. Minor concerns", "LOW"],
    ["Blocking issues", "CRITICAL"],
    ["High issues — GAP-TRAM-001", "HIGH"],
  ])("%s holds issues of one severity", (title, severity) => {
    expect(sectionRole(title)).toEqual({ role: "issues", rating: { severity, mustFix: false } });
  });

  test("demands hold issues without a severity", () => {
    expect(severityTitle("Must Fix")).toEqual({ severity: null, mustFix: true });
    expect(severityTitle("Should fix")).toEqual({ severity: null, mustFix: false });
  });

  test("two severities in a title are none", () => {
    expect(severityTitle("Critical and High Issues")).toEqual({ severity: null, mustFix: false });
  });

  test.each([
    ["Issues Found", "issues"],
    ["Specific concerns", "issues"],
    ["Non-blocking issues", "issues"],
    ["Issue Resolution Verification", "prior"],
    ["Status of Round 1 Issues", "prior"],
    ["Consistency with Round 1 Issues", "prior"],
    ["New Gaps Identified", "new-gaps"],
    ["New Gap Acknowledgment", "aside"],
    ["Overall Verdict", "verdict"],
    ["Summary of issues", "recap"],
    ["Required changes before approval", "recap"],
    ["Action items", "recap"],
    ["Strengths", "aside"],
    ["Minor observations (not blocking)", "aside"],
    ["Open questions", "aside"],
    ["Completeness checklist", "aspect"],
    ["Completeness", "aspect"],
    ["2. COHERENCE: VERY GOOD", "aspect"],
    ["Named Problems & Wanted Decisions", "issues"],
    ["Scope examined", "scope"],
  ])("%s", (title, role) => {
    expect(sectionRole(title)?.role).toBe(role);
  });

  test.each([
    "The tram stops twice",
    "2. Ticket Validation and Summary Screen Left Open",
    "3. Depot Priorities Not Ranked",
    "H1: The example shows a closed door",
    "GAP-TRAM-001: Summary of fares",
    "High-level view of the depot",
    "",
  ])("%j says nothing", (title) => {
    expect(sectionRole(title)).toBeNull();
  });
});
