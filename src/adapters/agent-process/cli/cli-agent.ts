// claude and codex as agents: started headless in a run folder, with a home of their own where they have a key of
// their own.
import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { callKeyParts, ONLY_LANE } from "../../../core/shared/call-key.ts";
import { redacted, secretsOf } from "../../../core/shared/redact.ts";
import type { AgentPort, AgentRequest, Clock, ReadableProject } from "../../../engine/ports.ts";
import type { Environment } from "../environment.ts";
import { processAgent, type Unfit } from "../process-agent.ts";
import type { Processes } from "../watch-run.ts";
import type { AgentCommand, AgentWish, ModelServer } from "./agent-command.ts";
import { claudeCommand, passesToClaude } from "./claude-command.ts";
import { cliLanguage } from "./cli-language.ts";
import { codexCommand, passesToCodex } from "./codex-command.ts";
import { readSessionRef } from "./session-ref.ts";

/** Both are silent while a long answer is being written. */
export const IDLE_MS_DEFAULT = 15 * 60 * 1_000;
/** What is done has nothing to wait for but its own tidying up. */
export const AFTER_RESULT_MS_DEFAULT = 10_000;

export interface CliAgentOptions extends Processes {
  readonly kind: "claude" | "codex";
  /** What to start. */
  readonly program: readonly string[];
  /** Further arguments, of the settings. */
  readonly args: readonly string[];
  readonly model: string | null;
  /** The model server it talks to; `null`: it uses the login it has. */
  readonly api: ModelServer | null;
  readonly env: Environment;
  /** Further names of it that the agent may see. */
  readonly envNames: readonly string[];
  /** Variables that hold keys, beside those known by their names. */
  readonly secretNames: readonly string[];
  readonly runsDir: string;
  /** Private homes, one folder per session and role below it. */
  readonly homesDir: string;
  readonly project: ReadableProject;
  readonly clock: Clock;
  readonly timers?: {
    readonly wallMs?: number;
    readonly idleMs?: number;
    readonly afterResultMs?: number;
    readonly graceMs?: number;
  };
}

interface Program {
  command(wish: AgentWish): AgentCommand;
  /** Which of our variables tell it how the user has set it up. */
  passes(name: string, api: ModelServer | null): boolean;
}

const PROGRAMS: Record<CliAgentOptions["kind"], Program> = {
  claude: { command: claudeCommand, passes: passesToClaude },
  codex: { command: codexCommand, passes: passesToCodex },
};

export function cliAgent(options: CliAgentOptions): AgentPort {
  const { kind, api, env, envNames, runsDir, project, clock, timers } = options;
  const secretNames = [...options.secretNames, ...(api === null ? [] : [api.keyEnv])];
  return processAgent({
    ...{ runsDir, project, clock, env, envNames, secretNames },
    ...{ identify: options.identify, isDead: options.isDead, language: cliLanguage(kind) },
    ...{ idleMs: IDLE_MS_DEFAULT, afterResultMs: AFTER_RESULT_MS_DEFAULT, ...timers },
    argv: (request) => cliCommand(options, request).argv,
    told: (request) => toldTo(cliCommand(options, request), env),
    envPasses: (name) => PROGRAMS[kind].passes(name, api),
    prepare: (request) => prepared(options, secretNames, request),
  });
}

/** What is started for a request, as it would be shown to a person. */
export function cliCommand(options: CliAgentOptions, request: AgentRequest): AgentCommand {
  const { kind, program, args, model, api } = options;
  return PROGRAMS[kind].command({
    ...{ program, model, api, extraArgs: args, access: request.access },
    homeFolder: homeOf(options, request),
    resume: readSessionRef(request.resume)?.id ?? null,
  });
}

function toldTo({ env: told, envFrom }: AgentCommand, env: Environment): Record<string, string> {
  const passed = Object.entries(envFrom).map(([name, ours]) => [name, env[ours] ?? ""] as const);
  return { ...told, ...Object.fromEntries(passed) };
}

/** Runs side by side have a home each, since none expects another to change its files meanwhile. */
function homeOf({ api, homesDir }: CliAgentOptions, { key }: AgentRequest): string | null {
  if (api === null) return null;
  const { session, purpose, lane } = callKeyParts(key);
  const role = lane === ONLY_LANE ? purpose : `${purpose}.${folderName(lane)}`;
  return join(resolve(homesDir), folderName(session), role);
}

/** A name may be anything without blanks and bars; as a folder it must lead nowhere else. */
function folderName(name: string): string {
  if (/^\w[\w.-]{0,99}$/.test(name)) return name;
  return createHash("sha256").update(name).digest("hex").slice(0, 16);
}

async function prepared(
  options: CliAgentOptions,
  secretNames: readonly string[],
  request: AgentRequest,
): Promise<Unfit | null> {
  const { api, env, args } = options;
  if (api !== null && (env[api.keyEnv] ?? "") === "") {
    return { outcome: "unauthorised", because: `${api.keyEnv} is not set, which is to hold its key` };
  }
  const inArgs = secretsOf(env, secretNames).find((secret) =>
    args.some((part) => redacted(part, [secret]) !== part),
  );
  if (inArgs !== undefined) {
    const because = `its arguments hold the value of ${inArgs.name}: everybody on the machine can read arguments`;
    return { outcome: "unauthorised", because };
  }
  const home = homeOf(options, request);
  // The agent makes the rest of it, but some want the folder to be there.
  if (home !== null) await mkdir(join(home, `.${options.kind}`), { recursive: true, mode: 0o700 });
  return null;
}
