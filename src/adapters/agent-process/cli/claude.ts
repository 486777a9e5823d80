// claude: how it is started, and what it prints with `--output-format stream-json --verbose`. Of its lines only what we use
// is looked at, and a field of an odd shape counts as missing: the format grows, and the text of a line may come from
// anywhere.

import * as z from "zod";
import type { Access } from "../../../core/shared/access.ts";
import { SECOND_MS } from "../../../core/shared/time-units.ts";
import type { Usage } from "../../../core/shared/usage.ts";
import { amount, anthropicUsageFields, flag, lazySchema, text } from "../../shared/loose-fields.ts";
import { providerError } from "../../shared/provider-error.ts";
import { addUsage, anthropicUsage, countSince } from "../../shared/usage-counting.ts";
import {
  type AgentCli,
  type AgentCommand,
  assertArgument,
  type CommandInput,
  type ModelServer,
  type StreamState,
  type StreamStep,
  speechEvents,
  troubleEvents,
  unchangedStep,
  withDenials,
  withError,
  withFinal,
  withoutVersion,
} from "./agent-cli.ts";

const HOME_NAME = ".claude";
const ADDRESS_ENV = "ANTHROPIC_BASE_URL";

export const CLAUDE: AgentCli = {
  program: "claude",
  install: "install it (npm install --global @anthropic-ai/claude-code) and log in by running `claude` once",
  protocol: "anthropic-messages",
  addressEnv: ADDRESS_ENV,
  homeName: HOME_NAME,
  tellsCost: true,
  isolation: [
    "your settings, hooks, memories and MCP servers stay out (--safe-mode, --strict-mcp-config)",
    "nobody is asked for permissions: what its tools do not allow is refused, and a role that only reads has no tool that writes",
  ],
  command,
  passes: passesVariable,
  readLine,
  denialIn: () => null,
};

const TOOLS: Record<Access, string> = {
  "read-only": "Read,Grep,Glob",
  write: "Read,Grep,Glob,Edit,Write",
};

/** Without a tool that edits there is nothing to accept; the mode says the same a second time. */
const PERMISSION_MODE: Record<Access, string> = { "read-only": "default", write: "acceptEdits" };

/** Its own ten retries take three minutes, in which nobody learns of a limit. */
const RETRIES_MAX = 2;
/** By itself it would wait ten minutes for the first byte of an answer. */
const FIRST_BYTE_MS_MAX = 180_000;

const QUIET = {
  DISABLE_AUTOUPDATER: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_ERROR_REPORTING: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
};

/** A resumed session remembers what was said, not what it may do: everything is passed each time. */
function command(input: CommandInput): AgentCommand {
  const { program, model, access, resume, extraArgs, homeFolder, api } = input;
  const argv = [
    ...program,
    ...extraArgs,
    ...["-p", "--output-format", "stream-json", "--verbose"],
    ...["--safe-mode", "--strict-mcp-config"],
    ...["--permission-mode", PERMISSION_MODE[access], "--permission-prompts", "none"],
    ...["--tools", TOOLS[access]],
  ];
  if (model !== null) argv.push("--model", assertArgument(model));
  if (resume !== null) argv.push("--resume", assertArgument(resume));
  return {
    argv,
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

  const blockSchema = z.object({ type: text, text, name: text }).catch({});

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
      permission_denials: z.array(z.object({ tool_name: text }).catch({})).catch([]),
    }),
    z.object({ type: z.literal("user") }),
    z.object({ type: z.literal("stream_event") }),
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
    block.type === "tool_use" ? [`uses ${block.name ?? "a tool"}`] : [],
  );
  const events = [...words, ...tools].flatMap(speechEvents);
  const moved = { ...state, passing: null };
  const usage = message.usage === undefined ? null : anthropicUsage(message.usage);
  if (usage === null) return { state: moved, events };
  const counted = count(moved, message.id ?? "", usage);
  return { state: counted, events: [...events, { at: "used", usage: counted.final.usage }] };
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
  const reported: Usage = { ...anthropicUsage(line.usage ?? {}), usd: line.total_cost_usd ?? null };
  const usage: Usage = {
    ...(line.usage === undefined ? state.final.usage : reported),
    usd: countSince(state.before.usd, reported.usd),
  };
  const ended = withFinal(state, {
    ...{ ended: true, errors: [], denials: [], reported, usage },
    text: failed ? null : (result ?? null),
    sessionRef: line.session_id ?? state.final.sessionRef,
  });
  const denied = withDenials(
    ended,
    line.permission_denials.map((denial) => denial.tool_name ?? "a tool"),
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
