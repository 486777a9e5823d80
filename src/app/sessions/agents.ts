// Which agents there are, by the name that a role is given.
import { isAbsolute, resolve } from "node:path";
import { processAgent } from "../../adapters/agent-process/process-agent.ts";
import { kindOf } from "../../adapters/files/create-file.ts";
import { identifyProcess, isDeadProcess } from "../../adapters/host/process-identity.ts";
import { PERSON } from "../../core/refinement/person.ts";
import type { AgentPort } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { Desk } from "../../runner/desk.ts";
import type { Failure, PlacedProblem } from "../failure.ts";
import type { Project } from "../project.ts";
import type { Environment } from "../surroundings.ts";
import { deskOf } from "./desk-of.ts";
import { systemClock } from "./system-ports.ts";

const PLAYER = "player:";

export interface AgentSurroundings {
  readonly project: Project;
  readonly engine: SessionEngine;
  readonly env: Environment;
  /** The file that node runs as parley. */
  readonly program: string;
}

/** An agent by its name; `null` where this program cannot drive it. A player's file is meant from the project's root. */
export function agentNamed({
  project,
  engine,
  env,
  program,
}: AgentSurroundings): (name: string) => AgentPort | Desk | null {
  const known = new Map<string, AgentPort>();
  const desk = deskOf(project, engine);
  return (name) => {
    if (name === PERSON) return desk;
    if (!name.startsWith(PLAYER)) return null;
    const file = resolve(project.root, name.slice(PLAYER.length));
    const agent =
      known.get(name) ??
      processAgent({
        runsDir: resolve(project.folder, "runs"),
        argv: () => [process.execPath, program, PLAYER_COMMAND, file],
        env,
        clock: systemClock,
        identify: identifyProcess,
        isDead: isDeadProcess,
      });
    known.set(name, agent);
    return agent;
  };
}

/** How the program starts itself as a player; not a command for people. */
export const PLAYER_COMMAND = "__player";

/** The name as the project keeps it: a player's file relative to the project, wherever it was named from. */
export async function settledName(
  name: string,
  from: { readonly cwd: string; readonly root: string },
): Promise<string | Failure> {
  if (name === PERSON) return name;
  if (!name.startsWith(PLAYER)) {
    return {
      failed: "config",
      code: "unknown-agent",
      message: `parley cannot drive ${name} here`,
      fix: "name a player, player:FILE, or human to write yourself",
    };
  }
  const file = resolve(from.cwd, name.slice(PLAYER.length));
  if ((await kindOf(file)) !== "file") {
    return {
      failed: "not-found",
      code: "no-player",
      message: "there is no such player file",
      place: file,
      fix: "check the path after player:",
    };
  }
  // Loaded with its schema only where an agent is named.
  const { readPlayerFile } = await import("../../adapters/agent-player/player-file.ts");
  const script = await readPlayerFile(file);
  if (script.at === "refused") return badPlayer(script.problems);
  const inside = file.startsWith(`${from.root}/`) && !isAbsolute(name.slice(PLAYER.length));
  return `${PLAYER}${inside ? file.slice(from.root.length + 1) : file}`;
}

function badPlayer(problems: readonly PlacedProblem[]): Failure {
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
