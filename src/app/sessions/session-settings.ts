import { FLAG_THRESHOLDS, type FlagThresholds } from "../../core/refinement/conflicts/flag.ts";
import { thresholdsFor } from "../../core/refinement/convergence.ts";
import type { Side } from "../../core/refinement/role.ts";
import { roundLimits } from "../../core/refinement/round-limits.ts";
import type { LiveSession } from "../../core/refinement/session/session.ts";
import {
  rollbackSettings,
  type SessionSettings,
  SPEND_MEASURES,
  type SpendCap,
} from "../../core/refinement/session/settings.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { type AgentSources, PLAYER } from "../agents/agent-settings.ts";
import { familiesOf } from "../agents/choose-agents.ts";
import { validatedAgentName } from "../agents/named-agents.ts";
import type { Environment } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import { configFailure, type Failure, isFailure, type Outcome } from "../failure.ts";

export interface RolesInput {
  readonly engineer?: string | undefined;
  readonly reviewer?: string | undefined;
}

/** The settings a session of so many gaps starts with, its roles played by these. */
export function sessionSettings(
  sources: AgentSources,
  gaps: number,
  agents: SidesPlayed,
): SessionSettings | Failure {
  const { config } = sources;
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
    return configFailure("limits", limits.message, "see `parley config show`");
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
    rollback: {
      mode: config.rollback.mode,
      analysisThreshold: config.rollback.rollbackAnalysisThreshold,
      sessionMax: config.rollback.maxRollbacksSession,
    },
    ...agentsPlaying(agents, sources),
    ...surveySettings(config, agents),
    ...optionalSettings(config),
    spend: {
      run: capOf(config.limits.run),
      role: capOf(config.limits.role),
      session: capOf(config.limits.session),
    },
  };
}

type SidesPlayed = Readonly<Record<Side, string>>;

/** With whoever drafts, and then with what is behind each of them. */
function agentsPlaying(
  { engineer, reviewer }: SidesPlayed,
  sources: AgentSources,
): Pick<SessionSettings, "agents" | "families"> {
  const { drafter, fallback } = sources.config.roles;
  if (drafter === undefined) return { agents: { engineer, reviewer } };
  const names = [engineer, reviewer, drafter, ...fallback.engineer, ...fallback.reviewer];
  return { agents: { engineer, reviewer, drafter }, families: familiesOf(names, sources) };
}

/** A script answers only what it has steps for, so that it surveys where somebody says so. */
function surveySettings({ refine }: Config, { reviewer }: SidesPlayed): Pick<SessionSettings, "survey"> {
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
function optionalSettings({
  roles,
  refine,
}: Config): Pick<SessionSettings, "fallbacks" | "readProject" | "remarksRound" | "detection"> {
  const { engineer, reviewer } = roles.fallback;
  return {
    ...(engineer.length + reviewer.length === 0 ? {} : { fallbacks: { engineer, reviewer } }),
    ...(refine.readProject ? { readProject: true } : {}),
    ...(refine.remarksRound ? { remarksRound: true } : {}),
    ...detectionSettings(refine),
  };
}

/** Where nothing else is set, the session says nothing of it. */
const SEMANTIC_OVERLAP_MINIMUM = 0.3;

function detectionSettings(refine: Config["refine"]): Pick<SessionSettings, "detection"> {
  const { unaddressedHighThreshold, unaddressedCriticalThreshold, patternThreshold, semanticOverlapMinimum } =
    refine;
  const thresholds = { unaddressedHighThreshold, unaddressedCriticalThreshold, patternThreshold };
  const names = Object.keys(thresholds) as (keyof FlagThresholds)[];
  const usual =
    semanticOverlapMinimum === SEMANTIC_OVERLAP_MINIMUM &&
    names.every((name) => thresholds[name] === FLAG_THRESHOLDS[name]);
  return usual ? {} : { detection: { thresholds, semanticOverlapMinimum } };
}

/**
 * What a session goes on under: the agents that are named now, who may take over from them and what they may read, and
 * limits that were loosened in the settings. What the user answered meanwhile (extended rounds, doubled thresholds,
 * raised limits) stays.
 */
export async function settingsOnResume(
  { settings }: LiveSession,
  about: {
    readonly config: Config;
    readonly input: RolesInput;
    readonly cwd: string;
    readonly root: string;
    readonly env: Environment;
  },
): Outcome<SessionSettings> {
  const { limits } = about.config;
  const agents = { ...settings.agents };
  for (const role of ["engineer", "reviewer"] as const) {
    const wanted = about.input[role];
    if (wanted === undefined) continue;
    const name = await validatedAgentName(wanted, about);
    if (isFailure(name)) return name;
    agents[role] = name;
  }
  const spend = {
    run: looserCap(settings.spend.run, capOf(limits.run)),
    role: looserCap(settings.spend.role, capOf(limits.role)),
    session: looserCap(settings.spend.session, capOf(limits.session)),
  };
  const { fallbacks: _f, readProject: _r, remarksRound: _m, detection: _d, families: _a, ...kept } = settings;
  return {
    ...withMoreRollbacks(kept, about.config),
    ...agentsPlaying(agents, about),
    ...optionalSettings(about.config),
    spend,
  };
}

/** As many rollbacks and backups as the configuration allows by now, where that is more. */
export function withMoreRollbacks<Settings extends RollbackLimits>(
  settings: Settings,
  { rollback: configured }: Pick<Config, "rollback">,
): Settings {
  const { sessionMax, ...others } = rollbackSettings(settings);
  const { maxRollbacksSession, backupRetentionRounds } = configured;
  return {
    ...settings,
    ...(maxRollbacksSession > sessionMax ? { rollback: { ...others, sessionMax: maxRollbacksSession } } : {}),
    backupRetentionRounds: Math.max(settings.backupRetentionRounds, backupRetentionRounds),
  };
}

type RollbackLimits = Pick<SessionSettings, "rollback" | "backupRetentionRounds">;

function looserCap(current: SpendCap, configured: SpendCap): SpendCap {
  const entries = SPEND_MEASURES.map((measure) => {
    const [now, then] = [current[measure], configured[measure]];
    return [measure, now === null || then === null ? then : Math.max(now, then)];
  });
  return Object.fromEntries(entries) as SpendCap;
}
