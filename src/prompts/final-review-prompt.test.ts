import { describe, expect, it } from "vitest";
import { finalFacts, plainly } from "./example-facts.ts";
import { finalReviewPrompt } from "./final-review-prompt.ts";

const { text } = finalReviewPrompt(finalFacts(plainly));

describe("the prompt of the final review", () => {
  it("opens with the decisions where there are any", () => {
    expect(text).toMatch(/^# Decisions that bind you\n/);
    expect(finalReviewPrompt(finalFacts(plainly, { decisions: [] })).text).toMatch(/^# Your role\n/);
  });

  it.each([
    ["where the project is", "a copy in the folder ./project"],
    ["the draft", "words of draft"],
    ["what is left open", "- GAP-LOAN-003 (LOW): `words of limitation`"],
    ["the one verdict", "**Verdict:** READY_FOR_TERMINATION"],
    ["the other", "**Verdict:** NOT_READY"],
    ["blockers", "### Blocker 1: "],
    ["how to hand it in", "Your answer is the document: give the whole Markdown document as your final text"],
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("asks for no file, as it may write none", () => {
    expect(text).not.toContain("final_review.md");
  });

  it("speaks of the project only where it may be read", () => {
    expect(finalReviewPrompt(finalFacts(plainly, { readsProject: false })).text).not.toContain("./project");
  });
});
