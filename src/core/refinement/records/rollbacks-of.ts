// What the history of rollbacks tells.
import type { RollbackEntry, RollbackSummary } from "../../documents/rollback-history.ts";
import { reasonWords } from "../rollback/reason-words.ts";
import { RETRY_COMPLETED, type Rollback } from "../rollback/rollback.ts";
import type { LiveSession } from "../session/session.ts";
import { rollbackSettings } from "../session/settings.ts";

/** One for each round that was undone, in the order in which that happened. */
export function rollbackEntries(session: LiveSession): readonly RollbackEntry[] {
  const { rollbacks } = session.ledger;
  return rollbacks.flatMap((rollback) =>
    rollback.rounds.map(({ round, attempt, archive }, index) => ({
      round,
      attempt,
      timestamp: rollback.at,
      mode: modeWords(rollback, attempt),
      reason: reasonWords(rollback.reason),
      adjustments: rollback.adjustments,
      context: rollback.context ?? null,
      // Of several rounds, the newest is the one that is looked at.
      rootCause: index === 0 ? causeWords(rollback) : null,
      userDecision: rollback.userDecision,
      autoRetry: isAutoRetry(rollback) ? { patterns: patternWords(rollback) } : null,
      archive: archiveWords(session, archive),
      outcome: rollback.outcome,
    })),
  );
}

function causeWords({ rootCause }: Rollback): RollbackEntry["rootCause"] {
  return rootCause === null ? null : { detected: rootCause.detected, recommendation: rootCause.recommended };
}

/** Archives of a copied past lie with the session that made them. */
function archiveWords({ fork, ledger: { archives } }: LiveSession, name: string): string {
  const isOwn = fork === undefined || archives.some((archive) => archive.name === name);
  return isOwn ? name : `${name} (in the past of ${fork.origin})`;
}

function isAutoRetry({ mode, userDecision }: Rollback): boolean {
  return mode === "AUTO_RETRY" && userDecision === null;
}

function modeWords(rollback: Rollback, attempt: number): string {
  if (rollback.mode !== "AUTO_RETRY") return rollback.mode;
  return isAutoRetry(rollback)
    ? `${rollback.mode} (attempt ${attempt} of 2 before the user is asked)`
    : `${rollback.mode} (asked)`;
}

function patternWords({ analysis }: Rollback): readonly string[] {
  return (analysis?.patterns ?? []).map(({ pattern, detail }) => `${pattern} (${detail})`);
}

export function rollbackSummary({ ledger: { rollbacks }, settings }: LiveSession): RollbackSummary {
  return {
    used: rollbacks.length,
    limit: rollbackSettings(settings).sessionMax,
    successfulRetries: rollbacks.filter(({ outcome }) => outcome === RETRY_COMPLETED).length,
    rootCauseAnalyses: rollbacks.filter(({ rootCause }) => rootCause !== null).length,
    gapsSplit: rollbacks.flatMap(({ split }) => split ?? []),
  };
}
