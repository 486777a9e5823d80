// What holds of the prompts of all three roles.
import { describe, expect, it } from "vitest";
import { engineerFacts, finalFacts, plainly, reviewerFacts } from "../../test/support/example-facts.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import { finalReviewPrompt } from "./final-review-prompt.ts";
import { reviewerPrompt } from "./reviewer-prompt.ts";

interface Variation {
  readonly byHand?: boolean;
  readonly readsProject?: boolean;
}

const PROMPTS = {
  engineer: (about: Variation = {}) => engineerPrompt(engineerFacts(plainly, about)),
  reviewer: (about: Variation = {}) => reviewerPrompt(reviewerFacts(plainly, about)),
  final: (about: Variation = {}) => finalReviewPrompt(finalFacts(plainly, about)),
};

describe.each(Object.entries(PROMPTS))("the prompt of the %s", (_, prompt) => {
  it("has what is the same in every call first, then the specification, then the decisions, then the task", () => {
    const names = prompt().parts.map(({ name }) => name);
    expect(names.slice(0, 6)).toEqual(["persona", "rules", "format", "project", "draft", "decisions"]);
    expect(names.indexOf("task")).toBeGreaterThan(names.indexOf("decisions"));
    const { text, standingChars } = prompt();
    expect(text.slice(standingChars)).toMatch(/^# The project/);
  });

  it("has nothing in what is always the same that an agent would put something else for", () => {
    const { text, standingChars } = prompt();
    expect(text.slice(0, standingChars)).not.toMatch(/[$]\{|\{(?:file|env):|^@|^!/m);
  });

  it("speaks of the project only where it may be read", () => {
    expect(prompt().text).toContain("a copy in the folder ./project");
    expect(prompt({ readsProject: false }).text).not.toContain("./project");
  });
});

describe.each([
  ["reviewer.md", PROMPTS.reviewer],
  ["final_review.md", PROMPTS.final],
])("the prompt for %s", (file, prompt) => {
  it("asks an agent for no file, as it may write none, and a person for the one that is laid out", () => {
    expect(prompt().text).toContain(
      "Your answer is the document: give the whole Markdown document as your final text",
    );
    expect(prompt().text).not.toContain(file);
    const { text } = prompt({ byHand: true });
    expect(text).toContain(`view/${file}`);
    expect(text).not.toMatch(/write no file/i);
  });
});
