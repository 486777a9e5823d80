import type { CommandContext } from "../command-context.ts";
import { configFiles } from "../config/config-files.ts";
import { invalidConfig, loadConfig } from "../config/layers.ts";
import { isFailure, type Outcome } from "../failure.ts";
import { findProject } from "../project.ts";
import { strangeAgents } from "../trust/project-trust.ts";
import type { AgentRow, AgentWarning } from "../wire/agent.ts";
import { agentNames, kindWord, rolesOf } from "./agent-settings.ts";
import { chooseAgents } from "./choose-agents.ts";
import { type AgentPlace, type DescribedAgent, describeAgent } from "./describe-agent.ts";
import { askVersion, type ProgramHealth, programHealth } from "./program-version.ts";
import { sharedWaits } from "./shared-waits.ts";

/** Every agent that has a name here; programs are asked for their versions, all at once. */
export async function listAgents(context: CommandContext): Outcome<readonly AgentRow[]> {
  const { cwd, env } = context;
  const loaded = await loadConfig(await configFiles(context));
  if ("problems" in loaded) return invalidConfig(loaded.problems);
  const { values: config, origins } = loaded;
  const strange = await strangeAgents(context, origins);
  const place = { config, env, root: (await findProject(cwd))?.root ?? cwd };
  const roles = await currentRoles(place);
  const described = await Promise.all(agentNames(config).map((name) => describeAgent(name, place)));
  const agents = described.filter((one): one is DescribedAgent => !isFailure(one));
  return await Promise.all(agents.map((agent) => rowOf(agent, context, { roles, strange })));
}

async function currentRoles(place: AgentPlace): Promise<(name: string) => readonly string[]> {
  const { engineer, reviewer } = place.config.roles;
  const chosen = await chooseAgents({ engineer, reviewer }, place);
  const byChoice = (name: string): readonly string[] =>
    isFailure(chosen) ? [] : (["engineer", "reviewer"] as const).filter((role) => chosen[role] === name);
  return (name) => [...new Set([...byChoice(name), ...rolesOf(name, place.config)])];
}

async function rowOf(
  { settings, file, unusable }: DescribedAgent,
  context: CommandContext,
  {
    roles,
    strange,
  }: { readonly roles: (name: string) => readonly string[]; readonly strange: (name: string) => boolean },
): Promise<AgentRow> {
  const { name } = settings;
  const provider = "provider" in settings ? settings.provider : null;
  const health =
    file === null || !("command" in settings)
      ? null
      : programHealth(
          await askVersion({ file, command: settings.command, strange: strange(name) }, context),
          file,
        );
  const doubt = unusable === null && health !== null ? doubtOf(health) : null;
  const account = "account" in settings ? settings.account : null;
  const untilMs = account === null ? null : await sharedWaits(context.env)?.until(account);
  return {
    name,
    kind: kindWord(settings),
    state: unusable === null ? (doubt?.code ?? "ready") : "no",
    usable: unusable === null && doubt?.code !== "broken",
    why: unusable ?? doubt,
    file,
    version: health?.at === "ready" ? health.version : null,
    model: "model" in settings ? settings.model : null,
    provider,
    roles: roles(name),
    waitingUntil: untilMs == null ? null : `${new Date(untilMs).toISOString().slice(0, 19)}Z`,
  };
}

function doubtOf(health: ProgramHealth): AgentWarning | null {
  if (health.at !== "doubtful" && health.at !== "broken") return null;
  return { code: health.at, message: health.why, fix: health.fix };
}
