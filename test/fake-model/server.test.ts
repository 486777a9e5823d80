import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";
import { ask, fakeModel, WIRE_NAMES } from "./client.ts";
import { READERS } from "./read-answer.ts";
import type { Scenario, Scenarios } from "./scenario.ts";
import { startFakeModel } from "./start-fake-model.ts";

function saying(text: string, more: Partial<Scenario> = {}): Scenario {
  return { steps: [{ actions: [{ do: "say", text }] }], ...more };
}

const TWO: Scenarios = {
  engineer: saying("I propose.", { faults: [{ fault: "status", status: 500, times: 5 }] }),
  reviewer: saying("I object.", { faults: [{ fault: "slow", msPerChunk: 2 }] }),
};

it("given two scenarios at once on every wire, then neither gets the other's answers or faults", async () => {
  const model = await fakeModel(TWO);
  const rounds = Array.from({ length: 10 }, () => WIRE_NAMES).flat();
  const answers = await Promise.all(
    rounds.flatMap((wire) =>
      (["engineer", "reviewer"] as const).map(async (who) => {
        const response = await ask(model, wire, { key: `fake-${who}`, stream: true });
        const body = await response.text();
        return response.status === 200
          ? `${who}: ${READERS[wire].stream(body).text}`
          : `${who}: ${response.status}`;
      }),
    ),
  );
  const tally = (line: string) => answers.filter((answer) => answer === line).length;
  expect(new Set(answers)).toEqual(new Set(["engineer: 500", "engineer: I propose.", "reviewer: I object."]));
  expect([tally("engineer: 500"), tally("reviewer: I object.")]).toEqual([5, 30]);
  expect(model.counts()).toEqual({
    engineer: { requests: 30, sideCalls: 0, faults: { status: 5 } },
    reviewer: { requests: 30, sideCalls: 0, faults: { slow: 30 } },
  });
});

it("logs what came in, with keys that cannot be used, and tells it over HTTP too", async () => {
  const model = await fakeModel({ it: saying("Yes.") });
  await (await ask(model, "chat", { prompt: "Is it?", tools: ["Read"], toolTurns: 2 })).text();
  await (await ask(model, "messages", { key: "sk-ant-a-real-looking-key" })).text();
  await expect.poll(() => model.log().map(({ ended }) => ended)).toEqual(["sent", "sent"]);
  expect(model.log()).toMatchObject([
    { number: 1, wire: "chat", scenario: "it", prompt: "Is it?", tools: ["Read"], toolTurns: 2, status: 200 },
    { number: 2, wire: "messages", scenario: null, key: "sk-an…(25)", status: 401 },
  ]);
  const told = await (await fetch(`${model.url}/__log`)).text();
  expect(JSON.parse(told)).toEqual(model.log());
  expect(told).not.toMatch(/real-looking|fake-it/);
});

it("given a reset by either way, then the log is empty and the faults strike anew", async () => {
  const model = await fakeModel({ it: saying("Yes.", { faults: [{ fault: "overloaded", times: 1 }] }) });
  const statuses = async () => [(await ask(model, "chat")).status, (await ask(model, "chat")).status];
  expect(await statuses()).toEqual([503, 200]);
  model.reset();
  expect(model.log()).toEqual([]);
  expect(await statuses()).toEqual([503, 200]);
  await fetch(`${model.url}/__reset`, { method: "POST" });
  expect(model.counts()).toEqual({});
  expect(await statuses()).toEqual([503, 200]);
});

it("given words that a scenario waits for, then a side call without them costs no fault", async () => {
  const scenario = saying("The work.", {
    hears: "TASK",
    faults: [{ fault: "status", status: 500, times: 1 }],
  });
  const model = await fakeModel({ it: scenario });
  const side = await ask(model, "messages", { prompt: "A title, please." });
  expect(READERS.messages.plain(await side.text()).text).toBe("ok");
  expect((await ask(model, "messages", { prompt: "TASK" })).status).toBe(500);
  expect((await ask(model, "messages", { prompt: "TASK" })).status).toBe(200);
  expect(model.counts()).toEqual({ it: { requests: 3, sideCalls: 1, faults: { status: 1 } } });
});

it("given a request that hangs and one that is streaming, when it is closed, then nothing listens", async () => {
  const model = await startFakeModel({
    scenarios: {
      hanging: saying("Never.", { faults: [{ fault: "hang" }] }),
      slow: saying("Late. ".repeat(50), { faults: [{ fault: "slow", msPerChunk: 50 }] }),
    },
  });
  const hanging = ask(model, "messages", { key: "fake-hanging" });
  const slow = await ask(model, "messages", { key: "fake-slow", stream: true });
  const broken = Promise.allSettled([hanging, slow.text()]);
  await expect.poll(() => model.log().length).toBe(2);
  await model.close();
  expect((await broken).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await canConnect("127.0.0.1", model.port)).toBe(false);
});

it("listens on the loopback address alone", async () => {
  const model = await fakeModel({});
  expect(await canConnect("127.0.0.1", model.port)).toBe(true);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, address }) => family === "IPv4" && address !== "127.0.0.1");
  for (const { address } of others) expect(await canConnect(address, model.port)).toBe(false);
});

it("given a port that is taken, then it says so", async () => {
  const model = await fakeModel({});
  await expect(startFakeModel({ scenarios: {}, port: model.port })).rejects.toThrow("EADDRINUSE");
});

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
