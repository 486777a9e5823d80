import type { ConvergenceRow, CoverageRow, RoleOutcome } from "../../documents/round-record.ts";
import { assertNever } from "../../shared/assert-never.ts";
import type { GapId } from "../../shared/gap-id.ts";
import { memoizeWeak } from "../../shared/memoize-weak.ts";
import { SECOND_MS } from "../../shared/time-units.ts";
import type { Gap } from "../gap.ts";
import { isTerminal } from "../gap-state.ts";
import { ANCESTORS_MAX } from "../passages.ts";
import { findersOf, finderWords } from "../questions/survey-question.ts";
import { gapsOf, type LiveSession } from "../session/session.ts";
import {
  type SessionSettings,
  SPEND_MEASURES,
  type SpendCap,
  type SpendMeasure,
} from "../session/settings.ts";
import { argumentRows, disagreeRates, heuristicMetrics } from "./arguments-of.ts";
import { rollbackEntries, rollbackSummary } from "./rollbacks-of.ts";
import { hasContent, lastRound, type RoundLog, roundsOf, turnTitle } from "./round-log.ts";
import type { RoundRecord, RoundTiming, Setting, StatusDocument } from "./status-document.ts";
import { statusUsage, type UsageTotal, usageTotal } from "./usage.ts";
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
    detection: { heuristics: heuristicMetrics(rounds), disagreeRates: rounds.flatMap(disagreeRates) },
    timing: rounds.flatMap(roundTiming),
    usage: statusUsage(ledger.usage, session.fork),
    agentChanges: ledger.agentChanges,
    rollbacks: rollbackEntries(session),
    rollbackSummary: rollbackSummary(session),
  };
});

/** Without a survey there is only the linter's part to tell. */
export function coverageRows(session: LiveSession): readonly CoverageRow[] {
  const { at } = session.work.survey;
  return at === "none" || at === "due" ? [] : coverageOf(gapsOf(session));
}

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
    ...argumentRows(log, { atEnd: false }),
  }),
);

export function roleOutcomes({ turns }: RoundLog): readonly RoleOutcome[] {
  return turns.flatMap((turn) =>
    turn.outcome === null
      ? []
      : [{ role: turnTitle(turn), outcome: turn.outcome.word, detail: turn.outcome.detail || null }],
  );
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

/** Of how many calls nobody knows what they cost, or how many tokens they used. */
type UnknownCalls = Pick<UsageTotal, "unpricedCalls" | "uncountedCalls">;

/**
 * Every setting the session is decided under; limits of spend only where there are any, with how many calls they cannot
 * see.
 */
function configurationOf(settings: SessionSettings, unknown: UnknownCalls): readonly Setting[] {
  const { limits, thresholds, criticalOverride, backupRetentionRounds, agents, spend } = settings;
  const { fallbacks, readProject, remarksRound, detection } = settings;
  const values: readonly (readonly [string, string | number | boolean])[] = [
    ["engineer", agents.engineer],
    ["reviewer", agents.reviewer],
    ...(agents.drafter === undefined ? [] : [["drafter", agents.drafter] as const]),
    ...fallbackValues("engineerFallbacks", fallbacks?.engineer),
    ...fallbackValues("reviewerFallbacks", fallbacks?.reviewer),
    ...(readProject === true ? [["readProject", true] as const] : []),
    ...(remarksRound === true ? [["remarksRound", true] as const] : []),
    ["gapsPerRound", limits.gapsPerRound],
    ["parallelGaps", limits.parallelGaps],
    ["maxRounds", limits.maxRounds],
    ["hardLimit", limits.hardLimit],
    ["stallThreshold", thresholds.stallThreshold],
    ["divergenceThreshold", thresholds.divergenceThreshold],
    ["criticalOverride", criticalOverride],
    ...(detection === undefined ? [] : detectionValues(detection)),
    ["backupRetentionRounds", backupRetentionRounds],
    ...capValues("run", spend.run, unknown),
    ...capValues("role", spend.role, unknown),
    ...capValues("session", spend.session, unknown),
  ];
  return values.map(([name, value]) => ({ name, value: String(value) }));
}

function detectionValues({
  thresholds,
  semanticOverlapMinimum,
}: Exclude<SessionSettings["detection"], undefined>): readonly (readonly [string, number])[] {
  return [...Object.entries(thresholds), ["semanticOverlapMinimum", semanticOverlapMinimum]];
}

function fallbackValues(
  name: string,
  agents: readonly string[] | undefined,
): readonly (readonly [string, string])[] {
  return agents === undefined || agents.length === 0 ? [] : [[name, agents.join(", ")]];
}

function capValues(
  scope: string,
  cap: SpendCap,
  unknown: UnknownCalls,
): readonly (readonly [string, number | string])[] {
  return SPEND_MEASURES.flatMap((measure) => {
    const limit = cap[measure];
    if (limit === null) return [];
    const unseen = unseenWords(measure, unknown);
    return [[`limits.${scope}.${measure}`, unseen === null ? limit : `${limit} (${unseen})`] as const];
  });
}

function unseenWords(measure: SpendMeasure, { unpricedCalls, uncountedCalls }: UnknownCalls): string | null {
  const calls = measure === "usd" ? unpricedCalls : measure === "tokens" ? uncountedCalls : 0;
  if (calls === 0) return null;
  const what = measure === "usd" ? "cost" : "size";
  return `does not see ${calls} ${calls === 1 ? "call" : "calls"} of unknown ${what}`;
}

// What was found where and by whom, and what became of it: how much a reader of the whole saw beside the linter.

const ELSEWHERE = "elsewhere";

/** By section in the order of the source, then by who found it. */
function coverageOf(gaps: readonly Gap[]): readonly CoverageRow[] {
  const byId = new Map(gaps.map((gap) => [gap.id, gap]));
  const rows = new Map<string, CoverageRow & { readonly line: number }>();
  // The parts of a split count, not the whole.
  for (const gap of gaps.filter(({ state }) => state.at !== "SUPERSEDED")) {
    const { section, line } = placeOf(gap, byId);
    const foundBy = finderOf(gap);
    const key = JSON.stringify([section, foundBy]);
    const row = rows.get(key) ?? { section, foundBy, found: 0, closed: 0, left: 0, line };
    const closed = isTerminal(gap.state.at) ? 1 : 0;
    rows.set(key, {
      ...row,
      found: row.found + 1,
      closed: row.closed + closed,
      left: row.left + 1 - closed,
      line: Math.min(row.line, line),
    });
  }
  return [...rows.values()].toSorted((a, b) => a.line - b.line).map(({ line: _, ...row }) => row);
}

function placeOf(
  gap: Gap,
  byId: ReadonlyMap<GapId, Gap>,
): { readonly section: string; readonly line: number } {
  let at: Gap | undefined = gap;
  for (let steps = 0; at !== undefined && steps < ANCESTORS_MAX; steps += 1) {
    const { origin }: Gap = at;
    if (origin.from === "source")
      return { section: origin.path?.at(-1) ?? origin.heading ?? ELSEWHERE, line: origin.line };
    if (origin.from === "survey") return { section: origin.path.at(-1) ?? ELSEWHERE, line: origin.line };
    if (origin.from === "final-review") break;
    const parent: GapId | null = origin.from === "review" ? origin.about : origin.parent;
    at = parent === null ? undefined : byId.get(parent);
  }
  return { section: ELSEWHERE, line: Number.MAX_SAFE_INTEGER };
}

function finderOf(gap: Gap): string {
  const { origin } = gap;
  switch (origin.from) {
    case "source":
    case "survey":
      return finderWords(findersOf(gap));
    case "gap":
      return "Engineer";
    case "review":
      return "Reviewer";
    case "final-review":
      return "Final Review";
    case "split":
      return "split";
    default:
      return assertNever(origin);
  }
}
