import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  answerFacts,
  engineerFacts,
  finalFacts,
  gapNumber,
  issueNumber,
  plainly,
  retryFacts,
  reviewerFacts,
  type Saying,
  sayingBrief,
  sayingDecision,
  sayingDisagreement,
  sayingFlag,
  sayingIssue,
  sayingProposal,
  specOf,
  titledGap,
} from "../../test/support/example-facts.ts";
import { hostileText } from "../../test/support/hostile-text.ts";
import { answerPrompt } from "./answer-prompt.ts";
import { BUDGETS, charsOf, ENTRY_BUDGETS, EXAMPLE_TOKENS, REFERENCES_MAX } from "./budgets.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import { finalReviewPrompt } from "./final-review-prompt.ts";
import type { EngineerFacts, GapTarget, Prompt, ReviewerFacts } from "./prompt-facts.ts";
import { retryPrompt } from "./retry.ts";
import { reviewerPrompt } from "./reviewer-prompt.ts";

const saying =
  (text: string): Saying =>
  () =>
    text;
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the parts of a prompt", () => {
  it("add up to its text, whatever they hold", () => {
    const sums = (prompt: Prompt) => {
      expect(prompt.parts.reduce((sum, { chars }) => sum + chars, 0)).toBe(prompt.text.length);
      for (const { chars } of prompt.parts) expect(chars).toBeGreaterThan(0);
    };
    fc.assert(
      fc.property(hostileText, (text) => {
        const engineer = engineerPrompt(engineerFacts(saying(text)));
        sums(engineer);
        sums(reviewerPrompt(reviewerFacts(saying(text))));
        sums(answerPrompt(answerFacts(saying(text))));
        sums(finalReviewPrompt(finalFacts(saying(text))));
        sums(retryPrompt(engineer, retryFacts(saying(text))).prompt);
      }),
      { numRuns: 30 },
    );
  });
});

/** Our own words, titles, labels and fences. */
const FIXED = 16_000;
const LABELS = 4_000;
/** Never left out, and each is bounded; what its issue says is shown whole. */
const DISAGREEMENT = ENTRY_BUDGETS.disagreement + ENTRY_BUDGETS.ownTitle;
const ONCE =
  FIXED +
  BUDGETS.otherDecisions +
  BUDGETS.guidance +
  BUDGETS.changes +
  BUDGETS.outline +
  BUDGETS.wholeDraft +
  BUDGETS.otherGaps +
  BUDGETS.otherRemarks +
  BUDGETS.flags +
  DISAGREEMENT +
  BUDGETS.takenIds;
const EVERY_GAP =
  LABELS +
  BUDGETS.description +
  BUDGETS.place +
  BUDGETS.pending +
  REFERENCES_MAX * BUDGETS.reference +
  BUDGETS.openIssues +
  BUDGETS.settledIssues;
const PER_GAP = {
  engineer: EVERY_GAP + BUDGETS.inputs + BUDGETS.ownText + BUDGETS.review,
  reviewer:
    EVERY_GAP +
    BUDGETS.proposal +
    2 * BUDGETS.edits +
    2 * ENTRY_BUDGETS.surroundings +
    BUDGETS.losses +
    BUDGETS.answers +
    BUDGETS.newGaps,
};

const HUGE: readonly string[] = [
  "word ".repeat(9_000),
  "## Title\n\ntext\n\n```\ncode\n```\n\n".repeat(1_400),
  `${"`".repeat(50_000)}\n`,
  "# \n".repeat(14_000),
  "- item\n".repeat(6_000),
];

describe("the size of a prompt", () => {
  it.each([1, 3])("for %i gaps is bounded by as many times a constant", (count) => {
    for (const text of HUGE) {
      const say = saying(text);
      const issues = range(100).map((n) => sayingIssue(2, n, { say, open: n % 2 === 0 }));
      // On other gaps: those on the gaps at hand are never shortened, nor are grave issues and passages.
      const decisions = range(60).map((n) => sayingDecision(2, n, { say, gap: 10 + (n % 8) }));
      const shared = { decisions, guidance: range(9).map(() => text) };
      const engineer = engineerPrompt(
        engineerFacts(say, {
          ...shared,
          gaps: range(count).map((n) => ({
            ...sayingBrief(n, say),
            ...{ issues, inputs: [text, text], target: sayingBrief(n, plainly).target },
          })),
          changes: range(100).map((n) => ({ ...titledGap(n, text), roundUpdated: n })),
        }),
      );
      expect(engineer.text.length).toBeLessThanOrEqual(ONCE + count * PER_GAP.engineer);
      const answers = range(100).map(() => ({ issue: text, text }));
      const newGaps = range(100).map((n) => titledGap(n, text));
      const proposals = range(count).map((n) => ({ ...sayingProposal(n, say), issues, answers, newGaps }));
      const disagreements = [
        { ...sayingDisagreement(80, say), entry: sayingIssue(2, 80, { say: plainly, open: true }) },
      ];
      const flags = range(100).map((n) => ({
        ...{ entry: sayingIssue(2, n, { say, open: true }), gaps: [] },
        flag: sayingFlag(n, say),
      }));
      const reviewer = reviewerPrompt(reviewerFacts(say, { ...shared, proposals, disagreements, flags }));
      expect(reviewer.text.length).toBeLessThanOrEqual(ONCE + count * PER_GAP.reviewer);
    }
  });

  it("of the final review is bounded", () => {
    const max = FIXED + BUDGETS.guidance + BUDGETS.limitations + BUDGETS.findings + BUDGETS.draft;
    for (const text of HUGE) {
      const draft = text.repeat(8);
      const { length } = finalReviewPrompt(finalFacts(saying(text), { draft, decisions: [] })).text;
      expect(length).toBeLessThanOrEqual(max);
    }
  });

  it("of a retry is bounded beside the task it repeats", () => {
    const original = engineerPrompt(engineerFacts(plainly));
    const max =
      FIXED + charsOf(EXAMPLE_TOKENS.retry) + BUDGETS.gapList + BUDGETS.similar + ENTRY_BUDGETS.message;
    for (const text of HUGE) {
      for (const because of ["INCONSISTENT_REFS", "UNCERTAINTY", "TOO_MANY_DISAGREES"] as const) {
        const knownGaps = range(900).map((n) => titledGap(n, text));
        const facts = retryFacts(saying(text), { because, knownGaps, subjects: range(200).map(() => text) });
        const { length } = retryPrompt(original, facts).prompt.text;
        expect(length - original.text.length).toBeLessThanOrEqual(max);
      }
    }
  });

  it.each([1, 4])("in round 50 is at most 1.2 times that of round 5, %i gaps at a time", (count) => {
    const [five, fifty] = [workload(5, count), workload(50, count)];
    const ratio = (render: (facts: Workload) => Prompt) =>
      render(fifty).text.length / render(five).text.length;
    expect(ratio(({ engineer }) => engineerPrompt(engineer))).toBeLessThanOrEqual(1.2);
    expect(ratio(({ reviewer }) => reviewerPrompt(reviewer))).toBeLessThanOrEqual(1.2);
  });
});

interface Workload {
  readonly engineer: EngineerFacts;
  readonly reviewer: ReviewerFacts;
}

/** A session of 200 gaps at a round: what it has gathered grows, what is worked on is of one size. */
function workload(round: number, count: number): Workload {
  const say: Saying = (place) => `${place}: ${"some words of it ".repeat(8)}`;
  const source = range(200).map(
    (n) => `## Section ${n}\n\n${"A sentence of the spec. ".repeat(12)}TODO: decide ${n}.`,
  );
  const gaps = range(count).map((n) => {
    const brief = sayingBrief(n + round * 4 - 3, say);
    const line = 3 + 4 * (round + n);
    return { ...brief, target: { ...brief.target, kind: "mark", line, endLine: line } as GapTarget };
  });
  const proposals = gaps.map(({ gap }, n) => ({ ...sayingProposal(n + 1, say), gap }));
  const own = gaps.map(({ gap }) => gap.id);
  const decisions = range(round - 1).flatMap((past) => [
    sayingDecision(past, 1, { say, gap: past }),
    { ...sayingDecision(past, 2, { say, gap: past }), gaps: past === round - 1 ? own : [gapNumber(past)] },
  ]);
  const changes = range(round * count).map((n) => {
    const at = Math.ceil(n / count);
    return {
      ...titledGap(n + 300, say("gap")),
      state: { at: "ACCEPTED", round: at } as const,
      roundUpdated: at,
    };
  });
  const spec = specOf(source.join("\n\n"));
  const otherGaps = range(Math.max(0, 200 - round * count)).map((n) => titledGap(n + 600, say("gap")));
  const otherRemarks = range(round * count * 2).map((n) => ({
    issue: issueNumber(Math.ceil(n / 8), n % 900),
    severity: "MEDIUM" as const,
    title: say("remark"),
    suggestion: null,
    gaps: own,
  }));
  return {
    engineer: engineerFacts(say, { spec, round, gaps, decisions, changes, otherGaps }),
    reviewer: reviewerFacts(say, { spec, round, proposals, decisions, otherGaps, otherRemarks }),
  };
}
