import type { Stop } from "./conversation.ts";

/** Providers and those who are compatible with them have many words for few things. */
const KINDS: { readonly [reason: string]: Stop["kind"] } = {
  end_turn: "answered",
  stop_sequence: "answered",
  stop: "answered",
  eos: "answered",
  eos_token: "answered",
  completed: "answered",
  tool_use: "calls",
  tool_calls: "calls",
  function_call: "calls",
  max_tokens: "cut-off",
  max_output_tokens: "cut-off",
  length: "cut-off",
  model_context_window_exceeded: "cut-off",
  refusal: "refused",
  content_filter: "refused",
};

/** Some call a tool and say that they stopped; some say that they call one and do not. What is there counts. */
export function stopOf(reason: string, calls: number): Stop {
  const kind = Object.hasOwn(KINDS, reason) ? (KINDS[reason] ?? "unknown") : "unknown";
  if (kind !== "answered" && kind !== "calls") return { kind, reason };
  return { kind: calls > 0 ? "calls" : "answered", reason };
}
