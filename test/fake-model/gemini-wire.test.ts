import { expect, test } from "vitest";
import { fakeModel } from "./client.ts";
import { objectOf, objectsOf } from "./loose-json.ts";
import { eventsOf } from "./read-answer.ts";
import type { FakeModel } from "./start-fake-model.ts";

const SCENARIOS = {
  it: {
    steps: [
      { actions: [{ do: "write", path: "a.md", text: ({ prompt }) => `On: ${prompt}` }] },
      { actions: [{ do: "say", text: "An answer that is long enough to come in several pieces." }] },
    ],
  },
  broken: { steps: [{ actions: [] }], faults: [{ fault: "status", status: 429 }] },
} as const satisfies Parameters<typeof fakeModel>[0];

const TOOLS = [
  {
    functionDeclarations: [
      { name: "write_file", parametersJsonSchema: { properties: { file_path: {}, content: {} } } },
    ],
  },
];
const ASKED = { role: "user", parts: [{ text: "context" }, { text: "flow" }] };
const CALLED = [
  { role: "model", parts: [{ functionCall: { name: "write_file", args: {} } }] },
  { role: "user", parts: [{ functionResponse: { name: "write_file", response: {} } }] },
];

async function ask(model: FakeModel, contents: readonly object[], key = "fake-it"): Promise<Response> {
  return await fetch(`${model.url}/v1beta/models/g-1:streamGenerateContent?alt=sse`, {
    method: "POST",
    headers: { "x-goog-api-key": key },
    body: JSON.stringify({ contents, tools: TOOLS, systemInstruction: { parts: [{ text: "Be brief." }] } }),
  });
}

const partsOf = (body: string) =>
  eventsOf(body).flatMap(({ candidates }) =>
    objectsOf(candidates).flatMap(({ content }) => objectsOf(objectOf(content).parts)),
  );

test("given a prompt in several parts, then the tool that is offered is called", async () => {
  const model = await fakeModel(SCENARIOS);
  const parts = partsOf(await (await ask(model, [ASKED])).text());
  expect(parts).toEqual([
    { functionCall: { name: "write_file", args: { file_path: "a.md", content: "On: context\nflow" } } },
  ]);
  expect(model.log()[0]).toMatchObject({ wire: "gemini", model: "g-1", stream: true, system: "Be brief." });
});

test("given a tool's answer, then the next step is said in pieces, the last with how it ended", async () => {
  const model = await fakeModel(SCENARIOS);
  const body = await (await ask(model, [ASKED, ...CALLED])).text();
  const words = partsOf(body).map(({ text }) => String(text));
  expect(words.length).toBeGreaterThan(1);
  expect(words.join("")).toBe("An answer that is long enough to come in several pieces.");
  expect(objectsOf(eventsOf(body).at(-1)?.candidates)[0]).toMatchObject({ finishReason: "STOP" });
});

test("given a fault or no key, then the error has the form of this provider", async () => {
  const model = await fakeModel(SCENARIOS);
  const limited = await ask(model, [ASKED], "fake-broken");
  expect(limited.status).toBe(429);
  expect(await limited.json()).toMatchObject({ error: { code: 429, status: "RESOURCE_EXHAUSTED" } });
  expect((await ask(model, [ASKED], "nobody")).status).toBe(401);
});
