// An agent as it stands on this machine: what would be started, and why it cannot be.

import { resolve } from "node:path";
import { modelUrl } from "../../adapters/agent-api/model-url.ts";
import { AGENT_CLIS, CLI_KINDS } from "../../adapters/agent-process/cli/agent-clis.ts";
import { kindOf } from "../../adapters/files/create-file.ts";
import { findProgram } from "../../adapters/host/find-program.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { configFailure, type Failure, type Outcome } from "../failure.ts";
import { suggestOr } from "../nearest.ts";
import type { UnusableReason } from "../wire/agent.ts";
import {
  type AcpAgentSettings,
  type AgentSettings,
  type AgentSources,
  type ApiAccess,
  type ApiAgentSettings,
  agentNames,
  agentSettings,
  type CliAgentSettings,
} from "./agent-settings.ts";
import { KNOWN_ACP_AGENTS } from "./known-acp-agents.ts";
import { knownApi } from "./known-agents.ts";

export interface DescribedAgent {
  readonly settings: AgentSettings;
  /** The file that would be run; `null` where there is none, or none is needed. */
  readonly file: string | null;
  readonly unusable: UnusableReason | null;
}

export interface AgentPlace extends AgentSources {
  /** What a player's file is meant from. */
  readonly root: string;
}

export async function describeAgent(name: string, place: AgentPlace): Outcome<DescribedAgent> {
  const settings = agentSettings(name, place);
  if (settings === null) return unknownAgent(name, place);
  switch (settings.how) {
    case "person":
      return { settings, file: null, unusable: null };
    case "player": {
      const file = resolve(place.root, settings.script);
      const there = (await kindOf(file)) === "file";
      return { settings, file, unusable: there ? null : noPlayer(file) };
    }
    case "program": {
      const file = await findProgram(settings.command, place.env.PATH ?? "");
      return { settings, file, unusable: programProblem(settings, file, place) };
    }
    case "acp": {
      const file = await findProgram(settings.command, place.env.PATH ?? "");
      return { settings, file, unusable: file === null ? acpNotFound(settings) : null };
    }
    case "api":
      return { settings, file: null, unusable: serverProblem(settings, place) };
    default:
      return assertNever(settings);
  }
}

function programProblem(
  { name, kind, command, model, api }: CliAgentSettings,
  file: string | null,
  place: AgentPlace,
): UnusableReason | null {
  if (file === null) {
    const { program, install } = AGENT_CLIS[kind];
    return command === program
      ? { code: "not-installed", message: "not found on PATH", fix: install }
      : notFound({ name, command });
  }
  if (api === null) return null;
  const noServer = keyProblem(api, place) ?? addressProblem(api);
  return noServer ?? (AGENT_CLIS[kind].needsModel && model === null ? noModel(name) : null);
}

function acpNotFound({ name, command }: AcpAgentSettings): UnusableReason {
  const known = Object.hasOwn(KNOWN_ACP_AGENTS, name) ? KNOWN_ACP_AGENTS[name] : undefined;
  const missing = notFound({ name, command });
  return known?.entry.command === command ? { ...missing, fix: `install it (${known.install})` } : missing;
}

function notFound({ name, command }: { readonly name: string; readonly command: string }): UnusableReason {
  const fix = `install it, or name another: parley config set agents.${name}.command PROGRAM`;
  return { code: "not-installed", message: `${command} not found on PATH`, fix };
}

function serverProblem({ name, model, api }: ApiAgentSettings, place: AgentPlace): UnusableReason | null {
  const noServer = keyProblem(api, place) ?? addressProblem(api);
  if (noServer !== null) return noServer;
  return model === null ? noModel(name) : null;
}

function noModel(name: string): UnusableReason {
  return {
    code: "no-model",
    message: "no model is chosen",
    fix: `parley config set agents.${name}.model MODEL`,
  };
}

function keyProblem({ keyEnv }: ApiAccess, { env }: AgentPlace): UnusableReason | null {
  if (env[keyEnv]) return null;
  return {
    code: "no-key",
    message: `${keyEnv} is not set`,
    fix: `export ${keyEnv}=…`,
  };
}

/** The settings refuse such an address; one of the environment is first seen here. It may hold a key: not repeated. */
function addressProblem({ name, protocol, baseUrl }: ApiAccess): UnusableReason | null {
  const url = modelUrl(protocol, baseUrl);
  if (url.at === "url") return null;
  const variable = knownApi(name)?.baseUrlEnv;
  const where = variable === undefined ? `api.${name}.baseUrl` : variable;
  return { code: "bad-address", message: `${where}: ${url.why}`, fix: `give ${where} a plain address` };
}

function noPlayer(file: string): UnusableReason {
  return {
    code: "no-player",
    message: `there is no player file ${file}`,
    fix: "check the path after player:",
  };
}

function unknownAgent(name: string, { config }: AgentPlace): Failure {
  const names = agentNames(config);
  if (Object.hasOwn(KNOWN_ACP_AGENTS, name)) {
    return configFailure(
      "unknown-agent",
      `the settings do not have ${name} yet`,
      `parley agents add ${name}`,
    );
  }
  const all = `use one of ${names.join(", ")}, human, player:FILE, or describe it: \`parley agents add ${name} -- PROGRAM ARGUMENTS\` if it speaks ACP, else \`parley config set agents.${name}.kind ${CLI_KINDS[0]}\``;
  return configFailure(
    "unknown-agent",
    `no agent is called ${name}`,
    suggestOr(name, [...names, "human"], all),
  );
}

/** An agent that cannot be used, as the answer to whoever named it. */
export function unusableFailure(name: string, { code, message, fix }: UnusableReason): Failure {
  return configFailure(code, `${name} cannot be used: ${message}`, fix);
}
