// Rounds that are undone: what is put back, what stays, what is asked, and what the next attempt is told.
import { describe, expect, it } from "vitest";
import { eventWords } from "../../src/app/sessions/event-words.ts";
import { rollbackEntries } from "../../src/core/refinement/records/rollbacks-of.ts";
import type { RollbackSettings } from "../../src/core/refinement/rollback/rollback.ts";
import { sessionFold } from "../../src/core/refinement/session/evolve.ts";
import { owedToRollback } from "../../src/core/refinement/session/owed.ts";
import { rollbackTargets } from "../../src/core/refinement/session/roll-back.ts";
import type { LiveSession } from "../../src/core/refinement/session/session.ts";
import { emptyResult } from "../../src/core/shared/agent-outcome.ts";
import { withHistory } from "../../src/document/record/rollback.ts";
import { finishedSpec } from "../../src/engine/finished-spec.ts";
import type { AgentPort } from "../../src/engine/ports.ts";
import { replay } from "../../src/engine/replay.ts";
import { rollbackStep } from "../../src/engine/roll-back.ts";
import { SessionEngine } from "../../src/engine/session-engine.ts";
import { runSession } from "../../src/runner/run-session.ts";
import { gapId } from "../support/example-gap.ts";
import { TEST_SEALS } from "../support/seals.ts";
import {
  acquireSession,
  approval,
  HASH,
  NEVER,
  objection,
  READY,
  resolution,
  SESSION,
  sessionWorld,
  sourceGap,
  steppingClock,
  UTF8,
} from "../support/session-world.ts";
import { Stage, type StageOptions } from "./stage.ts";

const GAPS = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003", "GAP-FLOW-004"] as const;
const ROLLBACK: RollbackSettings = { mode: "INTERACTIVE", analysisThreshold: 2, sessionMax: 7 };
const THRESHOLDS = { stallThreshold: 9, divergenceThreshold: 99 };

/** A gap a round, and each is accepted at once. */
function options(rollback: Partial<RollbackSettings> = {}): StageOptions {
  return {
    gaps: GAPS.map((id) => sourceGap(id)),
    limits: { gapsPerRound: 1 },
    settings: { thresholds: THRESHOLDS, rollback: { ...ROLLBACK, ...rollback } },
    engineer: ({ round, incarnation }, _, gaps) =>
      resolution(gaps, { text: `Round ${round}, attempt ${incarnation + 1}: the caller waits a second.` }),
    reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : approval(gaps)),
  };
}

async function afterRounds(rounds: number, rollback: Partial<RollbackSettings> = {}): Promise<Stage> {
  const stage = await Stage.open(options(rollback));
  await stage.untilRounds(rounds);
  await stage.engine.sync();
  return stage;
}

async function request(stage: Stage, about: { to?: number; reason?: string; wish?: "same" | "narrow" } = {}) {
  const { to = null, reason = "the proposals are too abstract", wish } = about;
  const outcome = await stage.submit({
    type: "RequestRollback",
    to,
    reason,
    by: "human:ann",
    wish: wish === undefined ? null : { way: wish, text: null },
  });
  if (outcome.at === "done") await stage.undone();
  return outcome;
}

function bodyOf(stage: Stage, round: number, file: "status" | "decisions"): string {
  const backup = stage.files.get(`${file}_backup_round_${round}.md`);
  if (backup === undefined) throw new Error(`no backup of round ${round}`);
  return backup;
}

async function expectReplayed({ engine, world }: Stage): Promise<void> {
  const asked = { log: world.store, documents: engine.documents, stream: engine.stream };
  expect(await replay(asked)).toMatchObject({ at: "identical", older: 0 });
  const events = (await world.store.load(engine.stream)).map(sessionFold.upcast);
  expect(events.reduce(sessionFold.evolve, sessionFold.initial)).toEqual(engine.session);
}

/** Everything that an undone round takes back, but for the time that has passed. */
function workOf({ work }: LiveSession) {
  const { rollback: _, retry: __, past, now, ...rest } = work;
  const timeless = [...past, now].map((log) => ({ ...log, activeMs: 0, waitingMs: 0 }));
  return { ...rest, rounds: timeless };
}

describe("a rollback by the user", () => {
  it("given a completed round, when it is undone with the same prompt, then the session stands as before it", async () => {
    const stage = await afterRounds(2);
    await stage.throughMediation();
    const before = stage.session.checkpoints.find(({ round }) => round === 2)?.before.work;
    await stage.untilRounds(3);
    const status = bodyOf(stage, 2, "status");
    expect(await request(stage, { wish: "same" })).toMatchObject({ at: "done" });
    expect(before === undefined ? null : workOf({ ...stage.session, work: before })).toEqual(
      workOf(stage.session),
    );
    expect(stage.session.work.completedRounds).toBe(2);
    const { rollbacks } = stage.session.ledger;
    expect(rollbacks).toMatchObject([{ to: 2, rounds: [{ round: 3, attempt: 1 }] }]);
    const history = withHistory("", rollbackEntries(stage.session), null);
    expect(stage.files.get("decisions.md")).toBe(`${bodyless(stage)}${history}`);
    const now = stage.files.get("status.md") ?? "";
    const end = now.indexOf("## Rollback History");
    expect(now.slice(0, end)).toBe(status.slice(0, status.indexOf("## Rollback History")));
    expect(now).toContain("### Round 3 - Rollback 1");
    await expectReplayed(stage);
  });

  it("given the files of the round, when it is undone, then the archive has them all and the folder none", async () => {
    const stage = await afterRounds(3);
    const files = [...stage.files].filter(([path]) => path.startsWith("round_003/"));
    expect(files.map(([path]) => path)).toContain("round_003/engineer.md");
    await request(stage, { wish: "same" });
    const archive = stage.world.rollback.archives.archives.get("round_003_rolled_back_1.tar.gz");
    const held = new Map(
      [...(archive?.contents ?? [])].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
    );
    for (const [path, text] of files) expect(held.get(path.replace("round_003/", "")), path).toBe(text);
    expect([...held.keys()]).toEqual(
      expect.arrayContaining(["rollback_metadata.json", "decisions_from_round_3.md", "rollback_analysis.md"]),
    );
    expect(JSON.parse(held.get("rollback_metadata.json") ?? "{}")).toMatchObject({
      original_round: 3,
      attempt_number: 1,
      reason: "the proposals are too abstract",
    });
    expect([...stage.files.keys()].filter((path) => path.startsWith("round_003/"))).toEqual([]);
  });

  it("given a round under way, when it is undone, then what its agent brings later belongs to no turn", async () => {
    const stage = await afterRounds(1);
    await stage.throughMediation();
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no call is owed");
    await stage.start(order);
    await request(stage, { wish: "same" });
    const late = resolution(order.gaps, { text: "Too late." });
    expect(await stage.finish(order.key, late)).toMatchObject({ at: "done" });
    expect(stage.session.ledger.calls).toEqual([]);
    expect(stage.session.work.proposals).not.toHaveProperty("GAP-FLOW-002");
    await stage.untilRounds(2);
    const keys = [...stage.prompts.keys()].filter((key) => key.includes("/2."));
    expect(keys).toEqual(expect.arrayContaining(["s/2.0/engineer/-/1/1", "s/2.1/engineer/-/1/1"]));
    expect(JSON.stringify(stage.session.work)).not.toContain("Too late");
    expect([...stage.files.values()].join()).not.toContain("Too late");
    await expectReplayed(stage);
  });

  it("given three rounds, when two are undone at once, then that counts once, with an archive each, newest first", async () => {
    const stage = await afterRounds(3);
    expect(rollbackTargets(stage.session).map(({ round, roundsUndone }) => [round, roundsUndone])).toEqual([
      [2, 1],
      [1, 2],
      [0, 3],
    ]);
    await request(stage, { to: 1, wish: "same" });
    expect(stage.session.ledger.rollbacks).toHaveLength(1);
    expect(stage.session.ledger.archives.map(({ name, written }) => [name, written !== null])).toEqual([
      ["round_003_rolled_back_1.tar.gz", true],
      ["round_002_rolled_back_1.tar.gz", true],
    ]);
    expect(stage.session.work.completedRounds).toBe(1);
    expect(stage.states()).toMatchObject({ "GAP-FLOW-002": "OPEN", "GAP-FLOW-003": "OPEN" });
  });

  it("given the same outputs once more, then the session ends with the same spec", async () => {
    const once = await afterRounds(4);
    await once.untilQuiet();
    const stage = await afterRounds(3);
    await request(stage, { to: 1, wish: "same" });
    await stage.untilQuiet();
    const plain = (texts: readonly string[]) =>
      texts.map((text) => text.replaceAll(/attempt \d/g, "attempt N"));
    expect(plain(stage.world.shelf.texts)).toEqual(plain(once.world.shelf.texts));
    expect(stage.question("archives").options.map(({ id }) => id)).toEqual([
      "keep",
      "delete",
      "recent",
      "cold",
    ]);
    await stage.answer(stage.question("archives"), { option: "keep" });
    await stage.untilQuiet();
    expect(stage.session.ledger.archivesSettled).toEqual({ option: "keep", done: true });
    await expectReplayed(stage);
  });

  it.each([
    ["no round", 0, undefined, "nothing to undo"],
    ["a round that is not complete", 2, 2, "round 2 is the newest"],
    ["a round that never was", 2, 7, "round 2 is the newest"],
  ])("given %s, then it is refused", async (_, rounds, to, message) => {
    const stage = await Stage.open(options());
    await stage.untilRounds(rounds);
    const outcome = await request(stage, to === undefined ? {} : { to });
    expect(outcome).toMatchObject({ at: "refused", refusal: { message: expect.stringContaining(message) } });
  });

  it("given an ended session, then it is refused and names fork", async () => {
    const stage = await afterRounds(4);
    await stage.untilQuiet();
    expect(await request(stage)).toMatchObject({
      at: "refused",
      refusal: { fix: expect.stringContaining("parley fork s --at") },
    });
  });

  it("given a session opened from its snapshot, then it goes back to any round", async () => {
    const stage = await afterRounds(3);
    await stage.engine.saveSnapshot();
    const { store, folder, rollback } = stage.world;
    const opened = await SessionEngine.open(SESSION, {
      ...{ store, folder, clock: steppingClock(), hash: HASH, utf8: UTF8, seals: TEST_SEALS },
    });
    expect(rollbackTargets(opened.live)).toEqual(rollbackTargets(stage.session));
    expect(rollback).toBeDefined();
  });
});

function bodyless(stage: Stage): string {
  const decisions = stage.files.get("decisions.md") ?? "";
  return decisions.slice(0, decisions.indexOf("\n## Rollback History"));
}

describe("what is asked", () => {
  it("given INTERACTIVE, then it is asked how to go on, with the targets, and nothing begins before", async () => {
    const stage = await afterRounds(2);
    await request(stage);
    const question = stage.question("rollback");
    expect(question.evidence.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "To round 1: 3 gaps open, 0 decisions since, 1 round undone",
        "To round 0: 4 gaps open, 0 decisions since, 2 rounds undone",
      ]),
    );
    expect(stage.owed()).toEqual([]);
    await stage.answer(question, { option: "context", text: "Name the numbers." });
    await stage.undone();
    await stage.untilRounds(2);
    expect(stage.prompts.get("s/2.1/engineer/-/1/1")).toContain("Name the numbers.");
    expect(stage.prompts.get("s/2.0/engineer/-/1/1")).not.toContain("Name the numbers.");
  });

  it("given skip, then nothing is undone", async () => {
    const stage = await afterRounds(2);
    await request(stage);
    await stage.answer(stage.question("rollback"), { option: "skip" });
    expect(stage.session.work).toMatchObject({ completedRounds: 2, rollback: null });
    await stage.untilRounds(3);
    expect(stage.session.ledger.rollbacks).toEqual([]);
  });

  it("given several, then it goes back to the round that is named", async () => {
    const stage = await afterRounds(3);
    await request(stage);
    const question = stage.question("rollback");
    expect(await stage.answer(question, { option: "several", text: "round 9" })).toMatchObject({
      at: "refused",
    });
    await stage.answer(question, { option: "several", text: "0" });
    await stage.undone();
    expect(stage.session.work.completedRounds).toBe(0);
  });

  it("given the second rollback of a round, then its cause is looked for; STRICT does so the first time", async () => {
    const stage = await afterRounds(2);
    await request(stage, { wish: "same", reason: "mechanics unclear" });
    await stage.untilRounds(2);
    await request(stage, { reason: "now the screens are unclear instead" });
    const question = stage.question("root-cause");
    expect(question.evidence.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Attempt 1: "mechanics unclear"',
        'Attempt 2: "now the screens are unclear instead"',
      ]),
    );
    await stage.answer(question, { option: "reassign", gaps: [gapId("GAP-FLOW-004")] });
    await stage.undone();
    await stage.throughMediation();
    expect(stage.calls().map(({ gaps }) => gaps)).toEqual([["GAP-FLOW-004"]]);
    expect(stage.files.get("status.md")).toContain("take GAP-FLOW-004 instead");

    const strict = await afterRounds(1, { mode: "STRICT" });
    await request(strict);
    expect(strict.question("root-cause").why).toContain("first time");
  });

  it("given several rounds of which the newest was undone before, then its cause is told of it alone", async () => {
    const stage = await afterRounds(2);
    await request(stage, { wish: "same", reason: "mechanics unclear" });
    await stage.untilRounds(2);
    await request(stage, { to: 0, wish: "same", reason: "screens unclear" });
    const told = rollbackEntries(stage.session).map(({ round, attempt, rootCause }) => [
      round,
      attempt,
      rootCause !== null,
    ]);
    expect(told).toEqual([
      [2, 1, false],
      [2, 2, true],
      [1, 1, false],
    ]);
  });

  it("given all rollbacks are used, then it is asked how to go on, and each answer does what it says", async () => {
    const stage = await afterRounds(1, { sessionMax: 1 });
    await request(stage, { wish: "same" });
    await stage.untilRounds(1);
    await request(stage, { wish: "same" });
    expect(stage.session.work.rollback).toBeNull();
    const question = stage.question("rollback-limit");
    expect(question.options.map(({ id }) => id)).toEqual(["review", "accept", "abandon", "refresh"]);
    await stage.answer(question, { option: "review" });
    expect(stage.session.at).toBe("paused");
    expect(stage.files.get("for_review.md")).toContain("### GAP-FLOW-002");
  });
});

describe("what the user adds", () => {
  const TEXT = "Amounts are in cents.";

  async function undoneWith(context: "answer" | "command"): Promise<Stage> {
    const stage = await afterRounds(2);
    const wish = context === "command" ? ({ way: "context", text: TEXT } as const) : null;
    await stage.submit({ type: "RequestRollback", to: null, reason: "too abstract", by: "human:ann", wish });
    await stage.undone();
    if (context === "command") return stage;
    await stage.answer(stage.question("rollback"), { option: "context", text: TEXT });
    await stage.undone();
    return stage;
  }

  const inBindingPart = (prompt: string | undefined) => {
    const from = prompt?.indexOf("# Decisions that bind you") ?? -1;
    return from === -1 ? "" : (prompt?.slice(from).split("\n# ")[0] ?? "");
  };

  it.each(["answer", "command"] as const)(
    "given context by %s, then it is a decision that binds both roles, in the round that is done again and after it",
    async (by) => {
      const stage = await undoneWith(by);
      expect(stage.session.work.decisions).toMatchObject([
        { id: "DECISION-R2-001", decision: TEXT, about: { option: "context" }, reappliedFrom: null },
      ]);
      expect(stage.files.get("decisions.md")).toContain(TEXT);
      await stage.untilRounds(3);
      for (const key of ["2.1/engineer", "2.1/reviewer", "3.0/engineer", "3.0/reviewer"]) {
        const prompt = stage.prompts.get(`s/${key}/-/1/1`);
        expect(inBindingPart(prompt), key).toContain(TEXT);
        expect(prompt?.split(TEXT), key).toHaveLength(2);
      }
      const spec = await finishedSpec(stage.session, stage.engine.documents);
      expect(spec.text).toContain(`- **${TEXT}** (`);
      await expectReplayed(stage);
    },
  );

  it("given the same round undone once more, then what was said the first time still binds, and more may be added", async () => {
    const stage = await undoneWith("command");
    await stage.untilRounds(2);
    await stage.submit({
      ...{ type: "RequestRollback", to: null, reason: "again", by: "human:ann" },
      wish: { way: "context", text: "Dates are in UTC." },
    });
    await stage.undone();
    await stage.untilRounds(2);
    const prompt = inBindingPart(stage.prompts.get("s/2.2/reviewer/-/1/1"));
    expect(prompt).toContain(TEXT);
    expect(prompt).toContain("Dates are in UTC.");
  });

  it("given context for an escalation, then it binds both roles as well", async () => {
    const stage = await Stage.open({
      ...options(),
      engineer: ({ attempt }, _, gaps) => (attempt <= 3 ? "I thought about it." : resolution(gaps)),
    });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question("escalation"), { option: "context", text: TEXT });
    await stage.untilRounds(1);
    expect(stage.session.work.decisions).toMatchObject([{ decision: TEXT, gaps: ["GAP-FLOW-001"] }]);
    for (const key of ["s/1.0/engineer/-/4/1", "s/1.0/reviewer/-/1/1"])
      expect(inBindingPart(stage.prompts.get(key)), key).toContain(TEXT);
    expect(stage.files.get("decisions.md")).toContain(TEXT);
    await expectReplayed(stage);
  });
});

describe("a round that is done again", () => {
  const partOf = (prompt: string | undefined) => {
    const from = prompt?.indexOf("# This round is done again") ?? -1;
    return from === -1 ? "" : (prompt?.slice(from).split("\n# ")[0] ?? "");
  };

  it("given a reason, then both roles hear that the round is done again, and why; nobody does in other rounds", async () => {
    const stage = await afterRounds(2);
    await request(stage, { wish: "same", reason: "Amounts in euros are wrong." });
    await stage.untilRounds(3);
    for (const key of ["2.1/engineer", "2.1/reviewer"]) {
      const part = partOf(stage.prompts.get(`s/${key}/-/1/1`));
      expect(part, key).toContain("Amounts in euros are wrong.");
      expect(part, key).not.toContain("suggests");
    }
    for (const key of ["2.0/engineer", "3.0/engineer", "3.0/reviewer"])
      expect(partOf(stage.prompts.get(`s/${key}/-/1/1`)), key).toBe("");
  });

  it("given what the analysis suggests, then the Engineer is told who suggests it and how sure that is, and nobody takes it for the user's word", async () => {
    const stage = await Stage.open({
      ...options(),
      engineer: ({ incarnation }, _, gaps) =>
        resolution(incarnation === 0 ? gaps.slice(0, 1) : gaps).replace("### Trade-offs", "### Cost"),
    });
    await stage.untilRounds(1);
    const wish = { way: "context", text: "Amounts are in cents." } as const;
    await stage.submit({ type: "RequestRollback", to: null, reason: "", by: "human:ann", wish });
    await stage.undone();
    const archive = stage.world.rollback.archives.archives.get("round_001_rolled_back_1.tar.gz");
    const metadata = Buffer.from(archive?.contents.get("rollback_metadata.json") ?? "").toString();
    const suggested = stage.session.ledger.rollbacks[0]?.analysis?.adjustments ?? [];
    expect(suggested.map(({ confidence }) => confidence)).toContain("HIGH");
    expect(JSON.parse(metadata)).toMatchObject({
      user_adjustments: ["Amounts are in cents."],
      suggested_adjustments: suggested.map(({ text, confidence }) => ({ text, confidence })),
    });
    await stage.untilRounds(1);
    const prompt = stage.prompts.get("s/1.1/engineer/-/1/1") ?? "";
    const lines = partOf(prompt).split("\n");
    for (const { text, confidence } of suggested)
      expect(
        lines.find((line) => line.includes(text)),
        text,
      ).toContain(`- (${confidence} confidence) `);
    expect(prompt).not.toContain("# What the user says for this turn");
    expect(partOf(stage.prompts.get("s/1.1/reviewer/-/1/1"))).not.toContain("confidence");
    await expectReplayed(stage);
  });
});

describe("AUTO_RETRY", () => {
  const failing: StageOptions = {
    ...options({ mode: "AUTO_RETRY" }),
    engineer: ({ incarnation }, _, gaps) =>
      incarnation === 0 ? "I thought about it." : resolution(gaps, { text: "The caller waits a second." }),
  };

  it("given retries that are used up, then the round is undone and done again by itself, once", async () => {
    const stage = await Stage.open(failing);
    await stage.untilRounds(1);
    expect(stage.session.ledger.rollbacks).toMatchObject([
      { trigger: "retries", mode: "AUTO_RETRY", userDecision: null, outcome: "Retry completed" },
    ]);
    const status = stage.files.get("status.md");
    expect(status).toContain("AUTO_RETRY (attempt 1 of 2 before the user is asked)");
    for (const line of [
      "#### Round 1 Auto-Retry",
      "- **Attempt:** 1 of 2 before user prompt",
      "- **Failure Pattern:** MISSING_SECTIONS (GAP-FLOW-001: Gap Resolution absent)",
      "- **Auto-Adjustments Applied:** 1",
      "- **Note:** User not prompted. Second failure will trigger interactive mode.",
    ])
      expect(status).toContain(line);
    expect(stage.prompts.get("s/1.1/engineer/-/1/1")).toContain(
      stage.session.ledger.rollbacks[0]?.adjustments[0] ?? "an adjustment",
    );
    await expectReplayed(stage);
  });

  it("given it fails again, then the user is asked", async () => {
    const stage = await Stage.open({ ...failing, engineer: () => "I thought about it." });
    await stage.untilAsked("escalation");
    expect(stage.session.ledger.rollbacks).toHaveLength(1);
    await stage.answer(stage.question("escalation"), { option: "rollback" });
    await stage.untilAsked("root-cause");
  });

  it('given "ask me this time", then the user is asked the first time; "by itself again" ends that', async () => {
    const stage = await Stage.open({ ...failing, engineer: () => "I thought about it." });
    await stage.throughMediation();
    await stage.submit({ type: "ChangeRollbackMode", ask: true, by: "human:ann" });
    await stage.untilAsked("escalation");
    expect(stage.session.ledger.rollbacks).toEqual([]);
    await stage.submit({ type: "ChangeRollbackMode", ask: false, by: "human:ann" });
    expect(stage.session.ledger.askAboutRound).toBeNull();
  });
});

describe("one that is dropped", () => {
  const drop = async (stage: Stage) => await stage.submit({ type: "DropRollback", by: "human:ann" });

  it.each([
    ["asked about", null],
    ["ordered", { way: "same", text: null }],
  ] as const)("given one that is %s, then nothing is undone, and the session goes on", async (_, wish) => {
    const stage = await afterRounds(2);
    await stage.submit({ type: "RequestRollback", to: null, reason: "too vague", by: "human:ann", wish });
    const [analysis] = owedToRollback(stage.session);
    if (analysis === undefined) throw new Error("nothing is owed");
    await stage.perform(analysis);
    expect(await drop(stage)).toMatchObject({ at: "done" });
    expect(stage.session.work).toMatchObject({ rollback: null, questions: [], completedRounds: 2 });
    await stage.untilRounds(3);
    expect(stage.session.ledger.rollbacks).toEqual([]);
    await expectReplayed(stage);
  });

  it("given it was dropped while it was carried out, then that finds nothing to do", async () => {
    const stage = await afterRounds(1);
    await stage.submit({
      ...{ type: "RequestRollback", to: null, reason: "too vague", by: "human:ann" },
      wish: { way: "same", text: null },
    });
    const { engine } = stage;
    for (const step of ["analyse-rollback", "undo-rounds"] as const) {
      const effect = { do: step };
      await drop(stage);
      const { resource, epoch } = await acquireSession(stage.world.store);
      const outcome = await rollbackStep(engine, effect, stage.world.rollback, { resource, epoch });
      expect(["refused", "known"]).toContain(outcome.at);
    }
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given none, then it is refused", async () => {
    const stage = await afterRounds(1);
    expect(await drop(stage)).toMatchObject({ at: "refused", refusal: { refused: "no-rollback" } });
  });

  it("given retries that were used up, then the escalation is asked again", async () => {
    const stage = await Stage.open({ ...options(), engineer: () => "I thought about it." });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question("escalation"), { option: "rollback" });
    await drop(stage);
    expect(stage.question("escalation").options.map(({ id }) => id)).toContain("rollback");
  });
});

describe("other ways to it", () => {
  it("given an escalation answered with rollback, when that is skipped, then the escalation is asked again", async () => {
    const stage = await Stage.open({ ...options(), engineer: () => "I thought about it." });
    await stage.untilAsked("escalation");
    await stage.answer(stage.question("escalation"), { option: "rollback" });
    await stage.undone();
    await stage.answer(stage.question("rollback"), { option: "skip" });
    expect(stage.question("escalation").options.map(({ id }) => id)).toContain("rollback");
  });

  it("given a divergence warning answered with rollback, then it goes back before the round that raised it", async () => {
    const stage = await Stage.open({
      ...options(),
      settings: { thresholds: { stallThreshold: 2, divergenceThreshold: 99 }, rollback: ROLLBACK },
      reviewer: ({ purpose }, _, gaps) => (purpose === "final" ? READY : objection(gaps[0] ?? "")),
    });
    await stage.untilAsked("divergence");
    const { round } = { round: 0, ...stage.question("divergence").subject };
    await stage.answer(stage.question("divergence"), { option: "rollback" });
    await stage.undone();
    await stage.answer(stage.question("rollback"), { option: "same" });
    await stage.undone();
    expect(stage.session.work.completedRounds).toBe(round - 1);
    expect(stage.session.work.convergence.at).not.toBe("DIVERGENCE_WARNING");
  });
});

describe("what was decided", () => {
  async function withDecision(): Promise<Stage> {
    const stage = await afterRounds(1);
    await stage.throughMediation();
    await stage.submit({
      type: "ChangeGap",
      gap: gapId("GAP-FLOW-004"),
      change: { do: "defer" },
      reason: "not in this release",
      by: "human:ann",
    });
    await stage.untilRounds(2);
    await request(stage, { wish: "same" });
    return stage;
  }

  it("given a gap command of an undone round, then it binds nobody, and can be taken up again", async () => {
    const stage = await withDecision();
    expect(stage.states()["GAP-FLOW-004"]).toBe("OPEN");
    expect(stage.session.work.decisions).toEqual([]);
    expect(stage.session.ledger.setAside).toMatchObject([{ decision: { id: "DECISION-R2-001" }, round: 2 }]);
    const question = stage.question("decisions");
    await stage.answer(question, { option: "all" });
    expect(stage.states()["GAP-FLOW-004"]).toBe("USER_DEFERRED");
    expect(stage.session.work.decisions).toMatchObject([
      { id: "DECISION-R2-002", reappliedFrom: { round: 2, archive: "round_002_rolled_back_1.tar.gz" } },
    ]);
    expect(stage.session.ledger.setAside).toEqual([]);
    expect(stage.files.get("decisions.md")).toContain("Rolled-back round 2");
    await expectReplayed(stage);
  });

  it.each([
    ["some", "DECISION-R2-001", "USER_DEFERRED"],
    ["edit", "DECISION-R2-001: it comes in the next release", "OPEN"],
    ["leave", null, "OPEN"],
  ] as const)("given %s, then what is named is taken up again", async (option, text, state) => {
    const stage = await withDecision();
    await stage.answer(stage.question("decisions"), { option, text });
    expect(stage.states()["GAP-FLOW-004"]).toBe(state);
    expect(stage.session.work.decisions.map(({ decision }) => decision)).toEqual(
      option === "leave"
        ? []
        : [option === "edit" ? "it comes in the next release" : "GAP-FLOW-004 is deferred."],
    );
    expect(stage.session.ledger.setAside).toEqual([]);
  });

  it("given an archive that could not be written, then the same request again undoes no other round", async () => {
    const stage = await afterRounds(2);
    const again = { type: "RequestRollback", to: null, reason: "too vague", by: "human:ann" } as const;
    const wish = { way: "same", text: null } as const;
    await stage.submit({ ...again, wish });
    for (;;) {
      const [effect] = owedToRollback(stage.session);
      if (effect === undefined || stage.session.ledger.rollbacks.length > 0) break;
      await stage.perform(effect);
    }
    expect(await stage.submit({ ...again, wish })).toMatchObject({
      at: "refused",
      refusal: {
        refused: "rollback-pending",
        message: expect.stringContaining("round_002_rolled_back_1.tar.gz"),
      },
    });
    await stage.undone();
    expect(stage.session.work.completedRounds).toBe(1);
    expect(await stage.submit({ ...again, wish })).toMatchObject({ at: "done" });
  });

  it("given input by command to a gap that no longer waits for it, then all are taken up again, and the input binds", async () => {
    const [first] = GAPS;
    const stage = await Stage.open({
      ...options(),
      engineer: (call, request, gaps) =>
        call.round === 1 && call.incarnation === 0 && call.attempt === 1
          ? `BLOCKED_NEEDS_INPUT: ${first} - the limit\n`
          : options().engineer(call, request, gaps),
    });
    await stage.untilAsked("blocked");
    const change = { do: "unblock", input: "The limit is ten." } as const;
    await stage.submit({ type: "ChangeGap", gap: gapId(first), change, reason: "", by: "human:ann" });
    await request(stage, { to: 0, wish: "same" });
    expect(stage.states()[first]).toBe("OPEN");
    await stage.answer(stage.question("decisions"), { option: "all" });
    expect(stage.session.work.decisions).toMatchObject([
      { decision: "The limit is ten.", gaps: [first], reappliedFrom: { round: 1 } },
    ]);
    await expectReplayed(stage);
  });

  const defer = async (stage: Stage, gap: string) =>
    await stage.submit({
      ...{ type: "ChangeGap", gap: gapId(gap), change: { do: "defer" } },
      ...{ reason: "not in this release", by: "human:ann" },
    });

  /** A gap is put off in each of two rounds; the second is undone. */
  async function withMore(): Promise<Stage> {
    const stage = await Stage.open(options());
    for (const [rounds, gap] of [
      [0, "GAP-FLOW-004"],
      [1, "GAP-FLOW-003"],
    ] as const) {
      await stage.untilRounds(rounds);
      await stage.throughMediation();
      await defer(stage, gap);
    }
    await request(stage, { wish: "same" });
    return stage;
  }

  const askedAbout = ({ session }: Stage) =>
    session.work.questions
      .filter(({ kind }) => kind === "decisions")
      .map(({ why, evidence }) => [why, evidence.length]);

  it("given another rollback of rounds without decisions, then it is asked about still", async () => {
    const stage = await afterRounds(2);
    await stage.throughMediation();
    await defer(stage, "GAP-FLOW-004");
    await request(stage, { wish: "same" });
    await request(stage, { to: 0, wish: "same" });
    expect(askedAbout(stage)).toEqual([
      ["1 decision of undone rounds binds nobody any more: DECISION-R3-001.", 1],
    ]);
    await expectReplayed(stage);
  });

  it("given a question that was answered since and is open again, then it names what is set aside by now", async () => {
    const stage = await withMore();
    await stage.untilRounds(2);
    await stage.answer(stage.question("decisions"), { option: "some", text: "DECISION-R2-001" });
    expect(askedAbout(stage)).toEqual([]);
    await request(stage, { wish: "same" });
    expect(askedAbout(stage)).toEqual([
      ["1 decision of undone rounds binds nobody any more: DECISION-R3-001.", 1],
    ]);
    await expectReplayed(stage);
  });

  it("given some that are taken up again by command, then the question is asked anew about the others", async () => {
    const stage = await withMore();
    await request(stage, { to: 0, wish: "same" });
    const former = stage.question("decisions").id;
    await stage.submit({
      ...{ type: "RecoverDecisions", by: "human:ann" },
      decisions: [{ id: "DECISION-R1-001" as never, text: null }],
    });
    expect(askedAbout(stage)).toEqual([
      ["1 decision of undone rounds binds nobody any more: DECISION-R2-001.", 1],
    ]);
    expect(stage.question("decisions").id).not.toBe(former);
    await stage.answer(stage.question("decisions"), { option: "all" });
    expect(stage.session.ledger.setAside).toEqual([]);
    await expectReplayed(stage);
  });

  it("given a command that names decisions, then those are taken up again; an unknown one is refused", async () => {
    const stage = await withDecision();
    const recover = (id: string) =>
      stage.submit({
        type: "RecoverDecisions",
        decisions: [{ id: id as never, text: null }],
        by: "human:ann",
      });
    expect(await recover("DECISION-R9-001")).toMatchObject({ at: "refused" });
    expect(await recover("DECISION-R2-001")).toMatchObject({ at: "done" });
    expect(stage.session.work.questions.filter(({ kind }) => kind === "decisions")).toEqual([]);
  });
});

it("given an agent at work when its round is undone, then its call was stopped for that, and nobody is asked", async () => {
  const world = await sessionWorld({ ...options(), engineer: () => null, reviewer: () => null });
  const { engine, store, shelf, rollback } = world;
  const began: string[] = [];
  const agent: AgentPort = {
    async start({ key }, _, cancel) {
      began.push(key);
      if (began.length > 1) return emptyResult("empty");
      await engine.submit(
        {
          ...{ type: "RequestRollback", to: 0, reason: "too early", by: "human:ann" },
          wish: { way: "same", text: null },
        },
        { id: "by-hand", actor: "human:ann" },
      );
      await new Promise<void>((resolve) => cancel.onCancel(resolve));
      return emptyResult("cancelled");
    },
    recover: async () => ({ at: "unknown" }),
  };
  await runSession({
    ...{ engine, shelf, rollback, agentNamed: () => agent, lease: await acquireSession(store) },
    ...{ answerByPolicy: () => null, progress: () => undefined, untilRound: false, pollMs: 5 },
    ...{ stopSoon: NEVER, stopNow: NEVER },
  });
  expect(began.slice(0, 2)).toEqual(["s/1.0/engineer/-/1/1", "s/1.1/engineer/-/1/1"]);
  const events = (await store.load(engine.stream)).map(sessionFold.upcast);
  const [stopped] = events.flatMap((event) => (event.type === "AgentCallFinished" ? [event] : []));
  expect(stopped?.data).toMatchObject({
    key: "s/1.0/engineer/-/1/1",
    outcome: "cancelled",
    stoppedBecause: "its round was rolled back",
  });
  expect(stopped === undefined ? "" : eventWords(stopped)).toContain("its round was rolled back");
  expect(engine.live.work.questions.map(({ kind }) => kind)).toEqual(["escalation"]);
});
