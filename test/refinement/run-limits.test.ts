// What a run used is told at its end: the limit of one run is looked at before the next.
import { describe, expect, it } from "vitest";
import type { SpendCap } from "../../src/core/refinement/session/settings.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN, type Usage } from "../../src/core/shared/usage.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { resolution, SESSION, settingsFor, sourceGap } from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const ONE = "GAP-FLOW-001";
const NOISE = "I thought about it.";
const NINE: Usage = { inputTokens: 900, outputTokens: 100, usd: 9 };

function limited(run: Partial<SpendCap>, further: Partial<StageOptions> = {}): StageOptions {
  return {
    gaps: [sourceGap(ONE)],
    settings: { spend: { ...settingsFor(1).spend, run: { ...NO_CAP, ...run } } },
    engineer: () => ({ document: NOISE, usage: NINE }),
    reviewer: () => null,
    ...further,
  };
}

async function warnings(stage: Stage) {
  const events = await stage.world.store.load(sessionStream(SESSION));
  return events.filter(({ type }) => type === "UsageNotTold");
}

async function firstCall(stage: Stage): Promise<string> {
  await stage.throughMediation();
  const [order] = stage.calls();
  if (order === undefined) throw new Error("a call was expected");
  await stage.start(order);
  return order.key;
}

describe("a run that passed its limit", () => {
  it.each([
    ["usd", 0.05, "One run may use 0.05 usd, and the engineer's run by"],
    ["tokens", 999, "has used 1000"],
    ["minutes", 0.01, "has used 0.02"],
  ] as const)("given %s, then the next call waits for an answer", async (measure, cap, words) => {
    const stage = await Stage.open(limited({ [measure]: cap }));
    await stage.untilQuiet();
    expect(stage.prompts.size).toBe(1);
    expect(stage.session.work.questions).toMatchObject([{ kind: "spend", subject: { role: "engineer" } }]);
    expect(stage.question("spend").why).toContain(words);
    expect(stage.owed()).toEqual([]);
  });

  it("given exactly what it may use, then the next starts", async () => {
    const stage = await Stage.open(limited({ usd: 9, tokens: 1_000 }));
    const key = await firstCall(stage);
    await stage.finish(key, { document: NOISE, usage: NINE });
    expect(stage.calls()).toHaveLength(1);
  });

  it("given it was the Engineer's, then the Reviewer waits as well", async () => {
    const stage = await Stage.open(
      limited({ usd: 0.05 }, { engineer: () => ({ document: resolution([ONE]), usage: NINE }) }),
    );
    await stage.untilQuiet();
    expect([...stage.prompts.keys()]).toEqual(["s/1.0/engineer/-/1/1"]);
    expect(stage.question("spend")).toMatchObject({ subject: { role: "reviewer" } });
  });

  it("given the limit is raised, then work goes on, and only a run that passes that one asks again", async () => {
    const stage = await Stage.open(limited({ usd: 0.05 }));
    await stage.untilQuiet();
    await stage.answer(stage.question("spend"), { option: "raise" });
    const { usd } = stage.session.settings.spend.run;
    expect(usd).toBe(12.8);
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.finish(order.key, { document: NOISE, usage: { ...NINE, usd: 13 } });
    await stage.untilQuiet();
    expect(stage.prompts.size).toBe(2);
    expect(stage.question("spend").why).toContain("has used 13");
  });

  it("given a pause, then it is asked again after it", async () => {
    const stage = await Stage.open(limited({ usd: 0.05 }));
    await stage.untilQuiet();
    await stage.answer(stage.question("spend"), { option: "pause" });
    await stage.submit({ type: "Resume", by: "human:me" });
    await stage.untilQuiet();
    expect(stage.prompts.size).toBe(1);
    expect(stage.question("spend").why).toContain("has used 9");
  });

  it("given that we stopped it, then there is one question, also where another agent could take over", async () => {
    const settings = {
      ...limited({ tokens: 500 }).settings,
      fallbacks: { engineer: ["other"], reviewer: [] },
    };
    const stage = await Stage.open(limited({}, { settings }));
    const key = await firstCall(stage);
    await stage.finish(key, { outcome: "budget", usage: NINE });
    await stage.untilQuiet();
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["spend"]);
    await stage.answer(stage.question("spend"), { option: "raise" });
    expect(stage.calls()).toMatchObject([{ key: "s/1.0/engineer/-/1/2", agent: "engineer" }]);
  });

  it("given its timer stopped it, then it was held to its minutes and is launched again", async () => {
    const stage = await Stage.open(limited({ minutes: 0.01 }));
    await stage.finish(await firstCall(stage), { outcome: "timeout-wall" });
    expect(stage.calls()).toHaveLength(1);
  });
});

describe("a call whose usage is not known", () => {
  const toSession = (cap: Partial<SpendCap>): Partial<StageOptions> => ({
    settings: { spend: { ...settingsFor(1).spend, session: { ...NO_CAP, ...cap } } },
  });

  it.each<AgentOutcome>(["cancelled", "crashed", "timeout-wall", "timeout-idle"])(
    "given that it ended as %s, then it counts as unknown, whatever it had told",
    async (outcome) => {
      const stage = await Stage.open(limited({}));
      const key = await firstCall(stage);
      await stage.finish(key, { outcome, usage: { inputTokens: 5, outputTokens: 0, usd: 0 } });
      expect(stage.session.ledger.spend.engineer).toMatchObject({
        unpricedCalls: 1,
        uncountedCalls: 1,
        tokens: 5,
      });
    },
  );

  it("given a limit in dollars, then the question names the calls that it does not see", async () => {
    const stage = await Stage.open(limited({}, toSession({ usd: 5 })));
    await stage.finish(await firstCall(stage), { outcome: "cancelled" });
    await stage.untilQuiet();
    const { why, evidence } = stage.question("spend");
    expect(why).toContain("The session has used 9 of 5 usd");
    expect(evidence).toEqual([
      {
        file: null,
        line: null,
        text: "not counted in full: the engineer's call of engineer in round 1 (cancelled)",
      },
    ]);
  });

  it("given an agent that never tells, then it is warned about once, and calls and minutes still hold", async () => {
    const stage = await Stage.open(
      limited({}, { ...toSession({ usd: 5, calls: 2 }), engineer: () => ({ document: NOISE }) }),
    );
    await stage.untilQuiet();
    expect(await warnings(stage)).toMatchObject([
      { data: { agent: "engineer", role: "engineer", of: ["usd"] } },
    ]);
    expect(stage.prompts.size).toBe(2);
    expect(stage.question("spend").why).toContain("2 of 2 calls");
  });

  it("given no limit that counts it, or a call that broke off, then nobody is warned", async () => {
    const free = await Stage.open(limited({}, { ...toSession({ calls: 1 }), engineer: () => NOISE }));
    await free.untilQuiet();
    const broken = await Stage.open(limited({}, toSession({ usd: 5 })));
    await broken.finish(await firstCall(broken), { outcome: "crashed", usage: USAGE_UNKNOWN });
    for (const stage of [free, broken]) expect(await warnings(stage)).toEqual([]);
  });
});
