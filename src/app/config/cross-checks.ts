// Rules between settings. They hold for the result of all files together, not for one file alone.
import type { Problem } from "./problem.ts";
import type { Config } from "./schema.ts";

export const KNOWN_AGENTS = ["claude", "codex", "gemini", "opencode"] as const;

export function crossProblems(config: Config): readonly Problem[] {
  return [
    ...roleProblems(config),
    ...agentProblems(config),
    ...numberProblems(config),
    ...targetProblems(config),
  ];
}

function* roleProblems({ roles, agents }: Config): Iterable<Problem> {
  const names = [...new Set([...KNOWN_AGENTS, ...Object.keys(agents)])];
  for (const [role, who] of Object.entries(roles)) {
    if (who === undefined || who === "human" || who.startsWith("player:") || names.includes(who)) continue;
    yield {
      path: ["roles", role],
      on: "value",
      message: `roles.${role} names the agent ${who}, which does not exist`,
      fix: `use one of ${names.join(", ")}, human, player:FILE, or describe it under agents.${who}`,
    };
  }
}

function* agentProblems({ agents, api }: Config): Iterable<Problem> {
  for (const [name, agent] of Object.entries(agents)) {
    const path = ["agents", name];
    if (name === "human") {
      const message = "agents.human: human means you, an agent needs another name";
      yield { path, on: "key", message };
    }
    if (agent.kind === "acp" && agent.command === undefined) {
      const message = `agents.${name} is of kind acp and needs a command`;
      yield { path, on: "key", message, fix: `parley config set agents.${name}.command PROGRAM` };
    }
    const server = agent.api ?? name;
    if (agent.kind === "api" && !Object.hasOwn(api, server)) {
      const message = `agents.${name} is of kind api, but there is no api.${server}`;
      yield {
        path,
        on: "key",
        message,
        fix: `describe the server under api.${server}, or name another: api: NAME`,
      };
    }
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
