// What claude prints with `--output-format stream-json --verbose`. Only what we use is looked at, and a field of an
// odd shape counts as missing: the format grows, and the text of a line may come from anywhere.
import * as z from "zod";
import type { Usage } from "../../../core/shared/usage.ts";
import { providerError } from "../../shared/provider-error.ts";
import { anthropicUsage, plus, since } from "../../shared/usage-counting.ts";
import {
  quiet,
  type StreamState,
  type StreamStep,
  said,
  troubled,
  withDenials,
  withError,
  withFinal,
} from "./agent-stream.ts";

const MS_PER_S = 1_000;

const text = z.string().optional().catch(undefined);
const amount = z.number().min(0).optional().catch(undefined);

const usageSchema = z
  .object({
    input_tokens: amount,
    cache_creation_input_tokens: amount,
    cache_read_input_tokens: amount,
    output_tokens: amount,
  })
  .optional()
  .catch(undefined);

const blockSchema = z.object({ type: text, text, name: text }).catch({});

const lineSchema = z.discriminatedUnion("type", [
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
    is_error: z.boolean().optional().catch(undefined),
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

type Line = z.output<typeof lineSchema>;
type LineOf<T extends Line["type"]> = Extract<Line, { type: T }>;

export function readClaudeLine(state: StreamState, value: unknown): StreamStep | null {
  const line = lineSchema.safeParse(value).data;
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
      return quiet({ ...state, passing: null });
    case "stream_event":
      return quiet(state);
  }
}

function takeSystem(state: StreamState, line: LineOf<"system">): StreamStep {
  const known = line.session_id === undefined ? state : withFinal(state, { sessionRef: line.session_id });
  if (line.subtype !== "api_retry") return quiet(known);
  const { error = "the model server did not answer", error_status: status, retry_delay_ms: delayMs } = line;
  const retryAfterS = delayMs === undefined ? undefined : delayMs / MS_PER_S;
  const passing = providerError({ message: error, status, retryAfterS });
  return { state: { ...known, passing }, events: troubled(retryWords(error, status, retryAfterS)) };
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
  const events = [...words, ...tools].flatMap(said);
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
    counting === null || counting.id === id ? state.counted : plus(state.counted, counting.usage);
  return withFinal({ ...state, counted, counting: { id, usage } }, { usage: plus(counted, usage) });
}

function takeLimit(state: StreamState, { rate_limit_info: info }: LineOf<"rate_limit_event">): StreamStep {
  if (info.status !== "rejected") return quiet(state);
  const resetsAtMs = info.resetsAt === undefined ? undefined : info.resetsAt * MS_PER_S;
  const passing = providerError({ message: "rate limit reached", resetsAtMs });
  return { state: { ...state, passing }, events: troubled(passing.message) };
}

/** `is_error` tells, whatever the subtype calls it: an API error comes as a "success". */
function takeResult(state: StreamState, line: LineOf<"result">): StreamStep {
  const { subtype = "", is_error: isError, result, stop_reason: stopReason } = line;
  const refused = stopReason === "refusal";
  const failed = (isError ?? subtype !== "success") || refused;
  const reported: Usage = { ...anthropicUsage(line.usage ?? {}), usd: line.total_cost_usd ?? null };
  const usage: Usage = {
    ...(line.usage === undefined ? state.final.usage : reported),
    usd: since(state.before.usd, reported.usd),
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
