/** What a call cost, as far as the agent says; `null` where it does not. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly usd: number | null;
  /** The part of `inputTokens` that the provider had at hand from before, and charges less for. */
  readonly cachedInputTokens?: number;
}

export const USAGE_UNKNOWN: Usage = { inputTokens: null, outputTokens: null, usd: null };

export function tokensOf({ inputTokens, outputTokens }: Usage): number {
  return (inputTokens ?? 0) + (outputTokens ?? 0);
}
