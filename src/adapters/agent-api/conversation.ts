// What the three wire formats have in common: what is said to a model, and what comes back in one turn.
import type { Usage } from "../../core/shared/usage.ts";
import type { ReportedError } from "../shared/provider-error.ts";

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** The JSON schema of its arguments. */
  readonly parameters: object;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: meant to be JSON. */
  readonly args: string;
}

export interface ToolResult {
  readonly call: ToolCall;
  readonly text: string;
  readonly failed: boolean;
}

/** A turn in which the model used tools, and what they gave. */
export interface Exchange {
  /** What the model said, in the form in which it is said back to it. */
  readonly said: readonly object[];
  readonly results: readonly ToolResult[];
}

export interface Conversation {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly tools: readonly ToolSpec[];
  readonly exchanges: readonly Exchange[];
  /** Tools stay named, because the history speaks of them, but none may be used any more. */
  readonly mustAnswer: boolean;
}

/** Why a turn came to its end; `reason` is the provider's own word. */
export interface Stop {
  readonly kind: "answered" | "calls" | "cut-off" | "refused" | "unknown";
  readonly reason: string;
}

export interface Turn {
  readonly text: string;
  /** The words of a refusal that come apart from the text. */
  readonly refusal: string;
  readonly calls: readonly ToolCall[];
  readonly said: readonly object[];
  readonly usage: Usage;
  /** `null` while the model has not said that it is done. */
  readonly stop: Stop | null;
  /** In the provider's own words, with whatever they repeat. */
  readonly error: ReportedError | null;
}

/** A small part of something that grows. */
export interface Piece {
  readonly of: "text" | "refusal" | "thinking" | "arguments";
  readonly text: string;
}

/** Reads the events of one turn; of an odd one it takes what it understands. */
export interface TurnReader {
  /** `null` for an event that is no piece. */
  take(event: unknown): Piece | null;
  /** `stopped`: the model is done, and little more will come. `closed`: nothing will. */
  readonly at: "open" | "stopped" | "closed";
  readonly turn: Turn;
}

export interface Protocol {
  headers(key: string): Readonly<Record<string, string>>;
  body(conversation: Conversation): object;
  newTurn(): TurnReader;
}

/** Stands for the event that closes a stream of chat completions, which is no JSON. */
export const STREAM_END = "[DONE]";

/** Arguments that are no JSON object are said back as none: providers refuse a history that they cannot read. */
export function argsObject(args: string): object {
  try {
    const value: unknown = JSON.parse(args);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

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
