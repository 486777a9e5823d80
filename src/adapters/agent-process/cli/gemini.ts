// gemini: how it is started, and what it prints with `--output-format stream-json`. Of its lines only what we use is
// looked at, and a field of an odd shape counts as missing.
import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import type { JsonObject } from "../../../core/shared/json.ts";
import { SECOND_MS } from "../../../core/shared/time-units.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import { amount, lazySchema, text } from "../../shared/loose-fields.ts";
import { providerError } from "../../shared/provider-error.ts";
import {
  type AgentCli,
  type AgentCommand,
  assertArgument,
  type CommandInput,
  type ModelServer,
  pieceStep,
  type StreamState,
  type StreamStep,
  speechEvents,
  toolWords,
  unchangedStep,
  withDenials,
  withError,
  withFinal,
} from "./agent-cli.ts";
import {
  type LaidFile,
  linkTo,
  readSettings,
  readUserFile,
  type UserLogin,
  type UserPlace,
  userFolder,
} from "./user-login.ts";

const HOME_NAME = ".gemini";
const ADDRESS_ENV = "GOOGLE_GEMINI_BASE_URL";
const KEY_ENV = "GEMINI_API_KEY";
const ENV_FILE = `${HOME_NAME}/.env`;

export const GEMINI: AgentCli = {
  program: "gemini",
  install: "install it (npm install --global @google/gemini-cli) and set GEMINI_API_KEY",
  protocol: "gemini",
  addressEnv: ADDRESS_ENV,
  homeName: HOME_NAME,
  tellsCost: () => false,
  efforts: [],
  needsModel: false,
  isolation: () => [
    "your settings, memories, extensions, skills, hooks and MCP servers stay out: it has a home and settings of its own, and of yours only the login counts",
    "GEMINI.md and .env of the project around its folder stay out",
    "a role that only reads has no tool that writes, and plans alone (--approval-mode plan); nobody has a shell",
    "its tools read and write in its folder alone, by its own rules",
    "what it writes down after an error, the whole conversation, lands in its own home",
  ],
  coding: [
    "tools that look, replace and write_file, in the worktree alone",
    "the worktree is no trusted folder to it: none of its own files there counts (GEMINI.md, .gemini, .env), and it reads them as it reads any other",
    "no shell, unless build.shell is true: then one without a sandbox, which can do whatever your user can",
  ],
  obeys: ["GEMINI.md"],
  addsToOwnPrompt: false,
  looksByShell: false,
  userLogin,
  command,
  passes: passesVariable,
  readLine,
  readErrorLine,
};

/** A login in a file is linked to; a key may stand in the variables, or in a file of them. */
function userLogin(place: UserPlace): UserLogin {
  const folder = userFolder(place, "GEMINI_CLI_HOME", "");
  if (folder === null) return { home: "private", laid: [], env: {}, settings: {} };
  const own = `${folder}/${HOME_NAME}`;
  const files = ["oauth_creds.json", "google_accounts.json", "installation_id"];
  const gcloud = ".config/gcloud";
  return {
    home: "private",
    laid: [
      ...files.flatMap((name) => linkTo(`${own}/${name}`, { below: "home", path: `${HOME_NAME}/${name}` })),
      ...linkTo(`${place.env.HOME ?? folder}/${gcloud}`, { below: "home", path: gcloud }),
      ...linkTo(`${own}/.env`, { below: "run", path: ENV_FILE }),
    ],
    env: {},
    settings: chosenLogin(place, own),
  };
}

const loginSchema = lazySchema(() =>
  z.object({ security: z.object({ auth: z.object({ selectedType: z.string() }) }) }),
);

/** Which of the ways to log in the user chose; unset: it finds out by the variables. */
function chosenLogin({ env }: UserPlace, own: string): JsonObject {
  const chosen = loginSchema().safeParse(readSettings(readUserFile(`${own}/settings.json`))).data;
  if ((env[KEY_ENV] ?? "") !== "") return { selectedType: "gemini-api-key" };
  return chosen === undefined ? {} : { selectedType: chosen.security.auth.selectedType };
}

const LOOKS = ["list_directory", "read_file", "grep_search", "glob"];
const TOOLS: Record<Access, readonly string[]> = {
  "read-only": LOOKS,
  write: [...LOOKS, "replace", "write_file"],
};

const SHELL = "run_shell_command";

const APPROVAL_MODE: Record<Access, string> = { "read-only": "plan", write: "auto_edit" };

const TRIES_MAX = 3;
/** No extension and no server is called so. */
const NONE = "none";

function command(input: CommandInput): AgentCommand {
  const { program, model, resume, systemFile, extraArgs, homeFolder, api, login } = input;
  const home = homeFolder ?? "";
  const argv = [
    ...[...program, ...extraArgs, "--output-format", "stream-json"],
    ...rightsOf(input),
    ...["--extensions", NONE, "--allowed-mcp-server-names", NONE],
  ];
  if (model !== null) argv.push("--model", assertArgument(model));
  if (resume !== null) argv.push("--resume", assertArgument(resume));
  const baseUrl = api?.baseUrl ?? null;
  const hasEnvFile = login.laid.some(({ path }) => path === ENV_FILE);
  return {
    argv,
    laid: [
      { below: "home", path: `${HOME_NAME}/settings.json`, text: `${JSON.stringify(settings(input))}\n` },
      { below: "home", path: "tmp", text: null },
      ...projectFiles(input),
      // It takes variables from the first such file on the way up, and none above ours is meant for it.
      ...(hasEnvFile ? [] : [{ below: "run", path: ENV_FILE, text: "" } as const]),
    ],
    env: {
      HOME: home,
      GEMINI_CLI_HOME: home,
      // After an error it leaves the conversation there for everybody to read.
      TMPDIR: `${home}/tmp`,
      GEMINI_CLI_NO_RELAUNCH: "1",
      ...(input.worktree === null ? {} : { GEMINI_CLI_TRUST_WORKSPACE: "false" }),
      // A conversation does not remember it.
      ...(systemFile === null ? {} : { GEMINI_SYSTEM_MD: systemFile }),
      ...(baseUrl === null ? {} : { [ADDRESS_ENV]: withoutSlash(baseUrl) }),
    },
    envFrom: api === null ? {} : { [KEY_ENV]: api.keyEnv },
  };
}

/** In a folder that it does not trust it knows one mode, and asks before it writes: leave stands in its settings. */
function rightsOf({ access, worktree }: CommandInput): readonly string[] {
  if (worktree !== null) return ["--approval-mode", "default"];
  return ["--approval-mode", APPROVAL_MODE[access], "--skip-trust"];
}

const PROJECT = "view";

/** Conversations are kept by the folder they were begun in, and each run has another: all are one project to it. */
function projectFiles({ workFolder }: CommandInput): readonly LaidFile[] {
  const projects = `${JSON.stringify({ projects: { [workFolder]: PROJECT } })}\n`;
  const roots = ["tmp", "history"].map((kind) => `${HOME_NAME}/${kind}/${PROJECT}/.project_root`);
  return [
    { below: "home", path: `${HOME_NAME}/projects.json`, text: projects },
    ...roots.map((path) => ({ below: "home", path, text: workFolder }) as const),
  ];
}

function withoutSlash(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, "").replace(/\/v1beta$/, "");
}

/** Nothing calls home, nothing is taken along, and it has the tools of its role. */
function settings({ access, api, login, worktree }: CommandInput): JsonObject {
  const tools = worktree?.shell === true ? [...TOOLS[access], SHELL] : TOOLS[access];
  const { selectedType = null } = api === null ? login.settings : { selectedType: "gemini-api-key" };
  return {
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: TRIES_MAX },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    security: {
      ...(selectedType === null ? {} : { auth: { selectedType } }),
      // Else it does not begin in a folder without trust.
      ...(worktree === null ? {} : { folderTrust: { enabled: false } }),
    },
    // Without a mark of where a project begins it looks for instructions in its folder alone.
    context: { memoryBoundaryMarkers: [], discoveryMaxDirs: 0, includeDirectoryTree: false },
    skills: { enabled: false },
    hooksConfig: { enabled: false },
    experimental: { enableAgents: false },
    tools: worktree === null ? { core: tools } : { core: tools, allowed: tools },
    ...(worktree === null ? {} : { advanced: { ignoreLocalEnv: true } }),
  };
}

const USER_VARIABLES = new Set([
  ...[KEY_ENV, ADDRESS_ENV, "GEMINI_API_KEY_AUTH_MECHANISM", "GEMINI_MODEL"],
  ...["GOOGLE_API_KEY", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CLOUD_ACCESS_TOKEN"],
  ...["GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION", "GOOGLE_VERTEX_BASE_URL"],
  ...["GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GENAI_USE_GCA"],
]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
function passesVariable(name: string, api: ModelServer | null): boolean {
  return api === null && USER_VARIABLES.has(name);
}

const lineSchema = lazySchema(() => {
  const errorSchema = z.object({ type: text, message: text }).optional().catch(undefined);
  return z.discriminatedUnion("type", [
    z.object({ type: z.literal("init"), session_id: text }),
    z.object({ type: z.literal("message"), role: text, content: text }),
    z.object({
      type: z.literal("tool_use"),
      tool_name: text,
      tool_id: text,
      parameters: z.record(z.string(), z.unknown()).catch({}),
    }),
    z.object({ type: z.literal("tool_result"), tool_id: text, status: text, error: errorSchema }),
    z.object({ type: z.literal("error"), severity: text, message: text }),
    z.object({
      type: z.literal("result"),
      status: text,
      error: errorSchema,
      stats: z
        .object({ input_tokens: amount, output_tokens: amount, cached: amount })
        .optional()
        .catch(undefined),
    }),
  ]);
});

type Line = z.output<ReturnType<typeof lineSchema>>;
type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

function readLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema().safeParse(value).data;
  switch (line?.type) {
    case undefined:
      return null;
    case "init":
      return unchangedStep(withFinal(state, { sessionRef: line.session_id ?? null }));
    case "message":
      return line.role === "assistant" ? hearWords(state, line.content ?? "") : unchangedStep(state);
    case "tool_use":
      return hearCall(state, line);
    case "tool_result":
      return hearToolResult(state, line);
    case "error":
      return { state, events: speechEvents(line.message ?? "") };
    case "result":
      return takeResult(state, line);
  }
}

/** The words come in pieces; those after the last call of a tool are the answer. */
function hearWords(state: StreamState, piece: string): StreamStep {
  return pieceStep({ ...state, speech: `${state.speech}${piece}`, passing: null }, piece);
}

function hearCall(state: StreamState, { tool_name, tool_id, parameters }: LineOf<"tool_use">): StreamStep {
  const words = toolWords(tool_name, parameters);
  const calls = tool_id === undefined ? state.calls : { ...state.calls, [tool_id]: words };
  return {
    state: { ...state, calls, speech: "", tail: "", passing: null },
    events: speechEvents(`uses ${words}`),
  };
}

/** Of a wrong parameter only these are wishes to go where it may not; the words are its own, and whole. */
const OUTSIDE = /^(?:Path not in workspace: Attempted path |Access denied: plan path )/;

function hearToolResult(state: StreamState, { tool_id, status, error }: LineOf<"tool_result">): StreamStep {
  const { [tool_id ?? ""]: words = "a tool", ...calls } = state.calls;
  const isDenied =
    status === "error" && (error?.type === "policy_violation" || OUTSIDE.test(error?.message ?? ""));
  return unchangedStep(isDenied ? withDenials({ ...state, calls }, [words]) : { ...state, calls });
}

function takeResult(state: StreamState, { status, error, stats }: LineOf<"result">): StreamStep {
  const usage: Usage = {
    ...{ inputTokens: stats?.input_tokens ?? null, outputTokens: stats?.output_tokens ?? null, usd: null },
    ...(stats?.cached === undefined ? {} : { cachedInputTokens: stats.cached }),
  };
  const failed = status !== "success";
  const text = failed || state.speech === "" ? null : state.speech;
  const ended = withFinal({ ...state, passing: null }, { ended: true, errors: [], text, usage });
  const events = [{ at: "used", usage } as const];
  if (!failed) return { state: ended, events };
  const { type: code, message = "an error without words" } = error ?? {};
  const told = providerError({ message, code });
  return { state: withError(ended, message === BROKEN_OFF ? { ...told, kind: "overloaded" } : told), events };
}

/** All it says of an answer that broke off. */
const BROKEN_OFF = "[API Error: terminated]";

/** The fields of an error that it prints, a line each: its own words in the stream leave them out. */
const STATUS = /^\s+status: ([1-5]\d\d),?$/;
const RETRY_DELAY = /^\s+retryDelayMs: (\d{1,12})(?:\.\d+)?,?$/;

function readErrorLine(state: StreamState, line: string): StreamState {
  const status = STATUS.exec(line)?.[1];
  const delayMs = RETRY_DELAY.exec(line)?.[1];
  if (status === undefined && delayMs === undefined) return state;
  const refusal = {
    ...state.refusal,
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(delayMs === undefined ? {} : { retryAfterS: Number(delayMs) / SECOND_MS }),
  };
  return { ...state, refusal };
}
