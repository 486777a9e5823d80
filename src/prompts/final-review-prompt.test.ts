import { describe, expect, it } from "vitest";
import { finalFacts, plainly, sayingDecision } from "../../test/support/example-facts.ts";
import { finalReviewPrompt } from "./final-review-prompt.ts";

const { text } = finalReviewPrompt(finalFacts(plainly));

describe("the prompt of the final review", () => {
  it("has the decisions before the task, every one of them whole", () => {
    const long = "remove the first column ".repeat(400);
    const decisions = [1, 2, 3].map((n) => ({
      ...sayingDecision(n, 1, { say: plainly, gap: n }),
      decision: long,
    }));
    const { text: all, parts } = finalReviewPrompt(finalFacts(plainly, { decisions }));
    expect(all.split(long.trim())).toHaveLength(4);
    expect(parts.map(({ name }) => name).slice(0, 5)).toEqual([
      "persona",
      "rules",
      "project",
      "decisions",
      "task",
    ]);
  });

  it.each([
    ["where the project is", "a copy in the folder ./project"],
    ["the draft", "words of draft"],
    ["what is left open", "- GAP-LOAN-003 (LOW): `words of limitation`"],
    ["the verdicts", "**Verdict:** [READY_FOR_TERMINATION or NOT_READY]"],
    ["that it stands alone", "one of these words alone"],
    ["what the linter finds", "- `words of finding`"],
    ["blockers", "### Blocker 1: "],
    ["how to hand it in", "Your answer is the document: give the whole Markdown document as your final text"],
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("asks an agent for no file, as it may write none, and a person for the one that is laid out", () => {
    expect(text).not.toContain("final_review.md");
    const byHand = finalReviewPrompt(finalFacts(plainly, { byHand: true })).text;
    expect(byHand).toContain("view/final_review.md");
    expect(byHand).not.toMatch(/write no file/i);
  });

  it("speaks of the project only where it may be read", () => {
    expect(finalReviewPrompt(finalFacts(plainly, { readsProject: false })).text).not.toContain("./project");
  });
});
