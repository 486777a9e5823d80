// An answer as the Responses API has it: a list of items.
import type { Answer, ToolCall } from "./wire.ts";

export type Part =
  | { readonly type: "output_text"; readonly text: string; readonly annotations: readonly [] }
  | { readonly type: "refusal"; readonly refusal: string };

interface ItemHead {
  readonly id: string;
  readonly status: "in_progress" | "completed";
}

export type Item =
  | (ItemHead & { readonly type: "message"; readonly role: "assistant"; readonly content: readonly Part[] })
  | (ItemHead & {
      readonly type: "function_call";
      readonly call_id: string;
      readonly name: string;
      readonly arguments: string;
      readonly namespace?: string;
    })
  | (ItemHead & {
      readonly type: "custom_tool_call";
      readonly call_id: string;
      readonly name: string;
      readonly input: string;
    });

export function itemsOf(answer: Answer): readonly Item[] {
  const { id, text, calls } = answer;
  const message: Item = {
    type: "message",
    id: `msg_${id}`,
    status: "completed",
    role: "assistant",
    content: [partOf(answer)],
  };
  return [...(text === "" ? [] : [message]), ...calls.map(callItem)];
}

function partOf({ refused, text }: Answer): Part {
  return refused ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] };
}

function callItem(call: ToolCall): Item {
  const status = "completed";
  const call_id = `call_${call.id}`;
  if (call.kind === "custom") {
    return {
      type: "custom_tool_call",
      id: `ctc_${call.id}`,
      status,
      call_id,
      name: call.name,
      input: call.input,
    };
  }
  return {
    type: "function_call",
    id: `fc_${call.id}`,
    status,
    call_id,
    name: call.name,
    arguments: JSON.stringify(call.args),
    ...(call.namespace === null ? {} : { namespace: call.namespace }),
  };
}

/** The whole response; before its end it has neither items nor usage. */
export function responseOf(answer: Answer, status: "in_progress" | "completed" | "failed"): object {
  const isDone = status === "completed";
  return {
    id: `resp_${answer.id}`,
    object: "response",
    created_at: answer.createdS,
    status,
    error: null,
    incomplete_details: null,
    model: answer.model,
    output: isDone ? itemsOf(answer) : [],
    usage: isDone ? usageOf(answer) : null,
  };
}

function usageOf({ tokens }: Answer): object {
  return {
    input_tokens: tokens.input,
    input_tokens_details: { cached_tokens: tokens.cached },
    output_tokens: tokens.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens.input + tokens.output,
  };
}
