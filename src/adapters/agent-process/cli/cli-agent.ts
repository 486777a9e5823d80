// Command lines as agents: started headless in a run folder, with a home of their own where they have a key of their own.
import type { CallKey } from "../../../core/shared/call-key.ts";
import type { AgentPort, AgentTask, Clock, ReadableProject, Seals } from "../../../engine/ports.ts";
import { redactSecrets, secretsOf } from "../../shared/redact.ts";
import type { Environment } from "../environment.ts";
import { type LaunchRefusal, processAgent } from "../process-agent.ts";
import { type RunFolder, workFolder } from "../run-folder.ts";
import type { Processes } from "../watch-run.ts";
import type { AgentCli, AgentCommand, ModelServer } from "./agent-cli.ts";
import { readSessionRef, streamLanguage } from "./cli-language.ts";
import { homeFolder, layFiles, prepareHome, removeHomeOf } from "./homes.ts";
import { programFolders } from "./program-folders.ts";
import { type HomeKind, NO_LOGIN, type UserLogin } from "./user-login.ts";

/** They are silent while a long answer is being written. */
export const IDLE_MS_DEFAULT = 15 * 60 * 1_000;
/** What is done has nothing to wait for but its own tidying up. */
export const AFTER_RESULT_MS_DEFAULT = 10_000;

export interface CliAgentOptions extends Processes {
  readonly cli: AgentCli;
  /** What to start. */
  readonly program: readonly string[];
  /** Further arguments, of the settings. */
  readonly args: readonly string[];
  readonly model: string | null;
  /** One of those the command line knows; `null`: the user's choice elsewhere, or a sensible one. */
  readonly effort: string | null;
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
  /** The project that it may look at, or what lies in a folder in its place. */
  projectAt(folder: string | null): ReadableProject;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly timers?: {
    readonly wallMs?: number;
    readonly idleMs?: number;
    readonly afterResultMs?: number;
    readonly graceMs?: number;
  };
}

export function cliAgent(options: CliAgentOptions): AgentPort {
  const { cli, api, envNames, runsDir, projectAt, clock, seals, timers } = options;
  const login = loginOf(options);
  const env = { ...options.env, ...login.env };
  const secretNames = [...options.secretNames, ...envNames, ...(api === null ? [] : [api.keyEnv])];
  return processAgent({
    ...{ runsDir, projectAt, clock, seals, env, envNames, secretNames },
    ...{ identify: options.identify, isDead: options.isDead, language: streamLanguage(cli) },
    ...{ idleMs: IDLE_MS_DEFAULT, afterResultMs: AFTER_RESULT_MS_DEFAULT, ...timers },
    argv: (request, run) => cliCommand(options, request, run).argv,
    told: (request, run) => agentVariables(cliCommand(options, request, run), env),
    envPasses: (name) => cli.passes(name, api) || Object.hasOwn(login.env, name),
    heldToAccess: true,
    obeys: cli.obeys,
    hasSystemPrompt: (request) => hasSystemPrompt(cli, request),
    unfit: (request) => findLaunchProblem(options, request, secretNames),
    prepare: async (request, run) => {
      const { laid } = cliCommand(options, request, run);
      const home = homeOf(options, request.key);
      const resumes = readSessionRef(request.resume) !== null;
      const inHome = [...loginOf(options).laid, ...laid].filter(({ below }) => below === "home");
      await layFiles(
        run.path,
        laid.filter(({ below }) => below === "run"),
      );
      if (home === null) return;
      const { homesDir } = options;
      await prepareHome({ homesDir, home, homeName: cli.homeName, key: request.key, resumes, laid: inHome });
    },
    ended: async (key, { outcome }) => {
      const home = homeOf(options, key);
      if (home !== null && outcome !== "ok") await removeHomeOf(home, key);
    },
  });
}

/** What is started for a request, as it would be shown to a person. */
export function cliCommand(options: CliAgentOptions, request: AgentTask, run: RunFolder): AgentCommand {
  const { cli, program, args, model, effort, api } = options;
  return cli.command({
    ...{ program, model, effort, api, extraArgs: args, access: request.access },
    programFolders: programFolders(cli.program, options),
    homeFolder: homeOf(options, request.key),
    workFolder: workFolder(run, request),
    worktree: request.worktree === undefined ? null : { shell: request.shell ?? null },
    systemFile: request.standingChars > 0 && hasSystemPrompt(cli, request) ? run.system : null,
    resume: readSessionRef(request.resume)?.id ?? null,
    login: loginOf(options),
  });
}

/**
 * An agent's own instructions are about code: a coder keeps them, and ours come on top, or on its input where nothing can be
 * added. Who writes a document has ours alone.
 */
function hasSystemPrompt({ addsToOwnPrompt }: AgentCli, { worktree }: Pick<AgentTask, "worktree">): boolean {
  return worktree === undefined || addsToOwnPrompt;
}

/** Looked for anew for each call: the user may have logged in meanwhile. */
function loginOf({ cli, api, env }: CliAgentOptions): UserLogin {
  return api === null ? cli.userLogin({ env }) : NO_LOGIN;
}

/** Where it keeps what it remembers. */
export function homeKind(options: CliAgentOptions): HomeKind {
  return loginOf(options).home;
}

function agentVariables({ env: told, envFrom }: AgentCommand, env: Environment): Record<string, string> {
  const passed = Object.entries(envFrom).map(([name, ours]) => [name, env[ours] ?? ""] as const);
  return { ...told, ...Object.fromEntries(passed) };
}

/** Some logins cannot be taken along: such an agent lives in the user's home. */
function homeOf(options: CliAgentOptions, key: CallKey): string | null {
  return homeKind(options) === "user" ? null : homeFolder(options.homesDir, key);
}

function findLaunchProblem(
  { cli, api, env, args }: CliAgentOptions,
  { worktree, shell }: AgentTask,
  secretNames: readonly string[],
): LaunchRefusal | null {
  if (worktree !== undefined && shell === false && cli.looksByShell) {
    const because = `${cli.program} looks at files by commands alone, and build.shell takes them away`;
    return { outcome: "refused", because };
  }
  if (api !== null && (env[api.keyEnv] ?? "") === "") {
    return { outcome: "unauthorised", because: `${api.keyEnv} is not set, which is to hold its key` };
  }
  return findSecretArgument(args, env, secretNames);
}

/** Why a command cannot be started: everybody on the machine can read it. */
export function findSecretArgument(
  args: readonly string[],
  env: Environment,
  secretNames: readonly string[],
): LaunchRefusal | null {
  const inArgs = secretsOf(env, secretNames).find((secret) =>
    args.some((part) => redactSecrets(part, [secret]) !== part),
  );
  if (inArgs === undefined) return null;
  const because = `its arguments hold the value of ${inArgs.name}: everybody on the machine can read arguments`;
  return { outcome: "unauthorised", because };
}
