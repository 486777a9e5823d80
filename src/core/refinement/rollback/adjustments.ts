// What the next attempt at an undone round is told, by what went wrong in the last one.
import type { GapId } from "../../shared/gap-id.ts";
import { listNames } from "../validation/judgement.ts";
import {
  type Adjustment,
  type FoundPattern,
  ROLLBACK_PATTERNS,
  type RollbackPattern,
} from "./rollback-analysis.ts";

interface AdjustmentFacts {
  readonly patterns: readonly FoundPattern[];
  readonly assigned: readonly GapId[];
  /** Ids that a document may name. */
  readonly validGaps: readonly GapId[];
  /** What earlier attempts at the round had. */
  readonly recurring: ReadonlySet<RollbackPattern>;
}

/** One for each pattern that was found; the surest first. */
export function adjustmentsFor({
  patterns,
  assigned,
  validGaps,
  recurring,
}: AdjustmentFacts): readonly Adjustment[] {
  const found = ROLLBACK_PATTERNS.flatMap((pattern): Adjustment[] => {
    const own = patterns.filter((one) => one.pattern === pattern);
    if (own.length === 0) return [];
    const { text, confidence } = ADJUSTMENTS[pattern];
    return [
      {
        pattern,
        text: text({ found: own, assigned, validGaps }),
        confidence: recurring.has(pattern) ? RAISED[confidence] : confidence,
      },
    ];
  });
  return found.sort((a, b) => RANK[a.confidence] - RANK[b.confidence]);
}

type Confidence = Adjustment["confidence"];

const RAISED: Record<Confidence, Confidence> = { HIGH: "HIGH", MEDIUM: "HIGH", LOW: "MEDIUM" };
const RANK: Record<Confidence, number> = { HIGH: 0, MEDIUM: 1, LOW: 2 };

interface PatternFacts {
  readonly found: readonly FoundPattern[];
  readonly assigned: readonly GapId[];
  readonly validGaps: readonly GapId[];
}

interface AdjustmentRule {
  readonly text: (facts: PatternFacts) => string;
  /** How sure it is that this was the matter, and that saying so helps. */
  readonly confidence: Confidence;
  readonly because: string;
}

/** Of what is named in one text. */
const GAPS_NAMED_MAX = 10;
const SUBJECTS_NAMED_MAX = 8;

const ADJUSTMENTS: Record<RollbackPattern, AdjustmentRule> = {
  ABSTRACT_OUTPUT: {
    text: ({ found }) =>
      `Say what exactly happens: the value, the limit, the condition, the name. On ${gapsOf(found)} the last attempt stayed vague (${quoted(found)}). Instead of "an appropriate threshold" write "after 5 attempts".`,
    confidence: "HIGH",
    because: "pattern clearly detected",
  },
  MISSING_SECTIONS: {
    text: ({ found }) => missingText(found),
    confidence: "HIGH",
    because: "structural, easily checked",
  },
  NARROW_EXAMPLES: {
    text: ({ found }) =>
      `Give at least 2 examples for ${gapsOf(found)}: one usual case and one at the edge, each with real values.`,
    confidence: "MEDIUM",
    because: "may need knowledge of the domain",
  },
  INCONSISTENT_REFS: {
    text: ({ found, validGaps }) =>
      `Name only gaps that exist; the last attempt named ${subjectsOf(found)}. These exist: ${listNames(validGaps)}. A gap that you find yourself goes into \`### New Gaps Introduced\`.`,
    confidence: "HIGH",
    because: "structural, easily checked",
  },
  DOMAIN_CONFUSION: {
    text: ({ found }) =>
      `Use the words of the specification, and where you need a new one, say what it means. The last attempt used without a word of explanation: ${subjectsOf(found, (term) => `\`${term}\``)}.`,
    confidence: "LOW",
    because: "a term may be known outside of the specification",
  },
  SCOPE_DRIFT: {
    text: ({ found, assigned }) =>
      `Resolve ${listNames(assigned, GAPS_NAMED_MAX)} and no other gap, beginning with \`## Gap Resolution: ${assigned[0] ?? "GAP-…"}\`. The last attempt resolved ${subjectsOf(found)}, which nobody had asked for.`,
    confidence: "HIGH",
    because: "pattern clearly detected",
  },
};

/** Why an adjustment is as sure as it is. */
export function confidenceGround(pattern: RollbackPattern, recurring: ReadonlySet<RollbackPattern>): string {
  const { because } = ADJUSTMENTS[pattern];
  return recurring.has(pattern) ? `${because}; found in an earlier attempt too` : because;
}

function gapsOf(found: readonly FoundPattern[]): string {
  const gaps = new Set(found.flatMap(({ gap }) => gap ?? []));
  return listNames([...gaps], GAPS_NAMED_MAX);
}

function subjectsOf(found: readonly FoundPattern[], show = (subject: string) => subject): string {
  const subjects = new Set(found.flatMap((one) => one.subjects));
  return listNames([...subjects].map(show), SUBJECTS_NAMED_MAX);
}

function quoted(found: readonly FoundPattern[]): string {
  return subjectsOf(found, (word) => `"${word}"`);
}

/** The heading that belongs to each, and what stands below it. */
const SECTION_FORMS: Record<string, { readonly heading: string; readonly holds: string }> = {
  "Gap Resolution": { heading: "## Gap Resolution:", holds: "with the id of the gap" },
  "Trade-offs": {
    heading: "### Trade-offs",
    holds: "with what the choice costs and what you decided against",
  },
  Examples: { heading: "### Examples", holds: "with a usual case and one at the edge" },
  "New Gaps": { heading: "### New Gaps Introduced", holds: "with the table or None." },
};

function missingText(found: readonly FoundPattern[]): string {
  return Object.entries(SECTION_FORMS)
    .flatMap(([section, { heading, holds }]) => {
      const without = found.filter(({ subjects }) => subjects.includes(section));
      if (without.length === 0) return [];
      return [`You must include \`${heading}\` for ${gapsOf(without)}, ${holds}.`];
    })
    .join(" ");
}
