import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  codeReviewFacts,
  coderCauses,
  coderFacts,
  guideFacts,
  positionFacts,
  sayingFinding,
} from "../../../test/support/example-build-facts.ts";
import { plainly, type Saying } from "../../../test/support/example-facts.ts";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { readCodeReview } from "../../document/code-review/read-code-review.ts";
import { BUDGETS, charsOf, EXAMPLE_TOKENS } from "../budgets.ts";
import type { Prompt } from "../prompt-facts.ts";
import { codeReviewPrompt } from "./code-review-prompt.ts";
import { coderPrompt } from "./coder-prompt.ts";
import { followUpPrompt, formRetryPrompt } from "./form-retry.ts";
import { guidePrompt } from "./guide-prompt.ts";
import { positionPrompt } from "./position-prompt.ts";

const PROMPTS: Record<string, (say: Saying) => Prompt> = {
  coder: (say) => coderPrompt(coderFacts(say)),
  reviewer: (say) => codeReviewPrompt(codeReviewFacts(say)),
  position: (say) => positionPrompt(positionFacts(say)),
  guide: (say) => guidePrompt(guideFacts(say)),
};

function standing({ text, standingChars }: Prompt): string {
  return text.slice(0, standingChars);
}

function names({ parts }: Prompt): readonly string[] {
  return parts.map(({ name }) => name);
}

describe.each(Object.entries(PROMPTS))("the prompt of the %s", (_, prompt) => {
  it("has what is the same in every round first: who one is, the rules, the form", () => {
    const [first, second] = [prompt(plainly), prompt((place) => `other ${place}`)];
    expect(standing(first)).toBe(standing(second));
    expect(names(first).slice(0, 4)).toEqual(["persona", "rules", "format", "example"]);
    expect(standing(first)).toMatch(/^# Your role\n[\s\S]*\n# How to work\n[\s\S]*\n# Required format\n/);
  });

  it("says what is to be done and where the document goes at its end", () => {
    const all = names(prompt(plainly));
    expect(all.at(-1)).toBe("output");
    expect(all.indexOf("task")).toBeGreaterThan(all.indexOf("open findings"));
    expect(all.indexOf("open findings")).toBeGreaterThan(all.indexOf("guidance"));
  });

  it("has what the user decided, limited and said, and nothing of what is settled but its title", () => {
    const { text } = prompt(plainly);
    for (const place of ["resolution", "narrowing", "guidance", "spec", "task title", "finding reason"])
      expect(text).toContain(`words of ${place}`);
    expect(text.split("words of finding reason")).toHaveLength(1 + 2);
    expect(text).toContain("- F3 (HIGH, overruled by the user): `words of finding title`");
  });

  it("sets the task's own section apart from what stands around it", () => {
    expect(prompt(plainly).text).toMatch(
      /What the task is about: `words of place of the spec`:\n\n```text\nwords of spec\n```\n\nWhat stands around it, for context:\n\n```text\nwords of rest of the spec\n/,
    );
  });

  it("is made of parts that add up to it, whatever they hold", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { parts, text: whole } = prompt(() => text);
        expect(parts.reduce((sum, { chars }) => sum + chars, 0)).toBe(whole.length);
      }),
      { numRuns: 40 },
    );
  });
});

const FIXED = 16_000;
const MOST =
  FIXED +
  BUDGETS.specExcerpt +
  BUDGETS.otherTasks +
  BUDGETS.openDisputes +
  BUDGETS.sinceDiff +
  BUDGETS.taskNotes +
  BUDGETS.taskFiles * 2 +
  BUDGETS.binding * 2 +
  BUDGETS.guidance +
  BUDGETS.openFindings +
  BUDGETS.settledFindings +
  BUDGETS.changedFiles +
  BUDGETS.diff +
  BUDGETS.summary * 2 +
  BUDGETS.notDone +
  BUDGETS.earlierSummaries +
  BUDGETS.remarks +
  BUDGETS.checks +
  BUDGETS.alarms +
  BUDGETS.conflict +
  BUDGETS.position;

describe("the size of a prompt of the build loop", () => {
  it.each(Object.entries(PROMPTS))("of the %s is bounded, however much there is", (_, prompt) => {
    for (const text of [
      "word ".repeat(200_000),
      "x".repeat(300_000),
      "# a\n".repeat(50_000),
      "`".repeat(90_000),
    ])
      expect(prompt(() => text).text.length).toBeLessThanOrEqual(MOST);
  });

  it("is bounded with many findings, files, checks and words of the user, too", () => {
    const long: Saying = () => "word ".repeat(3_000);
    const many = <Item>(item: Item) => Array.from({ length: 300 }, () => item);
    const facts = codeReviewFacts(long);
    const review = codeReviewPrompt({
      ...facts,
      findings: Array.from({ length: 300 }, (_, n) =>
        sayingFinding(n + 1, long, n % 2 === 0 ? "open" : "fixed"),
      ),
      guidance: many("word ".repeat(3_000)),
      narrowings: many("word ".repeat(3_000)),
      resolutions: facts.resolutions.flatMap(many),
      change: { ...facts.change, files: facts.change.files.flatMap(many) },
      checks: facts.checks.flatMap(many),
      alarms: facts.alarms.flatMap(many),
    });
    expect(review.text.length).toBeLessThanOrEqual(MOST);
    expect(review.text).toContain("further ones are left out for length");
    // Each still needs its row.
    expect(review.text).toMatch(/a row for each of: F1, F3, .*F299\./);
  });

  it("keeps the end of what a check put out, and the beginning of a change, and says what it left out", () => {
    const output = `${"ok\n".repeat(9_000)}FAILED: holds lapse\n`;
    const diff = `+first\n${"+more\n".repeat(60_000)}+last\n`;
    const facts = codeReviewFacts(plainly);
    const { text } = codeReviewPrompt({
      ...facts,
      checks: [{ command: "npm test", outcome: "passed", output }],
      change: { ...facts.change, diff },
    });
    expect(text).toMatch(/\[… cut: [\d,]+ characters …\]\nok\n/);
    expect(text).toContain("FAILED: holds lapse\n");
    expect(text).toContain("```text\n+first\n");
    expect(text).toMatch(/\+more\n\[… cut: [\d,]+ characters …\]\n```/);
    expect(text).not.toContain("+last");
  });
});

describe("the coder's turn", () => {
  it.each(coderCauses(plainly))("says why it is ($at)", (because) => {
    const { text } = coderPrompt(coderFacts(plainly, { because }));
    expect(text).toMatch(/# Your task now\n\n\S/);
    if (because.at === "red") expect(text).toContain("`words of command` failed with exit code 1.");
    if (because.at === "alarms")
      expect(text).toContain("- secret in `words of alarm path`: `words of alarm`");
    if (because.at === "carried") expect(text).toContain("\n+words of former change\n");
  });

  it("has a row for each finding that is open, and no table where none is", () => {
    expect(coderPrompt(coderFacts(plainly)).text).toContain("- In `## Findings` a row for each of: F1, F2.");
    const { text } = coderPrompt(
      coderFacts(plainly, { findings: [], rejections: 0, because: { at: "begin" } }),
    );
    expect(text).toContain("- Leave out `## Findings`: no finding is open.");
    expect(text).not.toContain("# Findings that are open");
  });
});

it.each([coderPrompt(coderFacts(plainly)), codeReviewPrompt(codeReviewFacts(plainly))])(
  "other tasks are named with their status (%#)",
  ({ text }) => expect(text).toContain("- b1b2c3d4, pending [ ]: `words of other task`"),
);

it("a task without globs may touch any file", () => {
  const facts = coderFacts(plainly);
  const { text } = coderPrompt({ ...facts, task: { ...facts.task, files: [] } });
  expect(text).toContain("The work may touch any file.");
});

describe("the coder's dispute", () => {
  it.each([
    ["merge", "then lands as it is if the checks pass"],
    ["branch", "then does not land"],
  ] as const)("is said to do what the settings say (%s)", (land, words) => {
    const rules = { mayRaise: true, land, decided: [] } as const;
    expect(coderPrompt(coderFacts(plainly, { dispute: rules })).text).toContain(words);
    const { text } = coderPrompt(coderFacts(plainly, { dispute: { ...rules, mayRaise: false } }));
    expect(text).toContain("No dispute can be raised yet");
    expect(text).not.toContain(words);
  });
});

it("the coder is told what the Reviewer remarked", () => {
  const { text } = coderPrompt(coderFacts(plainly));
  expect(text).toContain("In the review of round 1:\n\n```text\nwords of remarks\n");
});

describe("a position", () => {
  it.each([
    ["coder", "landed", "The work has landed as it is"],
    ["reviewer", "landing", "The work lands as it is"],
    ["coder", "branch", "The work has not landed"],
    ["reviewer", "none", "No work waits to land"],
  ] as const)("is the %s's, and tells where the work is (%s)", (side, code, words) => {
    const { text } = positionPrompt(positionFacts(plainly, { side, code }));
    const name = side === "coder" ? "Coder" : "Reviewer";
    expect(text).toMatch(new RegExp(`^# Your role\n\nYou are the ${name}, and give the ${name}'s position`));
    expect(text).toContain(`Give the ${name}'s position. ${words}`);
  });
});

describe("the review", () => {
  it("is told what the user took the ground from", () => {
    const { text } = codeReviewPrompt(codeReviewFacts(plainly));
    expect(text).toContain("- Settled by the user, and no ground any more: F3. A new finding in the file");
  });

  it("is told what changed since its last review, and what it may build on is disputed", () => {
    const { text } = codeReviewPrompt(codeReviewFacts(plainly));
    expect(text).toContain("# Since your last review\n\nBuild or tests failed once in between");
    expect(text).toContain("\n+words of later diff\n");
    expect(text).toContain(
      "- b1b2c3d4 `words of disputed task`: open, for the reason `scope_disagreement`; its code has landed",
    );
    const same = codeReviewFacts(plainly, { sinceLast: { round: 2, diff: "", reds: 0 } });
    expect(codeReviewPrompt(same).text).toContain("Nothing was changed since the review of round 2.");
    expect(codeReviewPrompt(codeReviewFacts(plainly, { sinceLast: null })).text).not.toContain(
      "Since your last",
    );
  });

  it("is told what the Coder said in this round and in those before, and what it left", () => {
    const { text } = codeReviewPrompt(codeReviewFacts(plainly));
    for (const place of ["summary", "not done", "earlier summary"])
      expect(text).toContain(`\nwords of ${place}\n`);
    expect(text).not.toContain("words of earlier not done");
  });

  it.each([
    ["merge", "With DISPUTE this change lands now, marked as disputed"],
    ["branch", "With DISPUTE this change does not land"],
  ] as const)("says what a dispute does to the code (%s)", (land, words) => {
    const dispute = { mayRaise: true, land, decided: ["scope_disagreement"] } as const;
    const { text } = codeReviewPrompt(codeReviewFacts(plainly, { dispute }));
    expect(text).toContain(words);
    expect(text).toContain("it cannot be the reason again: `scope_disagreement`.");
  });

  it("has nothing that is said to the Coder alone", () => {
    const { text } = codeReviewPrompt(codeReviewFacts(plainly));
    expect(text).not.toContain("tells you what to build");
    expect(text).not.toContain("for you to mend");
  });

  it("is asked about the task itself where nothing was changed", () => {
    const facts = codeReviewFacts(plainly, {
      noChangeNeeded: "It is there.",
      change: { files: [], diff: "" },
    });
    const { text } = codeReviewPrompt(facts);
    expect(text).toContain("Nothing was changed.");
    expect(text).toContain("Say whether the task is done by what is there");
    expect(text).not.toContain("As a diff");
  });

  it("speaks of the project only where it may be read", () => {
    expect(codeReviewPrompt(codeReviewFacts(plainly)).text).toContain("./project");
    expect(codeReviewPrompt(codeReviewFacts(plainly, { readsProject: false })).text).not.toContain(
      "./project",
    );
  });
});

describe("a document that was refused", () => {
  const original = codeReviewPrompt(codeReviewFacts(plainly));
  const reading = readCodeReview("APPROVED");
  const faults = reading.at === "refused" ? reading.faults : [];
  const retry = { attempt: 2, of: 3, faults };

  it("comes back with what is wrong, an example and the whole task where the agent begins afresh", () => {
    const { text, standingChars } = formRetryPrompt(original, "reviewer", retry);
    expect(text.slice(0, standingChars)).toBe(standing(original));
    expect(text.slice(standingChars)).toMatch(/^# ATTEMPT 2 of 3\n/);
    expect(text).toContain("```text\n- No verdict is stated. Write `Verdict: APPROVE`");
    expect(text).toContain("## Further examples");
    expect(text).toContain("words of diff");
    const example = formRetryPrompt(original, "coder", retry).parts.find(({ name }) => name === "example");
    expect(example?.chars).toBeLessThan(charsOf(EXAMPLE_TOKENS.retry));
  });

  it("comes back with the correction alone where the agent remembers the task", () => {
    const { text, standingChars } = formRetryPrompt(original, "reviewer", retry, [original.text]);
    const correction = text.slice(standingChars);
    expect(correction).toMatch(/^# ATTEMPT 2 of 3\n/);
    expect(correction).toContain("- No verdict is stated.");
    expect(correction).not.toContain("words of");
    expect(correction).not.toContain("examples");
    expect(correction.length).toBeLessThan(800);
  });

  it("is followed by what is new in the next turn of the same conversation", () => {
    const before = coderPrompt(coderFacts(plainly));
    const because = coderCauses(plainly).find(({ at }) => at === "red") ?? expect.fail("a cause");
    const after = coderPrompt(coderFacts(plainly, { because }));
    const { text, standingChars } = followUpPrompt(after, [before.text]);
    expect(text.slice(0, standingChars)).toBe(standing(before));
    expect(text.slice(standingChars)).toMatch(/^# Your task now\n\nThe work does not pass its checks/);
    expect(followUpPrompt(after, [])).toBe(after);
  });
});

describe("a project below the top of its repository", () => {
  it("is named to coder and reviewer, whose working folder is the top", () => {
    for (const prompt of [
      coderPrompt(coderFacts(plainly, { folder: "apps/shop" })),
      codeReviewPrompt(codeReviewFacts(plainly, { folder: "apps/shop" })),
    ])
      expect(prompt.text).toContain("The project is the folder `apps/shop` of the repository");
    expect(coderPrompt(coderFacts(plainly, { folder: "" })).text).not.toContain("The project is the folder");
  });
});
