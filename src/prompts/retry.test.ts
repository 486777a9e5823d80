import { describe, expect, it } from "vitest";
import { FAILURE_TYPES } from "../core/refinement/validation/failure-type.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import { engineerFacts, gapNumber, issueNumber, plainly, retryFacts } from "./example-facts.ts";
import type { RetryFacts } from "./prompt-facts.ts";
import { retryPrompt } from "./retry.ts";
import { REPAIR_TEXTS } from "./texts/repair-texts.ts";

const original = engineerPrompt(engineerFacts(plainly));
const ALL = [...FAILURE_TYPES, "UNCERTAINTY"] as const;

function noticeOf(facts: Partial<RetryFacts>): string {
  const { prompt } = retryPrompt(original, retryFacts(plainly, facts));
  return prompt.text.slice(0, prompt.text.length - original.text.length);
}

describe("a retry", () => {
  it.each(ALL)("after %s says which it is, and ends with the task to the letter", (because) => {
    for (const number of [1, 2]) {
      const { prompt } = retryPrompt(original, retryFacts(plainly, { because, number }));
      expect(prompt.text).toContain(`RETRY ATTEMPT ${number} of 2`);
      expect(prompt.text.endsWith(original.text)).toBe(true);
      expect(prompt.parts.slice(-original.parts.length)).toEqual(original.parts);
      expect(prompt.text).toContain("`words of message`");
    }
  });

  it("has a text for every failure", () => {
    expect(Object.keys(REPAIR_TEXTS).sort()).toEqual([...ALL].sort());
  });

  it.each<[RetryFacts["because"], readonly string[]]>([
    ["FILE_MISSING", ["./engineer.md", "tool for writing files"]],
    ["EMPTY_OUTPUT", ["even if you are uncertain", "200 characters", "LOW"]],
    [
      "WRONG_FORMAT",
      ["FORMAT CORRECTION REQUIRED", "## Gap Resolution: GAP-…", "**Confidence:** HIGH", "### Spec Text"],
    ],
    [
      "NO_GAPS_ADDRESSED",
      ["- GAP-LOAN-001: `words of assigned title`", "Begin with `## Gap Resolution: GAP-LOAN-001`"],
    ],
    [
      "INCONSISTENT_REFS",
      [
        "INVALID REFERENCES DETECTED",
        "`words of subject`",
        "- GAP-LOAN-002: `words of known title`",
        "### New Gaps Introduced",
      ],
    ],
    ["INVALID_DISAGREE_REF", ["`words of subject`", "ISSUE-R2-001", "## DISAGREE: ISSUE-R2-001"]],
    ["MALFORMED_DISAGREE", ["`words of subject`", "**Reviewer Concern:**", "**Rationale:**"]],
    ["RE_ARGUED_CONFLICT", ["`words of subject`", "ISSUE-R1-004", "new gap"]],
    ["TOO_MANY_DISAGREES", ["5 at most", "## Justification", "`words of subject`"]],
    ["UNCERTAINTY", ["words of similar", "partial solution with Confidence LOW if you are still uncertain"]],
  ])("after %s says what to do", (because, words) => {
    const notice = noticeOf({ because });
    for (const each of words) expect(notice).toContain(each);
  });

  it.each(["reviewer", "final"] as const)(
    "asks a %s that left nothing for an answer, not for a file",
    (role) => {
      const notice = noticeOf({ because: "FILE_MISSING", role });
      expect(notice).toContain("Your final text is the document");
      expect(notice).not.toContain("tool for writing files");
    },
  );

  it("asks the Reviewer for the Reviewer's headers", () => {
    const notice = noticeOf({ because: "WRONG_FORMAT", role: "reviewer" });
    expect(notice).toContain("NO_ISSUES_FOUND");
    expect(notice).not.toContain("Gap Resolution");
    expect(noticeOf({ because: "WRONG_FORMAT", role: "final" })).toContain("READY_FOR_TERMINATION");
    expect(noticeOf({ because: "NO_GAPS_ADDRESSED", role: "reviewer" })).toContain(
      "Begin with `**Gaps:** GAP-LOAN-001`",
    );
  });

  it("shows the form of a disagreement about an issue that may still be disagreed with", () => {
    const open = [issueNumber(1, 4), issueNumber(2, 1), issueNumber(2, 2)];
    const again = { because: "RE_ARGUED_CONFLICT", subjects: ["ISSUE-R2-001"], openIssues: open } as const;
    expect(noticeOf(again)).toContain("## DISAGREE: ISSUE-R2-002");
    expect(noticeOf({ ...again, openIssues: [] })).toContain("## DISAGREE: ISSUE-R{N}-{XXX}");
    const malformed = { because: "MALFORMED_DISAGREE", subjects: ["ISSUE-R2-003"] } as const;
    expect(noticeOf(malformed)).toContain("## DISAGREE: ISSUE-R2-003");
  });

  it("names the place of the failure where there is one", () => {
    expect(noticeOf({ line: 12 })).toContain("(WRONG_FORMAT at line 12 of the document)");
    expect(noticeOf({ line: null })).toContain("(WRONG_FORMAT)");
  });

  it("puts the gaps that may have been meant first", () => {
    const knownGaps = Array.from({ length: 300 }, (_, n) => ({ gap: gapNumber(n + 1), title: "t" }));
    const notice = noticeOf({ because: "INCONSISTENT_REFS", knownGaps, subjects: ["GAP-LOAN-999"] });
    expect(notice).toContain("- GAP-LOAN-001: ");
    expect(notice).toContain("and 180 more");
  });

  it("reports the example that it attached", () => {
    expect(retryPrompt(original, retryFacts(plainly)).example).toMatchObject({
      tier: 1,
      source: "canonical",
    });
    expect(retryPrompt(original, retryFacts(plainly, { because: "FILE_MISSING" })).example).toBeNull();
  });

  it("does not speak of itself in a first prompt", () => {
    expect(original.text).not.toContain("RETRY ATTEMPT");
  });
});
