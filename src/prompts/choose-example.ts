// Which example a retry shows: for each failure the kinds of it that help, the better first.

import type { Role } from "../core/refinement/role.ts";
import { isSurveyRole } from "../core/refinement/role.ts";
import type { ExampleRecord, RetryReason } from "../core/refinement/session/session-event.ts";
import { assertNever } from "../core/shared/assert-never.ts";
import { gapIdParts } from "../core/shared/gap-id.ts";
import { charsOf, EXAMPLE_TOKENS, tokensOf } from "./budgets.ts";
import { cutByStructure } from "./cut-text.ts";
import {
  CANONICAL_ANSWERS,
  CANONICAL_DRAFT,
  CANONICAL_ENGINEER,
  CANONICAL_FINAL,
  CANONICAL_REVIEWER,
  CANONICAL_SURVEY,
} from "./examples/canonical-documents.ts";
import {
  answerTemplate,
  DRAFT_TEMPLATE,
  engineerTemplate,
  FINAL_TEMPLATE,
  reviewerTemplate,
  SURVEY_TEMPLATE,
} from "./examples/templates.ts";
import type { RetryFacts, SessionExample } from "./prompt-facts.ts";
import { shownText } from "./shown-text.ts";

type Tier = ExampleRecord["tier"];

/** 1 built in, 2 of this session, 3 the bare form; none where an example would not help. */
export const EXAMPLE_TIERS: Record<RetryReason["because"], readonly Tier[]> = {
  EXECUTION_ERROR: [],
  FILE_MISSING: [],
  EMPTY_OUTPUT: [1, 2, 3],
  WRONG_FORMAT: [1, 3],
  NO_GAPS_ADDRESSED: [2, 1, 3],
  INCONSISTENT_REFS: [2, 3],
  EDIT_DOES_NOT_APPLY: [],
  EDIT_INCOMPLETE: [],
  INVALID_DISAGREE_REF: [],
  MALFORMED_DISAGREE: [],
  RE_ARGUED_CONFLICT: [],
  TOO_MANY_DISAGREES: [],
  UNCERTAINTY: [],
};

const CANONICAL: Record<Role, string> = {
  engineer: CANONICAL_ENGINEER,
  "answer-issue": CANONICAL_ANSWERS,
  reviewer: CANONICAL_REVIEWER,
  draft: CANONICAL_DRAFT,
  final: CANONICAL_FINAL,
  survey: CANONICAL_SURVEY,
  "second-survey": CANONICAL_SURVEY,
};

export interface ChosenExample {
  readonly attached: ExampleRecord;
  readonly text: string;
}

interface Candidate {
  readonly source: string;
  readonly text: string;
}

type ExampleFacts = Pick<
  RetryFacts,
  "role" | "round" | "because" | "assigned" | "sessionExamples" | "openIssues" | "disagreements"
>;

export function chooseExample(facts: ExampleFacts): ChosenExample | null {
  for (const tier of EXAMPLE_TIERS[facts.because]) {
    const candidate = candidateOf(tier, facts);
    if (candidate === null) continue;
    const { text, tokens, truncated } = cutExample(shownText(candidate.text), EXAMPLE_TOKENS.retry);
    return { attached: { tier, source: candidate.source, tokens, truncated }, text };
  }
  return null;
}

function candidateOf(tier: Tier, facts: ExampleFacts): Candidate | null {
  switch (tier) {
    case 1:
      return { source: "canonical", text: CANONICAL[facts.role] };
    case 2:
      return sessionExample(facts);
    case 3:
      return template(facts);
    default:
      return assertNever(tier);
  }
}

/** The same category as an assigned gap, then the one that shows most of the form, then the newest. */
function sessionExample({ role, assigned, sessionExamples }: ExampleFacts): Candidate | null {
  const categories = new Set(assigned.map(({ id }) => gapIdParts(id).category));
  const isSame = ({ gap }: SessionExample) => Number(categories.has(gapIdParts(gap).category));
  // A review without issues does not show how one is written.
  const shows = ({ accepted, raisedIssues }: SessionExample) =>
    Number(role === "reviewer" ? raisedIssues === true : accepted);
  const [best] = sessionExamples
    .filter(({ text }) => text.trim() !== "")
    .sort((a, b) => isSame(b) - isSame(a) || shows(b) - shows(a) || b.round - a.round);
  return best === undefined ? null : { source: `session: round ${best.round}, ${best.gap}`, text: best.text };
}

function template(facts: ExampleFacts): Candidate | null {
  const { role, assigned, openIssues, disagreements = [], round } = facts;
  const source = "template";
  if (role === "answer-issue") return { source, text: answerTemplate(openIssues) };
  if (role === "final") return { source, text: FINAL_TEMPLATE };
  if (role === "draft") return { source, text: DRAFT_TEMPLATE };
  if (isSurveyRole(role)) return { source, text: SURVEY_TEMPLATE };
  const gaps = assigned.map(({ id }) => id);
  const [first] = gaps;
  if (first === undefined) return null;
  switch (role) {
    case "engineer":
      return { source, text: engineerTemplate({ gaps: [first], openIssues }) };
    case "reviewer":
      return { source, text: reviewerTemplate({ gaps, round, openIssues, disagreements }) };
    default:
      return assertNever(role);
  }
}

interface CutExample {
  readonly text: string;
  readonly tokens: number;
  readonly truncated: boolean;
}

export function cutExample(text: string, tokensMax: number): CutExample {
  const { text: kept, cut } = cutByStructure(text.trim(), charsOf(tokensMax));
  return { text: kept, tokens: tokensOf(kept), truncated: cut > 0 };
}
