// What a session's calls used, by round, role and agent. A person's documents cost nothing and are not in it.

import type { UsageLine } from "../../documents/round-record.ts";
import type { AgentOutcome } from "../../shared/agent-outcome.ts";
import { memoizeWeak } from "../../shared/memoize-weak.ts";
import { SECOND_MS } from "../../shared/time-units.ts";
import type { Usage } from "../../shared/usage.ts";
import { AGENT_ROLES, type AgentRole, roleTitle } from "../role.ts";
import { unknownOf } from "../session/spend.ts";

export interface UsageRow {
  readonly round: number;
  readonly role: AgentRole;
  readonly agent: string;
  /** Counted from their start. */
  readonly calls: number;
  /** Of the calls that told; `null` where none did. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly usd: number | null;
  /** Finished calls of which nobody knows what they cost. */
  readonly unpricedCalls: number;
  /** Finished calls of which nobody knows how many tokens they used. */
  readonly uncountedCalls: number;
  readonly elapsedMs: number;
  /** Of the calls that are finished. */
  readonly outcomes: Readonly<Partial<Record<AgentOutcome, number>>>;
}

interface RowPlace {
  readonly round: number;
  readonly role: AgentRole;
  readonly agent: string;
}

const NOTHING_USED: Omit<UsageRow, keyof RowPlace> = {
  calls: 0,
  inputTokens: null,
  outputTokens: null,
  cachedInputTokens: null,
  usd: null,
  unpricedCalls: 0,
  uncountedCalls: 0,
  elapsedMs: 0,
  outcomes: {},
};

export function withStartedCall(rows: readonly UsageRow[], place: RowPlace): readonly UsageRow[] {
  return withRow(rows, place, (row) => ({ ...row, calls: row.calls + 1 }));
}

interface FinishedUse {
  readonly usage: Usage;
  readonly elapsedMs: number;
  readonly outcome: AgentOutcome;
}

export function withFinishedCall(
  rows: readonly UsageRow[],
  place: RowPlace,
  { usage, elapsedMs, outcome }: FinishedUse,
): readonly UsageRow[] {
  const unknown = unknownOf({ usage, outcome });
  return withRow(rows, place, (row) => ({
    ...row,
    inputTokens: addAmounts(row.inputTokens, usage.inputTokens),
    outputTokens: addAmounts(row.outputTokens, usage.outputTokens),
    cachedInputTokens: addAmounts(row.cachedInputTokens, usage.cachedInputTokens ?? null),
    usd: addAmounts(row.usd, usage.usd),
    unpricedCalls: row.unpricedCalls + (unknown.includes("usd") ? 1 : 0),
    uncountedCalls: row.uncountedCalls + (unknown.includes("tokens") ? 1 : 0),
    elapsedMs: row.elapsedMs + elapsedMs,
    outcomes: { ...row.outcomes, [outcome]: (row.outcomes[outcome] ?? 0) + 1 },
  }));
}

/** The calls of a round or a session are many, its rows few. */
function withRow(
  rows: readonly UsageRow[],
  { round, role, agent }: RowPlace,
  change: (row: UsageRow) => UsageRow,
): readonly UsageRow[] {
  const at = rows.findLastIndex((row) => row.round === round && row.role === role && row.agent === agent);
  const row = rows[at];
  return row === undefined
    ? [...rows, change({ round, role, agent, ...NOTHING_USED })]
    : rows.with(at, change(row));
}

export type UsageTotal = Omit<UsageRow, keyof RowPlace | "outcomes">;

export function usageTotal(rows: readonly UsageTotal[]): UsageTotal {
  return rows.reduce<UsageTotal>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      inputTokens: addAmounts(sum.inputTokens, row.inputTokens),
      outputTokens: addAmounts(sum.outputTokens, row.outputTokens),
      cachedInputTokens: addAmounts(sum.cachedInputTokens, row.cachedInputTokens),
      usd: addAmounts(sum.usd, row.usd),
      unpricedCalls: sum.unpricedCalls + row.unpricedCalls,
      uncountedCalls: sum.uncountedCalls + row.uncountedCalls,
      elapsedMs: sum.elapsedMs + row.elapsedMs,
    }),
    withoutOutcomes(NOTHING_USED),
  );
}

function withoutOutcomes({ outcomes: _, ...total }: Omit<UsageRow, keyof RowPlace>): UsageTotal {
  return total;
}

/** What nobody told is not nothing. */
function addAmounts(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0);
}

// What calls used, as the documents tell it: by agent and round, and what that comes to.

const ALL = "All";
/** Every row, then what each role and all of them used in the session. */
export function statusUsage(rows: readonly UsageRow[], past?: CopiedUsage): readonly UsageLine[] {
  return [...rows.map(rowLine), ...sessionUsage(rows, past)];
}

/** What a session's past cost where it was copied from: it counts there. */
interface CopiedUsage {
  readonly origin: string;
  readonly inherited: readonly UsageRow[];
}

/** The rows of a round, and what they come to. */
export function roundUsage(rows: readonly UsageRow[], round: number): readonly UsageLine[] {
  const own = rows.filter((row) => row.round === round);
  return [...own.map(rowLine), ...(own.length < 2 ? [] : [totalLine(round, ALL, own)])];
}

export function sessionUsage(rows: readonly UsageRow[], past?: CopiedUsage): readonly UsageLine[] {
  const copied = past === undefined || past.inherited.length === 0 ? [] : [inheritedLine(past)];
  return [...ownUsage(rows), ...copied];
}

function inheritedLine({ origin, inherited }: CopiedUsage): UsageLine {
  return totalLine(null, `Inherited from ${origin}`, inherited);
}

function ownUsage(rows: readonly UsageRow[]): readonly UsageLine[] {
  if (rows.length === 0) return [];
  const roles = AGENT_ROLES.flatMap((role) => {
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
