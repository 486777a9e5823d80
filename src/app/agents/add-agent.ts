import type { CommandContext } from "../command-context.ts";
import { changeConfig } from "../config/change-config.ts";
import { configFiles, type Layer } from "../config/config-files.ts";
import { invalidConfig, loadConfig } from "../config/layers.ts";
import { type Failure, isFailure, refusedFailure, usageFailure } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import type { AddedAgent } from "../wire/agent.ts";
import { describeAgent } from "./describe-agent.ts";
import { KNOWN_ACP_AGENTS } from "./known-acp-agents.ts";
import { KNOWN_AGENTS } from "./known-agents.ts";

interface AddAgentInput {
  readonly name: string;
  /** What starts it, for one that is not known. */
  readonly command: readonly string[];
  readonly layer: Layer;
}

/** Describes an agent that speaks ACP in the settings: a known one by its name, any other by its command. */
export async function addAgent(
  context: CommandContext,
  { name, command, layer }: AddAgentInput,
): Promise<AddedAgent | Failure> {
  const loaded = await loadConfig(await configFiles(context));
  if ("problems" in loaded) return invalidConfig(loaded.problems);
  if (Object.hasOwn(loaded.values.agents, name)) return alreadyThere(name);
  if (Object.hasOwn(KNOWN_AGENTS, name)) return knownByItself(name);
  const known = Object.hasOwn(KNOWN_ACP_AGENTS, name) ? KNOWN_ACP_AGENTS[name] : undefined;
  const [program, ...args] = command;
  const entry = program === undefined ? known?.entry : { command: program, args };
  if (entry === undefined) return noCommand(name);
  const value = JSON.stringify({ kind: "acp", ...entry });
  const changed = await changeConfig(context, { key: `agents.${name}`, layer, value });
  if (isFailure(changed)) return changed;
  const now = await loadConfig(await configFiles(context));
  if ("problems" in now) return invalidConfig(now.problems);
  const agent = await describeAgent(name, { config: now.values, env: context.env, root: context.cwd });
  if (isFailure(agent)) return agent;
  return { name, entry: changed.value, file: changed.file, unusable: agent.unusable };
}

function alreadyThere(name: string): Failure {
  return refusedFailure(
    "agent-exists",
    `the settings describe ${name} already`,
    `see it with \`parley config get agents.${name}\`, or take it away first: parley config unset agents.${name}`,
  );
}

function knownByItself(name: string): Failure {
  const acp = `${name}-acp`;
  const other = Object.hasOwn(KNOWN_ACP_AGENTS, acp) ? `, or add ${acp} to have it over ACP` : "";
  return refusedFailure("agent-exists", `${name} needs no entry in the settings`, `use it as it is${other}`);
}

function noCommand(name: string): Failure {
  const known = Object.keys(KNOWN_ACP_AGENTS);
  const all = `name one of ${known.join(", ")}, or say what starts it: parley agents add ${name} -- PROGRAM ARGUMENTS`;
  return usageFailure("no-command", `parley does not know how to start ${name}`, suggestOr(name, known, all));
}
