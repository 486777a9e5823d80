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
    ["the file", "final_review.md"],
    ["the draft", "words of draft"],
    ["what is left open", "- GAP-LOAN-003 (LOW): `words of limitation`"],
    ["the one verdict", "**Verdict:** READY_FOR_TERMINATION"],
    ["the other", "**Verdict:** NOT_READY"],
    ["blockers", "### Blocker 1: "],
    ["what to do without a file", "If you cannot write files, answer with the document as your final text"],
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });
});
