// A session that goes on from another one's past: what is copied, what is dropped, and what counts.
import { describe, expect, it } from "vitest";
import type { QuestionId } from "../../src/core/refinement/questions/question.ts";
import { decide } from "../../src/core/refinement/session/decide.ts";
import { sessionFold } from "../../src/core/refinement/session/evolve.ts";
import type { ForkCut } from "../../src/core/refinement/session/fork.ts";
import { owed, RULES } from "../../src/core/refinement/session/owed.ts";
import type { LiveSession } from "../../src/core/refinement/session/session.ts";
import { totalSpent } from "../../src/core/refinement/session/spend.ts";
import { parseTimestamp, type Timestamp } from "../../src/core/shared/timestamp.ts";
import { appendsBefore, pastAppends, possibleCuts } from "../../src/engine/fork-cuts.ts";
import { replay } from "../../src/engine/replay.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { writePast } from "../../src/engine/stored-command.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  answerTo,
  approval,
  HASH,
  memoryFolder,
  READY,
  resolution,
  sourceGap,
  steppingClock,
  UTF8,
} from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const USED = { inputTokens: 100, outputTokens: 10, usd: 0.5 };

function openStage(options: Partial<StageOptions> = {}): Promise<Stage> {
  return Stage.open({
    gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { title: "Which colour" })],
    limits: { gapsPerRound: 1 },
    engineer: (_, __, gaps) => ({ document: resolution(gaps), usage: USED }),
    reviewer: ({ purpose }, _, gaps) => ({
      document: purpose === "final" ? READY : approval(gaps),
      usage: USED,
    }),
    ...options,
  });
}

const folders = new WeakMap<SessionEngine, ReturnType<typeof memoryFolder>>();

async function forkAt(stage: Stage, cut: ForkCut, { id = "t", from = "s" } = {}): Promise<SessionEngine> {
  const { store } = stage.world;
  const folder = memoryFolder();
  const engine = await SessionEngine.open(id, {
    store,
    folder,
    clock: steppingClock(),
    hash: HASH,
    utf8: UTF8,
    seals: TEST_SEALS,
  });
  const appends = pastAppends(await store.load(`session/${from}`));
  const count = appendsBefore(possibleCuts(appends), cut);
  if (count === null) throw new Error("there is no such cut");
  const kept = appends.slice(0, count);
  const last = kept.at(-1);
  if (last === undefined) throw new Error("nothing is left");
  const blob = engine.documents.blobOf(writePast(kept.map(({ events }) => events)));
  const chainHash = await store.chainHashAt(last.position);
  const submitted = await engine.submit(
    {
      type: "ForkSession",
      session: id,
      ...{ origin: from, version: last.version, chainHash, cut, past: blob.sha256 },
    },
    { id: `fork-${id}`, actor: "human:test", blobs: [blob] },
  );
  if (submitted.at !== "done") throw new Error(JSON.stringify(submitted));
  await engine.sync();
  folders.set(engine, folder);
  return engine;
}

async function expectReplayed({ world }: Stage, engine: SessionEngine): Promise<void> {
  const { stream, documents } = engine;
  expect(await replay({ log: world.store, documents, stream })).toMatchObject({ at: "identical", older: 0 });
  const events = (await world.store.load(stream)).map(sessionFold.upcast);
  expect(events.reduce(sessionFold.evolve, sessionFold.initial)).toEqual(engine.session);
}

const end = (round: number): ForkCut => ({ of: "round", round });
const unanswered = (question: string): ForkCut => ({ of: "question", question: question as QuestionId });

/** What the copy shares with its origin: all but what became of calls, time and money. */
function workOf({ work }: LiveSession) {
  const { questions, ...rest } = work;
  return { ...rest, questions: questions.map(({ session: _, ...question }) => question) };
}

describe("the copied past", () => {
  it("given a completed round, when the session is forked there, then the fork stands where the origin stood", async () => {
    const stage = await openStage();
    await stage.untilRounds(1);
    await stage.until(({ work }) => work.round?.number === 2);
    const events = await stage.world.store.load("session/s");

    const fork = await forkAt(stage, end(1));
    expect(fork.live).toMatchObject({
      id: "t",
      at: "active",
      fork: { origin: "s", cut: { of: "round", round: 1 } },
      work: { completedRounds: 1, round: null },
    });
    expect(owed(fork.live)).toEqual([{ do: "mediate", step: "start-round" }]);
    expect(await stage.world.store.load("session/s"), "the origin is as it was").toEqual(events);
    await expectReplayed(stage, fork);
  });

  it("then its first event names the origin, the version and the log's chain there", async () => {
    const stage = await openStage();
    await stage.until(({ work }) => work.round?.number === 2);
    const fork = await forkAt(stage, end(1));
    const [first, second, ...rest] = await stage.world.store.load(fork.stream);
    const version = fork.live.fork?.version ?? 0;
    const origin = (await stage.world.store.load("session/s")).slice(0, version);
    expect(first).toMatchObject({
      type: "SessionForked",
      data: {
        origin: "s",
        version,
        chainHash: await stage.world.store.chainHashAt(origin.at(-1)?.position ?? 0),
      },
    });
    expect(second).toMatchObject({ type: "SessionStarted", data: { session: "t" } });
    expect(rest.at(-1)).toMatchObject({ type: "ForkOpened", data: { session: "t" } });
    expect(rest.slice(0, -1).map(({ type, data }) => [type, data])).toEqual(
      origin.slice(1).map(({ type, data }) => [type, data]),
    );
    expect(new Set([first, second, ...rest].map((event) => event?.commandId)), "one append").toHaveProperty(
      "size",
      1,
    );
  });

  it("given round 0, then nothing has been assigned yet", async () => {
    const stage = await openStage();
    await stage.until(({ work }) => work.round?.number === 2);
    const fork = await forkAt(stage, end(0));
    expect(fork.live.work).toMatchObject({ completedRounds: 0, round: null, proposals: {} });
    expect(owed(fork.live)).toEqual([{ do: "mediate", step: "start-round" }]);
  });

  it("given an ended session, when it is forked at its last round, then the end is taken again", async () => {
    const stage = await openStage();
    await stage.until(({ at }) => at === "ended");
    const fork = await forkAt(stage, end(stage.session.work.completedRounds));
    expect(fork.live).toMatchObject({ at: "active", ledger: { ended: null, published: null } });
    expect(owed(fork.live)).toEqual([{ do: "mediate", step: "request-final-review" }]);
    await expectReplayed(stage, fork);
  });
});

describe("what is not copied", () => {
  it("given a call under way, then its turn is due again, under a key of the fork", async () => {
    const stage = await openStage({
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      engineer: ({ lane }, _, gaps) => (lane === ONE ? "Nothing." : resolution(gaps)),
    });
    await stage.throughMediation();
    const [one, two] = stage.calls();
    if (one === undefined || two === undefined) throw new Error("two runs were expected");
    await stage.start(two);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const order = stage.calls()[0];
      if (order === undefined) throw new Error("a call was expected");
      await stage.start(order);
      await stage.finish(order.key, "Nothing.");
    }
    const question = stage.question("escalation");
    await stage.answer(question, { option: "skip" });

    const fork = await forkAt(stage, unanswered(question.id));
    expect(fork.live.ledger.calls).toEqual([]);
    expect(owed(fork.live)).toMatchObject([{ do: "call", order: { key: `t/1.0/engineer/${TWO}/1/1` } }]);
    expect(fork.live.work.questions).toMatchObject([{ id: question.id, session: "t" }]);
    expect(stage.session.ledger.calls, "the origin's goes on").toHaveLength(1);
    await expectReplayed(stage, fork);
  });

  it("given an agent that could be resumed, then the fork begins afresh", async () => {
    const stage = await openStage({
      engineer: () => ({ document: "Nothing.", sessionRef: "there" }),
    });
    await stage.untilAsked("escalation");
    const question = stage.question();
    await stage.answer(question, { option: "context", text: "Think of retries." });
    const fork = await forkAt(stage, unanswered(question.id));
    expect(fork.live.work.round?.lanes).toMatchObject([{ lastCall: null }]);
  });

  it("given money spent, then it is inherited, and the limits of the fork are its own", async () => {
    const stage = await openStage({
      settings: { spend: { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, usd: 1.2 } } },
    });
    await stage.until(({ work }) => work.questions.length > 0);
    expect(stage.question().kind).toBe("spend");
    const fork = await forkAt(stage, end(1));
    expect(totalSpent(stage.session.ledger.spend).usd).toBe(1.5);
    expect(totalSpent(fork.live.ledger.spend)).toEqual({ tokens: 0, usd: 0, minutes: 0, calls: 0 });
    expect(fork.live.ledger.usage).toEqual([]);
    expect(fork.live.fork?.inherited.map(({ round, role, usd }) => [round, role, usd])).toEqual([
      [1, "engineer", 0.5],
      [1, "reviewer", 0.5],
    ]);
    expect(folders.get(fork)?.files.get("status.md")).toMatch(/\| Inherited from s \| - +\| +2 \|/);
  });

  it("given an answer that could still be given otherwise, then it stands in the fork", async () => {
    const stage = await openStage({
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      engineer: () => "Nothing.",
    });
    await stage.untilQuiet();
    const [first, second] = stage.session.work.questions;
    if (first === undefined || second === undefined) throw new Error("two questions were expected");
    await stage.answer(first, { option: "skip" });
    expect(stage.session.amendable).toHaveLength(1);
    await stage.answer(second, { option: "skip" });

    const fork = await forkAt(stage, unanswered(second.id));
    expect(fork.live.amendable).toEqual([]);
    const amended = await fork.submit(
      { type: "AmendAnswer", answer: answerTo(first.id, { option: "pause" }), document: null, role: null },
      { id: "amend", actor: "human:test" },
    );
    expect(amended).toMatchObject({
      at: "refused",
      refusal: { message: expect.stringContaining("was given in the session that t was forked from") },
    });
  });

  it("given days between the copied past and the fork, then they count as nobody's time", async () => {
    const stage = await openStage();
    await stage.until(({ work }) => work.round?.number === 2);
    const origin = await forkAt(stage, end(1));
    const times = ({ work }: LiveSession) =>
      [...work.past, work.now].map((log) => log.waitingMs + log.activeMs);
    const events = (await stage.world.store.load("session/s")).map(sessionFold.upcast);
    const there = events.slice(0, origin.live.fork?.version).reduce(sessionFold.evolve, sessionFold.initial);
    if (there.at === "none") throw new Error("it had started");
    expect(times(origin.live)).toEqual(times(there));
    expect(workOf(origin.live)).toEqual(workOf(there));
  });
});

describe("forks of forks, and of amended answers", () => {
  it("given a fork that went on, when it is forked inside what it copied, then the cut is the origin's", async () => {
    const stage = await openStage();
    await stage.until(({ at }) => at === "ended");
    const first = await forkAt(stage, end(2));
    const second = await forkAt(stage, end(1), { id: "u", from: "t" });
    expect(second.live.fork).toMatchObject({ origin: "t", cut: { of: "round", round: 1 } });
    expect(second.live.fork?.inherited).toHaveLength(2);
    const direct = await forkAt(stage, end(1), { id: "v" });
    expect(workOf(second.live)).toEqual(workOf(direct.live));
    await expectReplayed(stage, first);
    await expectReplayed(stage, second);

    const third = await forkAt(stage, end(2), { id: "w", from: "t" });
    expect(third.live.fork?.inherited.map(({ round }) => round)).toEqual([1, 1, 2, 2]);
    await expectReplayed(stage, third);
  });

  it("given an answer that was amended, then the cut is before the first one, where the question was open", async () => {
    const stage = await openStage({ engineer: () => "Nothing." });
    await stage.untilAsked("escalation");
    const question = stage.question();
    await stage.answer(question, { option: "pause" });
    await stage.amend(question, { option: "skip" });
    const fork = await forkAt(stage, unanswered(question.id));
    expect(fork.live).toMatchObject({ at: "active", work: { questions: [{ id: question.id }] } });
  });
});

describe("refusals", () => {
  const AT = parseTimestamp("2026-01-12T14:30:00.000Z") as Timestamp;
  const about = {
    type: "ForkSession",
    session: "t",
    origin: "s",
    version: 1,
    chainHash: null,
    at: AT,
  } as const;

  it("given a session that is there already, then no other is forked into it", async () => {
    const stage = await openStage();
    const command = { ...about, cut: end(0), appends: [] };
    expect(decide(command, stage.session)).toMatchObject({ refused: "exists" });
  });

  it("given a past that has ended, then nothing can be gone on from", async () => {
    const stage = await openStage();
    await stage.until(({ at }) => at === "ended");
    const appends = pastAppends(await stage.world.store.load("session/s")).map(({ events }) => events);
    expect(decide({ ...about, cut: end(0), appends }, sessionFold.initial)).toMatchObject({
      refused: "no-past",
    });
  });

  it("given a past of newer rules, then it is left alone", async () => {
    const stage = await openStage();
    const appends = pastAppends(await stage.world.store.load("session/s")).map(({ events }) =>
      events.map((event) =>
        event.type === "SessionStarted" ? { ...event, data: { ...event.data, rules: RULES + 1 } } : event,
      ),
    );
    expect(decide({ ...about, cut: end(0), appends }, sessionFold.initial)).toMatchObject({
      refused: "newer-parley",
    });
  });
});
