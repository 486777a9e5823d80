import type { AgentOutcome } from "../../shared/agent-outcome.ts";
import type { Usage } from "../../shared/usage.ts";
import { tokensOf } from "../../shared/usage.ts";
import type { AgentRole } from "../role.ts";
import type { SessionSettings, SpendCap, SpendMeasure } from "./settings.ts";
import { SPEND_MEASURES } from "./settings.ts";

/** `usd` is what is known of it. */
export type Spent = Readonly<Record<SpendMeasure, number>>;

export interface RoleSpent extends Spent {
  /** Finished calls of which nobody knows what they cost. */
  readonly unpricedCalls: number;
}

export type Spend = Readonly<Record<AgentRole, RoleSpent>>;

const NOTHING: RoleSpent = { tokens: 0, usd: 0, minutes: 0, calls: 0, unpricedCalls: 0 };
export const NOTHING_SPENT: Spend = { engineer: NOTHING, reviewer: NOTHING };

const MINUTE_MS = 60_000;

/** A call counts from its start, so that a crash never makes one free. */
export function withCall(spend: Spend, role: AgentRole): Spend {
  const before = spend[role];
  return { ...spend, [role]: { ...before, calls: before.calls + 1 } };
}

export interface Used {
  readonly usage: Usage;
  readonly elapsedMs: number;
  readonly outcome: AgentOutcome;
}

export function withUsage(spend: Spend, role: AgentRole, { usage, elapsedMs, outcome }: Used): Spend {
  const before = spend[role];
  const after: RoleSpent = {
    tokens: before.tokens + tokensOf(usage),
    usd: before.usd + (usage.usd ?? 0),
    minutes: before.minutes + elapsedMs / MINUTE_MS,
    calls: before.calls,
    unpricedCalls: before.unpricedCalls + (isUnpriced(usage, outcome) ? 1 : 0),
  };
  return { ...spend, [role]: after };
}

/** Nobody told what it cost, and it may have cost something: a program that is not there cannot. */
export function isUnpriced({ usd }: Usage, outcome: AgentOutcome): boolean {
  return usd === null && outcome !== "not-installed";
}

export function totalSpent(spend: Spend): Spent {
  const sum = (measure: SpendMeasure) => spend.engineer[measure] + spend.reviewer[measure];
  return { tokens: sum("tokens"), usd: sum("usd"), minutes: sum("minutes"), calls: sum("calls") };
}

export function unpricedCalls({ engineer, reviewer }: Spend): number {
  return engineer.unpricedCalls + reviewer.unpricedCalls;
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
