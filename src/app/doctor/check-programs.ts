// Other people's programs and servers: git, the agents' command lines, model APIs.

import { findProgram } from "../../adapters/host/find-program.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { agentNames, rolesOf } from "../agents/agent-settings.ts";
import { chooseAgents } from "../agents/choose-agents.ts";
import { type AgentPlace, type DescribedAgent, describeAgent } from "../agents/describe-agent.ts";
import {
  askVersion,
  type FoundProgram,
  programHealth,
  type VersionProbe,
} from "../agents/program-version.ts";
import { unseenCost } from "../agents/unseen-cost.ts";
import type { CommandContext } from "../command-context.ts";
import { isFailure } from "../failure.ts";
import type { DoctorRow } from "../wire/project.ts";

interface ProgramPlace extends AgentPlace {
  /** Whether an agent's program is named by a project that nobody has agreed to. */
  strange(agent: string): boolean;
}

/** All programs at once: one that hangs costs its time bound, not more. */
export async function checkPrograms(
  context: CommandContext,
  place: ProgramPlace,
): Promise<readonly DoctorRow[]> {
  const git = checkGit(context);
  const described = await Promise.all(agentNames(place.config).map((name) => describeAgent(name, place)));
  const agents = described.filter((one): one is DescribedAgent => !isFailure(one));
  const rows = await Promise.all(agents.map((agent) => checkAgent(context, agent, place)));
  const chosen = await chooseAgents(place.config.roles, place);
  return [await git, ...rows, choiceRow(chosen), ...limitRows(chosen, place)];
}

/** What is spent by agents that tell no cost is not held back by a limit in dollars. */
function limitRows(chosen: Chosen, place: AgentPlace): readonly DoctorRow[] {
  const { limits, roles } = place.config;
  const first = isFailure(chosen) ? [] : [chosen.engineer, chosen.reviewer];
  const drafter = roles.drafter === undefined ? [] : [roles.drafter];
  const agents = [...first, ...drafter, ...roles.fallback.engineer, ...roles.fallback.reviewer];
  const unseen = unseenCost({ limits, agents }, place);
  return unseen === null
    ? []
    : [{ check: "limits", status: "warn", detail: unseen.message, fix: unseen.fix }];
}

type Chosen = Awaited<ReturnType<typeof chooseAgents>>;

/** What a session would begin with if nobody said more. */
function choiceRow(chosen: Chosen): DoctorRow {
  const check = "agents";
  if (!isFailure(chosen)) {
    const { remark } = chosen;
    const named = `engineer ${chosen.engineer}, reviewer ${chosen.reviewer}: by the settings`;
    return { check, status: "ok", detail: remark ?? named };
  }
  const { message, fix } = chosen;
  return { check, status: "warn", detail: message, ...(fix === undefined ? {} : { fix }) };
}

async function checkGit(context: CommandContext): Promise<DoctorRow> {
  const file = await findProgram("git", context.env.PATH ?? "");
  if (file !== null) {
    return programRow("git", file, await askVersion({ file, command: "git", strange: false }, context));
  }
  const fix = "install git: building and reviewing code needs it, refining a spec does not";
  return { check: "git", status: "warn", detail: "not found on PATH", fix };
}

async function checkAgent(
  context: CommandContext,
  agent: DescribedAgent,
  place: ProgramPlace,
): Promise<DoctorRow> {
  const { settings, unusable } = agent;
  const check = settings.name;
  const found = foundProgram(agent, place.strange(check));
  const asked = found === null ? null : await askVersion(found, context);
  if (unusable === null) {
    if (found === null || asked === null) return { check, status: "ok", detail: serverWords(agent) };
    return programRow(check, found.file, asked);
  }
  const roles = rolesOf(check, place.config);
  const there = found === null || asked === null ? "" : ` (${programRow(check, found.file, asked).detail})`;
  const detail = `${unusable.message}${there}`;
  if (roles.length > 0) {
    const needs = `${detail}, but ${roles.map((role) => `roles.${role}`).join(", ")} needs it`;
    const other = `or give the role to another: parley config set roles.${roles[0]} NAME`;
    return { check, status: "fail", detail: needs, fix: `${unusable.fix}, ${other}` };
  }
  // Nobody asks for it; only where a step is missing is it worth a word.
  const halfWay = unusable.code === "no-model" ? { fix: unusable.fix } : {};
  return { check, status: "skip", detail, ...halfWay };
}

function foundProgram({ settings, file }: DescribedAgent, strange: boolean): FoundProgram | null {
  return file !== null && "command" in settings ? { file, command: settings.command, strange } : null;
}

function serverWords({ settings }: DescribedAgent): string {
  if (settings.how !== "api") return settings.name;
  const { api, model, provider } = settings;
  return `${model} at ${provider}, the key in ${api.keyEnv}`;
}

function programRow(check: string, file: string, asked: VersionProbe): DoctorRow {
  const health = programHealth(asked, file);
  switch (health.at) {
    case "ready":
      return { check, status: "ok", detail: `${health.version ?? "found"} (${file})` };
    case "doubtful":
    case "broken":
      return { check, status: "warn", detail: `${health.why} (${file})`, fix: health.fix };
    case "interrupted":
      return { check, status: "skip", detail: `interrupted (${file})` };
    default:
      return assertNever(health);
  }
}
