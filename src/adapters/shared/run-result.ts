// The result of an agent's run as it is kept in the run's folder. Every adapter that keeps one reads it back here.
import { AGENT_OUTCOMES } from "../../core/shared/agent-outcome.ts";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { Usage } from "../../core/shared/usage.ts";
import type { AgentDocument, AgentResult, LaunchMark } from "../../engine/ports.ts";

/** A result holds two documents as JSON texts, in which a byte can take six. */
export const RESULT_BYTES_MAX = 16 * DOCUMENT_BYTES_MAX;

/** `null` where it is no result: another version wrote it, or somebody scribbled there. */
export function readRunResult(value: unknown): AgentResult | null {
  if (!isObject(value)) return null;
  const { elapsedMs, evidence, waitMs, sessionRef } = value;
  const outcome = AGENT_OUTCOMES.find((known) => known === value.outcome);
  const document = readDocument(value.document);
  const text = readDocument(value.text);
  const usage = readUsage(value.usage);
  if (outcome === undefined || document === undefined || text === undefined || usage === null) return null;
  if (!isAmount(elapsedMs) || !isTexts(evidence)) return null;
  if (waitMs !== undefined && !isAmount(waitMs)) return null;
  if (sessionRef !== undefined && typeof sessionRef !== "string") return null;
  return {
    ...{ outcome, document, text, usage, elapsedMs, evidence },
    ...(waitMs === undefined ? {} : { waitMs }),
    ...(sessionRef === undefined ? {} : { sessionRef }),
  };
}

/** What is signed to seal a result; `hash` is that of its text. */
export function resultSealText(key: CallKey, { nonce, promptHash }: LaunchMark, hash: string): string {
  return JSON.stringify(["parley result 1", key, nonce, promptHash, hash]);
}

/** `undefined` where it is none: `null` says that there was no document. */
function readDocument(value: unknown): AgentDocument | null | undefined {
  if (value === null) return null;
  if (!isObject(value)) return undefined;
  const { text, bytes, repaired } = value;
  if (typeof text !== "string" || !isAmount(bytes) || typeof repaired !== "boolean") return undefined;
  return { text, bytes, repaired };
}

function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  const { inputTokens, outputTokens, usd, cachedInputTokens } = value;
  if (!isAmountOrNull(inputTokens) || !isAmountOrNull(outputTokens) || !isAmountOrNull(usd)) return null;
  if (cachedInputTokens === undefined) return { inputTokens, outputTokens, usd };
  return isAmount(cachedInputTokens) ? { inputTokens, outputTokens, usd, cachedInputTokens } : null;
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isAmountOrNull(value: unknown): value is number | null {
  return value === null || isAmount(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
