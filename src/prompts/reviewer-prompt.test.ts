import { describe, expect, it } from "vitest";
import {
  plainly,
  reviewerFacts,
  sayingDisagreement,
  sayingGap,
  sayingProposal,
  specOf,
} from "../../test/support/example-facts.ts";
import { SEVERITIES } from "../core/shared/severity.ts";
import { reviewerPrompt } from "./reviewer-prompt.ts";

const { text } = reviewerPrompt(reviewerFacts(plainly));

describe("the Reviewer's prompt", () => {
  it.each([
    ["the proposal", "words of proposal"],
    ["where it comes from", "From the Engineer's document of round 3:"],
    ["ids with the round of this review", "ISSUE-R3-001"],
    ["what to say of nothing", "NO_ISSUES_FOUND"],
    ["the scope", "## Scope Examined"],
    ["verdicts by gap", "## Verdict by Gap"],
    ["earlier issues", "- ISSUE-R2-001 (HIGH, raised in round 2): `words of issue title`"],
    ["the form of a row", "| [ISSUE-…] | [RESOLVED, PARTIALLY_RESOLVED, UNRESOLVED or DEFERRED] |"],
    ["a row for them", "- In `## Prior Issues` a row for each of: ISSUE-R2-001, ISSUE-R2-002."],
    ["settled ones by their titles", "- ISSUE-R1-001 (HIGH): `words of issue title`, `words of issue fate`"],
    ["the Engineer's answers", "words of answer"],
    [
      "what the Engineer disagrees with, on whichever gap",
      "# Disagreements to answer\n\nThe Engineer holds these issues to be wrong.",
    ],
    ["the issue that it disagrees with", "- ISSUE-R2-080 (MEDIUM, on GAP-LOAN-008): `words of issue title`"],
    ["its words, where they stand nowhere else", "What the Reviewer wrote on ISSUE-R2-080:"],
    [
      "the block, and what it rests on",
      [
        "What the Engineer holds against ISSUE-R2-080, which rests on a place that was looked up and says what is quoted:",
        "```text",
        "Reviewer Concern: words of concern",
        "Engineer Position: words of position",
        "Rationale: words of rationale",
        "Alternative Approach: words of alternative",
        'Rests on: words of path:7 ("words of ground")',
      ]
        .join("\n\n")
        .replace("```text\n\n", "```text\n"),
    ],
    ["the form of an answer", "| [ISSUE-…] | [WITHDRAW or STAND] | [why] |"],
    ["a row for it", "- In `### Disagreements` a row for each of: ISSUE-R2-080."],
    ["what follows from each answer", "WITHDRAW closes the issue"],
    [
      "what may be unanswered, as evidence",
      "evidence, not intent. Whether the proposal meets an issue is yours to judge; give each its status as ever.\n\n- ISSUE-R2-081 (HIGH, on GAP-LOAN-007): `words of issue title`\n  - no row, heading or item answers it by its id, and no text that was added covers it\n  - line 12 of the Engineer's document of round 3: `words of evidence`\n  - the same for 2 rounds",
    ],
    ["which issues have no answer", "`words of issue title` (the Engineer gave no answer to it)"],
    ["an edit before", "Before:\n\n```text\nwords of before\n```"],
    ["an edit after", "After:\n\n```text\nwords of after\n```"],
    ["a loss", "- `the code words of loss` (not named)"],
    ["a loss that is named", "- `the code words of named loss` (named as gone on purpose)"],
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
      "add this before `## Verdict by Gap`:\n\n```markdown\n## Gap Severities\n\n- [GAP-…]: severity raised to [CRITICAL, HIGH or MEDIUM]\n```",
    ],
    ["the draft", "with what was accepted in its place:\n\n```text\nwords of source\n```"],
    ...SEVERITIES.map((severity) => ["a severity", `- ${severity}: `]),
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("given an issue that is answered, says nothing of a missing answer", () => {
    const proposal = sayingProposal(1, plainly);
    const answers = [{ issue: "ISSUE-R2-001", text: "ADDRESSED: first sentence" }];
    const answered = reviewerPrompt(reviewerFacts(plainly, { proposals: [{ ...proposal, answers }] })).text;
    expect(answered).not.toContain("gave no answer");
  });

  it("given a later answer to the user, says that it is one", () => {
    const proposal = sayingProposal(1, plainly);
    const answers = [{ issue: "ISSUE-R2-001", text: "PARTLY: the first half", addendum: true as const }];
    const answered = reviewerPrompt(reviewerFacts(plainly, { proposals: [{ ...proposal, answers }] })).text;
    expect(answered).toContain(
      "From the Engineer's later answer to the user, on `ISSUE-R2-001`:\n\n```text\nPARTLY: the first half",
    );
  });

  it("given an issue on a gap at hand is disagreed with, shows its words once and no other row for it", () => {
    const proposal = sayingProposal(1, plainly);
    const pending = sayingDisagreement(1, plainly);
    const shown = reviewerPrompt(
      reviewerFacts(plainly, {
        proposals: [proposal],
        disagreements: [{ ...pending, gaps: [proposal.gap.id] }],
      }),
    ).text;
    expect(shown.split("What the Reviewer wrote on ISSUE-R2-001:")).toHaveLength(2);
    expect(shown).toContain("(the Engineer disagrees, see Disagreements to answer)");
    expect(shown).toContain("- No `## Prior Issues`.");
    expect(shown).toContain("- In `### Disagreements` a row for each of: ISSUE-R2-001.");
  });

  it("given no disagreement and no flag, puts neither to the Reviewer", () => {
    const quiet = reviewerPrompt(reviewerFacts(plainly, { disagreements: [], flags: [] })).text;
    expect(quiet).toContain("- No `### Disagreements`.");
    expect(quiet).not.toContain("Disagreements to answer");
    expect(quiet).not.toContain("may be unanswered");
  });

  it("given one text for several gaps, shows it once", () => {
    const proposal = { ...sayingProposal(1, plainly), together: [sayingGap(2, plainly)] };
    const both = reviewerPrompt(reviewerFacts(plainly, { proposals: [proposal] })).text;
    expect(both).toContain("# GAP-LOAN-001, GAP-LOAN-002\n");
    expect(both.split("words of after\n")).toHaveLength(2);
    expect(both).toContain("- `**Gaps:** GAP-LOAN-001, GAP-LOAN-002`, and a row for each in");
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

  it("given no earlier issue, asks for no row", () => {
    const proposals = [{ ...sayingProposal(1, plainly), issues: [] }];
    const first = reviewerPrompt(
      reviewerFacts(plainly, { proposals, otherRemarks: [], disagreements: [] }),
    ).text;
    expect(first).toContain("- No `## Prior Issues`.");
    expect(first).not.toContain("a row for each of");
  });
});
