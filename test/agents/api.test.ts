// A model API as an agent, against the fake model: what each scenario ends in, in each of the three protocols.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentEvent, AgentPort, AgentRequest, AgentResult, Cancel } from "../../src/engine/ports.ts";
import { fakeModel } from "../fake-model/client.ts";
import type { Scenarios } from "../fake-model/scenario.ts";
import { SCENARIOS } from "../fake-model/scenarios.ts";
import type { FakeModel } from "../fake-model/start-fake-model.ts";
import { IN_EVERY_PROMPT } from "../fake-model/task-in-prompt.ts";
import { cancelSource } from "../support/cancel.ts";
import { until } from "../support/until.ts";
import { startProgram, type Worker } from "../support/worker.ts";
import { type ApiProtocol, apiBench, type Bench, type BenchOptions, PROTOCOLS } from "./api-bench.ts";
import { agentRequest, callKey, ignoreEvent, launched, NEVER } from "./real-agent.ts";

const DOCUMENT = "# Engineer\n\nA document with an é, a 🙂 and more than one piece to come in.\n";
const SAYING: Scenarios = {
  it: {
    steps: [{ actions: [{ do: "say", text: DOCUMENT }], usage: { input: 1_200, cached: 300, output: 40 } }],
  },
};

const PROMPT = `${IN_EVERY_PROMPT}\n`;
const LAUNCH = launched(callKey(), PROMPT);

function run(
  agent: AgentPort,
  more: Partial<AgentRequest> = {},
  cancel: Cancel = NEVER,
): Promise<AgentResult> {
  return agent.start(agentRequest({ prompt: PROMPT, ...more }), ignoreEvent, cancel);
}

/** With an answer that is longer than where it is cut. */
const FAULTY: Scenarios = {
  ...SCENARIOS,
  cut: { ...SCENARIOS.cut, steps: [{ actions: [{ do: "say", text: DOCUMENT.repeat(9) }] }] },
};

interface Set extends Bench {
  readonly model: FakeModel;
}

async function set(
  protocol: ApiProtocol,
  more: Partial<BenchOptions> & { scenarios?: Scenarios } = {},
): Promise<Set> {
  const { scenarios = SAYING, ...options } = more;
  const model = await fakeModel(scenarios);
  return { model, ...apiBench({ protocol, baseUrl: `${model.url}/v1`, ...options }) };
}

describe.each(PROTOCOLS)("an agent over %s", (protocol) => {
  it("cannot be a coder, and asks nobody before it says so", async () => {
    const { agent, model } = await set(protocol);
    const result = await run(agent, { worktree: "/nowhere", document: "coder.md" });
    expect(result).toMatchObject({ outcome: "refused", document: null, text: null });
    expect(result.evidence.join("\n")).toContain("it has no hands");
    expect(model.log()).toEqual([]);
  });

  it("gives its answer as the text that stands for the document, and what it used", async () => {
    const { agent, model } = await set(protocol);
    const result = await run(agent, { prompt: "Resolve the gap." });
    expect(result).toMatchObject({
      outcome: "ok",
      document: null,
      text: { text: DOCUMENT, bytes: Buffer.byteLength(DOCUMENT), repaired: false },
      usage: { inputTokens: 1_200, outputTokens: 40, usd: null, cachedInputTokens: 300 },
    });
    expect(result).not.toHaveProperty("sessionRef");
    expect(model.log()).toMatchObject([
      { prompt: "Resolve the gap.", model: "fake-model", stream: true, tools: [], ended: "sent" },
    ]);
  });

  it("has what a role is always told as its system prompt, and the task as what the user says", async () => {
    const { agent, model } = await set(protocol);
    await run(agent, { prompt: "You are the Engineer.\n\nResolve the gap.", standingChars: 23 });
    const [asked] = model.log();
    expect(asked?.prompt).toBe("Resolve the gap.");
    expect(asked?.system).toMatch(/^You are the Engineer\.\n\nYou write one document\./);
  });

  it("shows that it lives, in its own words", async () => {
    const { agent } = await set(protocol);
    const events: AgentEvent[] = [];
    const { usage } = await agent.start(agentRequest(), (event) => events.push(event), NEVER);
    expect(events[0]).toEqual({ at: "started", pid: null });
    const said = events.flatMap((event) => (event.at === "said" ? [event.text] : []));
    expect(said.join(" ").replaceAll(/\s+/g, " ")).toBe(DOCUMENT.trim().replaceAll(/\s+/g, " "));
    expect(events.at(-1)).toEqual({ at: "used", usage });
  });

  it("keeps what was asked, what came and the result in its folder, and no key", async () => {
    const { agent, files, model } = await set(protocol);
    const result = await run(agent, { prompt: "Resolve the gap." });
    const kept = files();
    expect(Object.keys(kept).sort()).toEqual([
      "prompt.md",
      "request.json",
      "response.log",
      "result.json",
      "result.seal",
    ]);
    expect(kept["prompt.md"]).toBe("Resolve the gap.");
    expect(JSON.parse(kept["request.json"] ?? "")).toMatchObject({
      ...{ key: callKey(), protocol, model: "fake-model", document: "engineer.md", tools: [] },
      url: `${model.url}${model.log()[0]?.path}`,
    });
    expect(JSON.parse(kept["result.json"] ?? "")).toEqual(result);
    expect(kept["response.log"]).toContain("more than one piece");
    expect(Object.values(kept).join("\n")).not.toContain("fake-it");
  });

  it.each<[keyof typeof SCENARIOS, AgentOutcome, RegExp]>([
    ["engineer", "ok", /stop reason/],
    ["reviewer-says", "ok", /stop reason/],
    ["rate-limited", "rate-limited", /status 429/],
    ["broken", "overloaded", /status 500/],
    ["unauthorised", "unauthorised", /status 401/],
    ["hanging", "timeout-idle", /stopped after 1500 ms without a byte/],
    ["cut", "crashed", /bytes of an answer were left aside/],
    ["too-long", "context-too-long", /error \(context-too-long\)/],
    ["overloaded", "overloaded", /overloaded/i],
    ["refusing", "refused", /it says: I cannot help with this request\./],
  ])("given the scenario %s, then the outcome is %s", async (scenario, outcome, because) => {
    const { agent, model } = await set(protocol, {
      ...{ scenarios: FAULTY, key: `fake-${scenario}` },
      // Of the others none is silent, however long it takes.
      ...(outcome === "timeout-idle" ? { timers: { idleMs: 1_500 } } : {}),
    });
    const result = await run(agent);
    expect(result.outcome).toBe(outcome);
    expect(result.evidence.join("\n")).toMatch(because);
    expect(result.text === null).toBe(outcome !== "ok");
    // Whether to try again is not for an adapter to decide.
    expect(model.log()).toHaveLength(1);
  });

  it("given a limit, then the wait is what the provider says", async () => {
    const { agent } = await set(protocol, { scenarios: SCENARIOS, key: "fake-rate-limited" });
    expect(await run(agent)).toMatchObject({ outcome: "rate-limited", waitMs: 3_600_000 });
  });

  it("given a limit that passes, then the next launch goes well", async () => {
    const { agent } = await set(protocol, { scenarios: SCENARIOS, key: "fake-rate-limited-once" });
    expect(await run(agent)).toMatchObject({ outcome: "rate-limited", waitMs: 1_000 });
    expect(await run(agent, { key: callKey({ launch: 2 }) })).toMatchObject({ outcome: "ok" });
  });

  it("given a model that is slow but not silent, then it is waited for", async () => {
    const slow: Scenarios = {
      it: {
        steps: [{ actions: [{ do: "say", text: DOCUMENT }] }],
        faults: [{ fault: "slow", msPerChunk: 60 }],
      },
    };
    const { agent } = await set(protocol, { scenarios: slow, timers: { idleMs: 2_000 } });
    const result = await run(agent);
    expect(result).toMatchObject({ outcome: "ok", text: { text: DOCUMENT } });
  });

  it("given its time limit, then it is stopped, and half an answer is no answer", async () => {
    const slow: Scenarios = {
      it: {
        steps: [{ actions: [{ do: "say", text: DOCUMENT.repeat(50) }] }],
        faults: [{ fault: "slow", msPerChunk: 50 }],
      },
    };
    const { agent, model } = await set(protocol, { scenarios: slow });
    const result = await run(agent, { wallMs: 600 });
    expect(result).toMatchObject({ outcome: "timeout-wall", text: null });
    expect(result.evidence).toContain("stopped after 600 ms, its time limit");
    await expect.poll(() => model.log()[0]?.ended).toBe("client left");
  });

  it("given a wish to stop, then the line is left at once", async () => {
    const { agent, model } = await set(protocol, { scenarios: SCENARIOS, key: "fake-hanging" });
    const { cancel, stop } = cancelSource();
    const ending = run(agent, {}, cancel);
    await until("it was asked", () => model.log().length === 1);
    stop();
    expect(await ending).toMatchObject({
      outcome: "cancelled",
      text: null,
      evidence: [expect.any(String), "cancelled"],
    });
    await expect.poll(() => model.log()[0]?.ended).toBe("client left");
  });

  it("given an unknown key, then it is unauthorised and the key is not told", async () => {
    const { agent } = await set(protocol, { key: "wrong-key-123" });
    const result = await run(agent);
    expect(result.outcome).toBe("unauthorised");
    expect(JSON.stringify(result)).not.toContain("wrong-key-123");
  });
});

const PLANTED: AgentResult = {
  ...{ outcome: "ok", document: null, usage: USAGE_UNKNOWN, elapsedMs: 1, evidence: [] },
  text: { text: "planted", bytes: 7, repaired: false },
};

/** A process that asks the model and kills itself at an instant. */
function starter(
  protocol: ApiProtocol,
  { url, runsDir, instant }: { readonly url: string; readonly runsDir: string; readonly instant: string },
): Worker {
  const program = ["test/.build/api-starter.mjs", protocol, `${url}/v1`, runsDir, instant, PROMPT];
  return startProgram(process.execPath, program);
}

describe("the same call again", () => {
  it("given a result, then it is given again, without asking again, by any process", async () => {
    const { agent, model, runsDir } = await set("openai-chat");
    const result = await run(agent);
    expect(await run(agent)).toEqual(result);
    const later = apiBench({ protocol: "openai-chat", baseUrl: model.url, runsDir }).agent;
    expect(await run(later)).toEqual(result);
    expect(await later.recover(LAUNCH, ignoreEvent, NEVER)).toEqual({ at: "finished", result });
    expect(model.log()).toHaveLength(1);
  });

  it("given a call under way, then it is joined, and is found running", async () => {
    const scenarios: Scenarios = {
      it: { ...SAYING.it, steps: SAYING.it?.steps ?? [], faults: [{ fault: "slow", msPerChunk: 60 }] },
    };
    const { agent, model } = await set("openai-chat", { scenarios });
    const first = run(agent);
    await until("it was asked", () => model.log().length === 1);
    const events: AgentEvent[] = [];
    const recovered = await agent.recover(LAUNCH, (event) => events.push(event), NEVER);
    expect(recovered.at).toBe("running");
    const all = await Promise.all([first, run(agent), recovered.at === "running" ? recovered.done : null]);
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
    expect(events.some(({ at }) => at === "said")).toBe(true);
    expect(model.log()).toHaveLength(1);
  });

  it("given a call under way, then whoever recovered it can stop it", async () => {
    const { agent, model } = await set("openai-chat", { scenarios: SCENARIOS, key: "fake-hanging" });
    const first = run(agent);
    await until("it was asked", () => model.log().length === 1);
    const { cancel, stop } = cancelSource();
    const recovered = await agent.recover(LAUNCH, ignoreEvent, cancel);
    stop();
    expect(recovered.at === "running" && (await recovered.done).outcome).toBe("cancelled");
    expect((await first).outcome).toBe("cancelled");
  });

  it("given a call that a process did not live to finish, then it is lost and another launch begins", async () => {
    const { agent, model, runsDir } = await set("anthropic-messages", {
      scenarios: {
        it: { ...SAYING.it, steps: SAYING.it?.steps ?? [], faults: [{ fault: "hang", times: 1 }] },
      },
    });
    const { cancel, stop } = cancelSource();
    const never = run(agent, {}, cancel);
    await until("it was asked", () => model.log().length === 1);
    const later = apiBench({ protocol: "anthropic-messages", baseUrl: model.url, runsDir }).agent;
    expect(await later.recover(LAUNCH, ignoreEvent, NEVER)).toEqual({ at: "lost" });
    expect(await run(later)).toMatchObject({ outcome: "crashed", text: null });
    const another = await run(later, { key: callKey({ launch: 2 }) });
    expect(another).toMatchObject({ outcome: "ok", text: { text: DOCUMENT } });
    expect(model.log()).toHaveLength(2);
    stop();
    await never;
  });

  it("given a result that nobody understands, then the call is lost", async () => {
    const { agent, runsDir } = await set("openai-chat");
    await run(agent);
    const [folder = ""] = readdirSync(runsDir);
    writeFileSync(join(runsDir, folder, "result.json"), '{"outcome":"splendid"}');
    expect(await agent.recover(LAUNCH, ignoreEvent, NEVER)).toEqual({ at: "lost" });
  });

  it.each(PROTOCOLS)(
    "given a process killed when the answer over %s had come in full, then it is not asked for again",
    async (protocol) => {
      for (const instant of ["the answer is complete", "the result is being made", "the result is there"]) {
        const { agent, model, runsDir } = await set(protocol);
        const first = starter(protocol, { url: model.url, runsDir, instant });
        expect(await first.ended).toBe("SIGKILL");
        expect(await agent.recover(LAUNCH, ignoreEvent, NEVER)).toMatchObject({
          at: "finished",
          result: {
            ...{ outcome: "ok", text: { text: DOCUMENT } },
            usage: { inputTokens: 1_200, outputTokens: 40, cachedInputTokens: 300 },
          },
        });
        expect(model.log()).toHaveLength(1);
        await agent.tidyUp?.(LAUNCH);
        const [run = ""] = readdirSync(runsDir);
        expect(readdirSync(join(runsDir, run))).not.toContain("answer.raw");
      }
    },
  );

  it("given a process killed in the middle of an answer, then the launch is lost", async () => {
    const scenarios: Scenarios = {
      it: { ...SAYING.it, steps: SAYING.it?.steps ?? [], faults: [{ fault: "slow", msPerChunk: 60 }] },
    };
    const { agent, model, runsDir } = await set("openai-chat", { scenarios });
    const first = starter("openai-chat", { url: model.url, runsDir, instant: "words have come" });
    expect(await first.ended).toBe("SIGKILL");
    expect(await agent.recover(LAUNCH, ignoreEvent, NEVER)).toEqual({ at: "lost" });
  });

  it("given an answer that somebody else wrote into the folder, then it counts for nothing", async () => {
    const { agent, model, runsDir } = await set("openai-chat");
    const first = starter("openai-chat", { url: model.url, runsDir, instant: "the answer is complete" });
    expect(await first.ended).toBe("SIGKILL");
    const [run = ""] = readdirSync(runsDir);
    const file = join(runsDir, run, "answer.raw");
    const frames = readFileSync(file, "utf8");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const at = frames.lastIndexOf('"data":"') + 8;
    writeFileSync(file, `${frames.slice(0, at)}AAAA${frames.slice(at)}`);
    writeFileSync(join(runsDir, run, "result.json"), JSON.stringify({ ...PLANTED }));
    const events: AgentEvent[] = [];
    expect(await agent.recover(LAUNCH, (event) => events.push(event), NEVER)).toEqual({ at: "lost" });
    expect(events).toContainEqual(expect.objectContaining({ at: "set-aside" }));
    expect(readdirSync(runsDir).filter((name) => name.startsWith("set-aside-"))).toHaveLength(1);
  });

  it("given a wish to stop that came before, then nothing is asked and nothing is kept", async () => {
    const { agent, model } = await set("openai-chat");
    const { cancel, stop } = cancelSource();
    stop();
    expect(await run(agent, {}, cancel)).toMatchObject({ outcome: "cancelled", text: null });
    expect(await agent.recover(LAUNCH, ignoreEvent, NEVER)).toEqual({ at: "unknown" });
    expect(model.log()).toEqual([]);
  });
});

describe("the key", () => {
  it.each(["", "  \n"])(
    "given %j for a key, then nothing is asked, and the variable is named",
    async (key) => {
      const { agent, model } = await set("openai-chat", { key });
      expect(await run(agent)).toMatchObject({ outcome: "unauthorised", evidence: ["MODEL_KEY is not set"] });
      expect(model.log()).toEqual([]);
    },
  );

  it("given something that is no key, then nothing is asked and it is not told", async () => {
    const { agent, model } = await set("openai-chat", { key: "two lines\nof words" });
    const result = await run(agent);
    expect(result).toMatchObject({ outcome: "unauthorised", evidence: ["what MODEL_KEY holds is no key"] });
    expect(model.log()).toEqual([]);
  });

  it("given a key with a line end, then it is used without", async () => {
    const { agent } = await set("openai-chat", { key: "fake-it\n" });
    expect((await run(agent)).outcome).toBe("ok");
  });

  it.each(PROTOCOLS)("given keys in an answer over %s, then they are nowhere", async (protocol) => {
    const secret = 'sk-"other"-key-0123456789';
    const scenarios: Scenarios = {
      "it-is-a-key": {
        steps: [{ actions: [{ do: "say", text: `Mine is fake-it-is-a-key and ${secret} is another's.` }] }],
      },
    };
    const { agent, files } = await set(protocol, {
      ...{ scenarios, key: "fake-it-is-a-key", env: { OTHER_TOKEN: secret } },
    });
    const events: AgentEvent[] = [];
    const result = await agent.start(agentRequest(), (event) => events.push(event), NEVER);
    expect(result.text?.text).toBe("Mine is [redacted: MODEL_KEY] and [redacted: OTHER_TOKEN] is another's.");
    const everything = JSON.stringify([result, events]) + Object.values(files()).join("\n");
    expect(everything).not.toContain("fake-it-is-a-key");
    expect(everything).not.toContain("0123456789");
    expect(files()["response.log"]).toContain("[redacted: OTHER_TOKEN]");
  });
});
