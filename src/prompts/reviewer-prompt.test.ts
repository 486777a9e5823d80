import { describe, expect, it } from "vitest";
import { SEVERITIES } from "../core/shared/severity.ts";
import { plainly, reviewerFacts } from "./example-facts.ts";
import { reviewerPrompt } from "./reviewer-prompt.ts";

const { text } = reviewerPrompt(reviewerFacts(plainly));

describe("the Reviewer's prompt", () => {
  it("opens with the decisions where there are any", () => {
    expect(text).toMatch(/^# Decisions that bind you\n/);
    expect(reviewerPrompt(reviewerFacts(plainly, { decisions: [] })).text).toMatch(/^# Your role\n/);
  });

  it.each([
    ["how to hand it in", "Your answer is the document: give the whole Markdown document as your final text"],
    ["where the project is", "a copy in the folder ./project"],
    ["the proposal", "words of proposal"],
    ["where it comes from", "From the Engineer's document of round 3:"],
    ["ids with the round of this review", "ISSUE-R3-001"],
    ["what to say of nothing", "NO_ISSUES_FOUND"],
    ["the scope", "## Scope Examined"],
    ["verdicts by gap", "## Verdict by Gap"],
    ["earlier issues", "- ISSUE-R2-001 (HIGH, raised in round 2): `words of issue title`"],
    ["a row for them", "| ISSUE-R2-001 | RESOLVED |"],
    ["the Engineer's answers", "words of answer"],
    ["new gaps", "- GAP-LOAN-071 (LOW): `words of new gap title`"],
    ["a raise", "- GAP-LOAN-001: severity raised to CRITICAL"],
    ["the source", "words of source"],
    ...SEVERITIES.map((severity) => ["a severity", `- ${severity}: `]),
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("asks for no file, as it may write none", () => {
    expect(text).not.toContain("reviewer.md");
  });

  it("speaks of the project only where it may be read", () => {
    expect(reviewerPrompt(reviewerFacts(plainly, { readsProject: false })).text).not.toContain("./project");
  });
});
