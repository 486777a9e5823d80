import { describe, expect, it } from "vitest";
import type { WireName } from "./client.ts";
import { ask, fakeModel, WIRE_NAMES } from "./client.ts";
import { eventsOf, READERS } from "./read-answer.ts";
import type { PlannedFault, Scenarios } from "./scenario.ts";

const TEXT = "a word ".repeat(100);

function withFaults(...faults: readonly PlannedFault[]): Scenarios {
  return { it: { steps: [{ actions: [{ do: "say", text: TEXT }] }], faults } };
}

async function wholeText(response: Response, wire: WireName): Promise<string> {
  return READERS[wire].stream(await response.text()).text;
}

const RATE_LIMITED: Record<WireName, object> = {
  messages: { type: "error", error: { type: "rate_limit_error" } },
  responses: { error: { code: "rate_limit_exceeded" } },
  chat: { error: { code: "rate_limit_exceeded" } },
};

const TOO_LONG: Record<WireName, object> = {
  messages: {
    error: { type: "invalid_request_error", message: expect.stringContaining("prompt is too long") },
  },
  responses: { error: { code: "context_length_exceeded", param: "input" } },
  chat: { error: { code: "context_length_exceeded", param: "messages" } },
};

const OVERLOADED: Record<WireName, { status: number; body: object }> = {
  messages: { status: 529, body: { error: { type: "overloaded_error" } } },
  responses: { status: 503, body: { error: { code: "server_is_overloaded" } } },
  chat: { status: 503, body: { error: { code: "server_is_overloaded" } } },
};

describe.each(WIRE_NAMES)("a fault on the wire of %s", (wire) => {
  const again = { stream: true } as const;

  it("status: strikes as often as it is told to, then the answer comes", async () => {
    const model = await fakeModel(withFaults({ fault: "status", status: 429, retryAfterS: 7, times: 2 }));
    for (let time = 0; time < 2; time += 1) {
      const struck = await ask(model, wire, again);
      expect([struck.status, struck.headers.get("retry-after")]).toEqual([429, "7"]);
      expect(await struck.json()).toMatchObject(RATE_LIMITED[wire]);
    }
    expect(await wholeText(await ask(model, wire, again), wire)).toBe(TEXT);
  });

  it("status without a number of times: strikes for ever", async () => {
    const model = await fakeModel(withFaults({ fault: "status", status: 500 }));
    for (let time = 0; time < 5; time += 1) expect((await ask(model, wire, again)).status).toBe(500);
  });

  it("hang: not even a status comes, and the log tells that the client left", async () => {
    const model = await fakeModel(withFaults({ fault: "hang", times: 1 }));
    await expect(ask(model, wire, { ...again, timeoutMs: 200 })).rejects.toThrow(/timeout/);
    await expect.poll(() => model.log()[0]?.ended).toBe("client left");
    expect(model.log()).toMatchObject([{ fault: "hang", status: null }]);
    expect(await wholeText(await ask(model, wire, again), wire)).toBe(TEXT);
  });

  it.each([0, 1, 600, 1_000_000])("cut: the stream breaks off after %i bytes", async (afterBytes) => {
    const model = await fakeModel(withFaults({ fault: "cut", afterBytes }));
    const response = await ask(model, wire, again);
    expect(response.status).toBe(200);
    const got = await bytesUntilTheBreak(response);
    expect(got.broke).toBe(true);
    if (afterBytes < 1_000_000) expect(got.bytes).toBe(afterBytes);
    await expect.poll(() => model.log()[0]?.ended).toBe("cut");
  });

  it("cut: a plain answer breaks off too", async () => {
    const model = await fakeModel(withFaults({ fault: "cut", afterBytes: 20 }));
    const got = await bytesUntilTheBreak(await ask(model, wire));
    expect(got).toEqual({ bytes: 20, broke: true });
  });

  it("slow: the pieces come one after the other, and the whole is sound", async () => {
    const model = await fakeModel(withFaults({ fault: "slow", msPerChunk: 5 }));
    const beganMs = performance.now();
    const response = await ask(model, wire, again);
    const body = await response.text();
    // Timers may fire a little early, so half of what was asked for is enough to tell a pause from none.
    expect(performance.now() - beganMs).toBeGreaterThan((eventsOf(body).length * 5) / 2);
    expect(READERS[wire].stream(body).text).toBe(TEXT);
  });

  it("too-long: is told as each wire tells it", async () => {
    const model = await fakeModel(withFaults({ fault: "too-long" }));
    const response = await ask(model, wire);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(TOO_LONG[wire]);
  });

  it("overloaded: is told as each wire tells it", async () => {
    const model = await fakeModel(withFaults({ fault: "overloaded" }));
    const response = await ask(model, wire, again);
    expect(response.status).toBe(OVERLOADED[wire].status);
    expect(await response.json()).toMatchObject(OVERLOADED[wire].body);
  });

  it("refusal: comes as an answer that refuses", async () => {
    const model = await fakeModel(withFaults({ fault: "refusal" }));
    const streamed = await ask(model, wire, again);
    expect(READERS[wire].stream(await streamed.text())).toMatchObject({ refused: true, calls: [] });
    const plain = await ask(model, wire);
    expect(READERS[wire].plain(await plain.text())).toMatchObject({ refused: true, calls: [] });
  });
});

it("too-long: a stream of the Responses API begins and then fails", async () => {
  const model = await fakeModel(withFaults({ fault: "too-long" }));
  const response = await ask(model, "responses", { stream: true });
  expect(response.status).toBe(200);
  expect(eventsOf(await response.text())).toMatchObject([
    { type: "response.created" },
    { type: "error", error: { code: "context_length_exceeded" } },
    { type: "response.failed", response: { status: "failed", error: { code: "context_length_exceeded" } } },
  ]);
});

it("given a fault for one turn, then the others go well", async () => {
  const model = await fakeModel(withFaults({ fault: "status", status: 500, atTurn: 1 }));
  const statusAt = async (toolTurns: number) => (await ask(model, "chat", { toolTurns })).status;
  expect([await statusAt(0), await statusAt(1), await statusAt(2)]).toEqual([200, 500, 200]);
});

it("given several faults, then they strike in their order", async () => {
  const model = await fakeModel(
    withFaults({ fault: "status", status: 500, times: 1 }, { fault: "overloaded", times: 1 }),
  );
  const status = async () => (await ask(model, "messages")).status;
  expect([await status(), await status(), await status()]).toEqual([500, 529, 200]);
});

async function bytesUntilTheBreak(response: Response): Promise<{ bytes: number; broke: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
    return { bytes, broke: false };
  } catch {
    return { bytes, broke: true };
  }
}
