// Who plays the roles where nobody was named: what is installed or has a key, and what the settings describe. Only looked for, never started.

import { AGENT_CLIS, CLI_KINDS } from "../../adapters/agent-process/cli/agent-clis.ts";
import { configFailure, type Failure, isFailure, type Outcome } from "../failure.ts";
import type { UnusableReason } from "../wire/agent.ts";
import { type AgentSources, agentSettings } from "./agent-settings.ts";
import { type AgentPlace, type DescribedAgent, describeAgent } from "./describe-agent.ts";
import { DRIVEN_AGENTS, KNOWN_APIS } from "./known-agents.ts";

type RoleName = "engineer" | "reviewer";

interface ChosenAgents {
  readonly engineer: string;
  readonly reviewer: string;
  /** What was chosen and why, for whoever watches; `null` where both were named. */
  readonly remark: string | null;
}

export async function chooseAgents(
  named: Partial<Readonly<Record<RoleName, string | undefined>>>,
  place: AgentPlace,
): Outcome<ChosenAgents> {
  const { engineer, reviewer } = named;
  if (engineer !== undefined && reviewer !== undefined) return { engineer, reviewer, remark: null };
  const found = await describeCandidates(place);
  const usable = found.flatMap(({ settings, unusable }) => (unusable === null ? [settings.name] : []));
  const first = engineer ?? chooseOther(reviewer, usable, place);
  const second = reviewer ?? (first === undefined ? undefined : chooseOther(first, usable, place));
  if (first === undefined || second === undefined) return noUsableAgent(named, found);
  return {
    engineer: first,
    reviewer: second,
    remark: remarkOn({ engineer: first, reviewer: second }, named, place),
  };
}

async function describeCandidates(place: AgentPlace): Promise<readonly DescribedAgent[]> {
  const names = new Set([...DRIVEN_AGENTS, ...Object.keys(place.config.agents)]);
  const described = await Promise.all([...names].map((name) => describeAgent(name, place)));
  return described.filter((one): one is DescribedAgent => !isFailure(one));
}

/** One that shares neither the provider nor the name with the other role's, as far as there is one. */
function chooseOther(
  taken: string | undefined,
  usable: readonly string[],
  place: AgentPlace,
): string | undefined {
  if (taken === undefined) return usable[0];
  const head = headOf(taken, place);
  return (
    usable.find((name) => headOf(name, place) !== head) ?? usable.find((name) => name !== taken) ?? usable[0]
  );
}

/** What is behind each of these agents, as a session keeps it. */
export function familiesOf(
  names: readonly string[],
  sources: AgentSources,
): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, headOf(name, sources)]));
}

/** Models of one family at one provider think alike, whatever they are asked through. */
function headOf(name: string, sources: AgentSources): string {
  const settings = agentSettings(name, sources);
  switch (settings?.how) {
    case "program":
      return `${AGENT_CLIS[settings.kind].protocol} ${settings.provider}`;
    case "api":
      return `${settings.api.protocol} ${settings.provider}`;
    case "acp":
      return `acp ${settings.provider}`;
    default:
      return name;
  }
}

function remarkOn(
  { engineer, reviewer }: Record<RoleName, string>,
  named: Partial<Readonly<Record<RoleName, string | undefined>>>,
  place: AgentPlace,
): string {
  const chosen = (["engineer", "reviewer"] as const).filter((role) => named[role] === undefined);
  const change = `change with \`parley config set roles.${chosen.at(-1)} NAME\``;
  if (headOf(engineer, place) !== headOf(reviewer, place)) {
    return `engineer ${engineer}, reviewer ${reviewer}: found on this machine; ${change}`;
  }
  const who =
    engineer === reviewer
      ? `engineer and reviewer ${engineer}`
      : `engineer ${engineer}, reviewer ${reviewer}`;
  return `${who}: nothing else was found on this machine, so both roles share a head, and two that differ find more; ${change}`;
}

function noUsableAgent(
  named: Partial<Readonly<Record<RoleName, string | undefined>>>,
  found: readonly DescribedAgent[],
): Failure {
  const missing = named.engineer === undefined ? "engineer" : "reviewer";
  const halfWay = found.flatMap(({ unusable }) => (unusable?.code === "no-model" ? [unusable] : []));
  return configFailure(
    "no-agent",
    `nobody is chosen to be the ${missing}: neither --${missing} nor roles.${missing} names an agent, and none that parley can drive was found on this machine`,
    halfWay.length > 0 ? modelWords(halfWay) : installWords(missing),
  );
}

function modelWords(halfWay: readonly UnusableReason[]): string {
  return `a key is set, only a model is missing: ${halfWay.map(({ fix }) => `\`${fix}\``).join(" or ")}`;
}

function installWords(missing: RoleName): string {
  const keys = Object.values(KNOWN_APIS).map(({ keyEnv }) => keyEnv);
  return `install ${CLI_KINDS.join(" or ")} and log in, or set ${keys.join(" or ")}; --${missing} human writes it in your editor, --${missing} player:FILE plays a script. To see how it works first: \`parley demo\``;
}
