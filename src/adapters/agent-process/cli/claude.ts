// claude: how it is started, and what it prints with `--output-format stream-json --verbose`. Of its lines only what we use
// is looked at, and a field of an odd shape counts as missing: the format grows, and the text of a line may come from
// anywhere.

import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import { SECOND_MS } from "../../../core/shared/time-units.ts";
import { tokensOf, USAGE_UNKNOWN, type Usage } from "../../../core/shared/usage.ts";
import { amount, anthropicUsageFields, flag, lazySchema, text } from "../../shared/loose-fields.ts";
import { providerError } from "../../shared/provider-error.ts";
import { addUsage, anthropicUsage, countSince } from "../../shared/usage-counting.ts";
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
  troubleEvents,
  unchangedStep,
  withDenials,
  withError,
  withFinal,
  withoutVersion,
} from "./agent-cli.ts";
import {
  pickKeys,
  readSettings,
  readUserFile,
  type UserLogin,
  type UserPlace,
  userFolder,
} from "./user-login.ts";

const HOME_NAME = ".claude";
const ADDRESS_ENV = "ANTHROPIC_BASE_URL";

export const CLAUDE: AgentCli = {
  program: "claude",
  install: "install it (npm install --global @anthropic-ai/claude-code) and log in by running `claude` once",
  protocol: "anthropic-messages",
  addressEnv: ADDRESS_ENV,
  homeName: HOME_NAME,
  tellsCost: () => true,
  efforts: ["low", "medium", "high", "xhigh", "max"],
  needsModel: false,
  isolation: (home) => [
    "your hooks, memories, skills and MCP servers stay out (--safe-mode, --strict-mcp-config)",
    home === "private"
      ? "your settings stay out (--setting-sources)"
      : "of your settings only the login and the model count (--setting-sources): no language, no permission, no further folder",
    "what git knows of the project around its folder is not told to the model (includeGitInstructions)",
    "nobody is asked for permissions: what its tools do not allow is refused, and a role that only reads has no tool that writes",
    "its tools read and write in its folder alone, by its own rules",
  ],
  coding: [
    "tools Read, Grep, Glob, Edit and Write, edits accepted; none of its own files in the worktree counts (CLAUDE.md, .claude, .mcp.json): it reads them as it reads any other",
    "no shell, unless build.shell is true: then Bash without a sandbox, which can do whatever your user can",
  ],
  obeys: [],
  addsToOwnPrompt: true,
  looksByShell: false,
  userLogin,
  command,
  passes: passesVariable,
  readLine,
  readErrorLine: (state) => state,
};

/** What of the user's settings may be needed to be logged in, and which model they chose. */
const KEPT_SETTINGS = [
  ...["model", "effortLevel", "apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "gcpAuthRefresh"],
  ...["forceLoginMethod", "forceLoginOrgUUID"],
];

/**
 * A login may live in the keychain, in a file that is replaced whenever it is renewed, or in the settings: so it stays
 * in the user's home, and of the settings there what makes the login is handed over by itself.
 */
function userLogin(place: UserPlace): UserLogin {
  const folder = userFolder(place, "CLAUDE_CONFIG_DIR", HOME_NAME);
  const settings = readSettings(folder === null ? null : readUserFile(`${folder}/settings.json`));
  const { env } = settings;
  const variables = typeof env === "object" && env !== null ? Object.entries(env) : [];
  return {
    home: "user",
    laid: [],
    env: Object.fromEntries(
      variables.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    settings: pickKeys(settings, KEPT_SETTINGS),
  };
}

const TOOLS: Record<Access, string> = {
  "read-only": "Read,Grep,Glob",
  write: "Read,Grep,Glob,Edit,Write",
};

/** Without a tool that edits there is nothing to accept; the mode says the same a second time. */
const PERMISSION_MODE: Record<Access, string> = { "read-only": "default", write: "acceptEdits" };

/** Without leave for it a command is refused, since nobody is asked. */
const SHELL = "Bash";

/** Its own ten retries take three minutes, in which nobody learns of a limit. */
const RETRIES_MAX = 2;
/** By itself it would wait ten minutes for the first byte of an answer. */
const FIRST_BYTE_MS_MAX = 180_000;

/** Over whatever else it finds: an answer in another language, and what git tells of the folders around. */
const OWN_SETTINGS = { language: "", includeGitInstructions: false };

const QUIET = {
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};

/** A resumed session remembers what was said, not what it may do: everything is passed each time. */
function command(input: CommandInput): AgentCommand {
  const { program, model, effort, access, resume, systemFile, extraArgs, homeFolder, api, login } = input;
  const hasShell = input.worktree?.shell === true;
  const tools = hasShell ? `${TOOLS[access]},${SHELL}` : TOOLS[access];
  const settings = JSON.stringify({ ...login.settings, ...OWN_SETTINGS });
  const argv = [
    ...program,
    ...extraArgs,
    ...["-p", "--output-format", "stream-json", "--verbose", "--include-partial-messages"],
    ...["--safe-mode", "--strict-mcp-config"],
    ...["--setting-sources", "", "--settings", assertArgument(settings)],
    ...["--permission-mode", PERMISSION_MODE[access], "--permission-prompts", "none"],
    ...["--tools", tools],
    ...(hasShell ? ["--allowedTools", SHELL] : []),
  ];
  if (model !== null) argv.push("--model", assertArgument(model));
  if (effort !== null) argv.push("--effort", assertArgument(effort));
  if (systemFile !== null) argv.push(systemOption(input), assertArgument(systemFile));
  if (resume !== null) argv.push("--resume", assertArgument(resume));
  return {
    argv,
    laid: [],
    env: {
      ...QUIET,
      CLAUDE_CODE_MAX_RETRIES: String(RETRIES_MAX),
      API_TIMEOUT_MS: String(FIRST_BYTE_MS_MAX),
      ...(homeFolder === null ? {} : { CLAUDE_CONFIG_DIR: `${homeFolder}/${HOME_NAME}` }),
      ...addressOf(api),
    },
    envFrom: api === null ? {} : { ANTHROPIC_API_KEY: api.keyEnv },
  };
}

/** A document wants none of its own instructions, which are about code and short answers; tools and folder are told beside it. */
function systemOption({ worktree }: CommandInput): string {
  return worktree === null ? "--system-prompt-file" : "--append-system-prompt-file";
}

function addressOf(api: ModelServer | null): Record<string, string> {
  const baseUrl = api?.baseUrl ?? null;
  return baseUrl === null ? {} : { [ADDRESS_ENV]: withoutVersion(baseUrl) };
}

/** Tells of the session that runs us, if one does; a run of its own is none of its business. */
const OUTER_SESSION_VARIABLES = new Set([
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_CODE_SESSION_ID",
]);

/** How the user has set it up; with a server of its own none of that, or another's key would go there. */
function passesVariable(name: string, api: ModelServer | null): boolean {
  if (api !== null || OUTER_SESSION_VARIABLES.has(name)) return false;
  return name.startsWith("ANTHROPIC_") || name.startsWith("CLAUDE_CODE_") || name === "CLAUDE_CONFIG_DIR";
}

const lineSchema = lazySchema(() => {
  const usageSchema = z.object(anthropicUsageFields).optional().catch(undefined);
  const inputSchema = z.record(z.string(), z.unknown()).catch({});

  const blockSchema = z.object({ type: text, text, name: text, input: inputSchema }).catch({ input: {} });

  return z.discriminatedUnion("type", [
    z.object({
      type: z.literal("system"),
      subtype: text,
      session_id: text,
      error: text,
      error_status: amount,
      retry_delay_ms: amount,
    }),
    z.object({
      type: z.literal("assistant"),
      error: text,
      message: z
        .object({ id: text, content: z.array(blockSchema).catch([]), usage: usageSchema })
        .catch({ content: [] }),
    }),
    z.object({
      type: z.literal("rate_limit_event"),
      rate_limit_info: z.object({ status: text, resetsAt: amount }).catch({}),
    }),
    z.object({
      type: z.literal("result"),
      subtype: text,
      is_error: flag,
      result: text,
      session_id: text,
      stop_reason: text,
      api_error_status: amount,
      total_cost_usd: amount,
      usage: usageSchema,
      errors: z.array(z.string()).catch([]),
      modelUsage: z.record(z.string(), z.object({ costBasis: text }).catch({})).catch({}),
      permission_denials: z
        .array(z.object({ tool_name: text, tool_input: inputSchema }).catch({ tool_input: {} }))
        .catch([]),
    }),
    z.object({ type: z.literal("user") }),
    z.object({
      type: z.literal("stream_event"),
      event: z
        .object({
          type: text,
          message: z.object({ id: text, usage: usageSchema }).optional().catch(undefined),
          delta: z.object({ text, thinking: text }).optional().catch(undefined),
          usage: usageSchema,
        })
        .catch({}),
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
    case "system":
      return takeSystem(state, line);
    case "assistant":
      return takeAssistant(state, line);
    case "rate_limit_event":
      return takeLimit(state, line);
    case "result":
      return takeResult(state, line);
    case "user":
      return unchangedStep({ ...state, passing: null });
    case "stream_event":
      return takePart(state, line);
  }
}

/** A part of an answer that is being written: what it says, and what it has used so far. */
function takePart(state: StreamState, { event }: LineOf<"stream_event">): StreamStep {
  switch (event.type) {
    case "message_start":
      return countStep({ ...state, passing: null }, event.message?.id ?? "", event.message?.usage);
    case "message_delta": {
      // It tells what the answer came to, and not again what went in.
      const { id, usage } = state.counting ?? { id: "", usage: USAGE_UNKNOWN };
      if (event.usage?.output_tokens === undefined) return unchangedStep(state);
      return countedStep(state, id, { ...usage, outputTokens: event.usage.output_tokens });
    }
    case "content_block_start":
      return unchangedStep({ ...state, tail: "" });
    case "content_block_delta":
      return pieceStep(state, event.delta?.text ?? event.delta?.thinking ?? "");
    default:
      return unchangedStep(state);
  }
}

function takeSystem(state: StreamState, line: LineOf<"system">): StreamStep {
  const known = line.session_id === undefined ? state : withFinal(state, { sessionRef: line.session_id });
  if (line.subtype !== "api_retry") return unchangedStep(known);
  const { error = "the model server did not answer", error_status: status, retry_delay_ms: delayMs } = line;
  const retryAfterS = delayMs === undefined ? undefined : delayMs / SECOND_MS;
  const passing = providerError({ message: error, status, retryAfterS });
  return { state: { ...known, passing }, events: troubleEvents(retryWords(error, status, retryAfterS)) };
}

function retryWords(error: string, status: number | undefined, retryAfterS: number | undefined): string {
  const why = status === undefined ? error : `${error} (${status})`;
  return retryAfterS === undefined
    ? `${why}: tries again`
    : `${why}: tries again in ${Math.ceil(retryAfterS)} s`;
}

function takeAssistant(state: StreamState, { error, message }: LineOf<"assistant">): StreamStep {
  const words = message.content.flatMap((block) => (block.type === "text" ? [block.text ?? ""] : []));
  if (error !== undefined) {
    return {
      state: { ...state, passing: providerError({ message: words.join("\n"), code: error }) },
      events: [],
    };
  }
  const tools = message.content.flatMap((block) =>
    block.type === "tool_use" ? [`uses ${toolWords(block.name, block.input)}`] : [],
  );
  const spoken = [...words, ...tools].flatMap(speechEvents);
  const { state: counted, events } = countStep({ ...state, passing: null }, message.id ?? "", message.usage);
  return { state: counted, events: [...spoken, ...events] };
}

type AnswerUsage = LineOf<"assistant">["message"]["usage"];

function countStep(state: StreamState, id: string, usage: AnswerUsage): StreamStep {
  return usage === undefined ? unchangedStep(state) : countedStep(state, id, anthropicUsage(usage));
}

function countedStep(state: StreamState, id: string, usage: Usage): StreamStep {
  const counted = count(state, id, usage);
  return { state: counted, events: [{ at: "used", usage: counted.final.usage }] };
}

/** Several lines may belong to one answer, each with the usage of the whole so far. */
function count(state: StreamState, id: string, usage: Usage): StreamState {
  const { counting } = state;
  const counted =
    counting === null || counting.id === id ? state.counted : addUsage(state.counted, counting.usage);
  return withFinal({ ...state, counted, counting: { id, usage } }, { usage: addUsage(counted, usage) });
}

function takeLimit(state: StreamState, { rate_limit_info: info }: LineOf<"rate_limit_event">): StreamStep {
  if (info.status !== "rejected") return unchangedStep(state);
  const resetsAtMs = info.resetsAt === undefined ? undefined : info.resetsAt * SECOND_MS;
  const passing = providerError({ message: "rate limit reached", resetsAtMs });
  return { state: { ...state, passing }, events: troubleEvents(passing.message) };
}

/** `is_error` tells, whatever the subtype calls it: an API error comes as a "success". */
function takeResult(state: StreamState, line: LineOf<"result">): StreamStep {
  const { subtype = "", is_error: isError, result, stop_reason: stopReason } = line;
  const refused = stopReason === "refusal";
  const failed = (isError ?? subtype !== "success") || refused;
  const reported: Usage = { ...anthropicUsage(line.usage ?? {}), usd: costOf(line) };
  const isLess = line.usage === undefined || tokensOf(reported) < tokensOf(state.final.usage);
  const usage: Usage = {
    // Broken off in its first answer it tells of nothing, whatever it had counted by then.
    ...(isLess ? state.final.usage : reported),
    usd: countSince(state.before.usd, reported.usd),
  };
  const ended = withFinal(state, {
    ...{ ended: true, errors: [], denials: [], reported, usage },
    text: failed ? null : (result ?? null),
    sessionRef: line.session_id ?? state.final.sessionRef,
  });
  const denied = withDenials(
    ended,
    line.permission_denials.map((denial) => toolWords(denial.tool_name, denial.tool_input)),
  );
  const events = [{ at: "used", usage } as const];
  if (!failed) return { state: { ...denied, passing: null }, events };
  const message = [...line.errors, result ?? "", refused ? "refusal" : ""].filter((part) => part !== "");
  const error = providerError({
    message: message.join("\n") || subtype || "an error without words",
    code: subtype,
    status: line.api_error_status,
  });
  return { state: withError(denied, error), events };
}

/** Of a model whose price it does not know it tells the price of another: that is no cost. */
function costOf({ total_cost_usd: usd, modelUsage }: LineOf<"result">): number | null {
  const isGuessed = Object.values(modelUsage).some(({ costBasis }) => costBasis === "unknown");
  return usd === undefined || isGuessed ? null : usd;
}
