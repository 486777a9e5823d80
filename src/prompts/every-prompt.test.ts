// What holds of the prompts of every role.
import { describe, expect, it } from "vitest";
import {
  codeReviewFacts,
  coderFacts,
  guideFacts,
  positionFacts,
} from "../../test/support/example-build-facts.ts";
import { engineerFacts, finalFacts, plainly, reviewerFacts } from "../../test/support/example-facts.ts";
import { codeReviewPrompt } from "./build/code-review-prompt.ts";
import { coderPrompt } from "./build/coder-prompt.ts";
import { guidePrompt } from "./build/guide-prompt.ts";
import { positionPrompt } from "./build/position-prompt.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import { finalReviewPrompt } from "./final-review-prompt.ts";
import { reviewerPrompt } from "./reviewer-prompt.ts";

interface Variation {
  readonly byHand?: boolean;
  readonly documentName?: string;
  readonly readsProject?: boolean;
}

const PROMPTS = {
  engineer: (about: Variation = {}) => engineerPrompt(engineerFacts(plainly, about)),
  reviewer: (about: Variation = {}) => reviewerPrompt(reviewerFacts(plainly, about)),
  final: (about: Variation = {}) => finalReviewPrompt(finalFacts(plainly, about)),
};

const BUILD_PROMPTS = {
  coder: (about: Variation = {}) => coderPrompt(coderFacts(plainly, about)),
  "code reviewer": (about: Variation = {}) => codeReviewPrompt(codeReviewFacts(plainly, about)),
  "side of a dispute": (about: Variation = {}) => positionPrompt(positionFacts(plainly, about)),
  "drafter of guidance": (about: Variation = {}) => guidePrompt(guideFacts(plainly, about)),
};

describe.each(Object.entries(PROMPTS))("the prompt of the %s", (_, prompt) => {
  it("has what is the same in every call first, then the specification, then the decisions, then the task", () => {
    const names = prompt().parts.map(({ name }) => name);
    expect(names.slice(0, 6)).toEqual(["persona", "rules", "format", "project", "draft", "decisions"]);
    expect(names.indexOf("task")).toBeGreaterThan(names.indexOf("decisions"));
    const { text, standingChars } = prompt();
    expect(text.slice(standingChars)).toMatch(/^# The project/);
  });

  it("speaks of the project only where it may be read", () => {
    expect(prompt().text).toContain("a copy in the folder ./project");
    expect(prompt({ readsProject: false }).text).not.toContain("./project");
  });
});

describe.each(Object.entries({ ...PROMPTS, ...BUILD_PROMPTS }))("the prompt of the %s", (_, prompt) => {
  it("has nothing in what is always the same that an agent would put something else for", () => {
    const { text, standingChars } = prompt();
    expect(text.slice(0, standingChars)).not.toMatch(/[$]\{|\{(?:file|env):|^@|^!/m);
  });
});

it("the Coder is asked for a file beside its work, and a person for the one that is laid out", () => {
  expect(BUILD_PROMPTS.coder().text).toContain(
    "write one Markdown document to the file .parley-out/coder.md in it",
  );
  expect(BUILD_PROMPTS.coder({ byHand: true, documentName: "coder.md" }).text).toContain("view/coder.md");
});

describe.each([
  ["reviewer.md", PROMPTS.reviewer],
  ["final_review.md", PROMPTS.final],
  ["review.md", BUILD_PROMPTS["code reviewer"]],
  ["position.md", BUILD_PROMPTS["side of a dispute"]],
  ["guide.md", BUILD_PROMPTS["drafter of guidance"]],
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
