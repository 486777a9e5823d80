// codex: how it is started, and what `codex exec --json` prints. Of its lines only what we use is looked at, and a field
// of an odd shape counts as missing.
import { dirname } from "node:path";
import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import type { JsonObject } from "../../../core/shared/json.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import { amount, flag, lazySchema, text } from "../../shared/loose-fields.ts";
import { type ModelProtocol, PROTOCOL_PLACES } from "../../shared/model-protocol.ts";
import { providerError } from "../../shared/provider-error.ts";
import { usageSince } from "../../shared/usage-counting.ts";
import {
  type AgentCli,
  type AgentCommand,
  assertArgument,
  type CommandInput,
  type ModelServer,
  type StreamState,
  type StreamStep,
  speechEvents,
  toolWords,
  troubleEvents,
  unchangedStep,
  withDenials,
  withError,
  withFinal,
  withVersion,
} from "./agent-cli.ts";
import { linkTo, readUserFile, type UserLogin, type UserPlace, userFolder } from "./user-login.ts";

const HOME_NAME = ".codex";
const PROTOCOL: ModelProtocol = "openai-responses";

const EFFORTS: readonly string[] = ["minimal", "low", "medium", "high", "xhigh"];
const VERBOSITIES: readonly string[] = ["low", "medium", "high"];
/** Where nobody has chosen: by itself it would take the least of both. */
const EFFORT_DEFAULT = "medium";
const VERBOSITY_DEFAULT = "medium";

export const CODEX: AgentCli = {
  program: "codex",
  install: "install it (npm install --global @openai/codex) and log in with `codex login`",
  protocol: PROTOCOL,
  addressEnv: null,
  homeName: HOME_NAME,
  tellsCost: () => false,
  efforts: EFFORTS,
  needsModel: false,
  isolation: (home) => [
    "your settings, rules, skills and MCP servers stay out (--ignore-user-config, --ignore-rules); of your config.toml only effort and verbosity count",
    home === "private"
      ? "your AGENTS.md stays out: its home is the role's own"
      : "your login is not in a file, so that it lives in your own codex folder: the AGENTS.md there reaches the model",
    "what git knows of the project around its folder is not sent (GIT_CEILING_DIRECTORIES), and it starts no further agents",
    "its own sandbox, by a permission profile: its commands see its folder, the system's programs and codex itself, and nothing else on the disk",
    "in that sandbox a role that only reads may write nothing, the Engineer only its folder",
  ],
  coding: [
    "a shell and edits, both in its own sandbox: only the worktree can be written, but not .git, .codex and .agents in it; no network, no key, nothing else of the disk to read",
    "none of its own files in the worktree counts (AGENTS.md, .codex, .agents): it reads them as it reads any other",
    "git does not work in its commands, which see nothing of the repository; what git knows of the worktree is not sent (GIT_DIR)",
    "with build.shell false it cannot be a coder, since it looks at files by commands",
  ],
  obeys: [],
  addsToOwnPrompt: false,
  looksByShell: true,
  userLogin,
  command,
  passes: passesVariable,
  readLine,
  readErrorLine,
};

/**
 * A login in a file is linked to, so that a renewed one lands with the user. One in a keyring is bound to the folder it
 * was made for.
 */
function userLogin(place: UserPlace): UserLogin {
  const folder = userFolder(place, "CODEX_HOME", HOME_NAME);
  const login =
    folder === null ? [] : linkTo(`${folder}/auth.json`, { below: "home", path: `${HOME_NAME}/auth.json` });
  const isFound = login.length > 0 || (place.env.CODEX_API_KEY ?? "") !== "";
  return {
    home: isFound ? "private" : "user",
    laid: login,
    env: {},
    settings: folder === null ? {} : topSettings(readUserFile(`${folder}/config.toml`) ?? ""),
  };
}

const EFFORT_LINE = /^model_reasoning_effort *= *["'](\w+)["']/;
const VERBOSITY_LINE = /^model_verbosity *= *["'](\w+)["']/;

/** What the user has chosen for every model: those two lines stand before the first table, or count for less. */
function topSettings(toml: string): JsonObject {
  const lines = toml.split("\n").map((line) => line.trim());
  const table = lines.findIndex((line) => line.startsWith("["));
  const top = table < 0 ? lines : lines.slice(0, table);
  const chosen = (pattern: RegExp): string =>
    top.map((line) => pattern.exec(line)?.[1] ?? "").find(Boolean) ?? "";
  const effort = chosen(EFFORT_LINE);
  const verbosity = chosen(VERBOSITY_LINE);
  return {
    ...(EFFORTS.includes(effort) ? { effort } : {}),
    ...(VERBOSITIES.includes(verbosity) ? { verbosity } : {}),
  };
}

/** The name of our permission profile. */
const PROFILE = "parley";
const FOLDER_ACCESS: Record<Access, string> = { "read-only": "read", write: "write" };

const REQUEST_RETRIES_MAX = 2;
const STREAM_RETRIES_MAX = 1;
const STREAM_IDLE_MS_MAX = 180_000;

/** Each of these speaks to other hosts, starts programs of its own, or tries for ever. */
const FEATURES_OFF = [
  "plugins",
  "remote_plugin",
  "plugin_discovery_prefetch",
  "apps",
  "multi_agent",
  "daemon_auto_start",
  "unbounded_connection_retries",
  "goals",
  "skill_search",
  "tool_suggest",
  "hooks",
];

/**
 * Its settings come with the command, so that the user's own file stays out. A resumed session remembers what was said,
 * not what it may do, and `resume` knows fewer options than `exec`: so they stand before it, and what it may do is told
 * once more behind it.
 */
function command(input: CommandInput): AgentCommand {
  const { program, model, resume, extraArgs, homeFolder, api } = input;
  const profile = permissionProfile(input);
  const argv = [
    ...[...program, "exec", ...extraArgs, "--json", "--ignore-user-config", "--ignore-rules"],
    "--skip-git-repo-check",
    ...asOptions([...profile, ...thinking(input), ...instructions(input), ...settings(api)]),
  ];
  if (model !== null) argv.push("--model", assertArgument(model));
  if (resume !== null) argv.push("resume", ...asOptions(profile), assertArgument(resume));
  argv.push("-");
  return {
    argv,
    laid: [],
    env: {
      ...hidingGit(input),
      ...(homeFolder === null ? {} : { CODEX_HOME: `${homeFolder}/${HOME_NAME}` }),
    },
    envFrom: api === null ? {} : { [api.keyEnv]: api.keyEnv },
  };
}

/** What git knows, remote addresses among it, is none of the provider's business. A worktree is of a repository itself. */
function hidingGit({ workFolder, worktree }: CommandInput): Record<string, string> {
  return {
    GIT_CEILING_DIRECTORIES: dirname(workFolder),
    ...(worktree === null ? {} : { GIT_DIR: NO_REPOSITORY }),
  };
}

const NO_REPOSITORY = "/dev/null";

function asOptions(settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ["-c", assertArgument(setting)]);
}

/** What its commands find on the disk: its folder, and what it needs to start them. Beside it no sandbox mode counts. */
function permissionProfile({ access, programFolders }: CommandInput): readonly string[] {
  const folders = [
    [":minimal", "read"],
    [":workspace_roots", FOLDER_ACCESS[access]],
    ...programFolders.map((folder) => [folder, "read"]),
  ];
  const table = folders
    .map(([folder = "", right = ""]) => `${tomlText(folder)}=${tomlText(right)}`)
    .join(",");
  return [`default_permissions=${tomlText(PROFILE)}`, `permissions.${PROFILE}.filesystem={${table}}`];
}

function thinking({ effort, login }: CommandInput): readonly string[] {
  const { effort: chosen, verbosity } = login.settings;
  return [
    `model_reasoning_effort=${tomlText(effort ?? String(chosen ?? EFFORT_DEFAULT))}`,
    `model_verbosity=${tomlText(String(verbosity ?? VERBOSITY_DEFAULT))}`,
  ];
}

/** In place of its own, which want answers of few lines and short headers; what its tools do is told with the tools. */
function instructions({ systemFile }: CommandInput): readonly string[] {
  return systemFile === null ? [] : [`model_instructions_file=${tomlText(systemFile)}`];
}

function settings(api: ModelServer | null): readonly string[] {
  return [
    `approval_policy=${tomlText("never")}`,
    `web_search=${tomlText("disabled")}`,
    "check_for_update_on_startup=false",
    "analytics.enabled=false",
    "feedback.enabled=false",
    // What lies around the run folder, or at home, is no part of what the role is asked.
    "project_doc_max_bytes=0",
    "project_root_markers=[]",
    "skills.include_instructions=false",
    // Whether there are any is said by the model's entry in its catalogue, whatever the features say.
    "agents.enabled=false",
    ...FEATURES_OFF.map((feature) => `features.${feature}=false`),
    // Keys stay out of the commands the model runs; the rest must reach them, or a stray one could not be found.
    "shell_environment_policy.ignore_default_excludes=false",
    ...(api === null ? [] : [`shell_environment_policy.exclude=[${tomlText(api.keyEnv)}]`, ...provider(api)]),
  ];
}

function provider({ baseUrl, keyEnv }: ModelServer): readonly string[] {
  const facts = {
    name: tomlText("parley"),
    base_url: tomlText(baseUrl === null ? PROTOCOL_PLACES[PROTOCOL].baseUrl : withVersion(baseUrl)),
    env_key: tomlText(keyEnv),
    wire_api: tomlText("responses"),
    request_max_retries: REQUEST_RETRIES_MAX,
    stream_max_retries: STREAM_RETRIES_MAX,
    stream_idle_timeout_ms: STREAM_IDLE_MS_MAX,
  };
  const lines = Object.entries(facts).map(([name, value]) => `model_providers.parley.${name}=${value}`);
  return [`model_provider=${tomlText("parley")}`, ...lines];
}

const USER_VARIABLES = new Set(["OPENAI_API_KEY", "OPENAI_BASE_URL"]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
function passesVariable(name: string, api: ModelServer | null): boolean {
  return api === null && (USER_VARIABLES.has(name) || name.startsWith("CODEX_"));
}

/** A value of TOML. The escapes of JSON are all known there; what JSON leaves as it is and TOML refuses is seen to here. */
export function tomlText(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replaceAll("\u007F", "\\u007f");
}

const lineSchema = lazySchema(() => {
  const usageSchema = z
    .object({ input_tokens: amount, cached_input_tokens: amount, output_tokens: amount })
    .optional()
    .catch(undefined);

  const itemSchema = z
    .object({
      ...{ type: text, text, command: text, status: text, message: text, sandbox_denied: flag },
      changes: z.array(z.object({ path: text }).catch({})).catch([]),
    })
    .catch({ changes: [] });

  return z.discriminatedUnion("type", [
    z.object({ type: z.literal("thread.started"), thread_id: text }),
    z.object({ type: z.literal("turn.started") }),
    z.object({ type: z.literal("turn.completed"), usage: usageSchema }),
    z.object({
      type: z.literal("turn.failed"),
      usage: usageSchema,
      error: z.object({ message: text, code: text }).catch({}),
    }),
    z.object({ type: z.literal("error"), message: text, code: text }),
    z.object({ type: z.literal("item.started"), item: itemSchema }),
    z.object({ type: z.literal("item.updated"), item: itemSchema }),
    z.object({ type: z.literal("item.completed"), item: itemSchema }),
  ]);
});

type Line = z.output<ReturnType<typeof lineSchema>>;
type Item = Extract<Line, { type: "item.started" }>["item"];
type TurnUsage = Extract<Line, { type: "turn.completed" }>["usage"];

const NO_WORDS = "an error without words";

function readLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema().safeParse(value).data;
  switch (line?.type) {
    case undefined:
      return null;
    case "thread.started":
      return unchangedStep(withFinal(state, { sessionRef: line.thread_id ?? state.final.sessionRef }));
    case "turn.started":
    case "item.updated":
      return unchangedStep(state);
    case "item.started":
      return { state: { ...state, passing: null }, events: describeItem(line.item) };
    case "item.completed":
      return takeItem(state, line.item);
    case "turn.completed":
      return addTurnUsage({ ...withFinal(state, { ended: true, errors: [] }), passing: null }, line.usage);
    case "turn.failed": {
      const { message = NO_WORDS, code } = line.error;
      const failed = withError(
        withFinal(state, { ended: true, text: null }),
        providerError({ message, code }),
      );
      return addTurnUsage(failed, line.usage);
    }
    case "error": {
      // Each new connection it tries is told as an error; only `turn.failed` says that it has given up.
      const { message = NO_WORDS, code } = line;
      return {
        state: { ...state, passing: providerError({ message, code }) },
        events: troubleEvents(message),
      };
    }
  }
}

function describeItem({ type, command, changes }: Item): StreamStep["events"] {
  if (type === "command_execution") return speechEvents(`runs ${command ?? "a command"}`);
  return type === "file_change" ? speechEvents(`changes ${changedFiles(changes)}`) : [];
}

function changedFiles(changes: Item["changes"]): string {
  return changes.map((path) => toolWords("", path).trim()).join(", ") || "a file";
}

function takeItem(state: StreamState, item: Item): StreamStep {
  // A warning of its own says nothing about whether the model answers again.
  if (item.type === "error") return { state, events: speechEvents(item.message ?? NO_WORDS) };
  const moved = { ...state, passing: null };
  switch (item.type) {
    case "agent_message":
      return { state: withFinal(moved, { text: item.text ?? null }), events: speechEvents(item.text ?? "") };
    case "reasoning":
      return { state: moved, events: speechEvents(item.text ?? "") };
    case "file_change":
    case "command_execution":
      return unchangedStep(wasDenied(item) ? withDenials(moved, [deniedWords(item)]) : moved);
    default:
      return unchangedStep(moved);
  }
}

function deniedWords({ type, command, changes }: Item): string {
  return type === "file_change" ? `changing ${changedFiles(changes)}` : (command ?? "a command");
}

/** Only its own marks count: the words of a command that failed may say anything. */
function wasDenied({ status, sandbox_denied: stopped = false }: Item): boolean {
  return status === "declined" || stopped;
}

function addTurnUsage(state: StreamState, usage: TurnUsage): StreamStep {
  if (usage === undefined) return unchangedStep(state);
  const { input_tokens: inputTokens = null, output_tokens: outputTokens = null } = usage;
  const cached = usage.cached_input_tokens;
  const reported: Usage = {
    ...{ inputTokens, outputTokens, usd: null },
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
  const own = usageSince(state.before, reported);
  return { state: withFinal(state, { reported, usage: own }), events: [{ at: "used", usage: own }] };
}

/** A change outside its sandbox is refused without a word in the stream: only its log tells. */
const REJECTED =
  /\bERROR codex_[\w:]+: error=(?:patch rejected: )?(.{0,200}?); rejected by user approval settings/;

function readErrorLine(state: StreamState, line: string): StreamState {
  const denied = REJECTED.exec(line)?.[1];
  return denied === undefined ? state : withDenials(state, [denied]);
}
