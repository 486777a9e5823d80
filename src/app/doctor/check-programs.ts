// Other people's programs and servers: git, the agents' command lines, model APIs.
import { reasonOf } from "../../adapters/files/errno.ts";
import { findProgram } from "../../adapters/host/find-program.ts";
import { agentNames } from "../agents/agent-settings.ts";
import { chooseAgents } from "../agents/choose-agents.ts";
import { type AgentPlace, type DescribedAgent, describeAgent } from "../agents/describe-agent.ts";
import {
  type AskedVersion,
  askVersion,
  type FoundProgram,
  firstLine,
  PROBE_TIMEOUT_MS,
} from "../agents/program-version.ts";
import { rolesOf } from "../agents/roles-of.ts";
import { isFailure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Row } from "./row.ts";

/** All programs at once: one that hangs costs its time bound, not more. */
export async function checkPrograms(surroundings: Surroundings, place: AgentPlace): Promise<readonly Row[]> {
  const git = checkGit(surroundings);
  const described = await Promise.all(agentNames(place.config).map((name) => describeAgent(name, place)));
  const agents = described.filter((one): one is DescribedAgent => !isFailure(one));
  const rows = await Promise.all(agents.map((agent) => checkAgent(surroundings, agent, place)));
  return [await git, ...rows, await choiceRow(place)];
}

/** What a session would begin with if nobody said more. */
async function choiceRow(place: AgentPlace): Promise<Row> {
  const check = "agents";
  const { engineer, reviewer } = place.config.roles;
  const chosen = await chooseAgents({ engineer, reviewer }, place);
  if (!isFailure(chosen)) {
    const { remark } = chosen;
    const named = `engineer ${chosen.engineer}, reviewer ${chosen.reviewer}: by the settings`;
    return { check, status: "ok", detail: remark ?? named };
  }
  const { message, fix } = chosen;
  return { check, status: "warn", detail: message, ...(fix === undefined ? {} : { fix }) };
}

async function checkGit(surroundings: Surroundings): Promise<Row> {
  const file = await findProgram("git", surroundings.env.PATH ?? "");
  if (file !== null) {
    return programRow("git", file, await askVersion({ file, command: "git" }, surroundings));
  }
  const fix = "install git: building and reviewing code needs it, refining a spec does not";
  return { check: "git", status: "warn", detail: "not found on PATH", fix };
}

async function checkAgent(
  surroundings: Surroundings,
  agent: DescribedAgent,
  place: AgentPlace,
): Promise<Row> {
  const { settings, unusable } = agent;
  const check = settings.name;
  const found = foundProgram(agent);
  const asked = found === null ? null : await askVersion(found, surroundings);
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

function foundProgram({ settings, file }: DescribedAgent): FoundProgram | null {
  return file !== null && "command" in settings ? { file, command: settings.command } : null;
}

function serverWords({ settings }: DescribedAgent): string {
  if (settings.how !== "api") return settings.name;
  const { api, model, provider } = settings;
  return `${model} at ${provider}, the key in ${api.keyEnv}`;
}

function programRow(check: string, file: string, asked: AskedVersion): Row {
  const fix = `run \`${file} --version\` yourself to see what is wrong`;
  switch (asked.at) {
    case "not-asked":
      return { check, status: "ok", detail: `found (${file})` };
    case "answered": {
      const said = firstLine(asked.output);
      if (asked.exitCode !== 0 && asked.exitCode !== null) {
        const detail = `exit code ${asked.exitCode}${said === "" ? "" : `: ${said}`} (${file})`;
        return { check, status: "warn", detail, fix };
      }
      if (said === "") return { check, status: "warn", detail: `says no version (${file})`, fix };
      return { check, status: "ok", detail: `${said} (${file})` };
    }
    case "timed-out":
      return {
        check,
        status: "warn",
        detail: `no answer within ${PROBE_TIMEOUT_MS / 1000} s (${file})`,
        fix,
      };
    case "cancelled":
      return { check, status: "skip", detail: `interrupted (${file})` };
    case "not-started":
      return {
        check,
        status: "warn",
        detail: `cannot be started: ${reasonOf(asked.error)} (${file})`,
        fix,
      };
  }
}
