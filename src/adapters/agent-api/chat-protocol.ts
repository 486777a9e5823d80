// OpenAI chat completions, and whatever calls itself compatible with them.
import * as z from "zod";
import { USAGE_UNKNOWN, type Usage } from "../../core/shared/usage.ts";
import { amount, index, text } from "../shared/loose-fields.ts";
import type { ReportedError } from "../shared/provider-error.ts";
import {
  argsObject,
  type Conversation,
  type Exchange,
  type Piece,
  type Protocol,
  STREAM_END,
  stopOf,
  type ToolCall,
  type Turn,
  type TurnReader,
} from "./conversation.ts";
import { openAiError } from "./error-answer.ts";

export const CHAT_PROTOCOL: Protocol = {
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  body,
  newTurn: () => new ChatTurn(),
};

function body({ model, system, prompt, tools, exchanges, mustAnswer }: Conversation): object {
  const offered = tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: "system", content: system },
      { role: "user", content: prompt },
      ...exchanges.flatMap(exchangeMessages),
    ],
    ...(tools.length === 0 ? {} : { tools: offered }),
    ...(tools.length > 0 && mustAnswer ? { tool_choice: "none" } : {}),
  };
}

function exchangeMessages({ said, results }: Exchange): readonly object[] {
  return [
    ...said,
    ...results.map(({ call, text: content }) => ({ role: "tool", tool_call_id: call.id, content })),
  ];
}

const callSchema = z.object({
  index,
  id: text,
  function: z.object({ name: text, arguments: text }).catch({}),
});

const deltaSchema = z.object({
  content: text,
  refusal: text,
  reasoning_content: text,
  tool_calls: z.array(callSchema).catch([]),
});

const chunkSchema = z.object({
  choices: z.array(z.object({ delta: deltaSchema.catch({ tool_calls: [] }), finish_reason: text })).catch([]),
  usage: z
    .object({
      prompt_tokens: amount,
      completion_tokens: amount,
      prompt_tokens_details: z.object({ cached_tokens: amount }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  error: z.unknown().optional(),
});

type Chunk = z.output<typeof chunkSchema>;
type CallPiece = z.output<typeof callSchema>;

class ChatTurn implements TurnReader {
  #text = "";
  #refusal = "";
  readonly #calls = new Map<number, { id: string; name: string; args: string }>();
  #usage = USAGE_UNKNOWN;
  #reason: string | null = null;
  #closed = false;
  #error: ReportedError | null = null;

  take(value: unknown): Piece | null {
    if (value === STREAM_END) {
      // Without a reason before it the model was cut off, however orderly the stream is closed.
      this.#closed = true;
      return null;
    }
    const chunk = chunkSchema.safeParse(value).data;
    if (chunk === undefined) return null;
    if (chunk.error !== undefined && chunk.error !== null) {
      this.#error = openAiError(chunk.error);
      return null;
    }
    if (chunk.usage !== undefined) this.#usage = usageOf(chunk.usage);
    const [choice] = chunk.choices;
    return choice === undefined ? null : this.#takeChoice(choice);
  }

  get at(): TurnReader["at"] {
    if (this.#closed || this.#error !== null) return "closed";
    return this.#reason === null ? "open" : "stopped";
  }

  get turn(): Turn {
    const calls: readonly ToolCall[] = [...this.#calls.values()];
    return {
      text: this.#text,
      refusal: this.#refusal,
      calls,
      said: [assistantMessage(this.#text, calls)],
      usage: this.#usage,
      stop: this.#stop(),
      error: this.#error,
    };
  }

  #stop(): Turn["stop"] {
    if (this.#reason === null) return null;
    if (this.#refusal !== "") return { kind: "refused", reason: "refusal" };
    return stopOf(this.#reason, this.#calls.size);
  }

  #takeChoice({ delta, finish_reason: reason }: Chunk["choices"][number]): Piece | null {
    this.#reason = reason ?? this.#reason;
    const { content = "", refusal = "", reasoning_content: thinking = "" } = delta;
    this.#text += content;
    this.#refusal += refusal;
    for (const piece of delta.tool_calls) this.#takeCall(piece);
    if (content !== "") return { of: "text", text: content };
    if (refusal !== "") return { of: "refusal", text: refusal };
    if (thinking !== "") return { of: "thinking", text: thinking };
    const args = delta.tool_calls.map((piece) => piece.function.arguments ?? "").join("");
    return args === "" ? null : { of: "arguments", text: args };
  }

  /** The place says which call goes on; where it is not told, a name begins a new one. */
  #takeCall({ index: told, id, function: { name = "", arguments: args = "" } }: CallPiece): void {
    const { size } = this.#calls;
    const at = told ?? (name === "" ? size - 1 : size);
    const known = this.#calls.get(at) ?? { id: id ?? `call_${size}`, name: "", args: "" };
    if (known.name === "") known.name = name;
    known.args += args;
    this.#calls.set(at, known);
  }
}

function assistantMessage(content: string, calls: readonly ToolCall[]): object {
  return {
    role: "assistant",
    content: content === "" ? null : content,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCallMessage) }),
  };
}

function toolCallMessage({ id, name, args }: ToolCall): object {
  return { id, type: "function", function: { name, arguments: JSON.stringify(argsObject(args)) } };
}

function usageOf(told: NonNullable<Chunk["usage"]>): Usage {
  const cached = told.prompt_tokens_details?.cached_tokens;
  return {
    inputTokens: told.prompt_tokens ?? null,
    outputTokens: told.completion_tokens ?? null,
    usd: null,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
}
