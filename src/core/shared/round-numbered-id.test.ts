import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DecisionId, nextDecisionId } from "./decision-id.ts";
import {
  compareIssueIds,
  findIssueIds,
  issueIdParts,
  makeIssueId,
  nextIssueId,
  parseIssueId,
} from "./issue-id.ts";
import { isRefusal } from "./refusal.ts";
import { roundNumberedIds } from "./round-numbered-id.ts";

const parts = fc.record({ round: fc.integer({ min: 0, max: 99 }), number: fc.integer({ min: 0, max: 999 }) });
const issues = (...texts: string[]) => texts.map(parseIssueId).filter((parsed) => parsed !== null);

describe("issue ids", () => {
  it.each(["ISSUE-R1-001", "ISSUE-R50-999"])("accepts %s", (text) => {
    expect(parseIssueId(text)).toBe(text);
  });

  it("writes R07 as R7, so that equal ids are equal strings", () => {
    expect(parseIssueId("ISSUE-R07-001")).toBe("ISSUE-R7-001");
  });

  it.each([
    "ISSUE-R-001",
    "ISSUE-R100-001",
    "ISSUE-R1-01",
    "ISSUE-R1-0001",
    "ISSUE-1-001",
    "ISSUE-R1-001a",
    "issue-r1-001",
    "DECISION-R1-001",
    "ISSUE-R1-001 ",
  ])("rejects %j", (text) => {
    expect(parseIssueId(text)).toBeNull();
  });

  it("given any parts of the grammar, when made and taken apart, then they are the same", () => {
    fc.assert(
      fc.property(parts, (given) => {
        const made = makeIssueId(given);
        expect(made === null ? null : issueIdParts(made)).toEqual(given);
      }),
    );
  });

  it.each([
    { round: 100, number: 1 },
    { round: 1, number: 1000 },
    { round: -1, number: 1 },
  ])("refuses to make one of round $round, number $number", (bad) => {
    expect(makeIssueId(bad)).toBeNull();
  });

  it("finds them as words, with their places", () => {
    const text = "ISSUE-R01-002 and XISSUE-R1-003, ISSUE-R1-0041; (ISSUE-R1-006)";
    const mentions = findIssueIds(text);
    expect(mentions.map(({ id }) => id)).toEqual(["ISSUE-R1-002", "ISSUE-R1-006"]);
    expect(mentions.map(({ start, end }) => text.slice(start, end))).toEqual([
      "ISSUE-R01-002",
      "ISSUE-R1-006",
    ]);
  });

  it("are ordered by round, then number, not by text", () => {
    const sorted = issues("ISSUE-R2-010", "ISSUE-R9-001", "ISSUE-R9-002", "ISSUE-R10-001");
    expect([...sorted].reverse().sort(compareIssueIds)).toEqual(sorted);
  });

  it("given used numbers, then the next is after the highest of its round", () => {
    expect(nextIssueId(2, issues("ISSUE-R1-009", "ISSUE-R2-003"))).toBe("ISSUE-R2-004");
    expect(nextIssueId(3, issues("ISSUE-R2-003"))).toBe("ISSUE-R3-001");
    expect(isRefusal(nextIssueId(100, []))).toBe(true);
  });
});

describe("decision ids", () => {
  const ids = roundNumberedIds<DecisionId>("DECISION");

  it("follow the same grammar under their own word", () => {
    expect(ids.parse("DECISION-R3-001")).toBe("DECISION-R3-001");
    expect(ids.parse("ISSUE-R3-001")).toBeNull();
    expect(ids.find("as DECISION-R3-001 says").map(({ start }) => start)).toEqual([3]);
    expect(nextDecisionId(3, [])).toBe("DECISION-R3-001");
  });

  it("given any parts of the grammar, when made and taken apart, then they are the same", () => {
    fc.assert(
      fc.property(parts, (given) => {
        const made = ids.make(given);
        expect(made === null ? null : ids.parts(made)).toEqual(given);
      }),
    );
  });
});
