import { describe, expect, test } from "vitest";
import { isIssueId, issueIdsIn, leadingIssueId, withoutIssueIds } from "./issue-ids.ts";

describe("the id a title begins with", () => {
  test.each([
    ["ISSUE-R1-001: A title", "ISSUE-R1-001", "word"],
    ["ISSUE-R1-001 A title", "ISSUE-R1-001", "word"],
    ["[CRIT-001]: A title", "CRIT-001", "word"],
    ["H1. A title", "H1", "word"],
    ["M-02 — A title", "M-02", "word"],
    ["R2-H3: A title", "R2-H3", "word"],
    ["C-1 · A title", "C-1", "word"],
    ["Issue 3: A title", "3", "plain"],
    ["Finding #4 — A title", "4", "plain"],
    ["#5 A title", "5", "plain"],
    ["6) A title", "6", "plain"],
    ["2.1. A title", "2.1", "plain"],
    ["✅ H7: A title", "H7", "word"],
  ])("%s", (title, id, kind) => {
    expect(leadingIssueId(title)).toEqual({ id, kind, rest: "A title" });
  });

  test.each([
    "GAP-FLOW-001: A title",
    "A title",
    "UTF-8: how names are written",
    "Round 2: what changed",
    "3 trams are late",
    "H1 trams are late",
    "",
  ])("none in %j", (title) => {
    expect(leadingIssueId(title)).toBeNull();
  });
});

test("names of standards, gaps and rounds are no ids of issues", () => {
  expect(
    ["SHA-256", "ISO-8601", "GAP-X-001", "DECISION-R1-001", "R1", "V2", "Tram"].filter(isIssueId),
  ).toEqual([]);
});

test("ids in a sentence are found once each, and can be taken out", () => {
  const text = "H1 and CRIT-001 are fixed, H1 twice; see GAP-TRAM-001.";
  expect(issueIdsIn(text)).toEqual(["H1", "CRIT-001"]);
  expect(withoutIssueIds("H1 is fixed")).toBe("  is fixed");
});
