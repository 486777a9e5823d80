// What the settings and the environment say about an agent, by its name. Nothing of the machine is looked at.

import type { AgentCli } from "../../adapters/agent-process/cli/agent-cli.ts";
import { AGENT_CLIS, type CliKind } from "../../adapters/agent-process/cli/agent-clis.ts";
import {
  isModelProtocol,
  type ModelProtocol,
  placeAt,
  providerAt,
  type ServerProtocol,
} from "../../adapters/shared/model-protocol.ts";
import { secretsOf } from "../../adapters/shared/redact.ts";
import { sha256Of } from "../../adapters/shared/sha256.ts";
import type { Access } from "../../core/shared/access.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { MINUTE_MS } from "../../core/shared/time-units.ts";
import type { Environment } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import { HUMAN, isCliKind, KNOWN_AGENTS, KNOWN_APIS, kindOfAgent, knownApi } from "./known-agents.ts";

export const PLAYER = "player:";

/** A model server and the variable that holds the key to it. */
export interface ApiAccess {
  /** Of its entry in the settings, or a known one. */
  readonly name: string;
  readonly protocol: ServerProtocol;
  /** `null`: the provider's own. */
  readonly baseUrl: string | null;
  readonly keyEnv: string;
}

interface AgentTimers {
  readonly wallMs?: number;
  readonly idleMs?: number;
}

interface ModelSettings {
  readonly name: string;
  /** `null`: the agent's own choice. */
  readonly model: string | null;
  /** Who answers it, for people. */
  readonly provider: string;
  /** Whose limits it shares: by the address and what lets it in there. Agents of one account wait together. */
  readonly account: string;
  readonly timers: AgentTimers;
}

export interface CliAgentSettings extends ModelSettings {
  readonly how: "program";
  readonly kind: CliKind;
  readonly command: string;
  readonly args: readonly string[];
  /** How hard it is to think; `null`: the user's choice elsewhere, or a sensible one. */
  readonly effort: string | null;
  /** `null`: its own login. */
  readonly api: ApiAccess | null;
  /** Further variables of the environment that it may see. */
  readonly envNames: readonly string[];
}

export interface ApiAgentSettings extends ModelSettings {
  readonly how: "api";
  readonly api: ApiAccess & { readonly protocol: ModelProtocol };
}

/** Any program that speaks the Agent Client Protocol. */
export interface AcpAgentSettings extends ModelSettings {
  readonly how: "acp";
  /** As the settings name it; needed, so that it is there in valid ones. */
  readonly command: string;
  readonly args: readonly string[];
  /** What its session is set to, by what a role may do; `null`: as it has it. */
  readonly modes: Readonly<Record<Access, string | null>>;
  /** Whether it may be asked to go on with a session in another folder. */
  readonly resumes: boolean;
  readonly envNames: readonly string[];
  /** What it finds in its environment beside that. */
  readonly variables: Readonly<Record<string, string>>;
}

export type AgentSettings =
  | { readonly how: "person"; readonly name: string }
  | { readonly how: "player"; readonly name: string; readonly script: string }
  | CliAgentSettings
  | ApiAgentSettings
  | AcpAgentSettings;

export interface AgentSources {
  readonly config: Config;
  readonly env: Environment;
}

/** `null` where nothing is called so. */
export function agentSettings(name: string, sources: AgentSources): AgentSettings | null {
  if (name === HUMAN) return { how: "person", name };
  if (name.startsWith(PLAYER)) return { how: "player", name, script: name.slice(PLAYER.length) };
  const { agents } = sources.config;
  const entry = Object.hasOwn(agents, name) ? (agents[name] ?? {}) : {};
  const kind = kindOfAgent(name, entry);
  if (kind === null) return null;
  if (isCliKind(kind)) return programSettings(name, { kind, entry }, sources);
  if (kind === "api") return serverSettings(name, entry, sources);
  return acpSettings(name, entry, sources);
}

type Entry = Config["agents"][string];

function programSettings(
  name: string,
  { kind, entry }: { readonly kind: CliKind; readonly entry: Entry },
  sources: AgentSources,
): CliAgentSettings {
  const api = entry.api === undefined ? null : apiAccess(entry.api, sources);
  const { config, env } = sources;
  const cli: AgentCli = AGENT_CLIS[kind];
  const { program, protocol, addressEnv } = cli;
  const passes = (variable: string): boolean =>
    cli.passes(variable, null) || (entry.env ?? []).includes(variable);
  const ownAddress = addressEnv === null ? null : (env[addressEnv] ?? null);
  const model = entry.model ?? (entry.api === undefined ? null : (config.api[entry.api]?.model ?? null));
  const ownProvider = api === null ? cli.providerOf?.(model) : undefined;
  return {
    how: "program",
    name,
    kind,
    command: entry.command ?? program,
    args: entry.args ?? [],
    model,
    effort: entry.effort ?? null,
    api,
    envNames: entry.env ?? [],
    provider: ownProvider ?? providerAt(api === null ? ownAddress : api.baseUrl, protocol),
    account:
      api === null
        ? accountAt(ownProvider ?? placeAt(ownAddress, protocol), keysAmong(sources, passes))
        : serverAccount(api, sources),
    timers: timersOf(entry),
  };
}

/** `null` where its server is not described, which valid settings do not do. */
function serverSettings(name: string, entry: Entry, sources: AgentSources): ApiAgentSettings | null {
  const server = entry.api ?? name;
  const api = apiAccess(server, sources);
  if (api === null || !isModelProtocol(api.protocol)) return null;
  return {
    how: "api",
    name,
    model: entry.model ?? sources.config.api[server]?.model ?? null,
    api: { ...api, protocol: api.protocol },
    provider: providerAt(api.baseUrl, api.protocol),
    account: serverAccount(api, sources),
    timers: timersOf(entry),
  };
}

function serverAccount({ baseUrl, protocol, keyEnv }: ApiAccess, { env }: AgentSources): string {
  const key = env[keyEnv] ?? "";
  return accountAt(placeAt(baseUrl, protocol), key === "" ? [] : [key]);
}

/** Who limits it nobody tells; two with the same command have the same. */
function acpSettings(name: string, entry: Entry, sources: AgentSources): AcpAgentSettings {
  const { command = name, args = [], model = null, sessionMode = null, readOnlyMode = null } = entry;
  return {
    how: "acp",
    name,
    command,
    args,
    model,
    modes: { write: sessionMode, "read-only": readOnlyMode ?? sessionMode },
    resumes: entry.resumes ?? true,
    envNames: entry.env ?? [],
    variables: entry.variables ?? {},
    provider: [command, ...args].join(" "),
    account: accountAt(
      [command, ...args].join(" "),
      keysAmong(sources, (variable) => (entry.env ?? []).includes(variable)),
    ),
    timers: timersOf(entry),
  };
}

function apiAccess(name: string, { config, env }: AgentSources): ApiAccess | null {
  const described = Object.hasOwn(config.api, name) ? config.api[name] : undefined;
  if (described !== undefined) {
    const { protocol, baseUrl = null, keyEnv } = described;
    return { name, protocol, baseUrl, keyEnv };
  }
  const known = knownApi(name);
  if (known === null) return null;
  return { name, protocol: known.protocol, baseUrl: env[known.baseUrlEnv] || null, keyEnv: known.keyEnv };
}

function timersOf({ minutes, idleMinutes }: Entry): AgentTimers {
  return {
    ...(minutes === undefined ? {} : { wallMs: minutes * MINUTE_MS }),
    ...(idleMinutes === undefined ? {} : { idleMs: idleMinutes * MINUTE_MS }),
  };
}

/** Who limits an agent; `null` for one that nobody does. */
export function providerOf(
  name: string,
  sources: AgentSources,
): { readonly name: string; readonly account: string } | null {
  const settings = agentSettings(name, sources);
  if (settings === null || !("provider" in settings)) return null;
  return { name: settings.provider, account: settings.account };
}

/** Of a key only so much goes onto the disk as tells two apart. */
const KEY_DIGITS = 12;

function accountAt(place: string, keys: readonly string[]): string {
  if (keys.length === 0) return `${place}, by login`;
  return `${place}, by key ${sha256Of(`parley account ${keys.toSorted().join("\n")}`).slice(0, KEY_DIGITS)}`;
}

/** What lets a program in that is given these variables. */
function keysAmong({ env }: AgentSources, passes: (name: string) => boolean): readonly string[] {
  const passed = Object.fromEntries(Object.entries(env).filter(([name]) => passes(name)));
  return [...new Set(secretsOf(passed, []).map(({ value }) => value))];
}

/** Every name that means an agent here, the known ones first. */
export function agentNames({ agents }: Config): readonly string[] {
  return [...new Set([...Object.keys(KNOWN_AGENTS), ...Object.keys(agents)])];
}

/** The variables of the environment that hold keys, as far as the settings know. */
export function keyVariables({ api }: Config): readonly string[] {
  const described = Object.values(api).map(({ keyEnv }) => keyEnv);
  const known = Object.values(KNOWN_APIS).map(({ keyEnv }) => keyEnv);
  return [...new Set([...described, ...known])];
}

/** How an agent is driven, in a word. */
export function kindWord(settings: AgentSettings): string {
  switch (settings.how) {
    case "person":
      return "human";
    case "player":
      return "player";
    case "program":
      return settings.kind;
    case "api":
      return settings.api.protocol;
    case "acp":
      return settings.how;
    default:
      return assertNever(settings);
  }
}

/** The roles that the settings give to an agent; `fallback.…` where it only takes over. */
export function rolesOf(name: string, { roles: { fallback, ...roles } }: Config): readonly string[] {
  const played = Object.entries(roles).flatMap(([role, who]) => (who === name ? [role] : []));
  const stoodIn = Object.entries(fallback).flatMap(([role, names]) =>
    names.includes(name) ? [`fallback.${role}`] : [],
  );
  return [...played, ...stoodIn];
}
