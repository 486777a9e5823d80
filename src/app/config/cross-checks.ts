// Rules between settings. They hold for the result of all files together, not for one file alone.
import { AGENT_CLIS, CLI_KINDS } from "../../adapters/agent-process/cli/agent-clis.ts";
import { isModelProtocol } from "../../adapters/shared/model-protocol.ts";
import {
  type AgentKind,
  HUMAN,
  isCliKind,
  KNOWN_AGENTS,
  kindOfAgent,
  knownApi,
} from "../agents/known-agents.ts";
import type { Problem } from "./raw-config.ts";
import type { Config } from "./schema.ts";

export function crossProblems(config: Config): readonly Problem[] {
  return [
    ...roleProblems(config),
    ...agentProblems(config),
    ...numberProblems(config),
    ...targetProblems(config),
  ];
}

function* roleProblems({ roles: { fallback, ...roles }, agents }: Config): Iterable<Problem> {
  const named = Object.entries(roles).map(([role, who]) => ({ path: ["roles", role], who }));
  const further = Object.entries(fallback).flatMap(([role, names]) =>
    names.map((who, index) => ({ path: ["roles", "fallback", role, String(index)], who })),
  );
  const names = [...new Set([...Object.keys(KNOWN_AGENTS), ...Object.keys(agents)])];
  for (const { path, who } of [...named, ...further]) {
    if (who === undefined || who === HUMAN || who.startsWith("player:") || names.includes(who)) continue;
    yield {
      path,
      on: "value",
      message: `${path.join(".")} names the agent ${who}, which does not exist`,
      fix: `use one of ${names.join(", ")}, human, player:FILE, or describe it under agents.${who}`,
    };
  }
}

type AgentEntry = Config["agents"][string];

function* agentProblems({ agents, api }: Config): Iterable<Problem> {
  for (const [name, agent] of Object.entries(agents)) {
    const path = ["agents", name];
    if (name === HUMAN) {
      const message = "agents.human: human means you, an agent needs another name";
      yield { path, on: "key", message };
      continue;
    }
    const kind = kindOfAgent(name, agent);
    if (kind === null) {
      const message = `agents.${name} needs kind: how it is driven`;
      yield {
        path,
        on: "key",
        message,
        fix: `parley config set agents.${name}.kind ${CLI_KINDS.join("|")}|acp|api`,
      };
      continue;
    }
    if (kind === "acp" && agent.command === undefined) {
      const message = `agents.${name} is of kind acp and needs a command`;
      yield { path, on: "key", message, fix: `parley config set agents.${name}.command PROGRAM` };
    }
    if (kind !== "acp") yield* acpOnlyProblems(name, agent);
    yield* effortProblems({ name, kind, agent });
    yield* serverProblems({ name, kind, agent }, api);
  }
}

const ACP_ONLY = ["variables", "sessionMode", "readOnlyMode", "resumes"] as const;

function* acpOnlyProblems(name: string, agent: AgentEntry): Iterable<Problem> {
  for (const key of ACP_ONLY) {
    if (agent[key] === undefined) continue;
    const message = `agents.${name}.${key} is for agents of kind acp`;
    yield {
      path: ["agents", name, key],
      on: "key",
      message,
      fix: `parley config unset agents.${name}.${key}`,
    };
  }
}

interface NamedAgent {
  readonly name: string;
  readonly kind: AgentKind;
  readonly agent: AgentEntry;
}

function* effortProblems({ name, kind, agent: { effort } }: NamedAgent): Iterable<Problem> {
  const known: readonly string[] = isCliKind(kind) ? AGENT_CLIS[kind].efforts : [];
  if (effort === undefined || known.includes(effort)) return;
  const path = ["agents", name, "effort"];
  if (known.length > 0) {
    const message = `agents.${name}.effort is ${effort}, which ${kind} does not know`;
    yield { path, on: "value", message, fix: `use one of ${known.join(", ")}` };
    return;
  }
  const message = `agents.${name} is of kind ${kind}, which cannot be told how hard to think`;
  yield { path, on: "value", message, fix: `parley config unset agents.${name}.effort` };
}

/** An agent that talks to a model server of the settings needs one that is there and that it understands. */
function* serverProblems({ name, kind, agent }: NamedAgent, api: Config["api"]): Iterable<Problem> {
  const server = agent.api ?? (kind === "api" ? name : undefined);
  if (server === undefined) return;
  const path = agent.api === undefined ? ["agents", name] : ["agents", name, "api"];
  const on = agent.api === undefined ? "key" : "value";
  if (!isCliKind(kind) && kind !== "api") {
    yield {
      path,
      on,
      message: `agents.${name} is of kind ${kind}, which parley cannot point at a model server`,
      fix: `parley config unset agents.${name}.api`,
    };
    return;
  }
  const protocol = Object.hasOwn(api, server) ? api[server]?.protocol : knownApi(server)?.protocol;
  if (protocol === undefined) {
    yield {
      path,
      on,
      message: `agents.${name} is of kind ${kind}, but there is no api.${server}`,
      fix: `describe the server under api.${server}, or name another: api: NAME`,
    };
    return;
  }
  if (kind === "api" && !isModelProtocol(protocol)) {
    yield {
      path,
      on,
      message: `agents.${name} is of kind api, and parley does not speak ${protocol}, as api.${server} does`,
      fix: `let an agent speak it: parley config set agents.${name}.kind gemini`,
    };
  }
  if (kind !== "api" && protocol !== AGENT_CLIS[kind].protocol) {
    yield {
      path,
      on,
      message: `agents.${name}: ${kind} speaks ${AGENT_CLIS[kind].protocol}, but api.${server} is ${protocol}`,
      fix: `name a server that speaks ${AGENT_CLIS[kind].protocol}, or make the agent one of kind api`,
    };
  }
}

function* numberProblems({ refine }: Config): Iterable<Problem> {
  if (refine.maxRounds !== undefined && refine.maxRounds > refine.hardLimit) {
    const message = `refine.maxRounds is ${refine.maxRounds}, more than refine.hardLimit allows (${refine.hardLimit})`;
    yield { path: ["refine", "maxRounds"], on: "value", message };
  }
}

function* targetProblems({ disputes, hooks }: Config): Iterable<Problem> {
  if (disputes.alertOnStale === "webhook" && disputes.webhookUrl === undefined) {
    yield {
      path: ["disputes", "alertOnStale"],
      on: "value",
      message: "disputes.alertOnStale is webhook, but disputes.webhookUrl is not set",
      fix: "parley config set disputes.webhookUrl https://…",
    };
  }
  for (const [index, hook] of hooks.entries()) {
    if ((hook.run === undefined) === (hook.post === undefined)) {
      const message = `hooks.${index} needs either run or post, and not both`;
      yield { path: ["hooks", String(index)], on: "value", message };
    }
  }
}
