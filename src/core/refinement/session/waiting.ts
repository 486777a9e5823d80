// How long a provider that takes no more for now is left alone, and how often.
import { type AgentOutcome, OUTCOME_RULES } from "../../shared/agent-outcome.ts";
import type { Turn } from "./turn.ts";

/** Of one attempt; they cost no launch. With the pauses below, two hours of a provider's trouble are sat out. */
export const WAITS_MAX = 12;

/** Whoever would have to wait longer is asked instead. */
export const WAIT_MS_MAX = 6 * 60 * 60_000;

/** A provider that says "at once" is not believed, or the waits would be used up in a moment. */
const WAIT_MS_MIN = 1_000;

const BACKOFF_MS_FIRST = 30_000;
const BACKOFF_MS_MAX = 15 * 60_000;

/** Where the provider does not say how long. */
export function backoffMs(waitsBefore: number): number {
  return Math.min(BACKOFF_MS_FIRST * 2 ** waitsBefore, BACKOFF_MS_MAX);
}

/** How long to wait before the same call is made again; `null` where waiting is not, or no longer, what to do. */
export function waitAfter({ waits, role }: Turn, run: FinishedRun): number | null {
  return waitWithin(role === "draft" ? DRAFT_PATIENCE : PATIENCE, waits, run);
}

interface FinishedRun {
  readonly outcome: AgentOutcome;
  readonly waitMs?: number;
}

interface Patience {
  readonly waitsMax: number;
  readonly msMax: number;
}

export function waitWithin(
  { waitsMax, msMax }: Patience,
  waits: number,
  { outcome, waitMs }: FinishedRun,
): number | null {
  if (OUTCOME_RULES[outcome].next !== "wait" || waits >= waitsMax) return null;
  const wait = Math.max(WAIT_MS_MIN, waitMs ?? backoffMs(waits));
  return wait > msMax ? null : wait;
}

export const PATIENCE: Patience = { waitsMax: WAITS_MAX, msMax: WAIT_MS_MAX };

/** The user waits for the question that a draft belongs to, and can do without the draft. */
export const DRAFT_PATIENCE: Patience = { waitsMax: 2, msMax: 60_000 };

/** No wait that was known when somebody lifted them is longer than this. */
export function mayStillBeLifted(liftedAtMs: number, nowMs: number): boolean {
  return liftedAtMs <= nowMs && nowMs - liftedAtMs <= WAIT_MS_MAX;
}

/** Whether a time that somebody noted still has to be waited for; one that lies further off is a mistake. */
export function isAwaited(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs - nowMs <= WAIT_MS_MAX;
}
