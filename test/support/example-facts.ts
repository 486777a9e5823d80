// For tests: facts of every kind, with any text in every place that holds text of others.
import type { DecisionEntry } from "../../src/core/documents/decisions-document.ts";
import type { Flag } from "../../src/core/refinement/conflicts/flag.ts";
import type { Gap, GapOrigin } from "../../src/core/refinement/gap.ts";
import { makeGapId } from "../../src/core/shared/gap-id.ts";
import { makeIssueId } from "../../src/core/shared/issue-id.ts";
import type { Timestamp } from "../../src/core/shared/timestamp.ts";
import { specOf as readSpec } from "../../src/document/spec/spec.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import type {
  AnswerFacts,
  EngineerFacts,
  FinalReviewFacts,
  GapBrief,
  LedgerEntry,
  PendingDisagreement,
  ProposalBrief,
  RetryFacts,
  ReviewerFacts,
  SpecFacts,
} from "../../src/prompts/prompt-facts.ts";
import type { Severity } from "../sim/checker/tables.ts";
import { exampleGap, gapId, issueId, makeDecisionId } from "./example-gap.ts";

/** Called with the name of a place for the text that stands there. */
export type Saying = (place: string) => string;

export const plainly: Saying = (place) => `words of ${place}`;

export function specOf(text: string, name = "library.md"): SpecFacts {
  const { findings } = lintSpec({ text, file: name });
  const places = findings.flatMap(({ rule, gap, line }) => (rule === "gap-entry" ? [{ gap, line }] : []));
  return { name, draft: readSpec(text), places };
}

export function gapNumber(number: number) {
  return gapId(makeGapId({ category: "LOAN", number, letter: null }) ?? "");
}

export function issueNumber(round: number, number: number) {
  return issueId(makeIssueId({ round, number }) ?? "");
}

export function sayingGap(number: number, say: Saying, origin?: GapOrigin): Gap {
  const gap = exampleGap(gapNumber(number), { severity: "HIGH" });
  const said = { ...gap, title: say("gap title"), description: say("gap description") };
  return origin === undefined ? said : { ...said, origin };
}

/** Of which a prompt shows little more than the title. */
export function titledGap(number: number, title: string, severity: Severity = "LOW"): Gap {
  return { ...exampleGap(gapNumber(number), { severity }), title };
}

export function sayingIssue(
  round: number,
  number: number,
  about: { say: Saying; open: boolean },
): LedgerEntry {
  const { say, open } = about;
  return {
    issue: issueNumber(round, number),
    severity: number % 2 === 0 ? "MEDIUM" : "HIGH",
    title: say("issue title"),
    text: say("issue text"),
    raisedIn: round,
    fate: open ? "open" : say("issue fate"),
    open,
  };
}

export function sayingDecision(
  round: number,
  number: number,
  about: { say: Saying; gap: number },
): DecisionEntry {
  const { say, gap } = about;
  const id = makeDecisionId({ round, number });
  if (id === null) throw new Error(`no decision ${round}.${number}`);
  return {
    id,
    round,
    title: say("decision title"),
    about: {
      of: "conflict",
      issue: issueNumber(round, number),
      type: "EXPLICIT",
      reviewer: say("reviewer position"),
      engineer: say("engineer position"),
      option: "A",
    },
    gaps: [gapNumber(gap)],
    severity: "HIGH",
    decision: say("decision"),
    rationale: say("decision rationale"),
    constraints: say("decision constraints"),
    actionForEngineer: say("action for engineer"),
    actionForGap: say("action for gap"),
    decidedBy: "User",
    timestamp: "2026-01-12T14:30:00Z" as Timestamp,
    reappliedFrom: null,
  };
}

export function sayingBrief(number: number, say: Saying): GapBrief {
  return {
    gap: sayingGap(number, say),
    together: [],
    target: {
      kind: "mark",
      text: say("target"),
      line: 3,
      endLine: 4,
      path: [say("target path")],
      entry: false,
    },
    parent: { gap: titledGap(80, say("parent title")), pending: say("pending text") },
    proposal: { round: 2, text: say("own text") },
    review: { round: 2, text: say("review") },
    issues: [sayingIssue(2, number, { say, open: true }), sayingIssue(1, number, { say, open: false })],
    inputs: [say("input")],
  };
}

export function engineerFacts(say: Saying, facts: Partial<EngineerFacts> = {}): EngineerFacts {
  return {
    spec: specOf(say("source"), say("spec name")),
    round: 3,
    documentName: "engineer.md",
    byHand: false,
    readsProject: true,
    gaps: [sayingBrief(1, say), sayingBrief(2, say)],
    decisions: [sayingDecision(2, 1, { say, gap: 1 }), sayingDecision(2, 2, { say, gap: 9 })],
    guidance: [say("guidance")],
    taken: [],
    changes: [{ ...titledGap(7, say("change title")), state: { at: "RESOLVED" }, roundUpdated: 2 }],
    takenGapIds: [1, 2, 3, 7].map(gapNumber),
    remarksComeBack: true,
    otherGaps: [titledGap(90, say("other gap title"))],
    ...facts,
  };
}

export function sayingProposal(number: number, say: Saying): ProposalBrief {
  return {
    gap: sayingGap(number, say),
    together: [],
    parent: null,
    proposal: { round: 3, text: say("proposal") },
    edits: [
      {
        where: say("edit place"),
        line: 3,
        before: say("before"),
        after: say("after"),
        surroundings: { above: say("above"), below: say("below") },
      },
    ],
    losses: [
      { kind: "code", what: say("loss"), named: false },
      { kind: "code", what: say("named loss"), named: true },
    ],
    issues: [sayingIssue(2, number, { say, open: true }), sayingIssue(1, number, { say, open: false })],
    answers: [{ issue: say("answered issue"), text: say("answer") }],
    newGaps: [titledGap(70 + number, say("new gap title"))],
  };
}

export function reviewerFacts(say: Saying, facts: Partial<ReviewerFacts> = {}): ReviewerFacts {
  return {
    spec: specOf(say("source"), say("spec name")),
    round: 3,
    documentName: "reviewer.md",
    byHand: false,
    readsProject: true,
    proposals: [sayingProposal(1, say), sayingProposal(2, say)],
    decisions: [sayingDecision(2, 1, { say, gap: 1 })],
    guidance: [say("guidance")],
    takenGapIds: [1, 2, 3, 7].map(gapNumber),
    remarksComeBack: true,
    otherGaps: [titledGap(90, say("other gap title"))],
    otherRemarks: [
      {
        issue: issueNumber(1, 90),
        severity: "MEDIUM",
        title: say("other remark title"),
        suggestion: null,
        gaps: [gapNumber(7)],
      },
    ],
    disagreements: [sayingDisagreement(80, say)],
    flags: [
      {
        entry: sayingIssue(2, 81, { say, open: true }),
        gaps: [gapNumber(7)],
        flag: sayingFlag(81, say),
      },
    ],
    ...facts,
  };
}

export function sayingDisagreement(number: number, say: Saying): PendingDisagreement {
  return {
    entry: sayingIssue(2, number, { say, open: true }),
    gaps: [gapNumber(8)],
    stated: {
      issue: issueNumber(2, number),
      round: 3,
      concern: say("concern"),
      position: say("position"),
      rationale: say("rationale"),
      alternative: say("alternative"),
      restsOn: { of: "place", path: say("path"), line: 7, quote: say("ground") },
      document: "0".repeat(64),
      line: 40,
    },
  };
}

export function sayingFlag(number: number, say: Saying): Flag {
  return {
    issue: issueNumber(2, number),
    label: "IGNORED",
    confidence: "HIGH",
    heuristics: ["H1"],
    evidence: [{ line: 12, text: say("evidence") }],
    round: 3,
    severity: "HIGH",
    document: "0".repeat(64),
    file: "engineer.md",
    rounds: 2,
  };
}

export function answerFacts(say: Saying, facts: Partial<AnswerFacts> = {}): AnswerFacts {
  const { gap, together, parent, proposal, issues } = sayingBrief(1, say);
  return {
    spec: specOf(say("source"), say("spec name")),
    round: 3,
    documentName: "engineer.addendum.Q7.md",
    byHand: false,
    readsProject: true,
    decisions: [sayingDecision(2, 1, { say, gap: 1 })],
    guidance: [say("guidance")],
    because: "flag",
    issues: [
      {
        entry: sayingIssue(2, 1, { say, open: true }),
        gaps: [gapNumber(1)],
        flag: sayingFlag(1, say),
        stated: null,
      },
    ],
    gaps: [{ gap, together, parent, proposal, issues, edits: sayingProposal(1, say).edits }],
    ...facts,
  };
}

export function finalFacts(say: Saying, facts: Partial<FinalReviewFacts> = {}): FinalReviewFacts {
  return {
    specName: say("spec name"),
    documentName: "final_review.md",
    byHand: false,
    readsProject: true,
    draft: say("draft"),
    decisions: [sayingDecision(2, 1, { say, gap: 1 })],
    limitations: [titledGap(3, say("limitation"))],
    findings: [say("finding")],
    guidance: [say("guidance")],
    ...facts,
  };
}

export function retryFacts(say: Saying, facts: Partial<RetryFacts> = {}): RetryFacts {
  return {
    role: "engineer",
    round: 3,
    number: 1,
    because: "WRONG_FORMAT",
    message: say("message"),
    line: 12,
    subjects: [say("subject")],
    documentName: "engineer.md",
    byHand: false,
    assigned: [titledGap(1, say("assigned title"))],
    taken: [],
    knownGaps: [titledGap(1, say("assigned title")), titledGap(2, say("known title"))],
    openIssues: [issueNumber(2, 1)],
    decidedIssues: [issueNumber(1, 4)],
    sessionExamples: [{ round: 2, gap: gapNumber(2), accepted: true, text: say("session example") }],
    similar: [{ gap: gapNumber(2), round: 2, text: say("similar") }],
    ...facts,
  };
}
