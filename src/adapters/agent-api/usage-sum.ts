import type { Usage } from "../../core/shared/usage.ts";

/** What is not told adds nothing; what neither tells stays unknown. */
export function usageSum(one: Usage, other: Usage): Usage {
  const cached = sum(one.cachedInputTokens ?? null, other.cachedInputTokens ?? null);
  return {
    inputTokens: sum(one.inputTokens, other.inputTokens),
    outputTokens: sum(one.outputTokens, other.outputTokens),
    usd: sum(one.usd, other.usd),
    ...(cached === null ? {} : { cachedInputTokens: cached }),
  };
}

function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}
