// How much is disagreed with: when the user hears of it, and what each answer does.
import { describe, expect, it } from "vitest";
import {
  ARGUED_GAP,
  type Argument,
  answersTo,
  arguedSession,
  issueOf,
  objections,
  titleOf,
} from "../support/argued-session.ts";
import { disagreementAnswers } from "../support/disagreement-texts.ts";
import { approval, resolution } from "../support/session-world.ts";
import type { Stage } from "./stage.ts";

async function rated(about: Argument): Promise<Stage> {
  const stage = await arguedSession(about);
  await stage.untilAsked("disagree-rate");
  return stage;
}

function conflictsOf({ session }: Stage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(session.work.conflicts).map(({ id, state }) => [id, state.at]));
}

describe("the rate of a round", () => {
  it("given more than half of the grave issues, then the user is asked before each conflict is", async () => {
    const stage = await rated({ severities: ["HIGH", "HIGH", "MEDIUM"], against: [1, 2] });
    const { why, subject } = stage.question("disagree-rate");
    expect(subject).toEqual({ of: "rate", round: 2 });
    expect(why).toContain("DISAGREE RATE WARNING (WARN_USER)");
    expect(why).toContain("disagrees with 2 of 2 (100%)");
    expect(why).toContain(`${issueOf(1)} (HIGH): ${titleOf(1)}`);
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["disagree-rate"]);
    expect(stage.session.work.disagreeCounts).toEqual([
      { round: 1, stated: 0, grave: 0, answered: 0 },
      { round: 2, stated: 2, grave: 2, answered: 2 },
    ]);
  });

  it("given six of small issues, then no share of grave ones is told", async () => {
    const stage = await rated({
      severities: Array.from({ length: 6 }, () => "MEDIUM" as const),
      more: "## Justification\n\nEach is wrong for a reason of its own.\n",
    });
    const { why } = stage.question("disagree-rate");
    expect(why).toContain("disagrees with 6 issues in round 2, none of them HIGH or CRITICAL.");
    expect(why).not.toContain("0 of 0");
  });

  it("given half of them, then nobody is asked about the rate", async () => {
    const stage = await arguedSession({ severities: ["HIGH", "HIGH"], against: [1] });
    await stage.untilAsked("conflict");
    expect(stage.session.work.disagreeLimits).toEqual([]);
  });

  it("given all is withdrawn by the review, then the rate is recorded and nobody is asked", async () => {
    const stage = await arguedSession({
      severities: ["HIGH"],
      second: (gaps) =>
        `${disagreementAnswers({ [issueOf(1)]: ["WITHDRAW", "it is so"] })}\n${approval(gaps)}`,
    });
    await stage.untilRounds(2);
    expect(stage.session.work.disagreeLimits).toEqual(["WARN_USER"]);
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.states()[ARGUED_GAP]).toBe("ACCEPTED");
  });

  it("given six of six with a justification, then it is put to the user, and the round waits", async () => {
    const severities = Array.from({ length: 6 }, () => "HIGH" as const);
    const stage = await rated({ severities, more: "## Justification\n\nAll six ask for what is there.\n" });
    await stage.untilQuiet();
    const { why, evidence } = stage.question("disagree-rate");
    expect(why).toContain("DISAGREE RATE WARNING (TOO_MANY_DISAGREES)");
    expect(why).toContain("6 disagreements in this round");
    expect(evidence).toContainEqual(
      expect.objectContaining({ text: "Justification: All six ask for what is there." }),
    );
    expect(stage.session.work.disagreeLimits).toEqual(["TOO_MANY_DISAGREES", "WARN_USER"]);
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given six without one, then the document goes back and the message says so", async () => {
    const stage = await arguedSession({ severities: Array.from({ length: 6 }, () => "HIGH" as const) });
    await stage.untilAsked("escalation");
    expect(stage.question("escalation").why).toContain("TOO_MANY_DISAGREES");
    expect(stage.session.work.conflicts).toEqual({});
  });
});

describe("accept", () => {
  it("puts each conflict to the user, the gravest first, each with its number", async () => {
    const stage = await rated({ severities: ["HIGH", "CRITICAL"] });
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    const asked = stage.session.work.questions.map(({ kind, why }) => [kind, why.split("\n")[0]]);
    expect(asked).toEqual([
      ["conflict", `Conflict 1 of 2: ${issueOf(2)} (CRITICAL) on ${ARGUED_GAP}: ${titleOf(2)}`],
      ["conflict", `Conflict 2 of 2: ${issueOf(1)} (HIGH) on ${ARGUED_GAP}: ${titleOf(1)}`],
    ]);
  });
});

describe("review-reviewer", () => {
  it("withdraws what is rated below HIGH, counts the round again, and asks about the rest", async () => {
    const stage = await rated({
      severities: ["HIGH", "HIGH", "HIGH", "CRITICAL", "MEDIUM"],
      against: [1, 2, 3, 4],
    });
    await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { [issueOf(1)]: "LOW", [issueOf(2)]: "LOW" },
      rationales: { "*": "suggestions, no requirements" },
    });
    expect(conflictsOf(stage)).toEqual({
      [issueOf(1)]: "withdrawn",
      [issueOf(2)]: "withdrawn",
      [issueOf(3)]: "open",
      [issueOf(4)]: "open",
    });
    const [first, second] = stage.session.work.decisions;
    expect([first?.decision, second?.decision]).toEqual([
      `${issueOf(1)} is LOW, not HIGH.`,
      `${issueOf(2)} is LOW, not HIGH.`,
    ]);
    expect(stage.session.work.disagreeCounts).toEqual([
      { round: 1, stated: 0, grave: 0, answered: 0 },
      { round: 2, stated: 4, grave: 2, answered: 2 },
    ]);
    expect(stage.session.work.questions.map(({ subject }) => subject)).toEqual([
      { of: "conflict", conflict: issueOf(4) },
      { of: "conflict", conflict: issueOf(3) },
    ]);
  });

  it("given all are rated down, then nobody is asked any more, and the gap goes on", async () => {
    const stage = await rated({ severities: ["HIGH"] });
    await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { [issueOf(1)]: "MEDIUM" },
    });
    expect(stage.session.work.questions).toEqual([]);
    await stage.untilRounds(4);
    expect(stage.states()[ARGUED_GAP]).toBe("ACCEPTED");
  });

  it("given another issue was overruled before, then rating accepts nothing that the review sends back", async () => {
    const three = ["HIGH", "HIGH", "HIGH"] as const;
    const argues = (gaps: readonly string[]) =>
      gaps.includes(ARGUED_GAP) ? answersTo(3, [2, 3], { ignored: [1] }) : "";
    const stage = await arguedSession({
      severities: three,
      against: [1],
      second: () => objections(three),
      engineer: (round, gaps) =>
        `${resolution(gaps, { text: `Version ${round}.` })}\n${round === 1 ? "" : argues(gaps)}`,
      reviewer: (_, gaps) => (gaps.includes(ARGUED_GAP) ? objections(three) : approval(gaps)),
    });
    await stage.untilAsked("conflict");
    await stage.answer(stage.question("conflict"), { option: "b" });
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { [issueOf(2)]: "LOW", [issueOf(3)]: "LOW" },
    });
    expect(stage.states()[ARGUED_GAP]).toBe("NEEDS_REVISION");
  });

  it("given the Reviewer raises it again as CRITICAL, then the user's word stands", async () => {
    const stage = await rated({
      severities: ["HIGH", "HIGH"],
      engineer: (round, gaps) => `${resolution(gaps, { text: `Version ${round}.` })}\n${answersTo(2, [])}`,
      reviewer: (round, gaps) =>
        round === 3 && gaps.includes(ARGUED_GAP) ? objections(["CRITICAL"]) : approval(gaps),
    });
    await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { [issueOf(1)]: "LOW" },
    });
    await stage.answer(stage.question("conflict"), { option: "a" });
    await stage.untilRounds(3);
    expect(stage.session.work.issues[issueOf(1) as never]?.issue).toMatchObject({
      severity: "LOW",
      state: { at: "OPEN" },
    });
  });

  it("given an issue that is not in conflict, then it is refused and the question stays", async () => {
    const stage = await rated({ severities: ["HIGH", "HIGH", "LOW"], against: [1, 2] });
    const before = stage.engine.version;
    const refused = await stage.answer(stage.question("disagree-rate"), {
      option: "review-reviewer",
      severities: { [issueOf(3)]: "LOW" },
    });
    expect(refused).toMatchObject({ at: "refused", refusal: { refused: "issue" } });
    expect(stage.engine.version).toBe(before);
  });
});

describe("mediate", () => {
  it("binds both roles by the user's text, and puts the conflicts to the user", async () => {
    const stage = await rated({ severities: ["HIGH"] });
    await stage.answer(stage.question("disagree-rate"), { option: "mediate", text: "Only reads matter." });
    expect(stage.session.work.decisions).toMatchObject([
      { title: "Scope of the session", decision: "Only reads matter.", decidedBy: "human:test" },
    ]);
    expect(stage.question("conflict").subject).toEqual({ of: "conflict", conflict: issueOf(1) });
    await stage.answer(stage.question("conflict"), { option: "a" });
    await stage.untilRounds(4);
    for (const role of ["engineer", "reviewer"])
      expect(stage.prompts.get(`s/4.0/${role}/-/1/1`)).toContain("Only reads matter.");
  });
});

describe("revise", () => {
  const revised = async (about: Argument) => {
    const stage = await rated(about);
    await stage.answer(stage.question("disagree-rate"), { option: "revise" });
    return stage;
  };

  it("asks the Engineer once about what stands, and nobody else meanwhile", async () => {
    const stage = await revised({ severities: ["HIGH", "HIGH"] });
    expect(stage.session.work.questions).toEqual([]);
    expect(stage.calls()).toMatchObject([{ role: "answer-issue" }]);
    expect(stage.session.work.answering).toMatchObject([
      { issues: [issueOf(1), issueOf(2)], because: "rate" },
    ]);
  });

  it("given it gives one up, then that conflict is gone, the round is counted again, and the other is asked about", async () => {
    const stage = await revised({ severities: ["HIGH", "HIGH"], answer: answersTo(2, [2]) });
    await stage.step();
    expect(conflictsOf(stage)).toEqual({ [issueOf(1)]: "withdrawn", [issueOf(2)]: "open" });
    expect(stage.session.work.disagreeCounts.at(-1)).toEqual({ round: 2, stated: 1, grave: 1, answered: 2 });
    expect(stage.session.work.disagreeLimits).toEqual([]);
    expect(stage.question("conflict").subject).toEqual({ of: "conflict", conflict: issueOf(2) });
    // Nothing waits for another review: the Reviewer has stood by it.
    expect(stage.session.work.disagreements).toEqual({});
  });

  it("given it argues better, then the user is shown the new argument", async () => {
    const better = answersTo(1, [1]).replace("The server closes the connection by itself.", "RFC 1 says so.");
    const stage = await revised({ severities: ["HIGH"], answer: better });
    await stage.step();
    const { evidence } = stage.question("conflict");
    expect(evidence.map(({ text }) => text)).toContain("Rationale: RFC 1 says so.");
  });

  it("given it answers while the next round argues the same, then that round is counted after its review, and asked about", async () => {
    const stage = await revised({
      severities: ["HIGH", "HIGH"],
      engineer: (round, gaps) =>
        round < 3
          ? resolution(gaps)
          : `${resolution(gaps, { text: `Version ${round}.` })}\n${answersTo(2, [1, 2])}`,
    });
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.until(({ work: { round } }) => round?.number === 3 && round.reviewer !== null);
    await stage.finish(order.key, answersTo(2, [1, 2]));
    expect(stage.session.work.disagreeCounts.map(({ round }) => round)).toEqual([1, 2]);
    await stage.untilAsked("disagree-rate");
    expect(stage.question("disagree-rate").subject).toEqual({ of: "rate", round: 3 });
  });

  it("given too many, then the round waits until the Engineer has answered", async () => {
    const severities = Array.from({ length: 6 }, () => "HIGH" as const);
    const stage = await revised({ severities, more: "## Justification\n\nAll ask for the same.\n" });
    expect(stage.steps()).toEqual([]);
    expect(stage.session.work.completedRounds).toBe(1);
  });

  it("given nothing that can be read, then the conflicts are put to the user as they were", async () => {
    const stage = await revised({ severities: ["HIGH"], answer: "I thought about it." });
    await stage.untilAsked("conflict");
    expect(stage.session.work.answering).toEqual([]);
    expect(stage.question("conflict").evidence.map(({ text }) => text)).toContain(
      "Rationale: The server closes the connection by itself.",
    );
  });
});
