import { describe, expect, it } from "vitest";
import type { CodeReview, FateWord, ReviewVerdict, WrittenFinding } from "../../documents/code-review.ts";
import type { CoderOutcome } from "../../documents/coder-document.ts";
import { type FindingId, makeFindingId } from "../../shared/finding-id.ts";
import { codeReviewFaults } from "./code-review-faults.ts";
import { coderFaults } from "./coder-faults.ts";
import type { KnownFindings } from "./known-findings.ts";

function id(number: number): FindingId {
  return makeFindingId(number) ?? expect.fail("a number of a finding");
}

const KNOWN: KnownFindings = new Map([
  [id(1), "open"],
  [id(2), "void"],
  [id(3), "closed"],
]);

const REJECT: ReviewVerdict = { word: "REJECT" };
const APPROVE: ReviewVerdict = { word: "APPROVE" };
const DISPUTE: ReviewVerdict = {
  word: "DISPUTE",
  dispute: { reason: "scope_disagreement", detail: null, position: "Too much." },
};

function found(finding: FindingId | null): WrittenFinding {
  return { finding, line: 9, title: "x", severity: "LOW", place: "a.ts", why: "y", settledBy: "z" };
}

function review(
  verdict: ReviewVerdict,
  statuses: readonly (readonly [number, FateWord])[],
  findings: readonly WrittenFinding[] = [],
): CodeReview {
  const fates = statuses.map(([number, status]) => ({ finding: id(number), line: 3, status, why: "why" }));
  return { verdict, findings, fates, remarks: "" };
}

describe("a review counts for its task", () => {
  it.each([
    ["an approval with all findings settled", review(APPROVE, [[1, "FIXED"]])],
    ["a rejection for one that is open", review(REJECT, [[1, "OPEN"]])],
    [
      "a rejection for one that came back",
      review(REJECT, [
        [1, "FIXED"],
        [3, "OPEN"],
      ]),
    ],
    ["a rejection for a new one", review(REJECT, [[1, "WITHDRAWN"]], [found(null)])],
    ["a dispute, whatever is open", review(DISPUTE, [])],
  ])("as %s", (_, written) => {
    expect(codeReviewFaults(written, KNOWN)).toEqual([]);
  });

  it.each([
    ["a row is missing", review(APPROVE, []), "missing-row"],
    ["a row is missing for a rejection", review(REJECT, [], [found(null)]), "missing-row"],
    [
      "a row names a finding of another task",
      review(REJECT, [
        [1, "OPEN"],
        [7, "FIXED"],
      ]),
      "unknown-finding",
    ],
    ["a section does", review(REJECT, [[1, "OPEN"]], [found(id(7))]), "unknown-finding"],
    [
      "all that is left is void",
      review(REJECT, [
        [1, "FIXED"],
        [2, "OPEN"],
      ]),
      "no-ground",
    ],
    ["a section is about a void one", review(REJECT, [[1, "FIXED"]], [found(id(2))]), "no-ground"],
  ])("but not where %s", (_, written, code) => {
    expect(codeReviewFaults(written, KNOWN).map((fault) => fault.code)).toEqual([code]);
  });
});

describe("a coder's document counts for its task", () => {
  const done: CoderOutcome = { at: "done" };
  const answers = [{ finding: id(1), line: 4, status: "FIXED", where: "a.ts" }] as const;
  const rejected = { known: KNOWN, wasRejected: true };

  it("where each open finding is answered, or the turn ends otherwise", () => {
    expect(coderFaults({ summary: "x", notDone: "", answers, outcome: done }, rejected)).toEqual([]);
    for (const outcome of [
      { at: "blocked", missing: "a key" },
      { at: "disputed", dispute: { reason: "scope_disagreement", detail: null, position: "x" } },
    ] as const)
      expect(coderFaults({ summary: "", notDone: "", answers: [], outcome }, rejected)).toEqual([]);
  });

  it.each<readonly [string, CoderOutcome, boolean, number, string]>([
    ["an open finding has no row", done, true, 0, "missing-row"],
    ["it only says that nothing is to be done", { at: "no-change-needed", why: "x" }, true, 0, "missing-row"],
    ["it names a finding that is not there", done, true, 9, "unknown-finding"],
    [
      "nobody has rejected anything",
      { at: "disputed", dispute: { reason: "scope_disagreement", detail: null, position: "x" } },
      false,
      1,
      "no-dispute",
    ],
  ])("but not where %s", (_, outcome, wasRejected, number, code) => {
    const rows = number === 9 ? [...answers, { ...answers[0], finding: id(9) }] : number === 1 ? answers : [];
    const faults = coderFaults(
      { summary: "x", notDone: "", answers: rows, outcome },
      { known: KNOWN, wasRejected },
    );
    expect(faults.map((fault) => fault.code)).toEqual([code]);
  });
});
