import { USAGE_UNKNOWN, type Usage } from "./usage.ts";

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
    ...USAGE_UNKNOWN,
    inputTokens: known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0),
    outputTokens: output_tokens ?? null,
    ...(cache_read_input_tokens === undefined ? {} : { cachedInputTokens: cache_read_input_tokens }),
  };
}
