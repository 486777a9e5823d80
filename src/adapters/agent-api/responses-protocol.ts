// OpenAI Responses. Nothing is kept on the provider's side: each turn carries all that came before.
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
  stopOf,
  type ToolCall,
  type Turn,
  type TurnReader,
} from "./conversation.ts";
import { openAiError } from "./error-answer.ts";

export const RESPONSES_PROTOCOL: Protocol = {
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  body,
  newTurn: () => new ResponsesTurn(),
};

function body({ model, system, prompt, tools, exchanges, mustAnswer }: Conversation): object {
  const offered = tools.map(({ name, description, parameters }) => ({
    ...{ type: "function", name, description, parameters },
    strict: false,
  }));
  return {
    model,
    stream: true,
    store: false,
    instructions: system,
    input: [
      { type: "message", role: "user", content: [{ type: "input_text", text: prompt }] },
      ...exchanges.flatMap(exchangeItems),
    ],
    ...(tools.length === 0 ? {} : { tools: offered }),
    ...(tools.length > 0 && mustAnswer ? { tool_choice: "none" } : {}),
  };
}

function exchangeItems({ said, results }: Exchange): readonly object[] {
  return [
    ...said,
    ...results.map(({ call, text: output }) => ({ type: "function_call_output", call_id: call.id, output })),
  ];
}

const partSchema = z.object({ type: text, text, refusal: text }).catch({});

const itemSchema = z
  .object({
    type: text,
    call_id: text,
    name: text,
    arguments: text,
    content: z.array(partSchema).catch([]),
  })
  .catch({ content: [] });

const responseSchema = z
  .object({
    output: z.array(itemSchema).catch([]),
    usage: z
      .object({
        input_tokens: amount,
        output_tokens: amount,
        input_tokens_details: z.object({ cached_tokens: amount }).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    status: text,
    incomplete_details: z.object({ reason: text }).optional().catch(undefined),
    error: z.unknown().optional(),
  })
  .catch({ output: [], error: undefined });

const eventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("response.output_text.delta"), delta: text }),
  z.object({ type: z.literal("response.refusal.delta"), delta: text }),
  z.object({ type: z.literal("response.function_call_arguments.delta"), delta: text }),
  z.object({ type: z.literal("response.reasoning_summary_text.delta"), delta: text }),
  z.object({ type: z.literal("response.output_item.done"), output_index: index, item: itemSchema }),
  z.object({ type: z.literal("response.completed"), response: responseSchema }),
  z.object({ type: z.literal("response.incomplete"), response: responseSchema }),
  z.object({ type: z.literal("response.failed"), response: responseSchema }),
  z.looseObject({ type: z.literal("error") }),
]);

type Item = z.output<typeof itemSchema>;
type Response = z.output<typeof responseSchema>;

class ResponsesTurn implements TurnReader {
  #streamed = "";
  #items: Item[] = [];
  #usage = USAGE_UNKNOWN;
  #reason: string | null = null;
  #error: ReportedError | null = null;

  take(value: unknown): Piece | null {
    const event = eventSchema.safeParse(value).data;
    switch (event?.type) {
      case undefined:
        return null;
      case "response.output_text.delta":
        this.#streamed += event.delta ?? "";
        return { of: "text", text: event.delta ?? "" };
      case "response.refusal.delta":
        return { of: "refusal", text: event.delta ?? "" };
      case "response.function_call_arguments.delta":
        return { of: "arguments", text: event.delta ?? "" };
      case "response.reasoning_summary_text.delta":
        return { of: "thinking", text: event.delta ?? "" };
      case "response.output_item.done":
        this.#items[event.output_index ?? this.#items.length] = event.item;
        return null;
      case "response.completed":
        this.#close(event.response, completionStatus(event.response));
        return null;
      case "response.incomplete":
        this.#close(event.response, event.response.incomplete_details?.reason ?? "incomplete");
        return null;
      case "response.failed":
        this.#close(event.response, "failed");
        // The event of the error itself may have come before, and says more.
        this.#error ??= openAiError(event.response.error);
        return null;
      case "error":
        // Some put the error's fields right into the event.
        this.#error = openAiError(event.error ?? event);
        return null;
    }
  }

  get at(): TurnReader["at"] {
    return this.#reason === null ? "open" : "closed";
  }

  get turn(): Turn {
    const items = this.#items.filter((item) => item !== undefined);
    const calls = items.flatMap(callOf);
    const whole = items.map(textOf).filter((words) => words !== "");
    const refusal = items.flatMap(({ content }) => content.map((part) => part.refusal ?? "")).join("");
    return {
      text: whole.length > 0 ? whole.join("\n\n") : this.#streamed,
      refusal,
      calls,
      said: items.flatMap(outputItems),
      usage: this.#usage,
      stop: this.#stop(calls.length, refusal),
      error: this.#error,
    };
  }

  #stop(calls: number, refusal: string): Turn["stop"] {
    if (this.#reason === null) return null;
    return refusal === "" ? stopOf(this.#reason, calls) : { kind: "refused", reason: "refusal" };
  }

  #close({ output, usage }: Response, reason: string): void {
    this.#reason = reason;
    if (output.length > 0) this.#items = [...output];
    if (usage !== undefined) this.#usage = usageOf(usage);
  }
}

const NOT_COMPLETED = new Set(["incomplete", "failed", "cancelled"]);

/** What is called completed can say of itself that it is not. */
function completionStatus({ status }: Response): string {
  return status !== undefined && NOT_COMPLETED.has(status) ? status : "completed";
}

function callOf({ type, call_id: id, name, arguments: args = "" }: Item): readonly ToolCall[] {
  return type === "function_call" && id !== undefined && name !== undefined ? [{ id, name, args }] : [];
}

function textOf({ type, content }: Item): string {
  return type === "message" ? content.map((part) => part.text ?? "").join("") : "";
}

/** Without the ids of items, which nobody keeps; so reasoning, which is nothing without, stays behind. */
function outputItems(item: Item): readonly object[] {
  const [call] = callOf(item);
  if (call !== undefined) {
    const { id, name, args } = call;
    return [{ type: "function_call", call_id: id, name, arguments: JSON.stringify(argsObject(args)) }];
  }
  const words = textOf(item);
  if (words === "") return [];
  return [{ type: "message", role: "assistant", content: [{ type: "output_text", text: words }] }];
}

function usageOf(told: NonNullable<Response["usage"]>): Usage {
  const cached = told.input_tokens_details?.cached_tokens;
  return {
    inputTokens: told.input_tokens ?? null,
    outputTokens: told.output_tokens ?? null,
    usd: null,
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
}
