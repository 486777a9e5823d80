// Who plays the roles where nobody was named: what is installed or has a key, and what the settings describe. Only looked for, never started.

import { AGENT_CLIS, CLI_KINDS } from "../../adapters/agent-process/cli/agent-clis.ts";
import { configFailure, type Failure, isFailure, type Outcome } from "../failure.ts";
import type { UnusableReason } from "../wire/agent.ts";
import { type AgentSettings, type AgentSources, agentSettings } from "./agent-settings.ts";
import { coderProblem } from "./coder-fitness.ts";
import { type AgentPlace, type DescribedAgent, describeAgent } from "./describe-agent.ts";
import { DRIVEN_AGENTS, KNOWN_APIS } from "./known-agents.ts";

type Author = "engineer" | "coder";
type Named<Role extends string> = Partial<Readonly<Record<Role, string | undefined>>>;
type Chosen<Role extends string> = Readonly<Record<Role, string>> & {
  /** What was chosen and why, for whoever watches; `null` where both were named. */
  readonly remark: string | null;
};

/** For a session. */
export async function chooseAgents(
  named: Named<"engineer" | "reviewer">,
  place: AgentPlace,
): Outcome<Chosen<"engineer" | "reviewer">> {
  return await choosePair("engineer", named, place);
}

/** For a build: not everybody has hands. */
export async function chooseCoders(
  named: Named<"coder" | "reviewer">,
  place: AgentPlace,
): Outcome<Chosen<"coder" | "reviewer">> {
  return await choosePair("coder", named, place);
}

async function choosePair<Role extends Author>(
  author: Role,
  named: Named<Role | "reviewer">,
  place: AgentPlace,
): Outcome<Chosen<Role | "reviewer">> {
  const { reviewer } = named as Named<"reviewer">;
  const wanted = named[author];
  const pair = (first: string, second: string, remark: string | null) =>
    ({ [author]: first, reviewer: second, remark }) as Chosen<Role | "reviewer">;
  if (wanted !== undefined && reviewer !== undefined) return pair(wanted, reviewer, null);
  const found = await describeCandidates(place);
  const ready = found.filter(({ unusable }) => unusable === null).map(({ settings }) => settings);
  const writers =
    author === "coder" ? ready.filter((settings) => coderProblem(settings, place.config) === null) : ready;
  const first = wanted ?? chooseOther(reviewer, namesOf(writers), place);
  const second = reviewer ?? (first === undefined ? undefined : chooseOther(first, namesOf(ready), place));
  if (first === undefined || second === undefined)
    return noUsableAgent(first === undefined ? author : "reviewer", found);
  const players = [
    { role: author, name: first, found: wanted === undefined },
    { role: "reviewer", name: second, found: reviewer === undefined },
  ] as const;
  return pair(first, second, remarkOn(players, place));
}

function namesOf(agents: readonly AgentSettings[]): readonly string[] {
  return agents.map(({ name }) => name);
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

interface Player {
  readonly role: string;
  readonly name: string;
  /** Nobody named it. */
  readonly found: boolean;
}

function remarkOn([author, reviewer]: readonly [Player, Player], place: AgentPlace): string {
  const last = reviewer.found ? reviewer : author;
  const change = `change with \`parley config set roles.${last.role} NAME\``;
  const both = `${author.role} ${author.name}, reviewer ${reviewer.name}`;
  if (headOf(author.name, place) !== headOf(reviewer.name, place)) {
    return `${both}: found on this machine; ${change}`;
  }
  const who = author.name === reviewer.name ? `${author.role} and reviewer ${author.name}` : both;
  return `${who}: nothing else was found on this machine, and two agents by different makers find more; ${change}`;
}

function noUsableAgent(missing: Author | "reviewer", found: readonly DescribedAgent[]): Failure {
  const halfWay = found.flatMap(({ unusable }) => (unusable?.code === "no-model" ? [unusable] : []));
  return configFailure(
    "no-agent",
    `nobody is chosen to be the ${missing}: neither --${missing} nor roles.${missing} names an agent, and none that parley can drive was found on this machine`,
    halfWay.length > 0 && missing !== "coder" ? modelWords(halfWay) : installWords(missing),
  );
}

function modelWords(halfWay: readonly UnusableReason[]): string {
  return `a key is set, only a model is missing: ${halfWay.map(({ fix }) => `\`${fix}\``).join(" or ")}`;
}

function installWords(missing: Author | "reviewer"): string {
  const keys = Object.values(KNOWN_APIS).map(({ keyEnv }) => keyEnv);
  const orKey = missing === "coder" ? "" : `, or set ${keys.join(" or ")}`;
  return `install ${CLI_KINDS.join(" or ")} and log in${orKey}; --${missing} human writes it in your editor, --${missing} player:FILE plays a script. To see how it works first: \`parley demo\``;
}
