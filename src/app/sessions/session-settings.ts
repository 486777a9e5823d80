import { thresholdsFor } from "../../core/refinement/convergence-thresholds.ts";
import { roundLimits } from "../../core/refinement/round-limits.ts";
import type { SessionSettings, SpendCap } from "../../core/refinement/session/settings.ts";
import { isRefusal } from "../../core/shared/refusal.ts";
import { configFiles } from "../config/config-files.ts";
import { invalidConfig, loadConfig } from "../config/layers.ts";
import type { Config } from "../config/schema.ts";
import type { Failure } from "../failure.ts";
import { isFailure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";

export interface RoleWishes {
  readonly engineer?: string | undefined;
  readonly reviewer?: string | undefined;
}

export async function readConfig(surroundings: Surroundings): Promise<Config | Failure> {
  const loaded = await loadConfig(await configFiles(surroundings));
  return "problems" in loaded ? invalidConfig(loaded.problems) : loaded.values;
}

/** The settings a session of so many gaps starts with. */
export function sessionSettings(config: Config, gaps: number, wishes: RoleWishes): SessionSettings | Failure {
  const { refine } = config;
  const limits = roundLimits(
    gaps,
    defined({
      gapsPerRound: refine.gapsPerRound,
      maxRounds: refine.maxRounds,
      hardLimit: refine.hardLimit,
      parallelGaps: refine.parallelGaps,
    }),
  );
  if (isRefusal(limits)) {
    return { failed: "config", code: "limits", message: limits.message, fix: "see `parley config show`" };
  }
  const agents = chosenAgents(config, wishes);
  if (isFailure(agents)) return agents;
  return {
    limits,
    thresholds: thresholdsFor(
      gaps,
      defined({
        stallThreshold: refine.stallThreshold,
        divergenceThreshold: refine.divergenceThreshold,
      }),
    ),
    criticalOverride: refine.criticalOverride,
    backupRetentionRounds: config.rollback.backupRetentionRounds,
    agents,
    spend: {
      run: capOf(config.limits.run),
      role: capOf(config.limits.role),
      session: capOf(config.limits.session),
    },
  };
}

type Defined<T> = { readonly [Key in keyof T]: Exclude<T[Key], undefined> };

function defined<T extends object>(values: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Defined<T>
  >;
}

export function capOf(limit: Config["limits"]["run"]): SpendCap {
  const { tokens = null, usd = null, minutes = null, calls = null } = limit;
  return { tokens, usd, minutes, calls };
}

function chosenAgents(config: Config, wishes: RoleWishes): SessionSettings["agents"] | Failure {
  const engineer = wishes.engineer ?? config.roles.engineer;
  const reviewer = wishes.reviewer ?? config.roles.reviewer;
  if (engineer !== undefined && reviewer !== undefined) return { engineer, reviewer };
  const missing = engineer === undefined ? "engineer" : "reviewer";
  return {
    failed: "config",
    code: "no-agent",
    message: `nobody is chosen to be the ${missing}: there is no --${missing} on the command line, and no roles.${missing} in the settings of this project or of yours (\`parley config path\` tells where they are)`,
    fix: `name one: --${missing} human writes it in your editor, --${missing} player:FILE plays a script; for good with \`parley config set roles.${missing} NAME\`. To see how it works first: \`parley demo\``,
  };
}
