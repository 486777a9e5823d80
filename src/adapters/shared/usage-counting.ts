// Counting what calls used, in the words of those who tell it.
import type { Usage } from "../../core/shared/usage.ts";

/**
 * What a run of its own used, by an agent that counts over all runs of a session. A count that is lower than before
 * was begun anew, and is the run's own already.
 */
export function countSince(before: number | null, now: number | null): number | null {
  if (now === null || before === null || now < before) return now;
  return now - before;
}

export function usageSince(before: Usage, now: Usage): Usage {
  return combineUsage(before, now, countSince);
}

/** What is not told adds nothing; what neither tells stays unknown. */
export function addUsage(one: Usage, other: Usage): Usage {
  return combineUsage(one, other, sum);
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}

type Combine = (one: number | null, other: number | null) => number | null;

function combineUsage(one: Usage, other: Usage, combine: Combine): Usage {
  const cached = combine(one.cachedInputTokens ?? null, other.cachedInputTokens ?? null);
  return {
    inputTokens: combine(one.inputTokens, other.inputTokens),
    outputTokens: combine(one.outputTokens, other.outputTokens),
    usd: combine(one.usd, other.usd),
    ...(cached === null ? {} : { cachedInputTokens: cached }),
  };
}

/** As Anthropic's messages tell it, whoever passes them on: what came from a cache is counted apart from the rest. */
interface AnthropicUsage {
  readonly input_tokens?: number | undefined;
  readonly cache_creation_input_tokens?: number | undefined;
  readonly cache_read_input_tokens?: number | undefined;
  readonly output_tokens?: number | undefined;
}

export function anthropicUsage(told: AnthropicUsage): Usage {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = told;
  const parts = [input_tokens, cache_creation_input_tokens, cache_read_input_tokens];
  const known = parts.filter((part) => part !== undefined);
  return {
    inputTokens: known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0),
    outputTokens: output_tokens ?? null,
    usd: null,
    ...(cache_read_input_tokens === undefined ? {} : { cachedInputTokens: cache_read_input_tokens }),
  };
}
