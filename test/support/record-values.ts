// Arbitrary values of the documents that parley keeps of itself; every free text in them is hostile.
import fc from "fast-check";
import type { RollbackEntry, RollbackSummary } from "../../src/core/documents/rollback-history.ts";
import type {
  ConvergenceRow,
  DisagreementFlag,
  GapTransition,
  RoleOutcome,
} from "../../src/core/documents/round-record.ts";
import type { DecisionId } from "../../src/core/shared/decision-id.ts";
import { type GapId, makeGapId } from "../../src/core/shared/gap-id.ts";
import { type IssueId, makeIssueId } from "../../src/core/shared/issue-id.ts";
import { SEVERITIES, type Severity } from "../../src/core/shared/severity.ts";
import { type Timestamp, timestampFromMs } from "../../src/core/shared/timestamp.ts";
import { cleanText } from "../../src/document/render/free-text.ts";
import { makeDecisionId } from "./example-gap.ts";
import { hostileText } from "./hostile-text.ts";

const number = fc.integer({ min: 0, max: 999 });
export const count = fc.nat({ max: 2_000_000 });
export const quarters = fc.integer({ min: -4000, max: 4000 }).map((value) => value / 4 || 0);

export const freeText = hostileText.map(cleanText);
/** In a cell a text without a character is the same as none. */
export const someText = freeText.filter((text) => text !== "");
export const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
export const few = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 });

export const gapId = fc
  .record({
    category: fc.constantFrom("FLOW", "UX", "AB"),
    number,
    letter: fc.constantFrom(null, "a"),
  })
  .map((parts) => makeGapId(parts))
  .filter((id): id is GapId => id !== null);

const roundNumber = fc.record({ round: fc.integer({ min: 0, max: 99 }), number });
export const issueId = roundNumber
  .map((parts) => makeIssueId(parts))
  .filter((id): id is IssueId => id !== null);
export const decisionId = roundNumber
  .map((parts) => makeDecisionId(parts))
  .filter((id): id is DecisionId => id !== null);

export const severity: fc.Arbitrary<Severity> = fc.constantFrom(...SEVERITIES);
export const timestamp: fc.Arbitrary<Timestamp> = fc
  .integer({ min: 0, max: 4_000_000_000 })
  .map((seconds) => timestampFromMs(seconds * 1000));

export const rollbackEntry: fc.Arbitrary<RollbackEntry> = fc.record({
  round: number,
  attempt: number,
  timestamp,
  mode: freeText,
  reason: freeText,
  adjustments: few(freeText),
  rootCause: optional(fc.record({ detected: freeText, recommendation: freeText })),
  userDecision: optional(freeText),
  archive: freeText,
  outcome: optional(freeText),
});

export const rollbackSummary: fc.Arbitrary<RollbackSummary> = fc.record({
  used: count,
  limit: count,
  successfulRetries: count,
  rootCauseAnalyses: count,
  gapsSplit: few(gapId),
});

export const roleOutcome: fc.Arbitrary<RoleOutcome> = fc.record({
  role: freeText,
  outcome: freeText,
  detail: optional(someText),
});

export const gapTransition: fc.Arbitrary<GapTransition> = fc.record({
  gap: gapId,
  from: freeText,
  to: freeText,
  actor: freeText,
  reason: optional(someText),
});

export const disagreementFlag: fc.Arbitrary<DisagreementFlag> = fc.record({
  issue: issueId,
  gap: gapId,
  heuristics: freeText,
  confidence: freeText,
  evidence: freeText,
  answer: optional(someText),
});

export const convergenceRow: fc.Arbitrary<ConvergenceRow> = fc.record({
  round: count,
  gapsStart: quarters,
  resolved: count,
  created: count,
  gapsEnd: quarters,
  net: quarters,
  weightedNet: quarters,
  state: freeText,
  note: optional(someText),
});
