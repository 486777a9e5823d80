import type { Refusal } from "../shared/refusal.ts";
import { ROUND_MAX } from "../shared/round-numbered-id.ts";

export interface RoundLimits {
  readonly gapsPerRound: number;
  readonly maxRounds: number;
  readonly hardLimit: number;
  readonly parallelGaps: number;
}

const HARD_LIMIT = 50;
const MAX_ROUNDS_MIN = 10;
const ROUNDS_PER_GAP = 2;
const EXTEND_BY = 5;
/** A round's document resolves a section or two as a whole. */
const GAPS_PER_ROUND = 10;
const PARALLEL_GAPS = 1;
const PARALLEL_GAPS_MAX = 4;

/** What the config leaves open follows from the number of gaps at the start. */
export function roundLimits(initialGaps: number, config: Partial<RoundLimits> = {}): RoundLimits | Refusal {
  const hardLimit = config.hardLimit ?? HARD_LIMIT;
  const gapsPerRound = config.gapsPerRound ?? GAPS_PER_ROUND;
  const wanted = Math.max(MAX_ROUNDS_MIN, Math.ceil((ROUNDS_PER_GAP * initialGaps) / gapsPerRound));
  const maxRounds = config.maxRounds ?? Math.min(wanted, hardLimit);
  const parallelGaps = config.parallelGaps ?? PARALLEL_GAPS;
  return (
    refuseLimit("hardLimit", hardLimit, ROUND_MAX) ??
    refuseLimit("gapsPerRound", gapsPerRound, Number.MAX_SAFE_INTEGER) ??
    refuseLimit("maxRounds", maxRounds, hardLimit) ??
    refuseLimit("parallelGaps", parallelGaps, PARALLEL_GAPS_MAX) ?? {
      gapsPerRound,
      maxRounds,
      hardLimit,
      parallelGaps,
    }
  );
}

function refuseLimit(name: keyof RoundLimits, value: number, max: number): Refusal | null {
  if (Number.isInteger(value) && value >= 1 && value <= max) return null;
  return { refused: "limit", message: `${name} is ${value}, but must be a whole number from 1 to ${max}` };
}

export function mayExtend(limits: RoundLimits): boolean {
  return limits.maxRounds < limits.hardLimit;
}

export function extendRounds(limits: RoundLimits): RoundLimits | Refusal {
  if (mayExtend(limits)) {
    return { ...limits, maxRounds: Math.min(limits.maxRounds + EXTEND_BY, limits.hardLimit) };
  }
  return { refused: "limit", message: `no extension past the hard limit of ${limits.hardLimit} rounds` };
}
