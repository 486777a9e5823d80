// The one place that turns what is known about an agent into something that runs.

import { join } from "node:path";
import { apiAgent } from "../../adapters/agent-api/api-agent.ts";
import { type AcpAgentOptions, acpAgent } from "../../adapters/agent-process/acp/acp-agent.ts";
import { AGENT_CLIS } from "../../adapters/agent-process/cli/agent-clis.ts";
import { type CliAgentOptions, cliAgent } from "../../adapters/agent-process/cli/cli-agent.ts";
import { processAgent } from "../../adapters/agent-process/process-agent.ts";
import { readableProject } from "../../adapters/files/readable-project.ts";
import { identifyProcess, isDeadProcess } from "../../adapters/host/process-identity.ts";
import { ed25519Seals } from "../../adapters/host/seals.ts";
import { type AgentOutcome, emptyResult } from "../../core/shared/agent-outcome.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import type { AgentPort, Clock } from "../../engine/ports.ts";
import type { Environment, PlayScript } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import type { Price, UnusableReason } from "../wire/agent.ts";
import {
  type AcpAgentSettings,
  type ApiAgentSettings,
  type CliAgentSettings,
  keyVariables,
} from "./agent-settings.ts";
import type { DescribedAgent } from "./describe-agent.ts";
import { freeUsage, pricedAgent, pricedUsage } from "./priced-agent.ts";
import { shellForCoders } from "./shell-for-coders.ts";

/** How the program starts itself as a player; not a command for people. */
export const PLAYER_COMMAND = "__player";
/** How it starts itself to speak with an ACP agent. */
const ACP_COMMAND = "__acp";

export interface AgentSite {
  readonly config: Config;
  readonly env: Environment;
  /** The file that node runs as parley. */
  readonly program: string;
  /** Where runs leave what they did and said. */
  readonly runsDir: string;
  readonly projectRoot: string;
  readonly clock: Clock;
  readonly playScript?: PlayScript | undefined;
}

/** A person is no such agent: they have an inbox. */
export function makeAgent(agent: DescribedAgent, site: AgentSite): AgentPort {
  const { unusable } = agent;
  const made = shellForCoders(adapterFor(agent, site), site.config.build.shell);
  return unusable === null ? made : unusableAgent(unusable, made);
}

function adapterFor({ settings, file }: DescribedAgent, site: AgentSite): AgentPort {
  switch (settings.how) {
    case "player":
      return pricedAgent(playerAgent(file ?? settings.script, site), freeUsage);
    case "program":
      return withPrice(cliAgent(cliOptions(settings, file ?? settings.command, site)), settings, site);
    case "acp":
      return withPrice(acpAgent(acpOptions(settings, file ?? settings.command, site)), settings, site);
    case "api":
      return withPrice(serverAgent(settings, site), settings, site);
    case "person":
      throw new Error(`${settings.name} is nothing that can be started`);
    default:
      return assertNever(settings);
  }
}

function withPrice(
  agent: AgentPort,
  { model }: { readonly model: string | null },
  { config }: AgentSite,
): AgentPort {
  const price = priceOf(model, config);
  return price === null ? agent : pricedAgent(agent, (usage) => pricedUsage(usage, price));
}

export function priceOf(model: string | null, { prices }: Config): Price | null {
  return model !== null && Object.hasOwn(prices, model) ? (prices[model] ?? null) : null;
}

function playerAgent(script: string, site: AgentSite): AgentPort {
  const { config, env, program, runsDir, clock, playScript } = site;
  if (playScript !== undefined) return playScript(script);
  return processAgent({
    runsDir,
    argv: () => [process.execPath, program, PLAYER_COMMAND, script],
    env,
    secretNames: keyVariables(config),
    clock,
    seals: ed25519Seals,
    identify: identifyProcess,
    isDead: isDeadProcess,
  });
}

export function cliOptions(
  { kind, args, model, effort, api, envNames, timers }: CliAgentSettings,
  file: string,
  site: AgentSite,
): CliAgentOptions {
  const { env, config, runsDir, projectRoot, clock } = site;
  return {
    cli: AGENT_CLIS[kind],
    program: [file],
    args,
    model,
    effort,
    api,
    env,
    envNames,
    secretNames: keyVariables(config),
    runsDir,
    homesDir: homesFolder(runsDir),
    projectAt: (folder) => readableProject(folder ?? projectRoot, env),
    clock,
    seals: ed25519Seals,
    identify: identifyProcess,
    isDead: isDeadProcess,
    timers,
  };
}

export function acpOptions(
  { args, model, modes, resumes, envNames, variables, timers }: AcpAgentSettings,
  file: string,
  site: AgentSite,
): AcpAgentOptions {
  const { env, config, runsDir, projectRoot, clock, program } = site;
  return {
    speaker: [process.execPath, program, ACP_COMMAND],
    command: [file, ...args],
    model,
    ...{ modes, resumes, env },
    envNames,
    variables,
    secretNames: keyVariables(config),
    runsDir,
    projectAt: (folder) => readableProject(folder ?? projectRoot, env),
    clock,
    seals: ed25519Seals,
    identify: identifyProcess,
    isDead: isDeadProcess,
    timers,
  };
}

function serverAgent(
  { api, model, timers }: ApiAgentSettings,
  { env, config, runsDir, projectRoot, clock }: AgentSite,
): AgentPort {
  const { protocol, baseUrl, keyEnv } = api;
  return apiAgent({
    protocol,
    baseUrl,
    keyEnv,
    model: model ?? "",
    env,
    secretNames: keyVariables(config),
    runsDir,
    projectAt: (folder) => readableProject(folder ?? projectRoot, env),
    clock,
    seals: ed25519Seals,
    timers,
  });
}

const OUTCOME_WHEN_UNUSABLE: Record<UnusableReason["code"], AgentOutcome> = {
  "not-installed": "not-installed",
  "no-key": "unauthorised",
  "bad-address": "refused",
  "no-model": "not-installed",
  "no-player": "not-installed",
  "no-hands": "refused",
  "no-shell": "refused",
};

/**
 * An agent that cannot be started here: what it would take is in the evidence. What it did before is still there, and
 * paid for, so it is picked up as ever.
 */
function unusableAgent(
  { code, message, fix }: UnusableReason,
  made: Pick<AgentPort, "recover" | "tidyUp">,
): AgentPort {
  const result = emptyResult(OUTCOME_WHEN_UNUSABLE[code], message, fix);
  return { ...made, start: async () => result };
}

/** An agent that is made when it is first needed: looking for programs and loading adapters takes its time. */
export function lazyAgent(make: () => Promise<AgentPort>): AgentPort {
  let made: Promise<AgentPort> | null = null;
  const agent = (): Promise<AgentPort> => {
    made ??= make();
    return made;
  };
  return {
    start: async (request, onEvent, cancel) => (await agent()).start(request, onEvent, cancel),
    recover: async (launch, onEvent, cancel) => (await agent()).recover(launch, onEvent, cancel),
    tidyUp: async (launch) => await (await agent()).tidyUp?.(launch),
  };
}

/** Where agents have their private homes: in the runs' own folder, which no version control looks at. */
export function homesFolder(runsDir: string): string {
  return join(runsDir, "homes");
}
