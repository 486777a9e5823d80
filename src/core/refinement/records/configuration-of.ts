import {
  type SessionSettings,
  SPEND_MEASURES,
  type SpendCap,
  type SpendMeasure,
} from "../session/settings.ts";
import type { Setting } from "./status-document.ts";
import type { UsageTotal } from "./usage-of.ts";

/** Of how many calls nobody knows what they cost, or how many tokens they used. */
type UnknownCalls = Pick<UsageTotal, "unpricedCalls" | "uncountedCalls">;

/**
 * Every setting the session is decided under; limits of spend only where there are any, with how many calls they cannot
 * see.
 */
export function configurationOf(settings: SessionSettings, unknown: UnknownCalls): readonly Setting[] {
  const { limits, thresholds, criticalOverride, backupRetentionRounds, agents, spend } = settings;
  const { fallbacks, readProject, remarksRound } = settings;
  const values: readonly (readonly [string, string | number | boolean])[] = [
    ["engineer", agents.engineer],
    ["reviewer", agents.reviewer],
    ...fallbackValues("engineerFallbacks", fallbacks?.engineer),
    ...fallbackValues("reviewerFallbacks", fallbacks?.reviewer),
    ...(readProject === true ? [["readProject", true] as const] : []),
    ...(remarksRound === true ? [["remarksRound", true] as const] : []),
    ["gapsPerRound", limits.gapsPerRound],
    ["parallelGaps", limits.parallelGaps],
    ["maxRounds", limits.maxRounds],
    ["hardLimit", limits.hardLimit],
    ["stallThreshold", thresholds.stallThreshold],
    ["divergenceThreshold", thresholds.divergenceThreshold],
    ["criticalOverride", criticalOverride],
    ["backupRetentionRounds", backupRetentionRounds],
    ...capValues("run", spend.run, unknown),
    ...capValues("role", spend.role, unknown),
    ...capValues("session", spend.session, unknown),
  ];
  return values.map(([name, value]) => ({ name, value: String(value) }));
}

function fallbackValues(
  name: string,
  agents: readonly string[] | undefined,
): readonly (readonly [string, string])[] {
  return agents === undefined || agents.length === 0 ? [] : [[name, agents.join(", ")]];
}

function capValues(
  scope: string,
  cap: SpendCap,
  unknown: UnknownCalls,
): readonly (readonly [string, number | string])[] {
  return SPEND_MEASURES.flatMap((measure) => {
    const limit = cap[measure];
    if (limit === null) return [];
    const unseen = unseenWords(measure, unknown);
    return [[`limits.${scope}.${measure}`, unseen === null ? limit : `${limit} (${unseen})`] as const];
  });
}

function unseenWords(measure: SpendMeasure, { unpricedCalls, uncountedCalls }: UnknownCalls): string | null {
  const calls = measure === "usd" ? unpricedCalls : measure === "tokens" ? uncountedCalls : 0;
  if (calls === 0) return null;
  const what = measure === "usd" ? "cost" : "size";
  return `does not see ${calls} ${calls === 1 ? "call" : "calls"} of unknown ${what}`;
}
