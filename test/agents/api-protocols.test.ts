// What each protocol's reader makes of a stream.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TurnReader } from "../../src/adapters/agent-api/conversation.ts";
import { PROTOCOLS as READERS } from "../../src/adapters/agent-api/protocols.ts";
import { type ErrorKind, providerError } from "../../src/adapters/shared/provider-error.ts";
import { eventsOf } from "../fake-model/read-answer.ts";
import type { Answer } from "../fake-model/wire.ts";
import { type ApiProtocol, framesOf, PROTOCOLS } from "./api-bench.ts";

const words = fc.string({ unit: "grapheme", maxLength: 200 });
const anyAnswer: fc.Arbitrary<Partial<Answer>> = fc.record({
  text: words,
  calls: fc.array(
    fc.record({
      kind: fc.constant("function" as const),
      name: fc.constantFrom("read_file", "list_files"),
      namespace: fc.constant(null),
      args: fc.dictionary(fc.constantFrom("path", "under"), words),
      id: fc.uuid(),
    }),
    { maxLength: 3 },
  ),
  tokens: fc.record({ input: fc.integer({ min: 100 }), cached: fc.nat({ max: 100 }), output: fc.nat() }),
});

function read(protocol: ApiProtocol, events: readonly unknown[]): TurnReader {
  const reader = READERS[protocol].newTurn();
  for (const event of events) reader.take(event);
  return reader;
}

function errorKind(protocol: ApiProtocol, event: unknown): ErrorKind | null {
  const { error } = read(protocol, [event]).turn;
  return error === null ? null : providerError(error).kind;
}

function eventsFor(protocol: ApiProtocol, answer: Partial<Answer>): readonly unknown[] {
  const events: readonly unknown[] = eventsOf(framesOf(protocol, answer).join(""));
  return protocol === "openai-chat" ? [...events, "[DONE]"] : events;
}

describe.each(PROTOCOLS)("the reader of %s", (protocol) => {
  it("given the events of any answer, then it reads what the answer holds", () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const { at, turn } = read(protocol, eventsFor(protocol, answer));
        expect(at).toBe("closed");
        expect(turn).toMatchObject({
          text: answer.text,
          refusal: "",
          stop: { kind: (answer.calls ?? []).length > 0 ? "calls" : "answered" },
          usage: {
            inputTokens: answer.tokens?.input,
            outputTokens: answer.tokens?.output,
            cachedInputTokens: answer.tokens?.cached,
          },
        });
        const calls = (answer.calls ?? []).map((call) => [call.name, call.kind === "function" && call.args]);
        expect(turn.calls.map(({ name, args }) => [name, JSON.parse(args)])).toEqual(calls);
      }),
    );
  });

  it("given the pieces of an answer, then together they are its text", () => {
    fc.assert(
      fc.property(words, (text) => {
        const reader = READERS[protocol].newTurn();
        const pieces = eventsFor(protocol, { text }).map((event) => reader.take(event));
        expect(pieces.map((piece) => (piece?.of === "text" ? piece.text : "")).join("")).toBe(text);
      }),
    );
  });

  it("given only a part of the events, then the turn is not over", () => {
    const events = eventsFor(protocol, {
      text: "An answer in several pieces, which is long enough for that.",
    });
    for (let count = 0; count < events.length - 3; count += 1) {
      expect(read(protocol, events.slice(0, count))).toMatchObject({ at: "open", turn: { stop: null } });
    }
  });

  it("given a refusal, then it is told apart from an answer", () => {
    const { turn } = read(protocol, eventsFor(protocol, { text: "I will not.", refused: true }));
    expect(turn.stop?.kind).toBe("refused");
    expect(turn.refusal === "" ? turn.text : turn.refusal).toBe("I will not.");
  });

  it("given whatever comes, then nothing is thrown", () => {
    const types = [
      ...["message_start", "content_block_start", "content_block_delta", "message_delta", "error"],
      ...["response.output_item.done", "response.completed", "response.failed", "response.incomplete"],
    ];
    const event = fc.oneof(
      fc.jsonValue(),
      fc.record({ type: fc.constantFrom(...types), delta: fc.jsonValue(), response: fc.jsonValue() }),
      fc.record({ choices: fc.array(fc.record({ delta: fc.jsonValue(), finish_reason: fc.jsonValue() })) }),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        expect(typeof read(protocol, events).turn.text).toBe("string");
      }),
    );
  });

  it("given an exchange, then the next request says it all again, and no ids that nobody keeps", () => {
    const calls = [
      { kind: "function" as const, name: "read_file", namespace: null, args: { path: "a.md" }, id: "7" },
    ];
    const { turn } = read(protocol, eventsFor(protocol, { text: "I look.", calls }));
    const results = turn.calls.map((call) => ({ call, text: "1\tHello", failed: true }));
    const body = READERS[protocol].body({
      ...{ model: "m", system: "S", prompt: "P", mustAnswer: true },
      tools: [{ name: "read_file", description: "d", parameters: {} }],
      exchanges: [{ said: turn.said, results }],
    });
    expect(body).toMatchObject(SAID_AGAIN[protocol]);
    if (protocol === "anthropic-messages")
      expect(body).toMatchObject({
        system: [{ type: "text", text: "S", cache_control: { type: "ephemeral" } }],
      });
    expect(JSON.stringify(body)).not.toMatch(/"(?:msg|fc)_/);
  });
});

const SAID_AGAIN: Record<ApiProtocol, object> = {
  "anthropic-messages": {
    tool_choice: { type: "none" },
    messages: [
      { role: "user", content: [{ type: "text", text: "P" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "toolu_7", name: "read_file", input: { path: "a.md" } },
        ],
      },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_7", content: "1\tHello", is_error: true }],
      },
    ],
  },
  "openai-responses": {
    store: false,
    tool_choice: "none",
    input: [
      { role: "user" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
      { type: "function_call", call_id: "call_7", name: "read_file", arguments: '{"path":"a.md"}' },
      { type: "function_call_output", call_id: "call_7", output: "1\tHello" },
    ],
  },
  "openai-chat": {
    tool_choice: "none",
    messages: [
      { role: "system", content: "S" },
      { role: "user", content: "P" },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [{ id: "call_7", function: { name: "read_file", arguments: '{"path":"a.md"}' } }],
      },
      { role: "tool", tool_call_id: "call_7", content: "1\tHello" },
    ],
  },
};

describe("what only one of them has", () => {
  it("given thinking by Anthropic's model, then it goes back with its signature", () => {
    const block = (content_block: object) => ({ type: "content_block_start", index: 0, content_block });
    const delta = (piece: object) => ({ type: "content_block_delta", index: 0, delta: piece });
    const { turn } = read("anthropic-messages", [
      block({ type: "thinking", thinking: "", signature: "" }),
      delta({ type: "thinking_delta", thinking: "Hm." }),
      delta({ type: "signature_delta", signature: "abc" }),
      { type: "content_block_start", index: 1, content_block: { type: "redacted_thinking", data: "x" } },
    ]);
    expect(turn.text).toBe("");
    expect(turn.said).toEqual([
      { type: "thinking", thinking: "Hm.", signature: "abc" },
      { type: "redacted_thinking", data: "x" },
    ]);
  });

  it("given an error in the middle of Anthropic's stream, then it is understood", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(errorKind("anthropic-messages", error)).toBe("overloaded");
  });

  it("given an answer of the Responses API that was cut off, then the reason tells", () => {
    const cut = (reason: string) => ({
      type: "response.incomplete",
      response: { output: [], incomplete_details: { reason } },
    });
    expect(read("openai-responses", [cut("max_output_tokens")]).turn.stop?.kind).toBe("cut-off");
    expect(read("openai-responses", [cut("content_filter")]).turn.stop?.kind).toBe("refused");
  });

  it("given a failure of the Responses API, then it is understood with or without an event of its own", () => {
    const failed = {
      type: "response.failed",
      response: { error: { code: "rate_limit_exceeded", message: "no" } },
    };
    expect(errorKind("openai-responses", failed)).toBe("rate-limited");
    const flat = { type: "error", code: "server_error", message: "oops" };
    expect(errorKind("openai-responses", flat)).toBe("overloaded");
  });

  it("given a compatible server with habits of its own, then it is understood", () => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      choices: [{ delta, finish_reason }],
    });
    const calls = (call: object) => chunk({ tool_calls: [call] });
    const { turn } = read("openai-chat", [
      calls({ function: { name: "a", arguments: "{" } }),
      calls({ function: { arguments: "}" } }),
      calls({ function: { name: "b", arguments: "{}" } }),
      chunk({}, "stop"),
    ]);
    expect(turn.calls).toEqual([
      { id: "call_0", name: "a", args: "{}" },
      { id: "call_1", name: "b", args: "{}" },
    ]);
    expect(turn.stop?.kind).toBe("calls");
    expect(read("openai-chat", [chunk({ content: "Ye" }, "length")]).turn.stop?.kind).toBe("cut-off");
    expect(errorKind("openai-chat", { error: { code: 503, message: "busy" } })).toBe("overloaded");
    expect(errorKind("openai-chat", { error: "out of credits" })).toBe("budget");
  });

  it("given a stream that closes without a reason, then the model has not said that it is done", () => {
    const piece = {
      choices: [{ delta: { content: "Approved. However, on second th" }, finish_reason: null }],
    };
    expect(read("openai-chat", [piece, "[DONE]"])).toMatchObject({ at: "closed", turn: { stop: null } });
    const stopped = read("anthropic-messages", [{ type: "message_stop" }]);
    expect(stopped).toMatchObject({ at: "closed", turn: { stop: null } });
    const completed = (status: string) => ({ type: "response.completed", response: { status, output: [] } });
    expect(read("openai-responses", [completed("completed")]).turn.stop?.kind).toBe("answered");
    for (const status of ["incomplete", "failed", "cancelled"])
      expect(read("openai-responses", [completed(status)]).turn.stop?.kind).toBe("unknown");
  });
});
