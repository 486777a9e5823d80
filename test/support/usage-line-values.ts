import fc from "fast-check";
import type { UsageLine } from "../../src/core/documents/round-record.ts";
import { count, freeText, optional, someText } from "./record-values.ts";

/** Arbitrary lines of what calls used. */
export const usageLine: fc.Arbitrary<UsageLine> = fc.record({
  round: optional(count),
  role: freeText,
  agent: optional(someText),
  calls: count,
  inputTokens: optional(count),
  cachedInputTokens: optional(count),
  outputTokens: optional(count),
  cost: freeText,
  activeSeconds: count,
});
