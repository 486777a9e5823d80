// A person who writes while agents are at work, in one runner, without a disk.

import { describe, expect, it } from "vitest";
import { PERSON } from "../../src/core/refinement/role.ts";
import type { CallKey } from "../../src/core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentPort, AgentResult, AgentTask, HumanInbox } from "../../src/engine/ports.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { runSession } from "../../src/runner/run-session.ts";
import { memoryRollback } from "../support/memory-rollback.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  answerTo,
  approval,
  HASH,
  markedGaps,
  memoryFolder,
  memoryShelf,
  NEVER,
  READY,
  resolution,
  scriptedAgent,
  settingsFor,
  sourceGap,
  UTF8,
} from "../support/session-world.ts";
import { until } from "../support/until.ts";

const GAPS = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const SOURCE = "# A spec\n\n## Flow\n\nTODO: one?\n\n## Ebb\n\nTODO: two?\n";

const result = (text: string | null, outcome: AgentResult["outcome"] = "ok"): AgentResult => ({
  outcome,
  document: text === null ? null : { text, bytes: Buffer.byteLength(text), repaired: false },
  text: null,
  usage: USAGE_UNKNOWN,
  elapsedMs: 1,
  evidence: [],
});

async function world(engineer: string) {
  const store = openMemoryStore([]);
  const ports = {
    store,
    folder: memoryFolder(),
    clock: { nowMs: () => 0 },
    hash: HASH,
    utf8: UTF8,
    seals: TEST_SEALS,
  };
  const engine = await SessionEngine.open("s", ports);
  const settings = settingsFor(2, { parallelGaps: 2, gapsPerRound: 2 });
  await engine.submit(
    {
      type: "StartSession",
      session: "s",
      spec: {
        name: "spec.md",
        path: "spec.md",
        sha256: await store.put(UTF8.encode(SOURCE)),
        chars: SOURCE.length,
      },
      settings: { ...settings, agents: { engineer, reviewer: "reviewer" } },
      gaps: markedGaps(
        SOURCE,
        GAPS.map((gap) => sourceGap(gap)),
      ),
    },
    { id: "start", actor: "human:test" },
  );
  const laidOut: AgentTask[] = [];
  const desk: HumanInbox = {
    layOut: async (request) => {
      laidOut.push(request);
      return null;
    },
  };
  const run = async (agents: Readonly<Record<string, AgentPort>>) => {
    const holder = { host: "here", pid: 1, processStart: "then" };
    const acquired = await store.acquire({
      resource: engine.stream,
      holder,
      nowMs: 0,
      leaseMs: 60_000,
      isDead: () => true,
    });
    if (acquired.at !== "acquired") throw new Error("the lease is held");
    return await runSession({
      engine,
      lease: acquired.lease,
      agentNamed: (name) => (name === PERSON ? desk : (agents[name] ?? null)),
      answerByPolicy: () => null,
      progress: () => undefined,
      shelf: memoryShelf(),
      rollback: memoryRollback(ports.folder),
      untilRound: false,
      stopSoon: NEVER,
      stopNow: NEVER,
      pollMs: 5,
    });
  };
  /** Another process on the same store. */
  const beside = () => SessionEngine.open("s", ports);
  return { engine, laidOut, run, beside };
}

async function handIn(engine: SessionEngine, key: CallKey, text: string) {
  const blob = engine.documents.blobOf(text);
  return await engine.submit(
    {
      type: "FinishCall",
      key,
      outcome: "ok",
      usage: USAGE_UNKNOWN,
      elapsedMs: 0,
      evidence: [],
      document: { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" },
      role: null,
    },
    { id: `hand-in ${key}`, actor: "human:test", blobs: [blob] },
  );
}

const reviewer = scriptedAgent(({ purpose }) => (purpose === "final" ? READY : approval(GAPS)));

describe("a person beside agents", () => {
  it("given a document handed in while another run is at work, then the runner takes it in and goes on", async () => {
    const { engine, laidOut, run, beside } = await world("agent");
    let release: (done: AgentResult) => void = () => undefined;
    const agent: AgentPort = {
      start: ({ key }) =>
        key.includes(GAPS[0])
          ? Promise.resolve(result(null, "not-installed"))
          : new Promise((resolve) => {
              release = resolve;
            }),
      recover: async () => ({ at: "unknown" }),
    };
    const running = run({ agent, reviewer });
    const other = await beside();
    await until("it is asked", async () => {
      await other.refresh();
      return other.live.work.questions.length === 1;
    });
    const [question] = other.live.work.questions;
    if (question === undefined) throw new Error("nothing is asked");
    await other.submit(
      {
        type: "AnswerQuestion",
        answer: answerTo(question.id, { option: "other-agent", text: PERSON }),
        document: null,
        role: null,
      },
      { id: "answer", actor: "human:test" },
    );
    await until("it is laid out", () => laidOut.length === 1);
    const [asked] = laidOut;
    if (asked === undefined) throw new Error("nothing is laid out");
    expect(await handIn(other, asked.key, resolution([GAPS[0]]))).toMatchObject({ at: "done" });
    await until("it is taken in", () => engine.live.work.proposals[sourceGap(GAPS[0]).id] !== undefined);
    release(result(resolution([GAPS[1]])));
    expect(await running).toBe("ended");
    expect(laidOut).toHaveLength(1);
  });

  it("given gaps that the user takes away from a person, then nobody waits for that document any more", async () => {
    const { engine, laidOut, run } = await world(PERSON);
    expect(await run({ reviewer })).toBe("waiting");
    expect(laidOut.map(({ document }) => document)).toEqual(GAPS.map((gap) => `engineer.${gap}.md`));
    await engine.submit(
      {
        type: "ChangeGap",
        gap: sourceGap(GAPS[0]).id,
        change: { do: "defer" },
        reason: "later",
        by: "human:test",
      },
      { id: "defer", actor: "human:test" },
    );
    expect(await run({ reviewer })).toBe("waiting");
    expect(engine.live.ledger.calls.map(({ key }) => key)).toEqual([expect.stringContaining(GAPS[1])]);
  });

  it("given a wish to end, then a person is not waited for", async () => {
    const { engine, run } = await world(PERSON);
    await run({ reviewer });
    await engine.submit(
      { type: "RequestEnding", ending: "USER_APPROVED", trigger: "enough" },
      { id: "end", actor: "human:test" },
    );
    expect(await run({ reviewer })).toBe("waiting");
    expect(engine.live.ledger.calls).toEqual([]);
    expect(engine.live.work.questions.map(({ kind }) => kind)).toEqual(["gate"]);
  });
});
