// Which agents can be coders: that takes hands, and a way to look at files that the settings leave them.
import { AGENT_CLIS } from "../../adapters/agent-process/cli/agent-clis.ts";
import type { Config } from "../config/schema.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { UnusableReason } from "../wire/agent.ts";
import type { AgentSettings } from "./agent-settings.ts";
import { type AgentPlace, describeAgent, unusableFailure } from "./describe-agent.ts";

/** Why an agent cannot be a coder, whatever else it can; `null` where it can. */
export function coderProblem(settings: AgentSettings, { build }: Config): UnusableReason | null {
  const { name } = settings;
  if (settings.how === "api") {
    return {
      code: "no-hands",
      message: `${name} has no hands: a model server changes no files, so that it cannot be a coder`,
      fix: "name a program for roles.coder, such as claude or codex; a model server can review",
    };
  }
  if (settings.how === "program" && build.shell === false && AGENT_CLIS[settings.kind].looksByShell) {
    return {
      code: "no-shell",
      message: `${name} looks at files by commands alone, and build.shell is false`,
      fix: "unset build.shell: its commands run in its own sandbox; or name another coder",
    };
  }
  return null;
}

/** An agent that cannot change files would fail at its first task. */
export async function refuseHandless(coder: string, place: AgentPlace): Promise<Failure | null> {
  const described = await describeAgent(coder, place);
  if (isFailure(described)) return described;
  const problem = coderProblem(described.settings, place.config);
  return problem === null ? null : unusableFailure(coder, problem);
}
