import { type AgentRow, listAgents } from "../../app/agents/list-agents.ts";
import { type Failure, isFailure } from "../../app/failure.ts";
import type { Answer, Request } from "../command.ts";
import { columnFor, type Line, painted, wrapped } from "../text.ts";

const NAME_MAX = 20;
const STATE_COLUMN = 10;

export async function run({ surroundings, quiet }: Request): Promise<Answer | Failure> {
  const agents = await listAgents(surroundings);
  if (isFailure(agents)) return agents;
  const shown = quiet ? agents.filter(({ state }) => state === "ready") : agents;
  return {
    data: agents,
    lines: (width) => (quiet ? shown.map(({ name }) => name) : [...table(shown, width), ...closing(agents)]),
  };
}

const STATE_PAINT = { ready: "green", doubtful: "yellow", broken: "red", no: "dim" } as const;

function table(agents: readonly AgentRow[], width: number): Line[] {
  const names = columnFor(
    agents.map(({ name }) => name),
    NAME_MAX,
  );
  const indent = " ".repeat(names + STATE_COLUMN);
  return agents.flatMap((agent): Line[] => {
    const { name, state: at, why } = agent;
    const [first = "", ...rest] = wrapped(aboutWords(agent), width - indent.length);
    const advice = why === null ? [] : wrapped(`→ ${why.fix}`, width - indent.length);
    const state = painted(STATE_PAINT[at], at.padEnd(STATE_COLUMN));
    return [
      [painted("bold", name.padEnd(names)), state, first],
      ...rest.map((line) => `${indent}${line}`),
      ...advice.map((line): Line => [indent, painted("cyan", line)]),
    ];
  });
}

function aboutWords({ kind, why, version, file, model, provider, roles, waitingUntil }: AgentRow): string {
  const parts = [
    why?.message ?? version ?? (file === null ? kind : `${kind}, found`),
    ...(model === null ? [] : [`model ${model}`]),
    ...(why !== null || provider === null ? [] : [`at ${provider}`]),
    ...(roles.length === 0 ? [] : [roles.join(" and ")]),
    ...(waitingUntil === null ? [] : [`rate-limited until ${waitingUntil}`]),
  ];
  return parts.join(", ");
}

function closing(agents: readonly AgentRow[]): readonly Line[] {
  const usable = agents.find(({ state }) => state === "ready") ?? agents.find((agent) => agent.usable);
  return usable === undefined
    ? ["", "no agent can be used yet; `parley demo` shows how it works without any"]
    : ["", `try one: parley agents test ${usable.name}`];
}
