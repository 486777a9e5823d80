import type { RollbackSummary } from "../../documents/rollback-history.ts";
import type { ConvergenceRow, CoverageRow, RoleOutcome } from "../../documents/round-record.ts";
import { memoizeWeak } from "../../shared/memoize-weak.ts";
import { SECOND_MS } from "../../shared/time-units.ts";
import { gapsOf, type LiveSession } from "../session/session.ts";
import { configurationOf } from "./configuration-of.ts";
import { coverageOf } from "./coverage-of.ts";
import { hasContent, lastRound, type RoundLog, roundsOf } from "./round-log.ts";
import type { DisagreeRate, RoundRecord, RoundTiming, StatusDocument } from "./status-document.ts";
import { turnTitle } from "./turn-log.ts";
import { statusUsage } from "./usage-lines.ts";
import { usageTotal } from "./usage-of.ts";
import { exampleLog, validationLog } from "./validation-of.ts";

/** What `status.md` says. */
export const statusDocument = memoizeWeak((session: LiveSession): StatusDocument => {
  const { id, spec, settings, work, ledger } = session;
  const rounds = roundsOf(work);
  return {
    session: id,
    spec: spec.name,
    round: lastRound(work),
    state: stateWord(session),
    updated: session.lastEventAt,
    configuration: configurationOf(settings, usageTotal(ledger.usage)),
    gaps: gapsOf(session),
    settled: work.settled,
    coverage: coverageRows(session),
    convergence: convergenceRows(rounds),
    rounds: rounds.filter(hasContent).map(roundRecord),
    validation: validationLog(rounds),
    examples: exampleLog(rounds),
    detection: { heuristics: [], disagreeRates: rounds.flatMap(disagreeRate) },
    timing: rounds.flatMap(roundTiming),
    usage: statusUsage(ledger.usage),
    agentChanges: ledger.agentChanges,
    rollbacks: [],
    rollbackSummary: NO_ROLLBACKS,
  };
});

/** Without a survey there is only the linter's part to tell. */
export function coverageRows(session: LiveSession): readonly CoverageRow[] {
  const { at } = session.work.survey;
  return at === "none" || at === "due" ? [] : coverageOf(gapsOf(session));
}

const ROLLBACKS_MAX = 7;

const NO_ROLLBACKS: RollbackSummary = {
  used: 0,
  limit: ROLLBACKS_MAX,
  successfulRetries: 0,
  rootCauseAnalyses: 0,
  gapsSplit: [],
};

/** The convergence state, PAUSED, or how it ended. */
export function stateWord({ at, work: { convergence }, ledger: { ended } }: LiveSession): string {
  if (ended !== null) return ended.type;
  return at === "paused" ? "PAUSED" : convergence.at;
}

export function convergenceRows(rounds: readonly RoundLog[]): readonly ConvergenceRow[] {
  return rounds.flatMap(({ convergence }) => convergence ?? []);
}

const roundRecord = memoizeWeak(
  (log: RoundLog): RoundRecord => ({
    round: log.round,
    outcomes: roleOutcomes(log),
    transitions: log.transitions,
    flags: [],
  }),
);

export function roleOutcomes({ turns }: RoundLog): readonly RoleOutcome[] {
  return turns.flatMap((turn) =>
    turn.outcome === null
      ? []
      : [{ role: turnTitle(turn), outcome: turn.outcome.word, detail: turn.outcome.detail || null }],
  );
}

/** The limits are not looked at yet; what is stated is counted. */
function disagreeRate({ round, disagreements }: RoundLog): readonly DisagreeRate[] {
  if (disagreements === 0) return [];
  return [{ round, disagreed: disagreements, answered: 0, verdict: "NOT_EVALUATED" }];
}

const roundTiming = memoizeWeak((log: RoundLog): readonly RoundTiming[] => {
  const { round, started, completed } = log;
  const activeSeconds = wholeSeconds(log.activeMs);
  const waitingSeconds = wholeSeconds(log.waitingMs);
  if (started === null || (round === 0 && activeSeconds + waitingSeconds === 0)) return [];
  return [{ round, started, finished: completed, activeSeconds, waitingSeconds }];
});

export function wholeSeconds(ms: number): number {
  return Math.round(ms / SECOND_MS);
}
