import type { Setting } from "../../documents/status-document.ts";
import { type SessionSettings, SPEND_MEASURES, type SpendCap } from "../session/settings.ts";

/** Every setting the session is decided under; limits of spend only where there are any. */
export function configurationOf(settings: SessionSettings): readonly Setting[] {
  const { limits, thresholds, criticalOverride, backupRetentionRounds, agents, spend } = settings;
  const values: readonly (readonly [string, string | number | boolean])[] = [
    ["engineer", agents.engineer],
    ["reviewer", agents.reviewer],
    ["gapsPerRound", limits.gapsPerRound],
    ["parallelGaps", limits.parallelGaps],
    ["maxRounds", limits.maxRounds],
    ["hardLimit", limits.hardLimit],
    ["stallThreshold", thresholds.stallThreshold],
    ["divergenceThreshold", thresholds.divergenceThreshold],
    ["criticalOverride", criticalOverride],
    ["backupRetentionRounds", backupRetentionRounds],
    ...capValues("run", spend.run),
    ...capValues("role", spend.role),
    ...capValues("session", spend.session),
  ];
  return values.map(([name, value]) => ({ name, value: String(value) }));
}

function capValues(scope: string, cap: SpendCap): readonly (readonly [string, number])[] {
  return SPEND_MEASURES.flatMap((measure) => {
    const limit = cap[measure];
    return limit === null ? [] : [[`limits.${scope}.${measure}`, limit] as const];
  });
}
