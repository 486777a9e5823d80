import { thresholdsFor } from "../../core/refinement/convergence-thresholds.ts";
import { roundLimits } from "../../core/refinement/round-limits.ts";
import type { SessionSettings, SpendCap } from "../../core/refinement/session/settings.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { PLAYER } from "../agents/agent-settings.ts";
import type { Config } from "../config/schema.ts";
import type { Failure } from "../failure.ts";

export interface RolesInput {
  readonly engineer?: string | undefined;
  readonly reviewer?: string | undefined;
}

/** The settings a session of so many gaps starts with, its roles played by these. */
export function sessionSettings(
  config: Config,
  gaps: number,
  agents: SessionSettings["agents"],
): SessionSettings | Failure {
  const { refine } = config;
  const limits = roundLimits(
    gaps,
    dropUndefined({
      gapsPerRound: refine.gapsPerRound,
      maxRounds: refine.maxRounds,
      hardLimit: refine.hardLimit,
      parallelGaps: refine.parallelGaps,
    }),
  );
  if (isRefusal(limits)) {
    return { failed: "config", code: "limits", message: limits.message, fix: "see `parley config show`" };
  }
  return {
    limits,
    thresholds: thresholdsFor(
      gaps,
      dropUndefined({
        stallThreshold: refine.stallThreshold,
        divergenceThreshold: refine.divergenceThreshold,
      }),
    ),
    criticalOverride: refine.criticalOverride,
    backupRetentionRounds: config.rollback.backupRetentionRounds,
    agents,
    ...surveySettings(config, agents),
    ...optionalSettings(config),
    spend: {
      run: capOf(config.limits.run),
      role: capOf(config.limits.role),
      session: capOf(config.limits.session),
    },
  };
}

/** A script answers only what it has steps for, so that it surveys where somebody says so. */
function surveySettings(
  { refine }: Config,
  { reviewer }: SessionSettings["agents"],
): Pick<SessionSettings, "survey"> {
  const wanted = refine.survey ?? !reviewer.startsWith(PLAYER);
  if (wanted === false) return {};
  const given = (["maxRounds", "stallThreshold", "divergenceThreshold"] as const).filter(
    (name) => refine[name] !== undefined,
  );
  return { survey: { second: wanted === "both", gapsMax: refine.surveyMax, given } };
}

type Defined<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

function dropUndefined<T extends object>(values: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Defined<T>
  >;
}

export function capOf(limit: Config["limits"]["run"]): SpendCap {
  const { tokens = null, usd = null, minutes = null, calls = null } = limit;
  return { tokens, usd, minutes, calls };
}

/** What is left out where it says nothing, as in sessions that began before there was such a setting. */
export function optionalSettings({
  roles,
  refine,
}: Config): Pick<SessionSettings, "fallbacks" | "readProject" | "remarksRound"> {
  const { engineer, reviewer } = roles.fallback;
  return {
    ...(engineer.length + reviewer.length === 0 ? {} : { fallbacks: { engineer, reviewer } }),
    ...(refine.readProject ? { readProject: true } : {}),
    ...(refine.remarksRound ? { remarksRound: true } : {}),
  };
}
