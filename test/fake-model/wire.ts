// What the wire formats have in common: a request as the scenarios see it, and an answer before it is dressed.
import type { JsonObject } from "../../src/core/shared/json.ts";

export type WireName = "messages" | "responses" | "chat" | "gemini";

export interface OfferedTool {
  readonly name: string;
  /** A custom tool takes plain text where a function takes an object. */
  readonly kind: "function" | "custom";
  readonly namespace: string | null;
  /** The JSON schema of its arguments, as far as it was given. */
  readonly schema: unknown;
}

export interface Asked {
  /** The last thing that a user said. */
  readonly prompt: string;
  readonly system: string;
  /** Turns since then in which results of tools came back. */
  readonly toolTurns: number;
}

export interface ModelRequest extends Asked {
  readonly model: string;
  readonly stream: boolean;
  /** Chat completions tell the usage of a stream only to those who ask for it. */
  readonly streamsUsage: boolean;
  readonly tools: readonly OfferedTool[];
}

export type ToolUse =
  | {
      readonly kind: "function";
      readonly name: string;
      readonly namespace: string | null;
      readonly args: JsonObject;
    }
  | { readonly kind: "custom"; readonly name: string; readonly input: string };

export type ToolCall = ToolUse & { readonly id: string };

export interface Tokens {
  /** All that went in, the cached part included. */
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly createdS: number;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly tokens: Tokens;
  /** Then the text is the refusal. */
  readonly refused: boolean;
}

export type Problem =
  | { readonly problem: "status"; readonly status: number }
  | { readonly problem: "bad-key" }
  | { readonly problem: "too-long" }
  | { readonly problem: "overloaded" };

export interface ErrorReply {
  readonly status: number;
  readonly body: object;
}

export interface Wire {
  readonly name: WireName;
  /** The path tells what the body does not. */
  read(body: unknown, path?: string): ModelRequest;
  plain(answer: Answer): object;
  /** The same as a stream, a frame for each event. */
  frames(answer: Answer, request: ModelRequest): readonly string[];
  error(problem: Problem): ErrorReply;
  /** How a stream tells a problem after it began; `null` where it is told by a status instead. */
  errorFrames(problem: Problem, answer: Answer): readonly string[] | null;
}
