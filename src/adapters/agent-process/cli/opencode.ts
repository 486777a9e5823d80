// opencode: how it is started, and what `opencode run --format json` prints. Of its lines only what we use is looked at,
// and a field of an odd shape counts as missing.
import { basename, dirname } from "node:path";
import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import type { JsonObject } from "../../../core/shared/json.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import { amount, flag, lazySchema, text } from "../../shared/loose-fields.ts";
import { PROTOCOL_PLACES, type ServerProtocol } from "../../shared/model-protocol.ts";
import { type ProviderError, providerError } from "../../shared/provider-error.ts";
import { addUsage } from "../../shared/usage-counting.ts";
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
  unchangedStep,
  withDenials,
  withError,
  withFinal,
  withVersion,
} from "./agent-cli.ts";
import {
  linkTo,
  pickKeys,
  readSettings,
  readUserFile,
  type UserLogin,
  type UserPlace,
  userFolder,
} from "./user-login.ts";

const HOME_NAME = ".config/opencode";
const LOGIN_FILE = ".local/share/opencode/auth.json";
const PROTOCOL: ServerProtocol = "openai-chat";
/** What our server is called in its settings. */
const PROVIDER = "parley";

export const OPENCODE: AgentCli = {
  program: "opencode",
  install: "install it (npm install --global opencode-ai) and log in with `opencode auth login`",
  protocol: PROTOCOL,
  addressEnv: null,
  homeName: HOME_NAME,
  tellsCost: (api) => api === null,
  efforts: ["minimal", "low", "medium", "high", "xhigh", "max"],
  needsModel: true,
  providerOf: (model) => model?.split("/")[0] ?? "opencode",
  isolation: () => [
    "your settings, instructions, agents, skills, plugins and MCP servers stay out, and so do the project's: it has a home of its own, and of your settings only the login, the models and their servers count",
    "it reads and writes in its folder alone, by rules for that very path: by itself it would take the whole repository for its own",
    "a role that only reads has no tool that writes; nobody has a shell, a search or the web, so that it finds files by their names alone",
    "it keeps no copies of the repository (snapshot)",
  ],
  coding: [
    "read, edit and write by rules for the worktree's path alone, and not .git in it; no search",
    "none of its own settings in the worktree counts (opencode.json, .opencode); the AGENTS.md of a folder whose files it reads reaches the model, as plain instructions",
    "no shell, unless build.shell is true: then bash without a sandbox, which can do whatever your user can",
  ],
  obeys: ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"],
  addsToOwnPrompt: false,
  looksByShell: false,
  userLogin,
  command,
  passes: passesVariable,
  readLine,
  readErrorLine: (state) => state,
};

/** What in the user's settings says which models there are and where. */
const KEPT_SETTINGS = ["provider", "model", "small_model", "enabled_providers", "disabled_providers"];

function userLogin(place: UserPlace): UserLogin {
  const config = userFolder(place, "XDG_CONFIG_HOME", ".config");
  const data = userFolder(place, "XDG_DATA_HOME", ".local/share");
  const files = config === null ? [] : ["opencode.json", "opencode.jsonc"];
  const settings = files.map((name) => readSettings(readUserFile(`${config}/opencode/${name}`)));
  return {
    home: "private",
    laid: data === null ? [] : linkTo(`${data}/opencode/auth.json`, { below: "home", path: LOGIN_FILE }),
    env: {},
    settings: pickKeys(Object.assign({}, ...settings), KEPT_SETTINGS),
  };
}

const OFF = {
  ...Object.fromEntries(
    [
      ...["PROJECT_CONFIG", "EXTERNAL_SKILLS", "CLAUDE_CODE", "AUTOUPDATE", "MODELS_FETCH"],
      ...["LSP_DOWNLOAD", "DEFAULT_PLUGINS", "SHARE"],
    ].map((name) => [`OPENCODE_DISABLE_${name}`, "1"]),
  ),
  OPENCODE_PURE: "1",
  // Into every folder with settings it would load a package for plugins, though it has none.
  npm_config_offline: "true",
};

function command(input: CommandInput): AgentCommand {
  const { program, model, effort, access, extraArgs, homeFolder, api } = input;
  const home = homeFolder ?? "";
  const argv = [
    ...[
      ...program,
      "run",
      ...extraArgs,
      "--format",
      "json",
      "--title",
      PROVIDER,
      "--agent",
      AGENT_NAME[access],
    ],
  ];
  if (model !== null) argv.push("--model", assertArgument(api === null ? model : `${PROVIDER}/${model}`));
  if (effort !== null && api === null) argv.push("--variant", assertArgument(effort));
  return {
    argv,
    laid: [{ below: "home", path: "tmp", text: null }],
    env: {
      ...OFF,
      HOME: home,
      TMPDIR: `${home}/tmp`,
      XDG_CONFIG_HOME: `${home}/.config`,
      XDG_DATA_HOME: `${home}/.local/share`,
      XDG_STATE_HOME: `${home}/.local/state`,
      XDG_CACHE_HOME: `${home}/.cache`,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(settings(input)),
    },
    envFrom: api === null ? {} : { [api.keyEnv]: api.keyEnv },
  };
}

function settings(input: CommandInput): JsonObject {
  const { access, api, login } = input;
  const permission = permissions(input);
  return {
    ...login.settings,
    ...(api === null ? {} : server(input, api)),
    autoupdate: false,
    share: "disabled",
    snapshot: false,
    permission,
    agent: {
      [AGENT_NAME[access]]: {
        mode: "primary",
        ...(input.worktree === null ? { prompt: systemPrompt(input) } : {}),
        permission,
        tools: tools(input),
      },
    },
  };
}

/** By the name of its role's rights. */
const AGENT_NAME: Record<Access, string> = { "read-only": "parley-reads", write: "parley-writes" };

/** Its own asks for fewer than four lines in answer to anything. */
const SYSTEM_PROMPT =
  "You write documents about a specification. What to write, and its form, is told in the message. Be exact and complete.";

/** It puts a file in the place of such a name. */
function systemPrompt({ systemFile }: CommandInput): string {
  return systemFile === null ? SYSTEM_PROMPT : `{file:${systemFile}}`;
}

/**
 * Only files of its own folder, told by the run's name: a path is given from the root of the repository around it, or
 * whole. The tools that search know no such rule, so that nobody has them.
 */
function permissions(input: CommandInput): JsonObject {
  const { access, worktree } = input;
  const here = worktree === null ? ownFiles(input) : WORKTREE_FILES;
  return {
    ...Object.fromEntries(NOBODYS_TOOLS.map((name) => [name, "deny"])),
    ...(worktree?.shell === true ? { [SHELL]: "allow" } : {}),
    external_directory: "deny",
    read: here,
    edit: access === "write" ? here : "deny",
  };
}

function ownFiles({ workFolder }: CommandInput): JsonObject {
  return { "*": "deny", [`*/${basename(dirname(workFolder))}/${basename(workFolder)}/*`]: "allow" };
}

/** The root of a worktree is the root that paths are given from; the last rule that matches counts. */
const WORKTREE_FILES = { "*": "allow", "../*": "deny", "/*": "deny", ".git": "deny", ".git/*": "deny" };

const SHELL = "bash";

const NOBODYS_TOOLS = [
  ...["glob", "grep", "list", SHELL, "task", "skill", "webfetch", "websearch", "codesearch", "lsp"],
  ...["question", "todowrite", "todoread", "doom_loop"],
];

function tools({ access, worktree }: CommandInput): JsonObject {
  const off = [...NOBODYS_TOOLS, ...(access === "write" ? [] : ["write", "edit", "patch", "apply_patch"])];
  return Object.fromEntries(off.map((name) => [name, name === SHELL && worktree?.shell === true]));
}

function server({ model, effort }: CommandInput, { baseUrl, keyEnv }: ModelServer): JsonObject {
  const name = model ?? "";
  const address = baseUrl === null ? PROTOCOL_PLACES[PROTOCOL].baseUrl : withVersion(baseUrl);
  const options = { baseURL: address, apiKey: `{env:${keyEnv}}` };
  const thinking = effort === null ? {} : { reasoning: true, options: { reasoningEffort: effort } };
  return {
    model: `${PROVIDER}/${name}`,
    small_model: `${PROVIDER}/${name}`,
    enabled_providers: [PROVIDER],
    provider: {
      [PROVIDER]: { npm: "@ai-sdk/openai-compatible", options, models: { [name]: { name, ...thinking } } },
    },
  };
}

/** Keys of the providers that it knows most by; others are named by `agents.NAME.env`. */
const USER_VARIABLES = new Set([
  ...["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ...["OPENROUTER_API_KEY", "OPENCODE_API_KEY", "OPENCODE_AUTH_CONTENT"],
]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
function passesVariable(name: string, api: ModelServer | null): boolean {
  return api === null && USER_VARIABLES.has(name);
}

const lineSchema = lazySchema(() => {
  const tokens = z
    .object({
      ...{ input: amount, output: amount, reasoning: amount },
      cache: z.object({ read: amount, write: amount }).catch({}),
    })
    .optional()
    .catch(undefined);
  const toolState = z
    .object({ status: text, error: text, input: z.record(z.string(), z.unknown()).catch({}) })
    .catch({ input: {} });
  return z.discriminatedUnion("type", [
    z.object({ type: z.literal("step_start") }),
    z.object({ type: z.literal("text"), part: z.object({ text }).catch({}) }),
    z.object({ type: z.literal("reasoning"), part: z.object({ text }).catch({}) }),
    z.object({
      type: z.literal("tool_use"),
      part: z.object({ tool: text, state: toolState }).catch({ state: { input: {} } }),
    }),
    z.object({
      type: z.literal("step_finish"),
      part: z.object({ reason: text, cost: amount, tokens }).catch({}),
    }),
    z.object({
      type: z.literal("error"),
      error: z
        .object({
          name: text,
          data: z.object({ message: text, statusCode: amount, isRetryable: flag }).catch({}),
        })
        .catch({ data: {} }),
    }),
  ]);
});

type Line = z.output<ReturnType<typeof lineSchema>>;
type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

/**
 * A conversation of its is bound to the folder it was begun in, and each run has another: gone on with elsewhere it answers
 * there, and is silent here. So that none is told, and each attempt gets the whole task.
 */
function readLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema().safeParse(value).data;
  if (line === undefined) return null;
  switch (line.type) {
    case "step_start":
      return unchangedStep({ ...withFinal(state, { ended: false, text: null }), speech: "" });
    case "text": {
      const words = line.part.text ?? "";
      const speech = state.speech === "" ? words : `${state.speech}\n\n${words}`;
      return { state: { ...state, speech }, events: speechEvents(words) };
    }
    case "reasoning":
      return { state, events: speechEvents(line.part.text ?? "") };
    case "tool_use":
      return hearTool(state, line);
    case "step_finish":
      return takeStep(state, line);
    case "error":
      return unchangedStep(withError(withFinal(state, { text: null }), errorOf(line)));
  }
}

/** Its own sentence, and the whole of it: it has no other mark for a denial. */
const DENIED = "The user has specified a rule which prevents you from using this specific tool call.";

function hearTool(state: StreamState, { part }: LineOf<"tool_use">): StreamStep {
  const words = toolWords(part.tool, part.state.input);
  const isDenied = part.state.status === "error" && (part.state.error ?? "").startsWith(DENIED);
  return { state: isDenied ? withDenials(state, [words]) : state, events: speechEvents(`uses ${words}`) };
}

/** It has no closing line: the step that asks for no tool is its last. */
function takeStep(state: StreamState, { part }: LineOf<"step_finish">): StreamStep {
  const usage = addUsage(state.final.usage, stepUsage(part));
  const isLast = part.reason === "stop";
  const text = isLast && state.speech !== "" ? state.speech : null;
  const counted = withFinal(state, { usage, ended: isLast, text, ...(isLast ? { errors: [] } : {}) });
  return { state: counted, events: [{ at: "used", usage }] };
}

/** Each step tells its own. Nothing for a cost means that it knows no price. */
function stepUsage({ cost, tokens }: LineOf<"step_finish">["part"]): Usage {
  const usd = cost === undefined || cost === 0 ? null : cost;
  if (tokens === undefined) return { inputTokens: null, outputTokens: null, usd };
  const { input = 0, output = 0, reasoning = 0, cache } = tokens;
  const { read = 0, write = 0 } = cache;
  return {
    inputTokens: input + read + write,
    outputTokens: output + reasoning,
    usd,
    cachedInputTokens: read,
  };
}

function errorOf({ error }: LineOf<"error">): ProviderError {
  const { message = error.name ?? "an error without words", statusCode: status, isRetryable } = error.data;
  const told = providerError({ message, code: error.name, status });
  // What it would have tried again passes, whatever it is called.
  return told.kind === "other" && isRetryable === true ? { ...told, kind: "overloaded" } : told;
}
