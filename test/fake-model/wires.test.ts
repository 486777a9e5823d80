import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHAT_WIRE } from "./chat-wire.ts";
import { bodyOf, PATHS, WIRE_NAMES, type WireName } from "./client.ts";
import { MESSAGES_WIRE } from "./messages-wire.ts";
import { eventsOf, READERS } from "./read-answer.ts";
import { RESPONSES_WIRE } from "./responses-wire.ts";
import type { Answer, Wire } from "./wire.ts";

const WIRES: Record<WireName, Wire> = {
  messages: MESSAGES_WIRE,
  responses: RESPONSES_WIRE,
  chat: CHAT_WIRE,
};

const words = fc.string({ unit: "grapheme", maxLength: 200 });
const anyCall = fc.record({
  kind: fc.constant("function" as const),
  name: fc.constantFrom("Write", "shell"),
  namespace: fc.constant(null),
  args: fc.dictionary(fc.constantFrom("path", "content", "command"), words),
  id: fc.uuid(),
});
const anyAnswer: fc.Arbitrary<Answer> = fc.record({
  id: fc.constant("1"),
  model: fc.constant("fake-model"),
  createdS: fc.nat(),
  text: words,
  calls: fc.array(anyCall, { maxLength: 3 }),
  tokens: fc.record({ input: fc.integer({ min: 100 }), cached: fc.nat({ max: 100 }), output: fc.nat() }),
  refused: fc.constant(false),
});

describe.each(WIRE_NAMES)("the wire format %s", (name) => {
  const wire = WIRES[name];
  const streaming = wire.read(bodyOf(name, { stream: true }), PATHS[name]);
  const streamed = (answer: Answer) => READERS[name].stream(wire.frames(answer, streaming).join(""));
  const whole = (answer: Answer) => READERS[name].plain(JSON.stringify(wire.plain(answer)));

  it("says the same whether it is streamed or not, and that is what the answer holds", () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const calls = answer.calls.map((call) => ({
          name: call.name,
          input: call.kind === "function" ? call.args : call.input,
        }));
        expect(JSON.stringify(whole(answer))).toBe(
          JSON.stringify({ text: answer.text, calls, tokens: answer.tokens, refused: false }),
        );
        expect(JSON.stringify(streamed(answer))).toBe(JSON.stringify(whole(answer)));
      }),
    );
  });

  it("tells a refusal apart from an answer with the same words", () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const refusal = { ...answer, text: `No. ${answer.text}`, calls: [], refused: true };
        expect(whole(refusal)).toMatchObject({ refused: true, text: refusal.text });
        expect(streamed(refusal)).toMatchObject({ refused: true, text: refusal.text });
      }),
    );
  });

  it("counts the tool turns since the last words of the user, and reads what was asked", () => {
    fc.assert(
      fc.property(fc.nat({ max: 5 }), fc.string({ minLength: 1 }), (toolTurns, prompt) => {
        const request = wire.read(bodyOf(name, { toolTurns, prompt, tools: ["Read"] }));
        expect(request).toMatchObject({ prompt, toolTurns, tools: [{ name: "Read", kind: "function" }] });
        expect(request.system).toContain("Be brief.");
      }),
    );
  });

  it("reads whatever it is sent without complaint", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(wire.read(body).toolTurns).toBe(0);
      }),
    );
  });
});

const ONE: Answer = {
  ...{ id: "1", model: "m", createdS: 0, text: "", refused: false },
  calls: [{ kind: "custom", name: "apply_patch", input: "*** Begin Patch", id: "1" }],
  tokens: { input: 1, cached: 0, output: 1 },
};

describe("what only one wire format has", () => {
  it("the Responses API calls a custom tool with plain text, and numbers its events", () => {
    const frames = RESPONSES_WIRE.frames(ONE, RESPONSES_WIRE.read({})).join("");
    expect(READERS.responses.stream(frames).calls).toEqual([
      { name: "apply_patch", input: "*** Begin Patch" },
    ]);
    const numbers = eventsOf(frames).map(({ sequence_number }) => sequence_number);
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });

  it("the Responses API finds tools in namespaces and takes a plain text for its input", () => {
    const request = RESPONSES_WIRE.read({
      input: "Go on.",
      tools: [
        { type: "custom", name: "apply_patch" },
        { type: "namespace", name: "files", tools: [{ type: "function", name: "read_file" }] },
      ],
    });
    expect(request.prompt).toBe("Go on.");
    expect(request.tools).toMatchObject([
      { name: "apply_patch", kind: "custom", namespace: null },
      { name: "read_file", kind: "function", namespace: "files" },
    ]);
  });

  it("chat completions tell the usage of a stream only to those who ask for it", () => {
    const unasked = CHAT_WIRE.frames(ONE, CHAT_WIRE.read({ stream: true }));
    expect(eventsOf(unasked.join("")).filter(({ usage }) => usage !== undefined)).toEqual([]);
  });
});
