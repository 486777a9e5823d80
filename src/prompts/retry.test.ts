import { describe, expect, it } from "vitest";
import {
  engineerFacts,
  gapNumber,
  issueNumber,
  plainly,
  retryFacts,
  sayingDecision,
  titledGap,
} from "../../test/support/example-facts.ts";
import { FAILURE_TYPES } from "../core/refinement/validation/judgement.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import type { RetryFacts } from "./prompt-facts.ts";
import { retryPrompt } from "./retry.ts";
import { REPAIR_TEXTS } from "./texts/repair-texts.ts";

const original = engineerPrompt(engineerFacts(plainly));
const STANDING = original.text.slice(0, original.standingChars);
const TASK = original.text.slice(original.standingChars);
const ALL = Object.keys(REPAIR_TEXTS) as RetryFacts["because"][];

function noticeOf(facts: Partial<RetryFacts>): string {
  const { prompt } = retryPrompt(original, retryFacts(plainly, facts));
  return prompt.text.slice(STANDING.length, prompt.text.length - TASK.length);
}

describe("a retry", () => {
  it.each(ALL)("after %s says which it is, and ends with the task to the letter", (because) => {
    for (const number of [1, 2]) {
      const { prompt } = retryPrompt(original, retryFacts(plainly, { because, number }));
      expect(prompt.text).toContain(`RETRY ATTEMPT ${number} of 2`);
      expect(prompt.text.startsWith(STANDING)).toBe(true);
      expect(prompt.standingChars).toBe(STANDING.length);
      expect(prompt.text.endsWith(TASK)).toBe(true);
      expect(prompt.parts.map(({ chars }) => chars).reduce((sum, chars) => sum + chars)).toBe(
        prompt.text.length,
      );
      expect(prompt.text).toContain("What was found:\n\n```text\nwords of message\n```");
    }
  });

  it("given a conversation that has the task, sends the correction alone beside what always holds", () => {
    const facts = retryFacts(plainly, { because: "EDIT_INCOMPLETE" });
    const { prompt } = retryPrompt(original, facts, [original.text]);
    expect(prompt.text.slice(prompt.standingChars)).toBe(
      noticeOf({ because: "EDIT_INCOMPLETE" })
        .replace("for the task below ", "")
        .replace("# The task, as given before\n\n", ""),
    );
    expect(prompt.text.slice(0, prompt.standingChars)).toBe(STANDING);
  });

  it("given that a part of the task is new to the conversation, sends that part whole", () => {
    const decisions = [sayingDecision(2, 7, { say: plainly, gap: 1 })];
    const later = engineerPrompt(engineerFacts(plainly, { decisions }));
    const facts = retryFacts(plainly, { because: "EDIT_INCOMPLETE" });
    const { prompt } = retryPrompt(later, facts, [original.text, "what a retry said"]);
    const [, said = ""] = prompt.text.split(
      "# What is new in the task\n\nEverything else is as given before.\n\n",
    );
    expect(said).toMatch(/^# Decisions that bind you[\s\S]*DECISION-R2-007/);
    expect(said).not.toContain("# Your task");
    expect(prompt.parts.map(({ name }) => name)).toContain("decisions");
  });

  it("has a text for every failure", () => {
    expect(Object.keys(REPAIR_TEXTS)).toEqual(expect.arrayContaining([...FAILURE_TYPES, "UNCERTAINTY"]));
  });

  it.each<[RetryFacts["because"], readonly string[]]>([
    ["FILE_MISSING", ["./engineer.md", "tool for writing files"]],
    [
      "EDIT_DOES_NOT_APPLY",
      ["Replaces: <heading path>", "Replaces passage:", "occur exactly once", "empty fence"],
    ],
    ["EDIT_INCOMPLETE", ["name it under `Drops:`", "mark of another gap", "answer it in the text"]],
    ["EMPTY_OUTPUT", ["even if you are uncertain", "200 characters", "LOW"]],
    [
      "WRONG_FORMAT",
      [
        "FORMAT CORRECTION REQUIRED",
        "## Gap Resolution: GAP-…",
        "**Confidence:** [HIGH, MEDIUM or LOW]",
        "### Spec Text",
      ],
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
    ["INVALID_DISAGREE_REF", ["`words of subject`", "ISSUE-R2-001", "## DISAGREE: [ISSUE-…]"]],
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

  it("lists the words a verdict may be where a review could not be read", () => {
    const notice = noticeOf({ because: "WRONG_FORMAT", role: "reviewer" });
    expect(notice).toContain("one of these words alone: `APPROVED`, `APPROVED_WITH_NOTES`, `NEEDS_REVISION`");
    expect(noticeOf({ because: "WRONG_FORMAT", role: "final" })).toContain(
      "one of these words alone: `READY_FOR_TERMINATION`, `NOT_READY`",
    );
  });

  it.each(["reviewer", "final"] as const)("tells a person in the role %s where the file goes", (role) => {
    const notice = noticeOf({ because: "FILE_MISSING", role, byHand: true, documentName: `${role}.md` });
    expect(notice).toContain(`view/${role}.md`);
    expect(notice).toContain(`parley submit ${role}`);
    expect(notice).not.toContain("write no file");
  });

  it("shows a message of many lines as it is: it may hold the nearest passage", () => {
    const message = "No such passage.\n\nNearest:\n\n> The list is sorted.";
    expect(noticeOf({ because: "EDIT_DOES_NOT_APPLY", message })).toContain(message);
  });

  it("asks the Reviewer for the Reviewer's headers", () => {
    const notice = noticeOf({ because: "WRONG_FORMAT", role: "reviewer" });
    expect(notice).toContain("NO_ISSUES_FOUND");
    expect(notice).not.toContain("Gap Resolution");
    expect(noticeOf({ because: "WRONG_FORMAT", role: "final" })).toContain("READY_FOR_TERMINATION");
    expect(noticeOf({ because: "NO_GAPS_ADDRESSED", role: "reviewer" })).toContain(
      "Begin with `**Gaps:** GAP-LOAN-001`",
    );
  });

  it("shows the form of a disagreement without an issue, but that of the one to be mended with it", () => {
    const again = { because: "RE_ARGUED_CONFLICT", subjects: ["ISSUE-R2-001"] } as const;
    expect(noticeOf(again)).toContain("## DISAGREE: [ISSUE-…]");
    const malformed = { because: "MALFORMED_DISAGREE", subjects: ["ISSUE-R2-003"] } as const;
    expect(noticeOf(malformed)).toContain("## DISAGREE: ISSUE-R2-003");
    expect(noticeOf(malformed)).toContain("**Rests on:** [path:line");
    const issueTexts = [{ issue: issueNumber(2, 3), text: "The clock starts too early." }];
    expect(noticeOf({ ...malformed, issueTexts })).toContain(
      "ISSUE-R2-003 in the Reviewer's words:\n\n```text\nThe clock starts too early.\n```",
    );
  });

  it("given that a part was taken, says which, and what is left to write", () => {
    const notice = noticeOf({ because: "UNCERTAINTY", line: null, taken: [gapNumber(4), gapNumber(5)] });
    expect(notice).toContain("Taken from your last document: GAP-LOAN-004, GAP-LOAN-005; these are done");
    expect(notice).toContain("Write only these, in full: GAP-LOAN-001.");
    expect(notice).not.toContain("could not be used");
  });

  it("names the place of the failure where there is one", () => {
    expect(noticeOf({ line: 12 })).toContain("(WRONG_FORMAT at line 12 of the document)");
    expect(noticeOf({ line: null })).toContain("(WRONG_FORMAT)");
  });

  it("puts the gaps that may have been meant first", () => {
    const knownGaps = Array.from({ length: 300 }, (_, n) => titledGap(n + 1, "t"));
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
