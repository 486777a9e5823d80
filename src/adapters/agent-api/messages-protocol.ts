// Anthropic Messages.
import * as z from "zod";
import { anthropicUsageFields, index, text } from "../shared/loose-fields.ts";
import type { ReportedError } from "../shared/provider-error.ts";
import { anthropicUsage } from "../shared/usage-counting.ts";
import {
  argsObject,
  type Conversation,
  type Exchange,
  type Piece,
  type Protocol,
  stopOf,
  type ToolCall,
  type Turn,
  type TurnReader,
} from "./conversation.ts";

const VERSION = "2023-06-01";
/** This API wants a bound on the answer: more than any document needs, thinking included. */
const ANSWER_TOKENS_MAX = 32_000;

export const MESSAGES_PROTOCOL: Protocol = {
  headers: (key) => ({ "x-api-key": key, "anthropic-version": VERSION }),
  body,
  newTurn: () => new MessagesTurn(),
};

function body({ model, system, prompt, tools, exchanges, mustAnswer }: Conversation): object {
  // What a role is always told comes again with its next call; with tools, the whole prompt goes out turn after turn.
  const again = { cache_control: { type: "ephemeral" } };
  const kept = tools.length === 0 ? {} : again;
  const offered = tools.map(({ name, description, parameters }) => ({
    ...{ name, description },
    input_schema: parameters,
  }));
  return {
    model,
    max_tokens: ANSWER_TOKENS_MAX,
    stream: true,
    ...(system === "" ? {} : { system: [{ type: "text", text: system, ...again }] }),
    messages: [
      { role: "user", content: [{ type: "text", text: prompt, ...kept }] },
      ...exchanges.flatMap(exchangeMessages),
    ],
    ...(tools.length === 0 ? {} : { tools: offered }),
    ...(tools.length > 0 && mustAnswer ? { tool_choice: { type: "none" } } : {}),
  };
}

function exchangeMessages({ said, results }: Exchange): readonly object[] {
  const content = results.map(({ call, text: words, failed }) => ({
    type: "tool_result",
    tool_use_id: call.id,
    content: words,
    ...(failed ? { is_error: true } : {}),
  }));
  return [
    { role: "assistant", content: said },
    { role: "user", content },
  ];
}

const usageSchema = z.object(anthropicUsageFields).catch({});

const errorSchema = z.object({ type: text, message: text }).catch({});

const eventSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message_start"),
    message: z.object({ usage: usageSchema }).catch({ usage: {} }),
  }),
  z.object({ type: z.literal("content_block_start"), index, content_block: z.looseObject({ type: text }) }),
  z.object({
    type: z.literal("content_block_delta"),
    index,
    delta: z.object({ type: text, text, partial_json: text, thinking: text, signature: text }).catch({}),
  }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: text }).catch({}),
    usage: usageSchema.optional(),
  }),
  z.object({ type: z.literal("message_stop") }),
  z.object({ type: z.literal("error"), error: errorSchema }),
]);

type Event = z.output<typeof eventSchema>;
type Delta = Extract<Event, { type: "content_block_delta" }>["delta"];
type MessageUsage = z.output<typeof usageSchema>;

/** A block as it came, with the parts that grow kept apart. */
interface Block {
  readonly start: { readonly [field: string]: unknown };
  text: string;
  args: string;
  thinking: string;
  signature: string;
}

class MessagesTurn implements TurnReader {
  readonly #blocks = new Map<number, Block>();
  #counted: MessageUsage = {};
  #reason: string | null = null;
  #closed = false;
  #error: ReportedError | null = null;

  take(value: unknown): Piece | null {
    const event = eventSchema.safeParse(value).data;
    switch (event?.type) {
      case undefined:
        return null;
      case "message_start":
        this.#count(event.message.usage);
        return null;
      case "content_block_start":
        this.#begin(event.index ?? this.#blocks.size, event.content_block);
        return null;
      case "content_block_delta":
        return this.#grow(this.#blocks.get(event.index ?? this.#blocks.size - 1), event.delta);
      case "message_delta":
        this.#count(event.usage ?? {});
        this.#reason = event.delta.stop_reason ?? this.#reason;
        return null;
      case "message_stop":
        this.#closed = true;
        return null;
      case "error":
        this.#error = { message: event.error.message ?? "", code: event.error.type };
        return null;
    }
  }

  get at(): TurnReader["at"] {
    if (this.#closed || this.#error !== null) return "closed";
    return this.#reason === null ? "open" : "stopped";
  }

  get turn(): Turn {
    const blocks = [...this.#blocks.values()];
    const calls = blocks.flatMap(callOf);
    return {
      text: blocks.map(({ text: words }) => words).join(""),
      refusal: "",
      calls,
      said: blocks.flatMap(assistantBlocks),
      usage: anthropicUsage(this.#counted),
      stop: this.#reason === null ? null : stopOf(this.#reason, calls.length),
      error: this.#error,
    };
  }

  /** Later counts are of the whole so far; those that are not told again still hold. */
  #count(counted: MessageUsage): void {
    const told = Object.entries(counted).filter(([, value]) => value !== undefined);
    this.#counted = { ...this.#counted, ...Object.fromEntries(told) };
  }

  #begin(at: number, start: Block["start"]): void {
    const words = typeof start.text === "string" ? start.text : "";
    this.#blocks.set(at, { start, text: words, args: "", thinking: "", signature: "" });
  }

  #grow(block: Block | undefined, delta: Delta): Piece | null {
    if (block === undefined) return null;
    const { text: words = "", partial_json: args = "", thinking = "", signature = "" } = delta;
    block.text += words;
    block.args += args;
    block.thinking += thinking;
    block.signature += signature;
    if (words !== "") return { of: "text", text: words };
    return args === "" ? { of: "thinking", text: thinking } : { of: "arguments", text: args };
  }
}

function callOf({ start, args }: Block): readonly ToolCall[] {
  const { type, id, name, input } = start;
  if (type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return [];
  return [{ id, name, args: args === "" ? JSON.stringify(input ?? {}) : args }];
}

/** Thinking goes back as it came, with its signature; an empty text would be refused. */
function assistantBlocks(block: Block): readonly object[] {
  const { start, text: words, thinking, signature } = block;
  const [call] = callOf(block);
  if (call !== undefined)
    return [{ type: "tool_use", id: call.id, name: call.name, input: argsObject(call.args) }];
  if (start.type === "text") return words === "" ? [] : [{ type: "text", text: words }];
  if (start.type === "thinking") return [{ type: "thinking", thinking, signature }];
  return [start];
}
