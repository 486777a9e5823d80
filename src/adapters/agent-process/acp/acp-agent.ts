// Agents that speak the Agent Client Protocol, by their command line: in a run folder like any other program, with a
// process of ours between the wrapper and the agent that speaks for parley.
import type { Access } from "../../../core/shared/access.ts";
import type { AgentPort, AgentTask, Clock, ReadableProject, Seals } from "../../../engine/ports.ts";
import { assertArgument } from "../cli/agent-cli.ts";
import { AFTER_RESULT_MS_DEFAULT, findSecretArgument, IDLE_MS_DEFAULT } from "../cli/cli-agent.ts";
import { readSessionRef } from "../cli/cli-language.ts";
import type { Environment } from "../environment.ts";
import { processAgent } from "../process-agent.ts";
import type { Processes } from "../watch-run.ts";
import { ACP_LANGUAGE } from "./acp-language.ts";
import { ACP_BOUNDS_DEFAULT, type AcpBounds, type AcpOrder } from "./acp-order.ts";

export interface AcpAgentOptions extends Processes {
  /** What speaks the protocol for us. */
  readonly speaker: readonly string[];
  /** The agent. */
  readonly command: readonly string[];
  readonly model: string | null;
  /** What a session is set to, by what the role may do; `null`: as the agent has it. */
  readonly modes: Readonly<Record<Access, string | null>>;
  /** Whether it may be asked to go on with a session. */
  readonly resumes: boolean;
  readonly env: Environment;
  /** Further names of it that the agent may see. */
  readonly envNames: readonly string[];
  /** What the agent finds in its environment beside that. */
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that hold keys, beside those known by their names. */
  readonly secretNames: readonly string[];
  readonly runsDir: string;
  /** The project that it may look at, or what lies in a folder in its place. */
  projectAt(folder: string | null): ReadableProject;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly bounds?: Partial<AcpBounds>;
  readonly timers?: {
    readonly wallMs?: number;
    readonly idleMs?: number;
    readonly afterResultMs?: number;
    readonly graceMs?: number;
  };
}

export function acpAgent(options: AcpAgentOptions): AgentPort {
  const { command, env, envNames, variables, runsDir, projectAt, clock, seals, timers } = options;
  const secretNames = [...options.secretNames, ...envNames];
  return processAgent({
    ...{ runsDir, projectAt, clock, seals, env, envNames, secretNames },
    ...{ identify: options.identify, isDead: options.isDead, language: ACP_LANGUAGE },
    ...{ idleMs: IDLE_MS_DEFAULT, afterResultMs: AFTER_RESULT_MS_DEFAULT, ...timers },
    argv: (request) => acpCommand(options, request),
    told: () => variables,
    heldToAccess: true,
    // It cancels the turn; the agent itself would just end.
    interruptsLeader: true,
    unfit: () => findSecretArgument([...command, ...Object.values(variables)], env, secretNames),
  });
}

/** What is started for a request, as it would be shown to a person. */
export function acpCommand(
  { speaker, command, model, modes, resumes, bounds }: AcpAgentOptions,
  { access, resume, standingChars, worktree, shell }: AgentTask,
): readonly string[] {
  const order: AcpOrder = {
    access,
    worktree: worktree === undefined ? null : { shell: shell ?? null },
    resume: readSessionRef(resume)?.id ?? null,
    resumes,
    model,
    mode: modes[access],
    standingChars,
    bounds: { ...ACP_BOUNDS_DEFAULT, ...bounds },
  };
  return [...speaker, assertArgument(JSON.stringify(order)), ...command];
}
