import type { Usage } from "../../shared/usage.ts";
import { tokensOf } from "../../shared/usage.ts";
import type { AgentRole } from "../role.ts";
import type { SessionSettings, SpendCap, SpendMeasure } from "./settings.ts";
import { SPEND_MEASURES } from "./settings.ts";

export type Spent = Readonly<Record<SpendMeasure, number>>;

export type Spend = Readonly<Record<AgentRole, Spent>>;

const NOTHING: Spent = { tokens: 0, usd: 0, minutes: 0, calls: 0 };
export const NOTHING_SPENT: Spend = { engineer: NOTHING, reviewer: NOTHING };

const MINUTE_MS = 60_000;

/** A call counts from its start, so that a crash never makes one free. */
export function withCall(spend: Spend, role: AgentRole): Spend {
  const before = spend[role];
  return { ...spend, [role]: { ...before, calls: before.calls + 1 } };
}

export function withUsage(spend: Spend, role: AgentRole, used: { usage: Usage; elapsedMs: number }): Spend {
  const before = spend[role];
  const after: Spent = {
    tokens: before.tokens + tokensOf(used.usage),
    usd: before.usd + (used.usage.usd ?? 0),
    minutes: before.minutes + used.elapsedMs / MINUTE_MS,
    calls: before.calls,
  };
  return { ...spend, [role]: after };
}

export function totalSpent(spend: Spend): Spent {
  const sum = (measure: SpendMeasure) => spend.engineer[measure] + spend.reviewer[measure];
  return { tokens: sum("tokens"), usd: sum("usd"), minutes: sum("minutes"), calls: sum("calls") };
}

export interface CapReached {
  /** `null`: the session's cap. */
  readonly role: AgentRole | null;
  readonly measure: SpendMeasure;
  readonly spent: number;
  readonly cap: number;
}

/** The first limit that forbids another call of this role. */
export function capReached(spend: Spend, role: AgentRole, settings: SessionSettings): CapReached | null {
  const { session, role: perRole } = settings.spend;
  return reached(totalSpent(spend), session, null) ?? reached(spend[role], perRole, role);
}

function reached(spent: Spent, cap: SpendCap, role: AgentRole | null): CapReached | null {
  for (const measure of SPEND_MEASURES) {
    const limit = cap[measure];
    if (limit !== null && spent[measure] >= limit)
      return { role, measure, spent: spent[measure], cap: limit };
  }
  return null;
}

/** Why a run that has used so much must stop; `null` while it may go on. */
export function runLimitPassed(usage: Usage, { spend }: SessionSettings): string | null {
  const { tokens, usd } = spend.run;
  const used = tokensOf(usage);
  if (tokens !== null && used > tokens) return `stopped: ${used} tokens used, and one run may use ${tokens}`;
  if (usd !== null && (usage.usd ?? 0) > usd)
    return `stopped: $${usage.usd} used, and one run may use $${usd}`;
  return null;
}

/** Twice the limit, and again until another call fits under it. */
export function raisedLimit({ spent, cap }: CapReached): number {
  let raised = cap * 2;
  while (raised <= spent) raised *= 2;
  return raised;
}

export function raisedCap(cap: SpendCap, reached: CapReached): SpendCap {
  return { ...cap, [reached.measure]: raisedLimit(reached) };
}
