// What the simulation found about rounds that are undone, or about to be, each shown by itself.
import { describe, expect, it } from "vitest";
import type { RecoveredDecision } from "../../src/core/refinement/rollback/rollback.ts";
import { rateSeverity } from "../../src/core/shared/severity.ts";
import { replay } from "../../src/engine/replay.ts";
import { inventoryOfSpec } from "../../src/lint/spec-inventory.ts";
import { ARGUED_GAP, type Argument, answersTo, arguedSession, issueOf } from "../support/argued-session.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, objection, READY, resolution } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const ISSUE = issueOf(1);

function issueState(stage: Stage, id = ISSUE) {
  return stage.session.work.issues[id as never]?.issue.state;
}

async function request(stage: Stage, wish: "same" | null, to = 1) {
  await stage.submit({
    type: "RequestRollback",
    to,
    reason: "It goes in the wrong direction.",
    by: "human:ann",
    wish: wish === null ? null : { way: wish, text: null },
  });
}

async function undo(stage: Stage, to = 1): Promise<void> {
  await request(stage, "same", to);
  await stage.undone();
}

async function recover(stage: Stage, decisions: readonly RecoveredDecision[]) {
  return await stage.submit({ type: "RecoverDecisions", decisions, by: "human:ann" });
}

async function expectReplayed({ engine, world }: Stage): Promise<void> {
  const asked = { log: world.store, documents: engine.documents, stream: engine.stream };
  expect(await replay(asked)).toMatchObject({ at: "identical", older: 0 });
}

describe("while it is asked whether rounds are undone", () => {
  async function conflictAndRollback(): Promise<Stage> {
    const stage = await arguedSession({ severities: ["HIGH", "HIGH", "LOW"], against: [1] });
    await stage.untilAsked("conflict");
    await request(stage, null);
    await stage.undone();
    expect(stage.question("rollback").options.length).toBeGreaterThan(0);
    return stage;
  }

  it("given the user accepts a gap in conflict, then nobody is asked about that conflict any more", async () => {
    const stage = await conflictAndRollback();
    const asked = stage.question("conflict");
    const accepted = await stage.submit({
      type: "ChangeGap",
      gap: gapId(ARGUED_GAP),
      change: { do: "accept" },
      reason: "good enough",
      by: "human:ann",
    });
    expect(accepted).toMatchObject({ at: "done" });
    expect(issueState(stage)?.at).toBe("OVERRULED");
    expect(stage.session.work.conflicts[ISSUE as never]?.state.at).toBe("withdrawn");
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["rollback"]);
    expect(await stage.answer(asked, { option: "a" })).toMatchObject({ at: "refused" });
    await expectReplayed(stage);
  });

  it("given a review comes back that calls a flagged issue resolved, then the flag is answered", async () => {
    const resolved = `## Prior Issues\n\n| Issue | Status |\n| --- | --- |\n| ${ISSUE} | RESOLVED |\n`;
    const second = (gaps: readonly string[]) => `${approval(gaps)}\n${resolved}`;
    const silent: Argument = { severities: ["CRITICAL", "LOW"], against: [], ignored: [1], second };
    const stage = await arguedSession(silent);
    await stage.until(() => stage.calls().some(({ role }) => role === "reviewer"));
    const [order] = stage.calls();
    if (order === undefined) throw new Error("no review is owed");
    await stage.start(order);
    await request(stage, null);
    await stage.finish(order.key, second(order.gaps));
    expect(issueState(stage)?.at).toBe("CLOSED");
    expect(stage.session.work.flags[ISSUE as never]?.outcome).toBe("answered");
    await expectReplayed(stage);
  });
});

describe("a decision of an undone round that is taken up again", () => {
  async function decided(option: "a" | "b"): Promise<Stage> {
    const stage = await arguedSession({ severities: ["HIGH", "HIGH", "LOW"], against: [1] });
    await stage.untilAsked("conflict");
    await stage.answer(stage.question("conflict"), { option });
    await undo(stage);
    expect(issueState(stage)).toEqual({ at: "OPEN", decision: null });
    expect(stage.session.work.conflicts).toEqual({});
    return stage;
  }

  it("given B, then the issue is overruled again, and the Engineer cannot argue it once more", async () => {
    const stage = await decided("b");
    await stage.answer(stage.question("decisions"), { option: "all" });
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({ about: { option: "B" }, reappliedFrom: { round: 2 } });
    expect(issueState(stage)).toEqual({ at: "OVERRULED", decision: decision?.id });
    await expectReplayed(stage);
  });

  it("given A, then the issue stays open with its decision, and what argues it again does not pass", async () => {
    const stage = await decided("a");
    await stage.answer(stage.question("decisions"), { option: "all" });
    const [decision] = stage.session.work.decisions;
    expect(issueState(stage)).toEqual({ at: "OPEN", decision: decision?.id });
    await stage.until(({ work }) => work.round?.lanes.some(({ failures }) => failures.length > 0) ?? false);
    expect(stage.session.work.round?.lanes[0]?.failures[0]?.failure).toBe("RE_ARGUED_CONFLICT");
    expect(stage.session.work.disagreements).toEqual({});
    await expectReplayed(stage);
  });

  it("given other words, then they are what the user specifies, and the text is revised by them", async () => {
    const stage = await decided("b");
    const [aside] = stage.session.ledger.setAside;
    if (aside === undefined) throw new Error("nothing is set aside");
    await recover(stage, [{ id: aside.decision.id, text: "Three tries." }]);
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({
      about: { option: "D" },
      decision: "Three tries.",
      actionForEngineer: "Carry this out in the text: Three tries.",
      actionForGap: "NEEDS_REVISION",
    });
    expect(issueState(stage)).toEqual({ at: "OPEN", decision: decision?.id });
  });

  it("given an issue was waived, then it is again", async () => {
    const stage = await arguedSession({ severities: ["CRITICAL", "LOW"], against: [], ignored: [1] });
    await stage.untilAsked("implicit");
    await stage.answer(stage.question("implicit"), { option: "waive", rationales: { "*": "it can wait" } });
    await undo(stage);
    expect(issueState(stage)?.at).toBe("OPEN");
    await stage.answer(stage.question("decisions"), { option: "all" });
    expect(issueState(stage)).toEqual({ at: "WAIVED", reason: "it can wait" });
  });

  it("given an issue was rated, then it weighs that again", async () => {
    const stage = await arguedSession({ severities: ["HIGH", "HIGH"], against: [1, 2] });
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { [ISSUE]: "LOW" },
    });
    await undo(stage);
    expect(stage.session.work.issues[ISSUE as never]?.issue.severity).toBe("HIGH");
    await stage.answer(stage.question("decisions"), { option: "all" });
    expect(stage.session.work.issues[ISSUE as never]?.issue.severity).toBe("LOW");
  });

  it("given it went by precedent, then it names none of the decisions that bind nobody", async () => {
    const stage = await arguedSession({ severities: ["LOW", "LOW", "LOW", "LOW"] });
    await stage.untilAsked("conflict-batch");
    await stage.answer(stage.question("conflict-batch"), { option: "each" });
    for (const _ of [1, 2, 3]) await stage.answer(stage.question("conflict"), { option: "b" });
    await undo(stage);
    const undone = stage.session.ledger.setAside.map(({ decision }) => decision);
    const last = undone.at(-1);
    expect(last?.decidedBy).toBe("precedent");
    await recover(stage, last === undefined ? [] : [{ id: last.id, text: null }]);
    await stage.throughMediation();
    await stage.step();
    const prompt = stage.prompts.get("s/2.1/engineer/-/1/1") ?? "";
    expect(prompt).toContain("By precedent in round 2.");
    for (const { id } of undone) expect(prompt).not.toContain(id);
  });
});

it("given a round that failed for arguing a decision, when both are undone, then the next prompts do not name it", async () => {
  const stage = await arguedSession({
    severities: ["HIGH", "HIGH", "LOW"],
    against: [1],
    engineer: (round, gaps) =>
      round === 4
        ? `${resolution(gaps)}\n${answersTo(3, [1])}`
        : resolution(gaps, { text: `In round ${round} the caller waits more.` }),
  });
  await stage.untilAsked("conflict");
  await stage.until(({ work }) => work.round?.number === 3);
  await stage.answer(stage.question("conflict"), { option: "a" });
  const [decision] = stage.session.work.decisions;
  await stage.untilAsked("escalation");
  expect(stage.session.work.round?.lanes[0]?.failures.at(-1)?.failure).toBe("RE_ARGUED_CONFLICT");
  await stage.answer(stage.question("escalation"), { option: "rollback" });
  await stage.undone();
  await stage.answer(stage.question("rollback"), { option: "several", text: "round 2" });
  await stage.undone();
  await stage.until(() => stage.prompts.has("s/3.1/engineer/-/1/1"));
  const prompt = stage.prompts.get("s/3.1/engineer/-/1/1") ?? "";
  expect(prompt).toContain("# This round is done again");
  expect(prompt).not.toContain(decision?.id);
});

it("given a run beside the rounds that was to mend its answer, when a round is undone, then it begins afresh", async () => {
  const stage = await arguedSession({
    severities: ["CRITICAL", "LOW"],
    against: [],
    ignored: [1],
    answer: "Nothing to say.",
  });
  await stage.untilAsked("implicit");
  await stage.answer(stage.question("implicit"), { option: "request" });
  const answering = () => stage.calls().find(({ role }) => role === "answer-issue");
  const first = answering();
  if (first === undefined) throw new Error("nobody is asked");
  await stage.start(first);
  await stage.finish(first.key, { document: "Nothing to say.", sessionRef: "talk-1" });
  expect(answering()).toMatchObject({ resume: "talk-1" });
  // The next round begins before it is mended.
  while (stage.session.work.completedRounds < 2 || stage.session.work.round === null) {
    const other = stage.owed().find((effect) => effect.do !== "call" || effect.order.role !== "answer-issue");
    if (other === undefined) throw new Error("nothing else is owed");
    await stage.perform(other);
  }
  await undo(stage, 2);
  expect(answering()).toMatchObject({ resume: null });
  expect(stage.session.work.answering[0]?.turn.attempt).toBe(2);
});

it("given a run beside the rounds that has answered, when the round of its answer is undone, then its document goes", async () => {
  const stage = await arguedSession({
    severities: ["CRITICAL", "LOW"],
    against: [],
    ignored: [1],
    reviewer: (round, [gap = ""]) => objection(gap, { id: `ISSUE-R${round}-001` }),
  });
  await stage.untilAsked("implicit");
  const asked = stage.question("implicit");
  await stage.answer(asked, { option: "request" });
  const [run] = stage.calls().filter(({ role }) => role === "answer-issue");
  if (run === undefined) throw new Error("nobody is asked");
  await stage.start(run);
  await stage.until(({ work }) => work.completedRounds === 3 && work.round !== null);
  const document = `round_002/engineer.addendum.${asked.id}.md`;
  await stage.finish(run.key, answersTo(1, []));
  expect(stage.files.has(document)).toBe(true);
  await undo(stage, 3);
  expect(stage.session.work.answering).toHaveLength(1);
  expect(stage.files.has(document)).toBe(false);
});

it("given a text without a place whose headings would take a section with them, then it is put nowhere", async () => {
  const source =
    "# A library\n\n## Terms\n\nA loan ends by itself, TBD.\n\n## Fields\n\n| Field | Limit |\n|---|---|\n| name | TBD |\n";
  const found = inventoryOfSpec(source, "spec.md", () => true).gaps;
  const [terms, field] = found;
  const gaps = found.map((gap) => ({ ...gap, severity: rateSeverity(gap === terms ? "CRITICAL" : "LOW") }));
  const solution = "# Swarms\n\nWhoever finds a swarm may keep it.\n";
  const stage = await Stage.open({
    source,
    gaps,
    limits: { gapsPerRound: 1 },
    engineer: (_, __, all) =>
      `## Gap Resolution: ${all.join(", ")}\n\n**Confidence:** HIGH\n\n### Proposed Solution\n\n${"It is settled for good. ".repeat(10)}\n\n### Spec Text\n\nReplaces: Nowhere\n\n\`\`\`markdown\n${solution}\`\`\`\n`,
    reviewer: ({ purpose }, _, all) => (purpose === "final" ? READY : approval(all)),
  });
  await stage.untilQuiet();
  expect(
    stage
      .question("escalation")
      .evidence.map(({ text }) => text)
      .join(" "),
  ).toContain(terms?.id);
  expect(stage.session.work.draft.applied).toEqual([]);
  expect(stage.states()[field?.id ?? ""]).toBe("OPEN");
});
