// The validation log and the example log of `status.md`.
import { assertNever } from "../../shared/assert-never.ts";
import { groupedDigits } from "../../shared/grouped-digits.ts";
import { memoizeWeak } from "../../shared/memoize-weak.ts";
import type { ExampleRecord, RetryReason } from "../session/session-event.ts";
import { tierOf, type Warning } from "../validation/judgement.ts";
import {
  type AttemptLog,
  type JudgedLog,
  type RetryLog,
  type RoundLog,
  type TurnLog,
  turnTitle,
} from "./round-log.ts";
import type {
  ExampleUse,
  RetryDetail,
  ValidationLog,
  ValidationLogRow,
  ValidationSummaryRow,
} from "./status-document.ts";

export function validationLog(rounds: readonly RoundLog[]): ValidationLog {
  return {
    summary: rounds.flatMap(summaryRows),
    log: rounds.flatMap(detailedRows),
    retries: rounds.flatMap(retryDetails),
  };
}

const summaryRows = memoizeWeak(({ round, turns }: RoundLog) => turns.map((turn) => summaryRow(round, turn)));

function summaryRow(round: number, turn: TurnLog): ValidationSummaryRow {
  const outcome = outcomeWord(turn);
  return {
    round,
    role: turnTitle(turn),
    outcome,
    attempts: turn.attempts.length,
    finalFailure: outcome === "SUCCESS" ? passNote(turn) : lastFailure(turn),
  };
}

function outcomeWord({ outcome, owed, attempts }: TurnLog): string {
  if (outcome !== null) return outcome.word === "VALID" ? "SUCCESS" : outcome.word;
  const judged = attempts.at(-1)?.judged ?? null;
  if (judged === null || owed !== null) return "RUNNING";
  return judged.failure === null ? "SUCCESS" : "FAILED";
}

function passNote({ attempts }: TurnLog): string | null {
  const failedBefore = attempts.some(({ judged }) => judged !== null && judged.failure !== null);
  return failedBefore ? "N/A (passed on retry)" : null;
}

function lastFailure({ attempts }: TurnLog): string | null {
  return attempts.findLast(({ judged }) => judged !== null)?.judged?.failure ?? null;
}

/** In the order of time; runs that go on side by side are mixed. */
const detailedRows = memoizeWeak(({ round, turns }: RoundLog): readonly ValidationLogRow[] =>
  turns
    .flatMap((turn) =>
      turn.attempts.flatMap(({ number, judged }) =>
        judged === null
          ? []
          : checks(judged, turn).map((check) => ({
              timestamp: judged.at,
              round,
              role: turnTitle(turn),
              attempt: number,
              ...check,
            })),
      ),
    )
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0)),
);

type ValidationCheck = Pick<ValidationLogRow, "validation" | "result" | "message">;

const STRUCTURE_PASSED: ValidationCheck = { validation: "Structure", result: "PASS", message: null };

/** What is checked first and fails keeps the rest from being looked at. */
function checks(judged: JudgedLog, turn: TurnLog): readonly ValidationCheck[] {
  const { failure, warnings } = judged;
  if (failure === null) {
    const warned = warnings.length > 0;
    const message = warned ? warnings.map(warningText).join("; ") : addressedText(judged, turn);
    return [STRUCTURE_PASSED, { validation: "Content", result: warned ? "WARN" : "PASS", message }];
  }
  const message = judged.message || failure;
  const tier = tierOf(failure);
  switch (tier) {
    case "fatal":
      return [{ validation: "Execution", result: "FAIL", message }];
    case "structure":
      return [{ validation: "Structure", result: "FAIL", message }];
    case "content":
      return [STRUCTURE_PASSED, { validation: "Content", result: "FAIL", message }];
    default:
      return assertNever(tier);
  }
}

export function warningText({ type, message, line }: Warning): string {
  return `${type}: ${message}${line === null ? "" : ` (line ${line})`}`;
}

function addressedText({ gapsAddressed }: JudgedLog, { role }: TurnLog): string | null {
  if (role !== "engineer") return null;
  return gapsAddressed.length === 1 ? "1 gap addressed" : `${gapsAddressed.length} gaps addressed`;
}

const retryDetails = memoizeWeak(({ round, turns }: RoundLog): readonly RetryDetail[] =>
  turns.flatMap((turn) => {
    const launched = turn.attempts.flatMap((attempt) =>
      attempt.retry === null ? [] : [retryDetail({ round, turn, retry: attempt.retry, attempt })],
    );
    const { owed } = turn;
    return owed === null ? launched : [...launched, retryDetail({ round, turn, retry: owed, attempt: null })];
  }),
);

interface RetriedAttempt {
  readonly round: number;
  readonly turn: TurnLog;
  readonly retry: RetryLog;
  /** `null` until it is launched. */
  readonly attempt: AttemptLog | null;
}

function retryDetail({ round, turn, retry, attempt }: RetriedAttempt): RetryDetail {
  const example = attempt?.example ?? null;
  return {
    round,
    role: turnTitle(turn),
    retry: retry.number,
    timestamp: retry.ordered,
    failureType: retry.because,
    promptModification: MODIFICATION_LABELS[retry.because],
    exampleAttached: example === null ? null : exampleText(example),
    outcome: attempt?.judged ? retryOutcome(attempt.judged) : null,
  };
}

function retryOutcome({ failure }: JudgedLog): string {
  return failure === null ? "Success on retry" : `Failed again: ${failure}`;
}

const TIER_NAMES: Record<ExampleRecord["tier"], string> = { 1: "Canonical", 2: "Session", 3: "Template" };

/** `Tier 1 Canonical (1,247 tokens)`. */
function exampleText({ tier, tokens, truncated }: ExampleRecord): string {
  return `Tier ${tier} ${TIER_NAMES[tier]} (${groupedDigits(tokens)} tokens${truncated ? ", cut" : ""})`;
}

export function exampleLog(rounds: readonly RoundLog[]): readonly ExampleUse[] {
  return rounds.flatMap(exampleUses);
}

const exampleUses = memoizeWeak(({ round, turns }: RoundLog): readonly ExampleUse[] =>
  turns.flatMap((turn) =>
    turn.attempts.flatMap(({ example, started, retry, judged }) => {
      if (example === null) return [];
      return [
        {
          timestamp: started,
          round,
          role: turnTitle(turn),
          failureType: retry?.because ?? null,
          ...example,
          succeeded: retry === null || judged === null ? null : judged.failure === null,
        },
      ];
    }),
  ),
);

/** What a retry's prompt puts before the original one: the title it has there, and what it adds. */
const MODIFICATION_LABELS: Record<RetryReason["because"], string> = {
  EXECUTION_ERROR: "The run did not end (launched again)",
  FILE_MISSING: "The document was not found (path of the document)",
  EMPTY_OUTPUT: "The document was empty (content even if uncertain)",
  WRONG_FORMAT: "FORMAT CORRECTION REQUIRED (structural headers)",
  NO_GAPS_ADDRESSED: "GAP REFERENCE REQUIRED (assigned gaps)",
  INCONSISTENT_REFS: "INVALID REFERENCES DETECTED (valid gaps)",
  EDIT_DOES_NOT_APPLY: "Target not found (nearest passage shown)",
  EDIT_INCOMPLETE: "Text incomplete (what is left or lost is named)",
  INVALID_DISAGREE_REF: "A disagreement names no open issue (valid issues)",
  MALFORMED_DISAGREE: "A disagreement is incomplete (fields of the block)",
  RE_ARGUED_CONFLICT: "A decided issue was argued again (decided issues)",
  TOO_MANY_DISAGREES: "Too many disagreements (fewer, or a justification)",
  UNCERTAINTY: "More to go by (source excerpts, similar gaps)",
};
