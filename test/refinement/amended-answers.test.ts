// An answer that is given otherwise: whose word counts, what is taken back with it, and what keeps it from being changed.
// A crash leaves all of it or nothing: what is taken back and what takes its place is one command, appended at once.
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/core/refinement/questions/question.ts";
import { statusDocument } from "../../src/core/refinement/records/status-of.ts";
import { sessionFold } from "../../src/core/refinement/session/evolve.ts";
import type { Severity } from "../../src/core/shared/severity.ts";
import { replay } from "../../src/engine/replay.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { SESSION_SNAPSHOT_SHAPE } from "../../src/engine/session-parts.ts";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import { gapId } from "../support/example-gap.ts";
import { NO_CAP } from "../support/no-cap.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  answerTo,
  approval,
  HASH,
  objection,
  READY,
  resolution,
  SESSION,
  sourceGap,
  steppingClock,
  UTF8,
} from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;
const settings = { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } };

/** Both issues of round 1 are disagreed with in round 2, and the review of that round does not give way. */
async function twoConflicts(severity: Severity = "CRITICAL"): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { severity: "LOW" })],
    limits: { gapsPerRound: 1 },
    settings,
    engineer: ({ round }, _, gaps) => {
      const text = resolution(gaps, { text: `In round ${round} the caller waits a second more.` });
      const rows = responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "DISAGREE | below" });
      const blocks = [
        disagreeBlock({ issue: ISSUE }),
        disagreeBlock({ issue: OTHER, concern: "so it is: No pause", position: "It needs no pause." }),
      ];
      return round === 2 ? [text, rows, ...blocks].join("\n") : text;
    },
    reviewer: ({ purpose, round }, _, gaps) => {
      if (purpose === "final") return READY;
      if (round !== 1) return approval(gaps);
      return `${objection(ONE, { severity })}\n${objection(ONE, { id: OTHER, title: "No pause", severity })}`;
    },
  });
  await stage.untilRounds(1);
  await stage.until(({ work }) => work.questions.length > 0);
  const rate = stage.session.work.questions.find(({ kind }) => kind === "disagree-rate");
  if (rate !== undefined) await stage.answer(rate, { option: "accept" });
  await stage.until(({ work }) => work.questions.some(({ kind }) => kind.startsWith("conflict")));
  return stage;
}

function conflictOn(stage: Stage, issue: string): Question {
  const found = stage.session.work.questions.find(
    ({ subject }) => subject.of === "conflict" && subject.conflict === issue,
  );
  if (found === undefined) throw new Error(`nobody asks about ${issue}`);
  return found;
}

async function expectReplayed({ engine, world }: Stage): Promise<void> {
  const request = { log: world.store, documents: engine.documents, stream: engine.stream };
  expect(await replay(request)).toMatchObject({ at: "identical", older: 0 });
  const events = (await world.store.load(engine.stream)).map(sessionFold.upcast);
  expect(events.reduce(sessionFold.evolve, sessionFold.initial)).toEqual(engine.session);
}

function refusal(message: string | RegExp) {
  const wanted =
    typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message);
  return { at: "refused", refusal: { message: wanted } };
}

const STUCK: StageOptions = {
  gaps: [sourceGap(ONE), sourceGap(TWO)],
  limits: { gapsPerRound: 2 },
  engineer: () => "I thought about it.",
  reviewer: () => null,
};

async function stuck(): Promise<Stage> {
  const stage = await Stage.open(STUCK);
  await stage.untilAsked("escalation");
  return stage;
}

describe("an amended answer", () => {
  it("given a conflict decided as A, when it is amended to D, then only D binds, and A is history", async () => {
    const stage = await twoConflicts();
    const question = conflictOn(stage, ISSUE);
    await stage.answer(question, { option: "a" });
    const amended = await stage.amend(question, { option: "d", text: "Three, and no more." });
    expect(amended).toMatchObject({ at: "done" });

    const { work, ledger } = stage.session;
    expect(work.decisions.map(({ id, decision }) => [id, decision])).toEqual([
      ["DECISION-R2-002", "Three, and no more."],
    ]);
    expect(work.issues[ISSUE as never]?.issue.state).toEqual({ at: "OPEN", decision: "DECISION-R2-002" });
    expect(work.now.decisions).toEqual(["DECISION-R2-002"]);
    expect(ledger.takenBack).toMatchObject([
      { decision: { id: "DECISION-R2-001" }, question: question.id, replacedBy: "DECISION-R2-002" },
    ]);
    const decisions = stage.files.get("decisions.md") ?? "";
    expect(decisions).toMatch(/DECISION-R2-001\n- \*\*Superseded By:\*\* DECISION-R2-002\n/);
    expect(decisions).toMatch(/DECISION-R2-002\n- \*\*Replaces:\*\* DECISION-R2-001\n/);

    await stage.answer(conflictOn(stage, OTHER), { option: "b" });
    await stage.until(({ work: { round } }) => round?.number === 3);
    const [order] = stage.calls();
    if (order === undefined) throw new Error("nobody is called");
    const { prompt } = await stage.engine.prompt(order);
    expect(prompt.text).toContain("Three, and no more.");
    expect(prompt.text).not.toContain("DECISION-R2-001");
    await expectReplayed(stage);
  });

  it("given it was amended, when it is amended again, then each number is given once", async () => {
    const stage = await twoConflicts();
    const question = conflictOn(stage, ISSUE);
    await stage.answer(question, { option: "a" });
    await stage.amend(question, { option: "d", text: "Three." });
    await stage.amend(question, { option: "d", text: "Four." });
    expect(stage.session.work.decisions.map(({ id }) => id)).toEqual(["DECISION-R2-003"]);
    expect(
      stage.session.ledger.takenBack.map(({ decision, replacedBy }) => [decision.id, replacedBy]),
    ).toEqual([
      ["DECISION-R2-001", "DECISION-R2-002"],
      ["DECISION-R2-002", "DECISION-R2-003"],
    ]);
    await expectReplayed(stage);
  });

  it("given two answers, when the first is amended, then the second is carried out again after it", async () => {
    const stage = await twoConflicts();
    const [first, second] = [conflictOn(stage, ISSUE), conflictOn(stage, OTHER)];
    await stage.answer(first, { option: "a" });
    await stage.answer(second, { option: "d", text: "A pause of a second." });
    const amended = await stage.amend(first, { option: "d", text: "Three." });
    expect(amended).toMatchObject({
      at: "done",
      events: expect.arrayContaining([
        expect.objectContaining({
          type: "AnswersTakenBack",
          data: expect.objectContaining({
            question: first.id,
            with: [second.id],
            decisions: ["DECISION-R2-001", "DECISION-R2-002"],
          }),
        }),
      ]),
    });
    expect(stage.session.work.decisions.map(({ id, decision }) => [id, decision])).toEqual([
      ["DECISION-R2-003", "Three."],
      ["DECISION-R2-004", "A pause of a second."],
    ]);
    expect(stage.session.amendable.slice(-2).map(({ answer }) => answer.question)).toEqual([
      first.id,
      second.id,
    ]);
    await stage.amend(second, { option: "a" });
    expect(stage.session.work.decisions.map(({ id }) => id)).toEqual(["DECISION-R2-003", "DECISION-R2-005"]);
    await expectReplayed(stage);
  });

  it("given it takes the ground of a later answer away, then that one is named and nothing changes", async () => {
    const stage = await twoConflicts("MEDIUM");
    const batch = stage.question("conflict-batch");
    await stage.answer(batch, { option: "each" });
    const later = conflictOn(stage, OTHER);
    await stage.answer(later, { option: "a" });
    const before = stage.session;
    expect(await stage.amend(batch, { option: "a" })).toMatchObject(
      refusal(`${later.id}, answered a after it, does not fit the new answer`),
    );
    expect(stage.session).toBe(before);
  });

  it("given the rate is to be looked at again, then a conflict that was decided after it is named", async () => {
    const stage = await twoConflicts();
    const [rate] = stage.session.amendable.map(({ answer }) => answer.question);
    if (rate === undefined) throw new Error("the rate was to be accepted");
    const conflict = conflictOn(stage, ISSUE);
    await stage.answer(conflict, { option: "a" });
    const before = stage.engine.version;
    expect(await stage.amend({ id: rate }, { option: "revise" })).toMatchObject(
      refusal(`${conflict.id}, answered a after it`),
    );
    expect(stage.engine.version).toBe(before);
  });

  it("given it would end the session, then what was answered after it is named", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE)],
      settings: { spend: { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, calls: 1 } } },
      engineer: (_, __, gaps) => resolution(gaps),
      reviewer: (_, __, gaps) => approval(gaps),
    });
    await stage.untilAsked("spend");
    const first = stage.question("spend");
    await stage.answer(first, { option: "pause" });
    await stage.submit({ type: "Resume", by: "human:test" });
    await stage.untilAsked("spend");
    const second = stage.question("spend");
    await stage.answer(second, { option: "pause" });
    expect(await stage.amend(first, { option: "abandon" })).toMatchObject(
      refusal(
        `${second.id}, answered pause after it, does not fit the new answer: the session would be over`,
      ),
    );
  });

  it("given a later question that only came of it, then that is asked again and answered as before", async () => {
    const stage = await twoConflicts("MEDIUM");
    const batch = stage.question("conflict-batch");
    await stage.answer(batch, { option: "each" });
    await stage.answer(conflictOn(stage, OTHER), { option: "a" });
    expect(await stage.amend(batch, { option: "each", by: "human:other" })).toMatchObject({ at: "done" });
    expect(stage.session.work.conflicts[OTHER as never]?.state.at).toBe("decided");
    expect(stage.session.work.questions.map(({ subject }) => subject)).toEqual([
      { of: "conflict", conflict: ISSUE },
    ]);
    await expectReplayed(stage);
  });

  it("given a policy answered, then a person may say otherwise, and no policy may", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "skip", by: "policy:night.json" });
    const version = stage.engine.version;
    expect(await stage.amend(question, { option: "narrow", by: "policy:night.json" })).toMatchObject(
      refusal("only a person"),
    );
    expect(stage.engine.version).toBe(version);
    expect(await stage.amend(question, { option: "context", text: "Wait." })).toMatchObject({ at: "done" });
    expect(stage.session.work.round?.lanes[0]?.state.at).toBe("due");
  });

  it("given a pause that nobody else asked for, when it is amended, then the session goes on", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "pause" });
    expect(stage.session.at).toBe("paused");
    await stage.amend(question, { option: "narrow" });
    expect(stage.session).toMatchObject({ at: "active", work: { convergence: { at: "CONVERGING" } } });
    await expectReplayed(stage);
  });

  it("given the user paused in order to think, when they amend, then it stays paused", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "skip" });
    await stage.submit({ type: "Pause", by: "human:test", because: "let me think" });
    await stage.amend(question, { option: "narrow" });
    expect(stage.session).toMatchObject({ at: "paused", work: { convergence: { at: "PAUSED" } } });
    await stage.submit({ type: "Resume", by: "human:test" });
    expect(stage.calls()).toHaveLength(1);
    await expectReplayed(stage);
  });

  it("given another agent was chosen, when it is amended, then the first plays on", async () => {
    const stage = await Stage.open({ ...STUCK, engineer: () => ({ outcome: "crashed" }) });
    await stage.untilAsked("execution");
    const question = stage.question();
    const { settings: before, ledger } = stage.session;
    await stage.answer(question, { option: "other-agent", text: "second" });
    expect(stage.calls()[0]?.agent).toBe("second");
    await stage.amend(question, { option: "retry" });
    expect(stage.calls()[0]?.agent).toBe("engineer");
    expect(stage.session.settings).toEqual(before);
    expect(stage.session.ledger.agentChanges).toEqual(ledger.agentChanges);
  });

  it("given time went by, then it has gone by", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "skip" });
    const { waitingMs, activeMs } = stage.session.work.now;
    await stage.amend(question, { option: "narrow" });
    const { now } = stage.session.work;
    expect(now.waitingMs + now.activeMs).toBeGreaterThan(waitingMs + activeMs);
  });

  it("given a round began since, then the time it took stays part of the session", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE)],
      settings: { spend: { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, calls: 1 } } },
      engineer: () => `BLOCKED_NEEDS_INPUT: ${ONE} - the prices\n`,
      reviewer: () => null,
    });
    await stage.untilAsked("blocked");
    const question = stage.question("blocked");
    await stage.untilQuiet();
    await stage.answer(question, { option: "input", text: "Three." });
    await stage.untilAsked("spend");
    expect(stage.session.work.round?.number).toBe(2);
    await stage.amend(question, { option: "defer", rationales: { "*": "later" } });
    expect(stage.session.work.round).toBeNull();
    const { startedAt, lastEventAt } = stage.session;
    const seconds = statusDocument(stage.session).timing.reduce(
      (sum, row) => sum + row.activeSeconds + row.waitingSeconds,
      0,
    );
    expect(seconds).toBe((Date.parse(lastEventAt) - Date.parse(startedAt)) / 1_000);
  });

  it("given it made a document count that does not now, then that document is gone", async () => {
    const nowhere = resolution([TWO]).replace(
      "### Spec Text\n",
      "### Spec Text\n\nReplaces: No such section\n",
    );
    const stage = await Stage.open({
      gaps: [sourceGap(ONE), sourceGap(TWO)],
      limits: { gapsPerRound: 2 },
      engineer: ({ attempt }) => (attempt === 1 ? `${resolution([ONE])}\n${nowhere}` : "I thought about it."),
      reviewer: () => null,
    });
    await stage.untilAsked("escalation");
    const question = stage.question();
    await stage.answer(question, { option: "skip" });
    expect(stage.files.has("round_001/engineer.md")).toBe(true);
    await stage.amend(question, { option: "context", text: "Look at the second section." });
    expect(stage.files.has("round_001/engineer.md")).toBe(false);
    expect(stage.files.has("round_001/engineer.attempt-1.md")).toBe(true);
  });

  it("given it ends the session that it paused, then nothing follows the end", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE)],
      settings: { spend: { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, calls: 1 } } },
      engineer: (_, __, gaps) => resolution(gaps),
      reviewer: (_, __, gaps) => approval(gaps),
    });
    await stage.untilAsked("spend");
    const question = stage.question("spend");
    await stage.submit({ type: "Pause", by: "human:test", because: "lunch" });
    await stage.answer(question, { option: "raise" });
    await stage.submit({ type: "Resume", by: "human:test" });
    expect(await stage.amend(question, { option: "abandon" })).toMatchObject({ at: "done" });
    expect((await stage.world.store.load(stage.engine.stream)).at(-1)?.type).toBe("SessionEnded");
  });

  it("given the Mediator went on without a call, then its steps are taken again", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "skip" });
    expect(stage.steps()).toEqual(["complete-round"]);
    await stage.amend(question, { option: "narrow" });
    expect(stage.steps()).toEqual([]);
    expect(stage.calls()).toHaveLength(1);
  });
});

describe("an answer that stands", () => {
  it("given a call started with it, then that is named", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "narrow" });
    const [order] = stage.calls();
    if (order === undefined) throw new Error("nobody is called");
    await stage.start(order);
    const before = stage.session;
    expect(await stage.amend(question, { option: "skip" })).toMatchObject({
      at: "refused",
      refusal: {
        refused: "answer-stands",
        message: "the answer to Q1 stands: the Engineer of round 1 was given it",
        fix: expect.stringContaining("parley gap"),
      },
    });
    expect(stage.session).toBe(before);
  });

  it("given a round was completed on it, then that is named", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "skip" });
    await stage.step();
    expect(stage.session.work.completedRounds).toBe(1);
    expect(await stage.amend(question, { option: "narrow" })).toMatchObject(
      refusal("the answer to Q1 stands: round 1 was completed on it"),
    );
  });

  it("given a gap was accepted on it, then that is named", async () => {
    const stage = await twoConflicts("HIGH");
    const [first, second] = [conflictOn(stage, ISSUE), conflictOn(stage, OTHER)];
    await stage.answer(first, { option: "b" });
    expect(stage.session.amendable.at(-1)?.answer.question).toBe(first.id);
    await stage.answer(second, { option: "b" });
    expect(stage.states()[ONE]).toBe("ACCEPTED");
    for (const question of [first, second])
      expect(await stage.amend(question, { option: "a" })).toMatchObject(
        refusal(`the answer to ${question.id} stands: ${ONE} was accepted on it`),
      );
  });

  it("given a run that had started before came back meanwhile, then that is named", async () => {
    const stage = await Stage.open({
      ...STUCK,
      limits: { gapsPerRound: 2, parallelGaps: 2 },
      engineer: ({ lane }) => (lane === ONE ? "I thought about it." : resolution([lane])),
    });
    await stage.until(({ work }) => work.round !== null);
    const other = stage.calls().find(({ lane }) => lane === TWO);
    if (other === undefined) throw new Error("there is one run alone");
    await stage.start(other);
    await stage.untilAsked("escalation");
    const question = stage.question();
    await stage.answer(question, { option: "skip" });
    await stage.finish(other.key, resolution([TWO]));
    expect(await stage.amend(question, { option: "narrow" })).toMatchObject(
      refusal(`what the Engineer of round 1, on ${TWO}, wrote was taken in after it`),
    );
  });

  it("given the user has changed a gap since, then that decision is named", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "narrow" });
    await stage.submit({
      type: "ChangeGap",
      gap: gapId(TWO),
      change: { do: "severity", level: "LOW" },
      reason: "nobody minds",
      by: "human:test",
    });
    expect(await stage.amend(question, { option: "skip" })).toMatchObject(
      refusal("DECISION-R1-001 was decided after it"),
    );
  });

  it("given the settings were changed since, then that is said", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "narrow" });
    const changed = { ...stage.session.settings, criticalOverride: true };
    await stage.submit({ type: "ChangeSettings", settings: changed, because: "an override" });
    expect(await stage.amend(question, { option: "skip" })).toMatchObject(
      refusal("the settings were changed after it (an override)"),
    );
  });

  it("given questions that are open or were never asked, then it says so", async () => {
    const stage = await stuck();
    expect(await stage.amend(stage.question(), { option: "skip" })).toMatchObject(refusal("Q1 is open"));
    expect(await stage.amend({ id: "Q7" as Question["id"] }, { option: "skip" })).toMatchObject(
      refusal("Q7 has no answer that could be given otherwise"),
    );
  });

  it("given an option that is not offered, then the first answer stays", async () => {
    const stage = await stuck();
    const question = stage.question();
    await stage.answer(question, { option: "narrow" });
    const before = stage.session;
    expect(await stage.amend(question, { option: "raise" })).toMatchObject(refusal("does not offer raise"));
    expect(await stage.amend(question, { option: "context" })).toMatchObject(refusal("context needs text"));
    expect(stage.session).toBe(before);
  });
});

describe("an answer in a session that is opened again", () => {
  it("given a snapshot, then what it found is not kept twice, and it is amended from the log", async () => {
    const stage = await twoConflicts();
    const question = conflictOn(stage, ISSUE);
    await stage.engine.saveSnapshot();
    const shape = SESSION_SNAPSHOT_SHAPE;
    const { store } = stage.world;
    const bare = (await store.findSnapshot(stage.engine.stream, shape))?.text.length ?? 0;
    await stage.answer(question, { option: "a" });
    await stage.engine.saveSnapshot();
    const kept = (await store.findSnapshot(stage.engine.stream, shape))?.text.length ?? 0;
    expect(bare).toBeGreaterThan(0);
    expect(kept - bare).toBeLessThan(bare / 4);

    const { folder } = stage.world;
    const ports = { store, folder, clock: steppingClock(), hash: HASH, utf8: UTF8, seals: TEST_SEALS };
    const again = await SessionEngine.open(SESSION, ports);
    expect(again.live.amendable).toEqual(stage.session.amendable);
    const answer = answerTo(question.id, { option: "d", text: "Three." });
    const command = { type: "AmendAnswer", answer, document: null, role: null } as const;
    expect(await again.submit(command, { id: "again", actor: "human:test" })).toMatchObject({ at: "done" });
    expect(again.live.work.decisions.map(({ id }) => id)).toEqual(["DECISION-R2-002"]);
    await stage.engine.refresh();
    expect(stage.engine.session).toEqual(again.session);
    await expectReplayed(stage);
  });
});
