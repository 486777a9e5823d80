// Which agents there are, by the name that a role is given.
import { isAbsolute, resolve } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { PERSON } from "../../core/refinement/role.ts";
import type { AgentPort, HumanInbox } from "../../engine/ports.ts";
import type { Environment, PlayScript } from "../command-context.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure, notFoundFailure, type Outcome, type PlacedProblem } from "../failure.ts";
import type { Project } from "../project.ts";
import { systemClock } from "../sessions/system-ports.ts";
import { agentSettings, PLAYER } from "./agent-settings.ts";
import { type AgentPlace, describeAgent, unusableFailure } from "./describe-agent.ts";
import { lazyAgent, makeAgent } from "./make-agent.ts";

interface AgentContext {
  readonly project: Project;
  /** Where the person's documents are laid out. */
  readonly inbox: HumanInbox;
  readonly config: Config;
  readonly env: Environment;
  /** The file that node runs as parley. */
  readonly program: string;
  readonly playScript?: PlayScript | undefined;
}

/** An agent by its name; `null` where nothing is called so. A player's file is meant from the project's root. */
export function agentNamed(about: AgentContext): (name: string) => AgentPort | HumanInbox | null {
  const known = new Map<string, AgentPort>();
  return (name) => {
    if (name === PERSON) return about.inbox;
    if (agentSettings(name, about) === null) return null;
    const agent = known.get(name) ?? lazyAgent(() => makeNamedAgent(name, about));
    known.set(name, agent);
    return agent;
  };
}

async function makeNamedAgent(name: string, about: AgentContext): Promise<AgentPort> {
  const { project, config, env, program, playScript } = about;
  const described = await describeAgent(name, { config, env, root: project.root });
  if (isFailure(described)) throw new Error(described.message);
  return makeAgent(described, {
    config,
    env,
    program,
    runsDir: resolve(project.folder, "runs"),
    projectRoot: project.root,
    clock: systemClock,
    playScript,
  });
}

/**
 * The name as the project keeps it, for an agent that can be used: a player's file relative to the project, wherever it
 * was named from.
 */
export async function validatedAgentName(
  name: string,
  from: AgentPlace & { readonly cwd: string },
): Outcome<string> {
  if (name.startsWith(PLAYER)) return await validatedPlayerName(name.slice(PLAYER.length), from);
  const described = await describeAgent(name, from);
  if (isFailure(described)) return described;
  return described.unusable === null ? name : unusableFailure(name, described.unusable);
}

async function validatedPlayerName(
  script: string,
  from: { readonly cwd: string; readonly root: string },
): Outcome<string> {
  const file = resolve(from.cwd, script);
  if ((await kindOf(file)) !== "file") {
    return notFoundFailure("no-player", "there is no such player file", "check the path after player:", file);
  }
  // Loaded with its schema only where an agent is named.
  const { readPlayerFile } = await import("../../adapters/agent-player/player-file.ts");
  const read = await readPlayerFile(file);
  if (read.at === "refused") return invalidPlayer(read.problems);
  const inside = file.startsWith(`${from.root}/`) && !isAbsolute(script);
  return `${PLAYER}${inside ? file.slice(from.root.length + 1) : file}`;
}

function invalidPlayer(problems: readonly PlacedProblem[]): Failure {
  const [first] = problems;
  return {
    failed: "config",
    code: "player",
    message:
      problems.length === 1 ? (first?.message ?? "") : `the player file has ${problems.length} problems`,
    ...(first === undefined ? {} : { place: first.place }),
    problems,
    fix: first?.fix ?? "steps: [{on: {purpose: engineer, round: 1}, write: …}]",
  };
}
