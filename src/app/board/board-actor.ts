import { BOARD_ROLES, type BoardRole, isAgent, parseActor, type Who } from "../../core/board/who.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, refusedFailure, usageFailure } from "../failure.ts";
import { matchWord } from "../nearest.ts";
import { whoami } from "../sessions/system-ports.ts";

export interface ActorInput {
  /** In whose part a person acts; by default as a person. */
  readonly as?: string | undefined;
  /** The model that acts as coder or reviewer; a person has none. */
  readonly model?: string | undefined;
}

/** The parts that somebody can take; the system's is parley's own. */
const PARTS: readonly BoardRole[] = BOARD_ROLES.filter((role) => role !== "system");

/** Who asks something of the board: inside an agent's run the agent in its part, else a person. */
export function boardActor({ run }: Pick<CommandContext, "run">, input: ActorInput = {}): Who | Failure {
  const runRole = run?.role ?? null;
  const role = run === undefined ? partOf(input.as) : partOfRun(runRole, input.as);
  if (typeof role !== "string") return role;
  if (input.model !== undefined && !isAgent(role)) return modelWithoutRole(input.model);
  const model = isAgent(role) ? (input.model?.trim() ?? runRole ?? undefined) : undefined;
  const actor = parseActor(model === undefined ? whoami() : `model:${model}`);
  return actor === null ? invalidModel(input.model ?? "") : { actor, role };
}

function partOf(as = "human"): BoardRole | Failure {
  return matchWord(PARTS, as, { code: "part", message: `nobody acts as ${as} on the board` });
}

/** An agent is what its run makes it, whatever it says. */
function partOfRun(runRole: string | null, as: string | undefined): BoardRole | Failure {
  const role = runRole === "coder" || runRole === "reviewer" ? runRole : null;
  if (role === null) return refuseActor(`the ${runRole ?? "agent"} of a run has no part in the board`);
  if (as !== undefined && as.trim().toLowerCase() !== role) {
    return refuseActor(`this is a run of the ${role}, who cannot act as ${as}`);
  }
  return role;
}

function refuseActor(message: string): Failure {
  return refusedFailure("not-yours", message, "leave it to whoever started the run");
}

function modelWithoutRole(model: string): Failure {
  return usageFailure(
    "model",
    `--model ${model} needs --as coder or --as reviewer: a person has no model`,
    "add --as coder or --as reviewer, or leave --model out",
  );
}

function invalidModel(model: string): Failure {
  return usageFailure(
    "model",
    `"${model}" is not the name of a model`,
    "one line, as in --model claude-opus-4",
  );
}
