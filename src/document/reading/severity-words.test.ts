import { describe, expect, test } from "vitest";
import { readRating, readRatingTag, severityOfId, withoutRating } from "./severity-words.ts";

describe("a rating, alone in a cell or a label", () => {
  test.each([
    ["CRITICAL", "CRITICAL"],
    ["🔴 High", "HIGH"],
    ["**Medium**", "MEDIUM"],
    ["Low priority", "LOW"],
    ["[P1]", "HIGH"],
    ["Severity: major", "HIGH"],
    ["nit", "LOW"],
    ["blocker", "CRITICAL"],
    ["Medium/High", "HIGH"],
    ["medium-high", "HIGH"],
    ["High (blocks release)", "HIGH"],
    ["Moderate – may wait", "MEDIUM"],
  ])("%s", (text, severity) => {
    expect(readRating(text)).toEqual({ severity, mustFix: false });
  });

  test.each(["MUST", "Required", "must-fix"])("%s demands without a severity", (text) => {
    expect(readRating(text)).toEqual({ severity: null, mustFix: true });
  });

  test.each(["", "high load on the desk", "none", "Critical path", "12", "non-critical", "—"])(
    "%j is none",
    (text) => {
      expect(readRating(text)).toBeNull();
    },
  );
});

describe("a rating at the edge of a title", () => {
  test.each([
    ["[HIGH] No lamp", "No lamp", "front"],
    ["High: no lamp", "no lamp", "front"],
    ["HIGH — no lamp", "no lamp", "front"],
    ["No lamp (High)", "No lamp", "bracket"],
    ["No lamp [severity: high]", "No lamp", "bracket"],
    ["No lamp (High, GAP-X-001)", "No lamp", "bracket"],
    ["No lamp — HIGH", "No lamp", "tail"],
  ])("%s", (title, rest, at) => {
    expect(readRatingTag(title)).toEqual({ at, rest, rating: { severity: "HIGH", mustFix: false } });
  });

  test.each(["High-level view", "High tide closes the pier", "Lamps (two of them)", ""])(
    "none in %j",
    (title) => {
      expect(readRatingTag(title)).toBeNull();
    },
  );
});

test("an id may say a severity by its prefix", () => {
  const ids = ["CRIT-001", "H1", "M-02", "R2-L3", "ISSUE-R1-H01", "ISSUE-R1-001", "F-3"];
  expect(ids.map(severityOfId)).toEqual(["CRITICAL", "HIGH", "MEDIUM", "LOW", "HIGH", null, null]);
});

describe("a title beside a severity", () => {
  test.each([
    ["[HIGH] Which limit?", "HIGH", "Which limit?"],
    ["HIGH: Which limit?", "HIGH", "Which limit?"],
    ["Which limit? (HIGH)", "HIGH", "Which limit?"],
    ["Which limit? (LOW)", "HIGH", "Which limit? (LOW)"],
    ["High: Which limit?", null, "High: Which limit?"],
    ["High load: which limit?", "HIGH", "High load: which limit?"],
  ] as const)("given %s and %s, then it is %s", (title, stated, expected) => {
    expect(withoutRating(title, stated)).toBe(expected);
  });
});
