import { describe, expect, it } from "vitest";
import {
  plainly,
  reviewerFacts,
  sayingGap,
  sayingProposal,
  specOf,
} from "../../test/support/example-facts.ts";
import { SEVERITIES } from "../core/shared/severity.ts";
import { reviewerPrompt } from "./reviewer-prompt.ts";

const { text, parts } = reviewerPrompt(reviewerFacts(plainly));

describe("the Reviewer's prompt", () => {
  it("has what is the same in every call first, then the decisions, then the task", () => {
    expect(parts.map(({ name }) => name).slice(0, 5)).toEqual([
      "persona",
      "rules",
      "project",
      "decisions",
      "task",
    ]);
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
    ["a row for them", "| ISSUE-R2-001 | [RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED] |"],
    ["settled ones by their titles", "- ISSUE-R1-001 (HIGH): `words of issue title`, `words of issue fate`"],
    ["the Engineer's answers", "words of answer"],
    [
      "what the Engineer disagrees with",
      "in disagreement, on `words of disputed issue`:\n\n```text\nwords of disagreement",
    ],
    ["which issues have no answer", "`words of issue title` (the Engineer gave no answer to it)"],
    ["an edit before", "Before:\n\n```text\nwords of before\n```"],
    ["an edit after", "After:\n\n```text\nwords of after\n```"],
    ["a loss", "- `the code words of loss` (not named)"],
    ["a loss that is named", "- `the code words of named loss` (named under Drops)"],
    ["what a verdict is", "one of these words alone: `APPROVED`, `APPROVED_WITH_NOTES`, `NEEDS_REVISION`"],
    ["a verdict by choice", "## Verdict: [APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION]"],
    [
      "what to do with nothing new",
      "If you find nothing new, but an earlier issue is still open, write this in place of",
    ],
    ["the columns of new gaps", "| Gap | Severity | Title | Place | Blocked By |"],
    ["ids that are taken", "next free GAP-LOAN-008"],
    ["what becomes of remarks", "all come back to the Engineer once, before the end"],
    ["that remarks are heard", "no need to rate an issue higher for it to be heard"],
    ["other open gaps", "- GAP-LOAN-090: `words of other gap title`"],
    [
      "remarks on accepted gaps, and what may be said of them",
      "you may give it its status in a row of `## Prior Issues` (columns Issue and Status).\n\n- ISSUE-R1-090 (MEDIUM, on GAP-LOAN-007): `words of other remark title`",
    ],
    ["new gaps", "- GAP-LOAN-071 (LOW): `words of new gap title`"],
    [
      "a raise",
      "add this before `## Verdict by Gap`:\n\n```markdown\n## Gap Severities\n\n- GAP-LOAN-001: severity raised to [CRITICAL, HIGH or MEDIUM]\n```",
    ],
    ["the draft", "with what was accepted in its place:\n\n```text\nwords of source\n```"],
    ...SEVERITIES.map((severity) => ["a severity", `- ${severity}: `]),
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("asks an agent for no file, as it may write none, and a person for the one that is laid out", () => {
    expect(text).not.toContain("reviewer.md");
    const byHand = reviewerPrompt(reviewerFacts(plainly, { byHand: true })).text;
    expect(byHand).toContain("view/reviewer.md");
    expect(byHand).not.toMatch(/write no file/i);
  });

  it("given an issue that is answered, says nothing of a missing answer", () => {
    const proposal = sayingProposal(1, plainly);
    const answers = [{ issue: "ISSUE-R2-001", text: "ADDRESSED: first sentence" }];
    const answered = reviewerPrompt(reviewerFacts(plainly, { proposals: [{ ...proposal, answers }] })).text;
    expect(answered).not.toContain("gave no answer");
  });

  it("given one text for several gaps, shows it once", () => {
    const proposal = { ...sayingProposal(1, plainly), together: [sayingGap(2, plainly)] };
    const both = reviewerPrompt(reviewerFacts(plainly, { proposals: [proposal] })).text;
    expect(both).toContain("# GAP-LOAN-001, GAP-LOAN-002\n");
    expect(both.split("words of after\n")).toHaveLength(2);
    expect(both).toContain("| GAP-LOAN-002 | [APPROVED, ");
  });

  it("given a text that is added or taken away, says so", () => {
    const proposal = sayingProposal(1, plainly);
    const [edit] = proposal.edits;
    const edits = [
      { ...(edit ?? expect.fail()), before: "" },
      { ...(edit ?? expect.fail()), after: "" },
    ];
    const shown = reviewerPrompt(reviewerFacts(plainly, { proposals: [{ ...proposal, edits }] })).text;
    expect(shown).toContain("Before: nothing, the text is added.");
    expect(shown).toContain("After: nothing, the passage is removed.");
  });

  it("shows what stands around an edit only where the specification is not shown whole", () => {
    expect(text).not.toMatch(/words of (?:above|below)/);
    const spec = specOf(`# Top\n\n${"A long line of the specification.\n".repeat(4_200)}`);
    const long = reviewerPrompt(reviewerFacts(plainly, { spec })).text;
    expect(long).toContain("Above it, as it stands now:\n\n```text\nwords of above\n```");
    expect(long).toContain("Below it, as it stands now:\n\n```text\nwords of below\n```");
    const short = specOf(`# Top\n\n${"A long line of the specification.\n".repeat(3_300)}`);
    expect(reviewerPrompt(reviewerFacts(plainly, { spec: short })).text).toContain(
      short.draft.lines.join("\n"),
    );
  });

  it("given no earlier issue, shows no form for one", () => {
    const proposals = [{ ...sayingProposal(1, plainly), issues: [] }];
    const first = reviewerPrompt(reviewerFacts(plainly, { proposals, otherRemarks: [] })).text;
    expect(first).not.toContain("## Prior Issues");
    expect(first).not.toContain("an earlier issue is still open");
  });

  it("speaks of the project only where it may be read", () => {
    expect(reviewerPrompt(reviewerFacts(plainly, { readsProject: false })).text).not.toContain("./project");
  });
});
