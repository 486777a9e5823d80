import type { LiveSession } from "../../core/refinement/session/session.ts";
import {
  type SessionSettings,
  SPEND_MEASURES,
  type SpendCap,
} from "../../core/refinement/session/settings.ts";
import type { Environment } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure } from "../failure.ts";
import { validatedAgentName } from "./agents.ts";
import { capOf, optionalSettings, type RolesInput } from "./session-settings.ts";

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
): Promise<SessionSettings | Failure> {
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
  const { fallbacks: _, readProject: __, remarksRound: ___, ...kept } = settings;
  return { ...kept, agents, ...optionalSettings(about.config), spend };
}

function looserCap(current: SpendCap, configured: SpendCap): SpendCap {
  const entries = SPEND_MEASURES.map((measure) => {
    const [now, then] = [current[measure], configured[measure]];
    return [measure, now === null || then === null ? then : Math.max(now, then)];
  });
  return Object.fromEntries(entries) as SpendCap;
}
