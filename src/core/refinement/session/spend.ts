import type { AgentOutcome } from "../../shared/agent-outcome.ts";
import { MINUTE_MS } from "../../shared/time-units.ts";
import { tokensOf, type Usage } from "../../shared/usage.ts";
import { AGENT_ROLES, type AgentRole } from "../role.ts";
import {
  type SessionSettings,
  SPEND_MEASURES,
  type SpendCap,
  type SpendLimits,
  type SpendMeasure,
} from "./settings.ts";

/** `usd` is what is known of it. */
export type SpentAmounts = Readonly<Record<SpendMeasure, number>>;

interface RoleSpent extends SpentAmounts {
  /** Finished calls of which nobody knows what they cost. */
  readonly unpricedCalls: number;
  /** Finished calls of which nobody knows how many tokens they used. */
  readonly uncountedCalls: number;
}

export interface Spend extends Readonly<Record<AgentRole, RoleSpent>> {
  /** The most that one run has used of each. */
  readonly largestRun: Readonly<Record<RunMeasure, LargestRun | null>>;
  /** The last few calls whose usage is not known in full, oldest first. */
  readonly unknown: readonly UnknownCall[];
}

/** A run is one call, so that there are no calls to count. */
const RUN_MEASURES = ["tokens", "usd", "minutes"] as const satisfies readonly SpendMeasure[];
type RunMeasure = (typeof RUN_MEASURES)[number];

interface FinishedRun {
  readonly role: AgentRole;
  readonly agent: string;
  readonly round: number;
}

interface LargestRun extends FinishedRun {
  readonly spent: number;
}

interface UnknownCall extends FinishedRun {
  readonly outcome: AgentOutcome;
  readonly of: readonly UnknownMeasure[];
}

/** What only the agent can tell; time and calls are counted by parley. */
export type UnknownMeasure = "tokens" | "usd";

/** A question names so many calls; their number stands beside them. */
const UNKNOWN_LISTED_MAX = 10;

const NOTHING: RoleSpent = {
  ...{ tokens: 0, usd: 0, minutes: 0, calls: 0 },
  ...{ unpricedCalls: 0, uncountedCalls: 0 },
};
export const NOTHING_SPENT: Spend = {
  engineer: NOTHING,
  reviewer: NOTHING,
  drafter: NOTHING,
  largestRun: { tokens: null, usd: null, minutes: null },
  unknown: [],
};

/** A call counts from its start, so that a crash never makes one free. */
export function withCall(spend: Spend, role: AgentRole): Spend {
  const before = spend[role];
  return { ...spend, [role]: { ...before, calls: before.calls + 1 } };
}

interface RunUsage {
  readonly usage: Usage;
  readonly elapsedMs: number;
  readonly outcome: AgentOutcome;
}

export function withUsage(spend: Spend, run: FinishedRun, used: RunUsage): Spend {
  const before = spend[run.role];
  const amounts = amountsOf(used);
  const of = unknownOf(used);
  const after: RoleSpent = {
    tokens: before.tokens + amounts.tokens,
    usd: before.usd + amounts.usd,
    minutes: before.minutes + amounts.minutes,
    calls: before.calls,
    unpricedCalls: before.unpricedCalls + (of.includes("usd") ? 1 : 0),
    uncountedCalls: before.uncountedCalls + (of.includes("tokens") ? 1 : 0),
  };
  const unknown = of.length === 0 ? [] : [{ ...run, outcome: used.outcome, of }];
  return {
    ...spend,
    [run.role]: after,
    largestRun: largestRun(spend.largestRun, run, used),
    unknown: [...spend.unknown, ...unknown].slice(-UNKNOWN_LISTED_MAX),
  };
}

function amountsOf({ usage, elapsedMs }: RunUsage): Readonly<Record<RunMeasure, number>> {
  return { tokens: tokensOf(usage), usd: usage.usd ?? 0, minutes: elapsedMs / MINUTE_MS };
}

function largestRun(before: Spend["largestRun"], run: FinishedRun, used: RunUsage): Spend["largestRun"] {
  const amounts = amountsOf(used);
  const larger = RUN_MEASURES.flatMap((measure) => {
    // A run that its timer stopped was held to its minutes.
    if (measure === "minutes" && used.outcome === "timeout-wall") return [];
    const spent = amounts[measure];
    return spent > (before[measure]?.spent ?? 0) ? [[measure, { ...run, spent }] as const] : [];
  });
  return { ...before, ...Object.fromEntries(larger) };
}

/** Whether a run ended before it could tell all that it used. */
const BROKEN_OFF: Record<AgentOutcome, boolean> = {
  ok: false,
  empty: false,
  refused: false,
  denied: false,
  "rate-limited": false,
  overloaded: false,
  unauthorised: false,
  "context-too-long": false,
  budget: true,
  "timeout-wall": true,
  "timeout-idle": true,
  "timeout-after-result": false,
  trespassed: false,
  crashed: true,
  cancelled: true,
  "not-installed": false,
};

/** What is not known of a call, or not all of it: a call that broke off told at most a part. */
export function unknownOf({ usage, outcome }: Omit<RunUsage, "elapsedMs">): readonly UnknownMeasure[] {
  // A program that is not there costs nothing.
  if (outcome === "not-installed") return [];
  if (BROKEN_OFF[outcome]) return ["tokens", "usd"];
  return [
    ...(usage.inputTokens === null || usage.outputTokens === null ? (["tokens"] as const) : []),
    ...(usage.usd === null ? (["usd"] as const) : []),
  ];
}

export function totalSpent(spend: Spend): SpentAmounts {
  const sum = (measure: SpendMeasure) => sumOf(spend, measure);
  return { tokens: sum("tokens"), usd: sum("usd"), minutes: sum("minutes"), calls: sum("calls") };
}

export function unpricedCalls(spend: Spend): number {
  return sumOf(spend, "unpricedCalls");
}

export function uncountedCalls(spend: Spend): number {
  return sumOf(spend, "uncountedCalls");
}

function sumOf(spend: Spend, amount: keyof RoleSpent): number {
  return AGENT_ROLES.reduce((sum, role) => sum + spend[role][amount], 0);
}

export interface ReachedCap {
  readonly scope: keyof SpendLimits;
  readonly measure: SpendMeasure;
  readonly spent: number;
  readonly cap: number;
  /** The run that passed the limit of one run. */
  readonly run: FinishedRun | null;
}

/** The first limit that forbids another call of this role. */
export function findCapFor(spend: Spend, role: AgentRole, settings: SessionSettings): ReachedCap | null {
  const { session, role: perRole, run } = settings.spend;
  return (
    findReachedCap(totalSpent(spend), session, "session") ??
    findReachedCap(spend[role], perRole, "role") ??
    runPassed(spend.largestRun, run)
  );
}

function findReachedCap(spent: SpentAmounts, cap: SpendCap, scope: ReachedCap["scope"]): ReachedCap | null {
  for (const measure of SPEND_MEASURES) {
    const [limit, used] = [cap[measure], toMillionths(spent[measure])];
    if (limit !== null && used >= limit) return { scope, measure, spent: used, cap: limit, run: null };
  }
  return null;
}

/** Sums of cents are off in their last digits, one way or the other by the order they come in. */
export function toMillionths(amount: number): number {
  return Math.round(amount * 1_000_000) / 1_000_000;
}

/** What a run used is often told at its end, when nothing can stop it any more: then the next one waits. */
function runPassed(largest: Spend["largestRun"], cap: SpendCap): ReachedCap | null {
  for (const measure of RUN_MEASURES) {
    const [limit, run] = [cap[measure], largest[measure]];
    if (limit !== null && run !== null && run.spent > limit)
      return { scope: "run", measure, spent: run.spent, cap: limit, run };
  }
  return null;
}

export function isLimited({ spend }: SessionSettings, measure: SpendMeasure): boolean {
  return [spend.run, spend.role, spend.session].some((cap) => cap[measure] !== null);
}

/** Why a run that has used so much must stop; `null` while it may go on. */
export function runLimitPassed(usage: Usage, { tokens, usd }: SpendCap): string | null {
  const used = tokensOf(usage);
  if (tokens !== null && used > tokens) return `stopped: ${used} tokens used, and one run may use ${tokens}`;
  if (usd !== null && (usage.usd ?? 0) > usd)
    return `stopped: $${usage.usd} used, and one run may use $${usd}`;
  return null;
}

/** Twice the limit, and again until another call fits under it. */
export function raisedLimit({ spent, cap }: Pick<ReachedCap, "spent" | "cap">): number {
  let raised = cap * 2;
  while (raised <= spent) raised *= 2;
  return raised;
}

export function raisedCap(cap: SpendCap, reached: ReachedCap): SpendCap {
  return { ...cap, [reached.measure]: raisedLimit(reached) };
}
