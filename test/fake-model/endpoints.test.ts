import { describe, expect, it } from "vitest";
import { ask, fakeModel, PATHS, WIRE_NAMES } from "./client.ts";
import { READERS } from "./read-answer.ts";
import type { Scenarios } from "./scenario.ts";

const TEXT = "An answer that is long enough to come in several pieces, with an é and a 🙂 in it.";
const IT: Scenarios = {
  it: {
    steps: [
      {
        actions: [
          { do: "say", text: "I look first." },
          { do: "read", path: "source.md" },
        ],
        usage: { input: 300, cached: 100, output: 7 },
      },
      { actions: [{ do: "write", path: "a.md", text: ({ prompt }) => `On: ${prompt}` }] },
      { actions: [{ do: "say", text: TEXT }] },
    ],
  },
};
const TOOLS = ["Read", "Write"];

describe.each(WIRE_NAMES)("the endpoint of %s", (wire) => {
  describe.each([true, false])("with stream: %s", (stream) => {
    const read = READERS[wire][stream ? "stream" : "plain"];

    it("goes through the steps by the tool turns in the request's history", async () => {
      const model = await fakeModel(IT);
      const answerAt = async (toolTurns: number) => {
        const response = await ask(model, wire, { stream, tools: TOOLS, toolTurns, prompt: "flow" });
        expect(response.status).toBe(200);
        expect(response.headers.get("content-type")).toBe(stream ? "text/event-stream" : "application/json");
        return read(await response.text());
      };
      expect(await answerAt(0)).toEqual({
        text: "I look first.",
        calls: [{ name: "Read", input: { file_path: "source.md" } }],
        tokens: { input: 300, cached: 100, output: 7 },
        refused: false,
      });
      const written = { name: "Write", input: { file_path: "a.md", content: "On: flow" } };
      expect(await answerAt(1)).toMatchObject({ text: "", calls: [written] });
      expect(await answerAt(2)).toMatchObject({ text: TEXT, calls: [] });
      expect(await answerAt(9)).toMatchObject({ text: TEXT, calls: [] });
      expect(await answerAt(1)).toMatchObject({ calls: [written] });
    });

    it("says the document to a request that offers no tools", async () => {
      const model = await fakeModel(IT);
      const response = await ask(model, wire, { stream, prompt: "flow" });
      expect(read(await response.text())).toMatchObject({ text: "I look first.", calls: [] });
      const saying = await ask(model, wire, { stream, prompt: "flow", toolTurns: 1 });
      expect(read(await saying.text())).toMatchObject({ text: "On: flow", calls: [] });
    });
  });

  it("refuses a key that it does not know, in the form of its errors", async () => {
    const model = await fakeModel(IT);
    for (const key of ["fake-other", "fake-constructor", "sk-something-real", ""]) {
      const response = await ask(model, wire, { key });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        error: wire === "messages" ? { type: "authentication_error" } : { code: "invalid_api_key" },
      });
    }
  });

  it("refuses a body that is no JSON", async () => {
    const model = await fakeModel(IT);
    const path = model.url + PATHS[wire];
    const response = await fetch(path, { method: "POST", headers: { "x-api-key": "fake-it" }, body: "{" });
    expect(response.status).toBe(400);
  });
});

it("answers what agents ask beside their work", async () => {
  const model = await fakeModel(IT);
  const models = await fetch(`${model.url}/v1/models`);
  expect(await models.json()).toMatchObject({ data: [{ id: "fake-model" }] });
  const counted = await fetch(`${model.url}/v1/messages/count_tokens?beta=true`, {
    method: "POST",
    body: "12345",
  });
  expect(await counted.json()).toEqual({ input_tokens: 2 });
  expect((await fetch(`${model.url}/`, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(`${model.url}/v1/other`)).status).toBe(404);
});
