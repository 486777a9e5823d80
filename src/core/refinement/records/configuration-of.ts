import type { Setting } from "../../documents/status-document.ts";
import { type SessionSettings, SPEND_MEASURES, type SpendCap } from "../session/settings.ts";

/**
 * Every setting the session is decided under; limits of spend only where there are any, with how many calls a limit of
 * money cannot see.
 */
export function configurationOf(settings: SessionSettings, unpricedCalls: number): readonly Setting[] {
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
    ...capValues("run", spend.run, unpricedCalls),
    ...capValues("role", spend.role, unpricedCalls),
    ...capValues("session", spend.session, unpricedCalls),
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
  unpricedCalls: number,
): readonly (readonly [string, number | string])[] {
  return SPEND_MEASURES.flatMap((measure) => {
    const limit = cap[measure];
    if (limit === null) return [];
    const blind = measure === "usd" && unpricedCalls > 0;
    return [
      [`limits.${scope}.${measure}`, blind ? `${limit} (${unseenWords(unpricedCalls)})` : limit] as const,
    ];
  });
}

function unseenWords(calls: number): string {
  return `does not see ${calls} ${calls === 1 ? "call" : "calls"} of unknown cost`;
}
