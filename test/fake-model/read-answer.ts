// An answer read back from its bytes, plain or streamed.

import type { WireName } from "./client.ts";
import { type Loose, objectOf, objectsOf, textOf } from "./loose-json.ts";

export interface ReadAnswer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly tokens: { readonly input: number; readonly cached: number; readonly output: number };
  readonly refused: boolean;
}

/** The data of each event of a stream; one without an end to its last event loses it. */
export function eventsOf(body: string): readonly Loose[] {
  return body
    .split("\n\n")
    .slice(0, -1)
    .flatMap((frame) => frame.split("\n").filter((line) => line.startsWith("data: ")))
    .map((line) => line.slice("data: ".length))
    .filter((data) => data !== "[DONE]")
    .map((data) => objectOf(JSON.parse(data)));
}

export const READERS: Record<
  WireName,
  { readonly plain: (body: string) => ReadAnswer; readonly stream: (body: string) => ReadAnswer }
> = {
  messages: { plain: (body) => fromMessage(objectOf(JSON.parse(body))), stream: messagesStream },
  responses: { plain: (body) => fromResponse(objectOf(JSON.parse(body))), stream: responsesStream },
  chat: { plain: chatPlain, stream: chatStream },
};

function fromMessage({ content, stop_reason, usage }: Loose): ReadAnswer {
  const blocks = objectsOf(content);
  const { input_tokens, cache_read_input_tokens, output_tokens } = objectOf(usage);
  return {
    text: blocks.map(({ text }) => textOf(text)).join(""),
    calls: blocks
      .filter(({ type }) => type === "tool_use")
      .map(({ name, input }) => ({ name: textOf(name), input })),
    tokens: {
      input: Number(input_tokens) + Number(cache_read_input_tokens),
      cached: Number(cache_read_input_tokens),
      output: Number(output_tokens),
    },
    refused: stop_reason === "refusal",
  };
}

function messagesStream(body: string): ReadAnswer {
  const events = eventsOf(body);
  const blocks = events
    .filter(({ type }) => type === "content_block_start")
    .map(({ index, content_block }) => {
      const deltas = events.filter((event) => event.type === "content_block_delta" && event.index === index);
      const joined = (field: string) => deltas.map(({ delta }) => textOf(objectOf(delta)[field])).join("");
      const block = objectOf(content_block);
      return block.type === "text"
        ? { ...block, text: joined("text") }
        : { ...block, input: JSON.parse(joined("partial_json")) };
    });
  const end = events.find(({ type }) => type === "message_delta");
  return fromMessage({ content: blocks, ...objectOf(end?.delta), usage: end?.usage });
}

function fromResponse({ output, usage }: Loose): ReadAnswer {
  const items = objectsOf(output);
  const parts = items.flatMap(({ content }) => objectsOf(content));
  const { input_tokens, input_tokens_details, output_tokens } = objectOf(usage);
  return {
    text: parts.map(({ text, refusal }) => textOf(text ?? refusal)).join(""),
    calls: items
      .filter(({ type }) => type !== "message")
      .map(({ type, name, input, arguments: args }) => ({
        name: textOf(name),
        input: type === "custom_tool_call" ? input : JSON.parse(textOf(args)),
      })),
    tokens: {
      input: Number(input_tokens),
      cached: Number(objectOf(input_tokens_details).cached_tokens),
      output: Number(output_tokens),
    },
    refused: parts.some(({ type }) => type === "refusal"),
  };
}

/** Words and arguments from the pieces alone; only the usage is told at the end. */
function responsesStream(body: string): ReadAnswer {
  const events = eventsOf(body);
  const piecesOf = (pattern: RegExp, id?: unknown) =>
    events
      .filter(({ type, item_id }) => pattern.test(textOf(type)) && (id === undefined || item_id === id))
      .map(({ delta }) => textOf(delta))
      .join("");
  const items = events
    .filter(({ type }) => type === "response.output_item.done")
    .map(({ item }) => objectOf(item))
    .map((item) => {
      const pieces = piecesOf(/(call_arguments|tool_call_input)\.delta$/, item.id);
      return { ...item, arguments: pieces, input: pieces };
    });
  const end = events.find(({ type }) => type === "response.completed");
  return {
    ...fromResponse(objectOf(end?.response)),
    text: piecesOf(/(output_text|refusal)\.delta$/),
    calls: fromResponse({ output: items }).calls,
  };
}

function chatUsage(usage: unknown): ReadAnswer["tokens"] {
  const { prompt_tokens, prompt_tokens_details, completion_tokens } = objectOf(usage);
  return {
    input: Number(prompt_tokens),
    cached: Number(objectOf(prompt_tokens_details).cached_tokens),
    output: Number(completion_tokens),
  };
}

function chatCalls(calls: unknown): ReadAnswer["calls"] {
  return objectsOf(calls)
    .map((call) => objectOf(call.function))
    .map(({ name, arguments: args }) => ({ name: textOf(name), input: JSON.parse(textOf(args)) }));
}

function chatPlain(body: string): ReadAnswer {
  const { choices, usage } = objectOf(JSON.parse(body));
  const { content, refusal, tool_calls } = objectOf(objectsOf(choices)[0]?.message);
  return {
    text: textOf(content ?? refusal),
    calls: chatCalls(tool_calls),
    tokens: chatUsage(usage),
    refused: refusal !== null,
  };
}

function chatStream(body: string): ReadAnswer {
  const events = eventsOf(body);
  const deltas = events.flatMap(({ choices }) => objectsOf(choices)).map(({ delta }) => objectOf(delta));
  return {
    text: deltas.map(({ content, refusal }) => textOf(content) + textOf(refusal)).join(""),
    calls: deltas.flatMap(({ tool_calls }) => chatCalls(tool_calls)),
    tokens: chatUsage(events.find(({ usage }) => usage !== undefined)?.usage),
    refused: deltas.some(({ refusal }) => refusal !== undefined),
  };
}
