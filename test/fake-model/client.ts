// A client that knows just enough of each wire format to ask and to read what comes back.
import { onTestFinished } from "vitest";
import type { Scenarios } from "./scenario.ts";
import { type FakeModel, startFakeModel } from "./start-fake-model.ts";
import type { WireName as AnyWireName } from "./wire.ts";

/** The other one has its own test. */
export type WireName = Exclude<AnyWireName, "gemini">;

export const PATHS: Record<WireName, string> = {
  messages: "/v1/messages",
  responses: "/v1/responses",
  chat: "/v1/chat/completions",
};
export const WIRE_NAMES = ["messages", "responses", "chat"] as const satisfies readonly WireName[];

/** Closed when the test ends. */
export async function fakeModel(scenarios: Scenarios): Promise<FakeModel> {
  const model = await startFakeModel({ scenarios });
  onTestFinished(() => model.close());
  return model;
}

export interface Question {
  readonly key?: string;
  readonly prompt?: string;
  readonly stream?: boolean;
  /** Names of function tools, offered without a schema. */
  readonly tools?: readonly string[];
  readonly toolTurns?: number;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 120_000;

export async function ask(model: FakeModel, wire: WireName, question: Question = {}): Promise<Response> {
  const { key = "fake-it", timeoutMs = TIMEOUT_MS } = question;
  return await fetch(`${model.url}${PATHS[wire]}`, {
    method: "POST",
    headers: wire === "messages" ? { "x-api-key": key } : { authorization: `Bearer ${key}` },
    body: JSON.stringify(bodyOf(wire, question)),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

export function bodyOf(wire: WireName, question: Question): object {
  const { prompt = "Go on.", stream = false, tools = [], toolTurns = 0 } = question;
  const turns = Array.from({ length: toolTurns }, (_, turn) => `call_${turn}`);
  const head = { model: "fake-model", stream, tools: tools.map((name) => toolOf(wire, name)) };
  switch (wire) {
    case "messages": {
      const turn = (id: string) => [
        { role: "assistant", content: [{ type: "tool_use", id, name: "Read", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
      ];
      const messages = [{ role: "user", content: [{ type: "text", text: prompt }] }, ...turns.flatMap(turn)];
      return { ...head, max_tokens: 100, system: "Be brief.", messages };
    }
    case "responses": {
      const turn = (call_id: string) => [
        { type: "function_call", call_id, name: "shell", arguments: "{}" },
        { type: "function_call_output", call_id, output: "done" },
      ];
      const asked = { type: "message", role: "user", content: [{ type: "input_text", text: prompt }] };
      return { ...head, instructions: "Be brief.", input: [asked, ...turns.flatMap(turn)] };
    }
    case "chat": {
      const turn = (id: string) => [
        { role: "assistant", content: null, tool_calls: [{ id, type: "function" }] },
        { role: "tool", tool_call_id: id, content: "done" },
      ];
      const messages = [
        { role: "system", content: "Be brief." },
        { role: "user", content: prompt },
        ...turns.flatMap(turn),
      ];
      return { ...head, stream_options: { include_usage: true }, messages };
    }
  }
}

function toolOf(wire: WireName, name: string): object {
  if (wire === "messages") return { name };
  return wire === "chat" ? { type: "function", function: { name } } : { type: "function", name };
}
