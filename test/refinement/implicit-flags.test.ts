// Silence about a grave issue: when the user hears of it, and what each answer does.
import { describe, expect, it } from "vitest";
import {
  ARGUED_GAP,
  type Argument,
  answersTo,
  arguedSession,
  issueOf,
  OTHER_GAP,
  titleOf,
} from "../support/argued-session.ts";
import { responses } from "../support/disagreement-texts.ts";
import { approval, objection, resolution, sourceGap } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

/** The fourth issue is passed over, the others are addressed. */
const SILENT: Argument = { severities: ["LOW", "LOW", "LOW", "CRITICAL"], against: [], ignored: [4] };
const ISSUE = issueOf(4);

async function flagged(about: Argument = SILENT): Promise<Stage> {
  const stage = await arguedSession(about);
  await stage.untilAsked("implicit");
  return stage;
}

function issueState(stage: Stage, id = ISSUE) {
  return stage.session.work.issues[id as never]?.issue.state;
}

function flagOf(stage: Stage, id = ISSUE) {
  return stage.session.work.flags[id as never];
}

describe("an issue without an answer", () => {
  it("given one CRITICAL, then the user is asked after the review, with lines of the document as evidence", async () => {
    const stage = await flagged();
    const { why, subject, evidence, options } = stage.question("implicit");
    expect(subject).toEqual({
      of: "flag",
      issue: ISSUE,
      round: 2,
      heuristics: flagOf(stage)?.flag.heuristics,
    });
    expect(why).toContain("POTENTIAL IMPLICIT DISAGREEMENT");
    expect(why).toContain(`${ISSUE} (CRITICAL) on ${ARGUED_GAP}: ${titleOf(4)}`);
    expect(why).toContain("H1: ");
    expect(options.map(({ id }) => id)).toEqual(["request", "convert", "waive", "clarify", "false-positive"]);
    const document = (stage.files.get("round_002/engineer.md") ?? "").split("\n");
    const shown = evidence.filter(({ file }) => file === "round_002/engineer.md");
    expect(shown.length).toBeGreaterThan(0);
    for (const { line, text } of shown) expect(document[(line ?? 0) - 1]).toContain(text.trim());
    // An approving review that says nothing of it does not close it.
    expect(issueState(stage)).toEqual({ at: "OPEN", decision: null });
    expect(stage.states()[ARGUED_GAP]).toBe("NEEDS_REVISION");
  });

  it("given one CRITICAL, then the round goes on all the same", async () => {
    const stage = await flagged();
    await stage.untilRounds(2);
    expect(stage.question("implicit").blocks).toEqual([]);
  });

  it("given two CRITICAL, then the round waits for both answers", async () => {
    const stage = await flagged({
      severities: ["LOW", "CRITICAL", "LOW", "CRITICAL"],
      against: [],
      ignored: [2, 4],
    });
    await stage.untilQuiet();
    expect(stage.session.work.questions.map(({ kind, blocks }) => [kind, blocks])).toEqual([
      ["implicit", ["round 2"]],
      ["implicit", ["round 2"]],
    ]);
    expect(stage.session.work.completedRounds).toBe(1);
    for (const question of stage.session.work.questions)
      await stage.answer(question, { option: "false-positive" });
    await stage.untilRounds(2);
  });

  it("given one HIGH, then it is noted and nobody is asked, yet it does not close by silence", async () => {
    const stage = await arguedSession({
      severities: ["LOW", "LOW", "LOW", "HIGH"],
      against: [],
      ignored: [4],
    });
    await stage.untilRounds(2);
    expect(flagOf(stage)).toMatchObject({ escalation: "log", outcome: null });
    expect(stage.session.work.questions).toEqual([]);
    expect(issueState(stage)).toEqual({ at: "OPEN", decision: null });
  });

  it("given two HIGH, then the user is asked about each", async () => {
    const stage = await flagged({ severities: ["LOW", "HIGH", "LOW", "HIGH"], against: [], ignored: [2, 4] });
    expect(stage.session.work.questions.map(({ subject }) => subject)).toEqual([
      { of: "flag", issue: issueOf(2), round: 2, heuristics: ["H1", "H3", "H4"] },
      { of: "flag", issue: issueOf(4), round: 2, heuristics: ["H1", "H3", "H4"] },
    ]);
  });

  it("given DEFERRED without the user's word, then that is no answer", async () => {
    const stage = await arguedSession({
      ...SILENT,
      more: responses({ [ISSUE]: "DEFERRED | later" }),
    });
    await stage.untilRounds(2);
    expect(flagOf(stage)?.flag.heuristics).toContain("H1");
  });

  it("given a MEDIUM one, then nothing is flagged", async () => {
    const stage = await arguedSession({
      severities: ["LOW", "LOW", "LOW", "MEDIUM"],
      against: [],
      ignored: [4],
    });
    await stage.untilRounds(2);
    expect(stage.session.work.flags).toEqual({});
  });

  it("given a review that calls it resolved, then the flag is answered and nobody is asked", async () => {
    const stage = await arguedSession({
      ...SILENT,
      second: (gaps) =>
        `${approval(gaps)}\n## Prior Issues\n\n| Issue | Status |\n| --- | --- |\n| ${ISSUE} | RESOLVED |\n`,
    });
    await stage.untilRounds(2);
    expect(flagOf(stage)?.outcome).toBe("answered");
    expect(issueState(stage)?.at).toBe("CLOSED");
    expect(stage.session.work.questions).toEqual([]);
  });

  it("given a later document that answers it, then the question is withdrawn", async () => {
    const stage = await flagged({
      ...SILENT,
      engineer: (round, gaps) =>
        `${resolution(gaps, { text: `Version ${round}: passwords travel in no plain text, but sealed.` })}\n${answersTo(4, [])}`,
    });
    await stage.untilRounds(4);
    expect(flagOf(stage)?.outcome).toBe("answered");
    expect(stage.session.work.questions).toEqual([]);
  });
});

describe("an issue that is passed over and argued about later", () => {
  /** After two rounds the gap rests: the third is about another, whose document disagrees. */
  const ARGUED: Argument = {
    ...SILENT,
    engineer: (round, gaps) =>
      `${resolution(gaps, { text: `Version ${round}.` })}\n${round < 3 ? "" : answersTo(4, [4], { ignored: [1, 2, 3] })}`,
    reviewer: (_, gaps) => approval(gaps),
  };

  it("given the question is open, then it is withdrawn: whoever disagrees is not silent", async () => {
    const stage = await flagged(ARGUED);
    await stage.until(({ work }) => work.disagreements[ISSUE as never] !== undefined);
    expect(flagOf(stage)?.outcome).toBe("answered");
    expect(stage.session.work.questions.map(({ kind }) => kind)).not.toContain("implicit");
  });

  it("given the review stands by it, then there is one conflict, on what was stated", async () => {
    const stage = await flagged(ARGUED);
    await stage.untilAsked("disagree-rate");
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["disagree-rate"]);
    expect(stage.session.work.conflicts).toMatchObject({ [ISSUE]: { source: { type: "EXPLICIT" } } });
  });
});

describe("a flag on what one attempt of several says", () => {
  const [ONE, TWO] = [ARGUED_GAP, OTHER_GAP];
  const nowhere = (gap: string) =>
    resolution([gap]).replace("### Spec Text\n", "### Spec Text\n\nReplaces: No such section\n");

  /** The first attempt of round 2 resolves one gap, the second the other; neither answers the issues of round 1. */
  async function inTwoAttempts(): Promise<Stage> {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE), sourceGap(TWO)],
      limits: { gapsPerRound: 2 },
      engineer: ({ round, attempt }) => {
        if (round === 1) return resolution([ONE, TWO]);
        return attempt === 1 ? `${resolution([ONE])}\n${nowhere(TWO)}` : `\n\n${resolution([TWO])}`;
      },
      reviewer: ({ round }, _, gaps) =>
        round > 1
          ? approval(gaps)
          : `${objection(ONE, { id: issueOf(1), title: titleOf(1), severity: "HIGH" })}\n${objection(TWO, { id: issueOf(2), title: titleOf(2), severity: "HIGH" })}`,
    });
    await stage.untilRounds(2);
    return stage;
  }

  it("given each has its own, then the file it names has the lines it shows", async () => {
    const stage = await inTwoAttempts();
    const flags = Object.values(stage.session.work.flags).map(({ flag }) => flag);
    expect(flags.map(({ issue, file }) => [issue, file])).toEqual([
      [issueOf(1), "engineer.attempt-1.md"],
      [issueOf(2), "engineer.attempt-2.md"],
    ]);
    for (const { file, evidence } of flags) {
      const lines = (stage.files.get(`round_002/${file}`) ?? "").split("\n");
      for (const { line, text } of evidence) expect(lines[line - 1]).toContain(text.trim());
    }
  });

  it("given both pass the same issue over, then that is one round without an answer", async () => {
    const stage = await inTwoAttempts();
    for (const { flag } of Object.values(stage.session.work.flags)) expect(flag.rounds).toBe(1);
  });
});

describe("request", () => {
  it("asks the Engineer about this issue alone", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "request" });
    expect(flagOf(stage)?.outcome).toBe("requested");
    expect(stage.session.work.answering).toMatchObject([{ issues: [ISSUE], because: "flag" }]);
    expect(stage.calls()[0]).toMatchObject({ role: "answer-issue" });
    await stage.step();
    const [key] = [...stage.prompts.keys()].filter((one) => one.includes("answer-issue"));
    expect(stage.prompts.get(key ?? "")).toContain(ISSUE);
  });

  it("given it disagrees, then the next review answers that, and what stands is a conflict", async () => {
    const blocks = answersTo(4, [4], { ignored: [1, 2, 3] });
    const stage = await flagged({ ...SILENT, answer: blocks });
    await stage.answer(stage.question("implicit"), { option: "request" });
    await stage.step();
    expect(Object.keys(stage.session.work.disagreements)).toEqual([ISSUE]);
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    expect(stage.question("conflict").subject).toEqual({ of: "conflict", conflict: ISSUE });
    expect(stage.session.work.conflicts[ISSUE as never]).toMatchObject({ source: { type: "EXPLICIT" } });
  });

  it("given no answer that can be read, then the user is asked again", async () => {
    const stage = await flagged({ ...SILENT, answer: "I thought about it." });
    await stage.answer(stage.question("implicit"), { option: "request" });
    for (let attempt = 0; attempt < 3; attempt += 1) await stage.step();
    expect(stage.question("implicit").subject).toMatchObject({ of: "flag", issue: ISSUE, round: 2 });
  });

  it("given that comes of it rounds later, then the summary of the round reads as it did at its end", async () => {
    const stage = await flagged({
      severities: ["LOW", "HIGH", "LOW", "HIGH"],
      against: [],
      ignored: [2, 4],
      answer: "I thought about it.",
    });
    await stage.until(({ work }) => work.round?.number === 3);
    const before = stage.files.get("round_002/summary.md");
    expect(before).toContain(issueOf(2));
    await stage.answer(stage.question("implicit"), { option: "request" });
    for (let attempt = 0; attempt < 3; attempt += 1) await stage.step();
    expect(flagOf(stage, issueOf(2))).toMatchObject({ escalation: "ask", outcome: null });
    await stage.engine.sync({ thoroughly: true });
    expect(stage.files.get("round_002/summary.md")).toBe(before);
  });

  it("given all gaps are settled meanwhile, then the session does not end over a run that goes on", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "request" });
    const [order] = stage.calls();
    if (order === undefined) throw new Error("a call was expected");
    await stage.start(order);
    await stage.submit({
      type: "ChangeGap",
      gap: ARGUED_GAP as never,
      change: { do: "accept" },
      reason: "good enough",
      by: "human:test",
    });
    await stage.untilQuiet();
    expect(stage.session.work.finalReview.at).toBe("ready");
    expect(stage.session.at).toBe("active");
    await stage.finish(order.key, answersTo(4, [], { ignored: [1, 2, 3] }));
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
  });
});

describe("convert", () => {
  it("makes it a conflict whose Engineer's position is not stated, and says so", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "convert" });
    expect(flagOf(stage)?.outcome).toBe("converted");
    expect(stage.session.work.conflicts[ISSUE as never]).toMatchObject({
      state: { at: "open" },
      source: { type: "IMPLICIT_CONVERTED" },
    });
    const { why, options, recommended } = stage.question("conflict");
    expect(why).toContain("NOTE: ");
    expect(options.find(({ id }) => id === "b")?.effect).toContain("Not explicitly stated");
    expect(recommended).toBe("a");
    // It was not stated, so that it counts in no rate.
    expect(stage.session.work.disagreeCounts.at(-1)).toMatchObject({ stated: 0, grave: 0 });
  });
});

describe("waive", () => {
  it("lets the issue go for good, with the reason, and the gap is judged without it", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "waive", rationales: { "*": "no users yet" } });
    expect(issueState(stage)).toEqual({ at: "WAIVED", reason: "no users yet" });
    expect(flagOf(stage)?.outcome).toBe("waived");
    expect(stage.session.work.decisions).toMatchObject([
      { decision: `${ISSUE} is waived.`, rationale: "no users yet" },
    ]);
    expect(stage.states()[ARGUED_GAP]).toBe("ACCEPTED");
  });
});

describe("clarify", () => {
  it("puts the user's text into the next prompts of both roles", async () => {
    const stage = await flagged();
    await stage.answer(stage.question("implicit"), { option: "clarify", text: "Seal every password." });
    expect(flagOf(stage)?.outcome).toBe("clarified");
    expect(issueState(stage)).toMatchObject({ at: "OPEN" });
    await stage.untilRounds(4);
    for (const role of ["engineer", "reviewer"])
      expect([...stage.prompts].filter(([key]) => key.includes(`/${role}/`)).at(-1)?.[1]).toContain(
        "Seal every password.",
      );
  });
});

describe("false-positive", () => {
  it("settles the flag, which does not come back, and leaves the issue open", async () => {
    const stage = await flagged({
      ...SILENT,
      engineer: (round, gaps) => resolution(gaps, { text: `Version ${round}.` }),
    });
    await stage.answer(stage.question("implicit"), { option: "false-positive" });
    expect(flagOf(stage)?.outcome).toBe("false-positive");
    expect(issueState(stage)).toEqual({ at: "OPEN", decision: null });
    await stage.untilRounds(4);
    expect(flagOf(stage)?.outcome).toBe("false-positive");
    expect(stage.session.work.questions.map(({ kind }) => kind)).not.toContain("implicit");
  });
});

describe("the flag that a question shows", () => {
  /** Later rounds claim to have met it, which is another thing to find than silence. */
  const CLAIMED: Argument = {
    ...SILENT,
    engineer: (_, gaps) =>
      `${resolution(gaps, { text: "Other words." })}\n${responses({ [ISSUE]: "ADDRESSED | sealed" })}`,
  };

  it("given later documents that pass over it otherwise, then the answer settles what was shown", async () => {
    const stage = await flagged(CLAIMED);
    const shown = stage.question("implicit");
    await stage.untilRounds(3);
    expect(stage.question("implicit").id).toBe(shown.id);
    await stage.answer(shown, { option: "false-positive" });
    const settled = (await stage.world.store.load(stage.engine.stream)).filter(
      ({ type }) => type === "FlagSettled",
    );
    const { heuristics } = shown.subject as { heuristics?: readonly string[] };
    expect(heuristics).toContain("H1");
    expect(settled.map(({ data }) => data)).toMatchObject([
      { issue: ISSUE, round: 2, outcome: "false-positive", heuristics },
    ]);
  });
});

describe("a decided issue that is passed over", () => {
  it("given the user chose A, then a flag on it offers no second conflict", async () => {
    const stage = await arguedSession({
      severities: ["CRITICAL", "HIGH", "HIGH"],
      against: [1],
      engineer: (round, gaps) => resolution(gaps, { text: `Version ${round}.` }),
    });
    await stage.untilAsked("conflict");
    await stage.answer(stage.question("conflict"), { option: "a" });
    await stage.untilAsked("implicit");
    expect(stage.question("implicit").options.map(({ id }) => id)).toEqual([
      "request",
      "waive",
      "clarify",
      "false-positive",
    ]);
  });
});
