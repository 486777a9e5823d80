// What calls used, as the documents tell it: by agent and round, and what that comes to.

import type { UsageLine } from "../../documents/round-record.ts";
import { memoizeWeak } from "../../shared/memoize-weak.ts";
import { SECOND_MS } from "../../shared/time-units.ts";
import { type AgentRole, roleTitle } from "../role.ts";
import { type UsageRow, type UsageTotal, usageTotal } from "./usage-of.ts";

const BILLED_ROLES: readonly AgentRole[] = ["engineer", "reviewer"];
const ALL = "All";
/** Every row, then what each role and all of them used in the session. */
export function statusUsage(rows: readonly UsageRow[]): readonly UsageLine[] {
  return [...rows.map(rowLine), ...sessionUsage(rows)];
}

/** The rows of a round, and what they come to. */
export function roundUsage(rows: readonly UsageRow[], round: number): readonly UsageLine[] {
  const own = rows.filter((row) => row.round === round);
  return [...own.map(rowLine), ...(own.length < 2 ? [] : [totalLine(round, ALL, own)])];
}

export function sessionUsage(rows: readonly UsageRow[]): readonly UsageLine[] {
  if (rows.length === 0) return [];
  const roles = BILLED_ROLES.flatMap((role) => {
    const own = rows.filter((row) => row.role === role);
    return own.length === 0 ? [] : [totalLine(null, roleTitle(role), own)];
  });
  return [...roles, totalLine(null, ALL, rows)];
}

const rowLine = memoizeWeak(
  (row: UsageRow): UsageLine =>
    lineOf(row, { round: row.round, role: roleTitle(row.role), agent: row.agent }),
);

function totalLine(round: number | null, role: string, rows: readonly UsageRow[]): UsageLine {
  return lineOf(usageTotal(rows), { round, role, agent: null });
}

function lineOf(used: UsageTotal, place: Pick<UsageLine, "round" | "role" | "agent">): UsageLine {
  const { calls, inputTokens, cachedInputTokens, outputTokens, elapsedMs } = used;
  return {
    ...place,
    calls,
    inputTokens,
    cachedInputTokens,
    outputTokens,
    cost: costWords(used),
    activeSeconds: Math.round(elapsedMs / SECOND_MS),
  };
}

/** `$0.42`, `unknown`, `$0.42 and 2 calls of unknown cost`: what nobody told is not nothing. */
export function costWords({ usd, unpricedCalls }: Pick<UsageTotal, "usd" | "unpricedCalls">): string {
  const unknown = `${unpricedCalls} ${unpricedCalls === 1 ? "call" : "calls"} of unknown cost`;
  if (usd === null) return unpricedCalls === 0 ? "$0.00" : "unknown";
  const known = `$${usd.toFixed(usd > 0 && usd < CENT ? CENT_PARTS : 2)}`;
  return unpricedCalls === 0 ? known : `${known} and ${unknown}`;
}

const CENT = 0.01;
const CENT_PARTS = 4;
