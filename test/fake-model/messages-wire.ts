// Anthropic Messages.
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { type HistoryEntry, whereItStands } from "./history.ts";
import { type Loose, objectOf, objectsOf, textOf, wordsOf } from "./loose-json.ts";
import { namedFrame, piecesOf, type StreamEvent } from "./sse.ts";
import type { Answer, ErrorReply, ModelRequest, OfferedTool, Problem, Wire } from "./wire.ts";

export const MESSAGES_WIRE: Wire = {
  name: "messages",
  read,
  plain: (answer) => ({
    ...envelope(answer),
    content: blocksOf(answer),
    ...endOf(answer),
    usage: usageOf(answer),
  }),
  frames,
  error,
  errorFrames: () => null,
};

function read(body: unknown): ModelRequest {
  const { model, stream, system, messages, tools } = objectOf(body);
  return {
    model: textOf(model),
    stream: stream === true,
    streamsUsage: true,
    system: wordsOf(system),
    tools: objectsOf(tools).map(offeredTool),
    ...whereItStands(objectsOf(messages).map(historyEntry)),
  };
}

function offeredTool({ name, input_schema }: Loose): OfferedTool {
  return { name: textOf(name), kind: "function", namespace: null, schema: input_schema };
}

function historyEntry({ role, content }: Loose): HistoryEntry {
  if (role !== "user") return { from: "model" };
  const hasResult = objectsOf(content).some(({ type }) => type === "tool_result");
  return hasResult ? { from: "tool" } : { from: "user", text: wordsOf(content) };
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object };

function blocksOf({ text, calls }: Answer): readonly Block[] {
  return [
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map((call) => ({
      type: "tool_use" as const,
      id: `toolu_${call.id}`,
      name: call.name,
      input: call.kind === "function" ? call.args : { input: call.input },
    })),
  ];
}

function envelope({ id, model }: Answer): object {
  return { id: `msg_${id}`, type: "message", role: "assistant", model };
}

function endOf({ refused, calls }: Answer): object {
  const reason = refused ? "refusal" : calls.length > 0 ? "tool_use" : "end_turn";
  return { stop_reason: reason, stop_sequence: null };
}

/** Input tokens are here those that were not cached. */
function usageOf({ tokens }: Answer): object {
  return {
    input_tokens: tokens.input - tokens.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: tokens.cached,
    output_tokens: tokens.output,
  };
}

function frames(answer: Answer): readonly string[] {
  const message = {
    ...envelope(answer),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usageOf(answer), output_tokens: 1 },
  };
  const events = [
    { type: "message_start", message },
    ...blocksOf(answer).flatMap(blockEvents),
    { type: "message_delta", delta: endOf(answer), usage: usageOf(answer) },
    { type: "message_stop" },
  ];
  return events.map(namedFrame);
}

function blockEvents(block: Block, index: number): readonly StreamEvent[] {
  const isText = block.type === "text";
  const deltas = isText
    ? piecesOf(block.text).map((text) => ({ type: "text_delta", text }))
    : piecesOf(JSON.stringify(block.input)).map((partial_json) => ({
        type: "input_json_delta",
        partial_json,
      }));
  return [
    {
      type: "content_block_start",
      index,
      content_block: isText ? { ...block, text: "" } : { ...block, input: {} },
    },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

const ERROR_TYPES: { readonly [status: number]: string } = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function error(problem: Problem): ErrorReply {
  switch (problem.problem) {
    case "status":
      return reply(problem.status, `scripted status ${problem.status}`);
    case "bad-key":
      return reply(401, "invalid x-api-key");
    case "too-long":
      return reply(400, "prompt is too long: 200001 tokens > 200000 maximum");
    case "overloaded":
      return reply(529, "Overloaded");
    default:
      return assertNever(problem);
  }
}

function reply(status: number, message: string): ErrorReply {
  const type = ERROR_TYPES[status] ?? "api_error";
  return { status, body: { type: "error", error: { type, message }, request_id: "req_fake" } };
}
