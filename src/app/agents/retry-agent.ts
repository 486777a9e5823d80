import type { CommandContext } from "../command-context.ts";
import { validConfig } from "../config/layers.ts";
import { configFailure, type Failure, isFailure } from "../failure.ts";
import { findProject } from "../project.ts";
import type { RetriedAgent } from "../wire/agent.ts";
import { providerOf } from "./agent-settings.ts";
import { describeAgent } from "./describe-agent.ts";
import { sharedWaits } from "./shared-waits.ts";

/** The provider of an agent is asked again, by every run of this user, although it wanted to be left alone. */
export async function retryAgent(context: CommandContext, name: string): Promise<RetriedAgent | Failure> {
  const { cwd, env } = context;
  const config = await validConfig(context);
  if (isFailure(config)) return config;
  const agent = await describeAgent(name, { config, env, root: (await findProject(cwd))?.root ?? cwd });
  if (isFailure(agent)) return agent;
  const provider = providerOf(name, { config, env });
  const waits = sharedWaits(env);
  if (provider === null) return nobodyLimits(name);
  if (waits === null) return noFolder();
  const untilMs = await waits.until(provider.account);
  await waits.lift(provider.account);
  const waitedUntil = untilMs === null ? null : `${new Date(untilMs).toISOString().slice(0, 19)}Z`;
  return { name, provider: provider.name, waitedUntil };
}

function nobodyLimits(name: string): Failure {
  return configFailure(
    "no-provider",
    `${name} has no provider that could want to be left alone`,
    "name another",
  );
}

function noFolder(): Failure {
  return configFailure("no-home", "there is no home folder to note it in", "set HOME or XDG_STATE_HOME");
}
