import { describe, expect, it } from "vitest";
import { plainly, retryFacts } from "../../test/support/example-facts.ts";
import { gapId } from "../../test/support/example-gap.ts";
import { FAILURE_TYPES } from "../core/refinement/validation/judgement.ts";
import { readEngineerDocument } from "../document/engineer/read-engineer.ts";
import { readReviewerDocument } from "../document/reviewer/read-reviewer.ts";
import { EXAMPLE_TOKENS } from "./budgets.ts";
import { chooseExample, EXAMPLE_TIERS } from "./choose-example.ts";
import type { SessionExample } from "./prompt-facts.ts";

const session = (round: number, gap: string, accepted: boolean): SessionExample => ({
  round,
  gap: gapId(gap),
  accepted,
  text: `document of round ${round}`,
});

function sourceOf(facts: Parameters<typeof retryFacts>[1]): string | null {
  return chooseExample(retryFacts(plainly, facts))?.attached.source ?? null;
}

describe("the choice of an example", () => {
  it("has an answer for every failure", () => {
    expect(Object.keys(EXAMPLE_TIERS)).toEqual(expect.arrayContaining([...FAILURE_TYPES, "UNCERTAINTY"]));
  });

  it.each([
    ["FILE_MISSING", null],
    ["EMPTY_OUTPUT", "canonical"],
    ["WRONG_FORMAT", "canonical"],
    ["NO_GAPS_ADDRESSED", "session: round 2, GAP-LOAN-002"],
    ["INCONSISTENT_REFS", "session: round 2, GAP-LOAN-002"],
    ["INVALID_DISAGREE_REF", null],
    ["MALFORMED_DISAGREE", null],
    ["RE_ARGUED_CONFLICT", null],
    ["TOO_MANY_DISAGREES", null],
    ["EXECUTION_ERROR", null],
    ["UNCERTAINTY", null],
  ] as const)("after %s it is %s", (because, source) => {
    expect(sourceOf({ because })).toBe(source);
  });

  it.each([
    ["NO_GAPS_ADDRESSED", "canonical"],
    ["INCONSISTENT_REFS", "template"],
  ] as const)("after %s without one of the session it is the %s", (because, source) => {
    expect(sourceOf({ because, sessionExamples: [] })).toBe(source);
  });

  it("prefers for a Reviewer a review that raised issues to one that accepted its gap", () => {
    const reviews: SessionExample[] = [
      { ...session(3, "GAP-LOAN-001", true), raisedIssues: false },
      { ...session(1, "GAP-LOAN-001", false), raisedIssues: true },
      { ...session(2, "GAP-LOAN-002", false), raisedIssues: true },
      { ...session(4, "GAP-OTHER-001", true), raisedIssues: true },
    ];
    const because = "NO_GAPS_ADDRESSED";
    const source = sourceOf({ role: "reviewer", because, sessionExamples: reviews });
    expect(source).toBe("session: round 2, GAP-LOAN-002");
  });

  it("prefers the same category, then an accepted gap, then the newest", () => {
    const because = "INCONSISTENT_REFS";
    const all = [session(9, "GAP-FLOW-001", true), session(3, "GAP-LOAN-003", false)];
    expect(sourceOf({ because, sessionExamples: all })).toBe("session: round 3, GAP-LOAN-003");
    const accepted = [...all, session(1, "GAP-LOAN-004", true)];
    expect(sourceOf({ because, sessionExamples: accepted })).toBe("session: round 1, GAP-LOAN-004");
    const newer = [...accepted, session(2, "GAP-LOAN-005", true)];
    expect(sourceOf({ because, sessionExamples: newer })).toBe("session: round 2, GAP-LOAN-005");
  });

  it("fills a template with the ids of the task", () => {
    const bare = { because: "INCONSISTENT_REFS", sessionExamples: [] } as const;
    const engineer = chooseExample(retryFacts(plainly, bare))?.text ?? "";
    expect(readEngineerDocument(engineer).document.resolutions[0]?.gaps).toEqual(["GAP-LOAN-001"]);
    expect(engineer).toContain("| ISSUE-R2-001 | [");
    const reviewer = chooseExample(retryFacts(plainly, { ...bare, role: "reviewer", round: 7 }))?.text ?? "";
    const { document } = readReviewerDocument(reviewer);
    expect([document.gapsReviewed, document.issues[0]?.id]).toEqual([["GAP-LOAN-001"], "ISSUE-R7-001"]);
  });

  it("stays within its budget, and says that it was cut", () => {
    const text = `## Gap Resolution: GAP-LOAN-002\n\n${"Some words. ".repeat(4_000)}`;
    const long = [{ ...session(1, "GAP-LOAN-002", true), text }];
    const chosen = chooseExample(
      retryFacts(plainly, { because: "NO_GAPS_ADDRESSED", sessionExamples: long }),
    );
    expect(chosen?.attached.truncated).toBe(true);
    expect(chosen?.attached.tokens).toBeLessThanOrEqual(EXAMPLE_TOKENS.retry);
    expect(chosen?.text).toContain("[… cut: ");
  });
});
