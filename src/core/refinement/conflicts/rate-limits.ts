// How much may be disagreed with before the user hears of it. Every limit is looked at, and each round is remembered.
import type { Severity } from "../../shared/severity.ts";
import { isGrave } from "../../shared/severity.ts";

/** More than these in one round, of whatever severity, take a justification. */
export const DISAGREES_MAX = 5;

/** Of the HIGH and CRITICAL issues that a round answers; beyond it the user is warned. */
const ROUND_SHARE_MAX = 0.5;

/** Of those of the last rounds together. */
const PATTERN_SHARE_MAX = 0.4;
const PATTERN_ROUNDS = 3;

/** Gravest first. */
export const RATE_LIMITS = ["TOO_MANY_DISAGREES", "SYSTEMATIC_ALERT", "WARN_USER"] as const;
export type RateLimit = (typeof RATE_LIMITS)[number];

/** What was stated in one round; conflicts that a user made of silence do not count. */
export interface DisagreeCount {
  readonly round: number;
  /** Of any severity. */
  readonly stated: number;
  /** Of HIGH and CRITICAL issues. */
  readonly grave: number;
  /** How many HIGH and CRITICAL issues the round answered, by a row or by a disagreement. */
  readonly answered: number;
}

export function countDisagreements(
  round: number,
  about: { readonly stated: readonly Severity[]; readonly answered: readonly Severity[] },
): DisagreeCount {
  return {
    round,
    stated: about.stated.length,
    grave: about.stated.filter(isGrave).length,
    answered: about.answered.filter(isGrave).length,
  };
}

/** The limits that are passed, gravest first; the last count is that of the round at hand. */
export function passedLimits(history: readonly DisagreeCount[]): readonly RateLimit[] {
  const last = history.at(-1);
  if (last === undefined) return [];
  const passed: Record<RateLimit, boolean> = {
    TOO_MANY_DISAGREES: last.stated > DISAGREES_MAX,
    SYSTEMATIC_ALERT: history.length >= PATTERN_ROUNDS && shareOf(recentRounds(history)) > PATTERN_SHARE_MAX,
    WARN_USER: shareOf([last]) > ROUND_SHARE_MAX,
  };
  return RATE_LIMITS.filter((limit) => passed[limit]);
}

/** A round that is counted again has its new count where it had the old one. */
export function withCount(history: readonly DisagreeCount[], count: DisagreeCount): readonly DisagreeCount[] {
  const known = history.some(({ round }) => round === count.round);
  return known ? history.map((one) => (one.round === count.round ? count : one)) : [...history, count];
}

export function recentRounds(history: readonly DisagreeCount[]): readonly DisagreeCount[] {
  return history.slice(-PATTERN_ROUNDS);
}

function shareOf(counts: readonly DisagreeCount[]): number {
  const { grave, answered } = sumCounts(counts);
  return answered === 0 ? 0 : grave / answered;
}

/** `4 of 9 (44%)` */
export function shareText(counts: readonly DisagreeCount[]): string {
  const { grave, answered } = sumCounts(counts);
  return `${grave} of ${answered} (${Math.round(shareOf(counts) * 100)}%)`;
}

function sumCounts(counts: readonly DisagreeCount[]): { grave: number; answered: number } {
  return counts.reduce(
    (sum, { grave, answered }) => ({ grave: sum.grave + grave, answered: sum.answered + answered }),
    { grave: 0, answered: 0 },
  );
}
