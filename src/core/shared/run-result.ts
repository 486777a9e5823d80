// The result of an agent's run as it is kept in the run's folder. Every adapter that keeps one reads it back here.
import { AGENT_OUTCOMES, type AgentOutcome } from "./agent-outcome.ts";
import type { Usage } from "./usage.ts";

interface RunResultDocument {
  readonly text: string;
  readonly bytes: number;
  readonly repaired: boolean;
}

export interface RunResult {
  readonly outcome: AgentOutcome;
  readonly document: RunResultDocument | null;
  readonly text: RunResultDocument | null;
  readonly usage: Usage;
  readonly elapsedMs: number;
  readonly evidence: readonly string[];
  readonly waitMs?: number;
  readonly sessionRef?: string;
}

/** `null` where it is no result: another version wrote it, or somebody scribbled there. */
export function readRunResult(value: unknown): RunResult | null {
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

/** `undefined` where it is none: `null` says that there was no document. */
function readDocument(value: unknown): RunResultDocument | null | undefined {
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
