import type { Usage } from "../../../core/shared/usage.ts";

/**
 * What a run of its own used, by an agent that counts over all runs of a session. A count that is lower than before
 * was begun anew, and is the run's own already.
 */
export function since(before: number | null, now: number | null): number | null {
  if (now === null || before === null || now < before) return now;
  return now - before;
}

export function plus(one: Usage, other: Usage): Usage {
  return {
    inputTokens: sum(one.inputTokens, other.inputTokens),
    outputTokens: sum(one.outputTokens, other.outputTokens),
    usd: sum(one.usd, other.usd),
  };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}
