import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NEVER } from "../../../test/support/session-world.ts";
import { makeCallKey } from "../../core/shared/call-key.ts";
import { USAGE_UNKNOWN, type Usage } from "../../core/shared/usage.ts";
import type { AgentEvent, AgentPort, AgentRequest, AgentResult } from "../../engine/ports.ts";
import { freeUsage, pricedAgent, pricedUsage } from "./priced-agent.ts";

const REQUEST: AgentRequest = {
  key: makeCallKey({
    subject: { of: "session", id: "demo" },
    ...{ round: 1, incarnation: 1, purpose: "engineer", lane: "-", attempt: 1, launch: 1 },
  }),
  ...{
    standingChars: 0,
    prompt: "",
    document: "engineer.md",
    wallMs: null,
    access: "write",
    readsProject: false,
    resume: null,
  },
  ...{ mark: { nonce: "1", promptHash: "2", sealKey: "3" }, sealWith: "4" },
};
const PRICE = { input: 2, output: 10, cachedInput: 0.5 };
const USED: Usage = { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 400_000, usd: null };

describe("the cost of a call", () => {
  test("given tokens and a price, then what was at hand costs less", () => {
    expect(pricedUsage(USED, PRICE).usd).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 10);
    expect(pricedUsage(USED, { input: 2, output: 10 }).usd).toBeCloseTo(2 + 1);
  });

  test("given a script, then it costs nothing unless it says so", () => {
    expect(freeUsage(USAGE_UNKNOWN).usd).toBe(0);
    expect(freeUsage({ ...USED, usd: 0.25 }).usd).toBe(0.25);
  });

  test("given what the agent tells itself, then that counts", () => {
    expect(pricedUsage({ ...USED, usd: 0.25 }, PRICE).usd).toBe(0.25);
  });

  test("given a call that does not tell all its tokens, then its cost stays unknown", () => {
    expect(pricedUsage(USAGE_UNKNOWN, PRICE).usd).toBeNull();
    expect(pricedUsage({ ...USED, outputTokens: null }, PRICE).usd).toBeNull();
  });

  test("more tokens never cost less, and nothing costs less than nothing", () => {
    const tokens = fc.nat(10_000_000);
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (inputTokens, outputTokens, cachedInputTokens, more) => {
        const usage = { inputTokens, outputTokens, cachedInputTokens, usd: null };
        const cost = pricedUsage(usage, PRICE).usd ?? Number.NaN;
        expect(cost).toBeGreaterThanOrEqual(0);
        const longer = pricedUsage({ ...usage, outputTokens: outputTokens + more }, PRICE).usd;
        expect(longer).toBeGreaterThanOrEqual(cost);
      }),
    );
  });
});

test("given a price, then events, results and what is recovered are priced alike", async () => {
  const result: AgentResult = {
    outcome: "ok",
    document: null,
    text: null,
    usage: USED,
    elapsedMs: 1,
    evidence: [],
  };
  const bare: AgentPort = {
    start: async (_, onEvent) => {
      onEvent({ at: "used", usage: USED });
      onEvent({ at: "said", text: "hello" });
      return result;
    },
    recover: async () => ({ at: "running", done: Promise.resolve(result) }),
  };
  const agent = pricedAgent(bare, (used) => pricedUsage(used, PRICE));
  const heard: AgentEvent[] = [];
  const usage = pricedUsage(USED, PRICE);
  const request = REQUEST;
  expect(await agent.start(request, (event) => heard.push(event), NEVER)).toEqual({ ...result, usage });
  expect(heard).toEqual([
    { at: "used", usage },
    { at: "said", text: "hello" },
  ]);
  const recovered = await agent.recover(request, () => undefined, NEVER);
  expect(recovered.at === "running" ? await recovered.done : null).toEqual({ ...result, usage });
});
