import { describe, expect, it } from "vitest";
import { finalFacts, plainly, sayingDecision } from "../../test/support/example-facts.ts";
import { finalReviewPrompt } from "./final-review-prompt.ts";

const { text } = finalReviewPrompt(finalFacts(plainly));

describe("the prompt of the final review", () => {
  it("has every decision whole", () => {
    const long = "remove the first column ".repeat(400);
    const decisions = [1, 2, 3].map((n) => ({
      ...sayingDecision(n, 1, { say: plainly, gap: n }),
      decision: long,
    }));
    const { text: all } = finalReviewPrompt(finalFacts(plainly, { decisions }));
    expect(all.split(long.trim())).toHaveLength(4);
  });

  it.each([
    ["the draft", "words of draft"],
    ["what is left open", "- GAP-LOAN-003 (LOW): `words of limitation`"],
    ["the verdicts", "**Verdict:** [READY_FOR_TERMINATION or NOT_READY]"],
    ["that it stands alone", "one of these words alone"],
    ["what the linter finds", "- `words of finding`"],
    ["blockers", "### Blocker 1: "],
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });
});
