import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AGENT_OUTCOMES } from "../../shared/agent-outcome.ts";
import type { AgentRole } from "../role.ts";
import {
  costWords,
  roundUsage,
  sessionUsage,
  statusUsage,
  type UsageRow,
  usageTotal,
  withFinishedCall,
  withStartedCall,
} from "./usage.ts";

const PLACE = { round: 1, role: "engineer", agent: "claude" } as const;
const KNOWN = { inputTokens: 100, outputTokens: 20, usd: 0.25 };
const UNKNOWN = { inputTokens: null, outputTokens: null, usd: null };

describe("what calls used", () => {
  it("given a call that runs, then it counts, and nothing is known of it yet", () => {
    expect(withStartedCall([], PLACE)).toEqual([
      {
        ...PLACE,
        calls: 1,
        inputTokens: null,
        outputTokens: null,
        cachedInputTokens: null,
        usd: null,
        unpricedCalls: 0,
        uncountedCalls: 0,
        elapsedMs: 0,
        outcomes: {},
      },
    ]);
  });

  it("given calls that tell and calls that do not, then what is unknown is counted apart", () => {
    const started = withStartedCall(withStartedCall([], PLACE), PLACE);
    const told = withFinishedCall(started, PLACE, {
      usage: { ...KNOWN, cachedInputTokens: 40 },
      elapsedMs: 5,
      outcome: "ok",
    });
    const silent = withFinishedCall(told, PLACE, { usage: UNKNOWN, elapsedMs: 7, outcome: "crashed" });
    expect(silent).toMatchObject([
      {
        calls: 2,
        inputTokens: 100,
        cachedInputTokens: 40,
        usd: 0.25,
        unpricedCalls: 1,
        elapsedMs: 12,
        outcomes: { ok: 1, crashed: 1 },
      },
    ]);
  });

  it("given a program that is not there, then it has cost nothing", () => {
    const rows = withFinishedCall(withStartedCall([], PLACE), PLACE, {
      usage: UNKNOWN,
      elapsedMs: 0,
      outcome: "not-installed",
    });
    expect(rows).toMatchObject([{ unpricedCalls: 0 }]);
  });

  const call = fc.record({
    round: fc.integer({ min: 1, max: 3 }),
    role: fc.constantFrom<AgentRole>("engineer", "reviewer"),
    agent: fc.constantFrom("claude", "codex"),
    usage: fc.record({
      inputTokens: fc.option(fc.nat(1_000)),
      outputTokens: fc.option(fc.nat(1_000)),
      usd: fc.option(fc.nat(100)),
    }),
    elapsedMs: fc.nat(10_000),
    outcome: fc.constantFrom(...AGENT_OUTCOMES),
  });

  const brokenOff: readonly string[] = ["cancelled", "crashed", "timeout-wall", "timeout-idle", "budget"];

  it("given any calls, then the rows come to what the calls come to, whichever way they are summed", () => {
    fc.assert(
      fc.property(fc.array(call, { maxLength: 20 }), (calls) => {
        const rows = calls.reduce<readonly UsageRow[]>(
          (before, one) => withFinishedCall(withStartedCall(before, one), one, one),
          [],
        );
        const total = usageTotal(rows);
        const sum = (of: (one: (typeof calls)[number]) => number) =>
          calls.reduce((all, one) => all + of(one), 0);
        expect(total.calls).toBe(calls.length);
        expect(total.usd ?? 0).toBe(sum(({ usage }) => usage.usd ?? 0));
        expect(total.usd === null).toBe(calls.every(({ usage }) => usage.usd === null));
        expect(total.unpricedCalls).toBe(
          sum(({ usage, outcome }) =>
            outcome !== "not-installed" && (usage.usd === null || brokenOff.includes(outcome)) ? 1 : 0,
          ),
        );
        const rounds = [1, 2, 3].map((round) => rows.filter((row) => row.round === round));
        expect(usageTotal(rounds.map(usageTotal))).toEqual(total);
        expect(new Set(rows.map(({ round, role, agent }) => `${round} ${role} ${agent}`)).size).toBe(
          rows.length,
        );
      }),
    );
  });
});

describe("as the documents tell it", () => {
  const row = (round: number, role: AgentRole, usd: number | null): UsageRow => ({
    ...PLACE,
    round,
    role,
    calls: 1,
    inputTokens: 10,
    outputTokens: 1,
    cachedInputTokens: null,
    usd,
    unpricedCalls: usd === null ? 1 : 0,
    uncountedCalls: 0,
    elapsedMs: 1_499,
    outcomes: { ok: 1 },
  });
  const rows = [row(1, "engineer", 0.5), row(1, "reviewer", null), row(2, "engineer", 0.25)];

  it("given a round, then its rows and their sum", () => {
    expect(roundUsage(rows, 1)).toMatchObject([
      { round: 1, role: "Engineer", agent: "claude", cost: "$0.50", activeSeconds: 1 },
      { round: 1, role: "Reviewer", agent: "claude", cost: "unknown" },
      { round: 1, role: "All", agent: null, calls: 2, cost: "$0.50 and 1 call of unknown cost" },
    ]);
    expect(roundUsage(rows, 2)).toHaveLength(1);
  });

  it("given the session, then what each role and all of them used", () => {
    expect(sessionUsage(rows)).toMatchObject([
      { round: null, role: "Engineer", calls: 2, cost: "$0.75" },
      { round: null, role: "Reviewer", cost: "unknown" },
      { round: null, role: "All", inputTokens: 30, cost: "$0.75 and 1 call of unknown cost" },
    ]);
    expect(statusUsage(rows)).toHaveLength(6);
    expect(sessionUsage([])).toEqual([]);
  });

  it.each([
    [{ usd: null, unpricedCalls: 0 }, "$0.00"],
    [{ usd: null, unpricedCalls: 3 }, "unknown"],
    [{ usd: 0.1 + 0.2, unpricedCalls: 0 }, "$0.30"],
    [{ usd: 0.0012, unpricedCalls: 0 }, "$0.0012"],
    [{ usd: 2, unpricedCalls: 2 }, "$2.00 and 2 calls of unknown cost"],
  ])("given %j, then it says %s", (used, words) => {
    expect(costWords(used)).toBe(words);
  });
});
