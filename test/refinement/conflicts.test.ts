// Disagreement that is stated: from the block to the user's decision, and what each option changes.
import { describe, expect, it } from "vitest";
import type { Severity } from "../../src/core/shared/severity.ts";
import { ARGUED_GAP, arguedSession } from "../support/argued-session.ts";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import { gapId } from "../support/example-gap.ts";
import { approval, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const [ONE, TWO] = ["GAP-FLOW-001", "GAP-FLOW-002"] as const;
const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;
const settings = { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } };

interface Scene {
  readonly severity?: Severity;
  /** What the review of the second round says. */
  readonly second?: (gaps: readonly string[]) => string;
}

/** One of two issues of round 1 is disagreed with in round 2, and the review of that round does not give way. */
async function disagreement({ severity = "HIGH", second }: Scene = {}): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { severity: "LOW" })],
    limits: { gapsPerRound: 1 },
    settings,
    engineer: ({ round }, _, gaps) =>
      round === 2
        ? `${resolution(gaps)}\n${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" })}\n${disagreeBlock({ issue: ISSUE })}`
        : resolution(gaps, { text: `In round ${round} the caller waits a second more.` }),
    reviewer: ({ purpose, round }, _, gaps) => {
      if (purpose === "final") return READY;
      if (round === 1)
        return `${objection(ONE, { severity })}\n${objection(ONE, { id: OTHER, title: "No pause" })}`;
      return round === 2 && second !== undefined ? second(gaps) : approval(gaps);
    },
  });
  await stage.untilRounds(1);
  return stage;
}

async function conflict(scene: Scene = {}): Promise<Stage> {
  const stage = await disagreement(scene);
  await stage.untilAsked("conflict");
  return stage;
}

describe("a disagreement that the review does not take up", () => {
  it("given silence, then it is a conflict, and the issue does not close by that silence", async () => {
    const stage = await conflict();
    const { why, options, subject, evidence } = stage.question("conflict");
    expect(subject).toEqual({ of: "conflict", conflict: ISSUE });
    expect(why).toContain(`Conflict 1 of 1: ${ISSUE} (HIGH) on ${ONE}: No limit on retries`);
    expect(why).toContain("Impact if ignored: builders will loop for ever");
    expect(options.map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(evidence.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "Reviewer: name a limit",
        "Engineer: No limit is needed.",
        "Rationale: The server closes the connection by itself.",
        "Rests on: judgement",
      ]),
    );
    expect(stage.session.work.issues[ISSUE as never]?.issue.state).toEqual({ at: "OPEN", decision: null });
  });

  it("given it is HIGH, then its gap is neither accepted nor assigned, and the others go on", async () => {
    const stage = await conflict();
    await stage.untilQuiet();
    expect(stage.states()).toMatchObject({ [ONE]: "NEEDS_REVISION", [TWO]: "ACCEPTED" });
    expect(stage.session.at).toBe("active");
    expect(stage.session.work.questions.map(({ kind }) => kind)).toEqual(["conflict"]);
  });

  it("given it is CRITICAL, then the round does not complete, D is offered and A recommended", async () => {
    const stage = await conflict({ severity: "CRITICAL" });
    await stage.untilQuiet();
    expect(stage.session.work.completedRounds).toBe(1);
    const { options, recommended } = stage.question("conflict");
    expect(options.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(recommended).toBe("a");
  });

  it("given B, then the issue is overruled and the gap accepted by the review that stands", async () => {
    const stage = await conflict();
    await stage.answer(stage.question("conflict"), {
      option: "b",
      rationales: { "*": "we know the server" },
    });
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({
      about: { of: "conflict", issue: ISSUE, type: "EXPLICIT", option: "B" },
      decision: "No limit is needed.",
      rationale: "we know the server",
      decidedBy: "human:test",
    });
    expect(stage.session.work.issues[ISSUE as never]?.issue.state).toEqual({
      at: "OVERRULED",
      decision: decision?.id,
    });
    expect(stage.states()[ONE]).toBe("ACCEPTED");
    await stage.untilQuiet();
    expect(stage.session.ledger.ended?.type).toBe("COMPLETE");
    // A reader of the finished spec is told what was decided, and after that what it was about.
    const spec = await stage.engine.documents.text(stage.session.ledger.published?.sha256 ?? "");
    expect(spec).toContain(
      "- **No limit is needed.** On: No limit on retries. Rationale: we know the server. (test, ",
    );
  });

  it.each([
    ["a", "name a limit", undefined],
    ["d", "Three, and no more.", "Three, and no more."],
  ] as const)(
    "given %s, then the issue stays open with its decision, and the next prompts of both carry it",
    async (option, text, own) => {
      const stage = await conflict({ severity: "CRITICAL" });
      await stage.answer(stage.question("conflict"), {
        option,
        ...(own === undefined ? {} : { text: own }),
        constraints: "only for reads",
      });
      const [decision] = stage.session.work.decisions;
      expect(decision).toMatchObject({ decision: text, constraints: "only for reads" });
      expect(stage.session.work.issues[ISSUE as never]?.issue.state).toEqual({
        at: "OPEN",
        decision: decision?.id,
      });
      expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
      await stage.untilRounds(3);
      for (const role of ["engineer", "reviewer"]) {
        const prompt = stage.prompts.get(`s/3.0/${role}/-/1/1`) ?? "";
        expect(prompt).toContain("Decisions that bind you");
        expect(prompt).toContain(text);
        expect(prompt).toContain("only for reads");
      }
    },
  );
});

it("given its gap is split, then the conflict is asked about again, in the names of the parts", async () => {
  const stage = await conflict();
  const before = stage.question("conflict");
  await stage.submit({
    type: "ChangeGap",
    gap: gapId(ONE),
    change: { do: "split", titles: ["How often", "How long"] },
    reason: "",
    by: "human:test",
  });
  const { id, why, blocks, options } = stage.question("conflict");
  const parts = [`${ONE}a`, `${ONE}b`];
  expect(id).not.toBe(before.id);
  expect(blocks).toEqual(parts);
  for (const text of [why, ...options.map(({ effect }) => effect)])
    expect(text).not.toMatch(new RegExp(`${ONE}(?![ab])`));
  expect(why).toContain(`on ${parts.join(", ")}: No limit on retries`);
  expect(stage.session.work.questions).toHaveLength(1);
});

describe("B with a constraint", () => {
  const decided = async (stage: Stage) => {
    await stage.answer(stage.question("conflict"), { option: "b", constraints: "only for reads" });
    const [decision] = stage.session.work.decisions;
    expect(decision).toMatchObject({ constraints: "only for reads", actionForGap: "NEEDS_REVISION" });
    expect(decision?.actionForEngineer).toContain("only for reads");
    expect(stage.session.work.issues[ISSUE as never]?.issue.state.at).toBe("OVERRULED");
    expect(stage.states()[ONE]).toBe("NEEDS_REVISION");
  };
  const told = (stage: Stage, round: number) => {
    for (const role of ["engineer", "reviewer"]) {
      const prompt = stage.prompts.get(`s/${round}.0/${role}/-/1/1`) ?? "";
      expect(prompt).toContain("Constraints: only for reads");
      expect(prompt).toContain("Carry its constraints out in the text: only for reads");
    }
  };

  it("given the review stands, then the gap is accepted only after a revision that both saw it for", async () => {
    const stage = await conflict();
    await decided(stage);
    // It came back twice, and rests for a round.
    await stage.untilRounds(4);
    told(stage, 4);
    expect(stage.states()[ONE]).toBe("ACCEPTED");
  });

  it("given the text comes back as it was, then a review looks at it by the constraint", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" })],
      settings,
      engineer: ({ round }, _, gaps) => {
        const said = `${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "ADDRESSED | the pause" })}\n${disagreeBlock({ issue: ISSUE })}`;
        const text = resolution(gaps, { text: `Version ${Math.min(round, 2)}.` });
        return round === 2 ? `${text}\n${said}` : text;
      },
      reviewer: ({ purpose, round }, _, gaps) => {
        if (purpose === "final") return READY;
        if (round > 1) return approval(gaps);
        return `${objection(ONE)}\n${objection(ONE, { id: OTHER, title: "No pause" })}`;
      },
    });
    await stage.untilAsked("conflict");
    await decided(stage);
    await stage.untilRounds(3);
    told(stage, 3);
  });

  it("given another issue on the gap is overruled after it, then that does not accept the gap", async () => {
    const stage = await arguedSession({ severities: ["HIGH", "HIGH"] });
    await stage.untilAsked("disagree-rate");
    await stage.answer(stage.question("disagree-rate"), { option: "accept" });
    await stage.answer(stage.question("conflict"), { option: "b", constraints: "only for reads" });
    await stage.answer(stage.question("conflict"), { option: "b" });
    expect(stage.states()[ARGUED_GAP]).toBe("NEEDS_REVISION");
    await stage.untilRounds(4);
    expect(stage.states()[ARGUED_GAP]).toBe("ACCEPTED");
  });

  it("given a smaller conflict on a gap that is accepted, then the gap goes back to the Engineer", async () => {
    const stage = await arguedSession({ severities: ["LOW"] });
    await stage.untilAsked("conflict");
    expect(stage.states()[ARGUED_GAP]).toBe("ACCEPTED");
    await stage.answer(stage.question("conflict"), { option: "b", constraints: "only for reads" });
    expect(stage.states()[ARGUED_GAP]).toBe("NEEDS_REVISION");
  });
});

describe("what a review says to a disagreement", () => {
  const rows =
    (...said: readonly string[]) =>
    (gaps: readonly string[]) =>
      `${approval(gaps)}\n### Disagreements\n\n| Issue | Answer | Why |\n|---|---|---|\n${said.map((row) => `| ${row} |`).join("\n")}\n`;

  it.each([
    ["its id", `${ISSUE} | WITHDRAW | the server closes it`],
    ["its id in lower case", `${ISSUE.toLowerCase()} | WITHDRAW | the server closes it`],
  ])("given WITHDRAW under %s, then the issue closes and nobody is asked", async (_, row) => {
    const stage = await disagreement({ second: rows(row) });
    await stage.untilRounds(2);
    expect(stage.session.work.issues[ISSUE as never]?.issue.state).toMatchObject({ at: "CLOSED", round: 2 });
    expect(stage.session.work.conflicts).toEqual({});
  });

  it("given WITHDRAW and, in other dress, STAND, then it stands", async () => {
    const stage = await disagreement({
      severity: "CRITICAL",
      second: rows(`${ISSUE} | WITHDRAW | a`, `${ISSUE.toLowerCase()} | STAND | b`),
    });
    await stage.untilAsked("conflict");
    expect(stage.question("conflict").subject).toEqual({ of: "conflict", conflict: ISSUE });
  });

  it("given another word than the two, then nothing is withdrawn", async () => {
    const stage = await disagreement({ second: rows(`${ISSUE} | WITHDRAW unless it grows | a`) });
    await stage.untilAsked("conflict");
    expect(stage.session.work.issues[ISSUE as never]?.issue.state.at).toBe("OPEN");
  });
});

describe("a block that changes nothing", () => {
  it("given an issue that is closed by now, then summary.md and status.md say that it is left aside", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { severity: "LOW" })],
      limits: { gapsPerRound: 1 },
      settings,
      engineer: ({ round }, _, gaps) => {
        const text = resolution(gaps, { text: `In round ${round} the caller waits, within a limit.` });
        if (round === 2) return `${text}\n${responses({ [ISSUE]: "ADDRESSED | the limit" })}`;
        return round === 3 ? `${text}\n${disagreeBlock({ issue: ISSUE })}` : text;
      },
      reviewer: ({ purpose, round }, _, gaps) => {
        if (purpose === "final") return READY;
        if (round === 1) return objection(ONE);
        const settled = `## Prior Issues\n\n| Issue | Status |\n|---|---|\n| ${ISSUE} | RESOLVED |\n`;
        return round === 2 ? `${approval(gaps)}\n${settled}` : approval(gaps);
      },
    });
    await stage.untilRounds(3);
    expect(stage.session.work.issues[ISSUE as never]?.issue.state.at).toBe("CLOSED");
    const said = `DISAGREE: ${ISSUE} is about an issue that is closed; it is left aside`;
    expect(stage.files.get("round_003/summary.md")).toContain(said);
    expect(stage.files.get("status.md")).toContain(said);
  });
});

describe("a CRITICAL disagreement that no review has answered yet", () => {
  const waits = `the disagreement on ${ISSUE} waits for the Reviewer's answer`;

  it("given `gap accept`, then it is refused, and the gap stays as it is", async () => {
    const stage = await disagreement({ severity: "CRITICAL" });
    await stage.until(({ work }) => work.disagreements[ISSUE as never] !== undefined);
    const refused = await stage.submit({
      type: "ChangeGap",
      gap: gapId(ONE),
      change: { do: "accept" },
      reason: "it will do",
      by: "human:test",
    });
    expect(refused).toMatchObject({ at: "refused", refusal: { message: expect.stringContaining(waits) } });
    expect(stage.states()[ONE]).toBe("PROPOSED");
  });

  it("given a text that keeps coming back, then accepting it is refused likewise, and the question stays", async () => {
    const stage = await Stage.open({
      gaps: [sourceGap(ONE, { severity: "HIGH" }), sourceGap(TWO, { severity: "LOW" })],
      limits: { gapsPerRound: 1 },
      settings,
      engineer: ({ purpose }, _, gaps) =>
        purpose === "answer-issue"
          ? `${responses({ [ISSUE]: "DISAGREE | below" })}\n${disagreeBlock({ issue: ISSUE })}`
          : resolution(gaps),
      reviewer: ({ purpose }, _, gaps) =>
        purpose === "final"
          ? READY
          : gaps.includes(ONE as never)
            ? objection(ONE, { severity: "CRITICAL" })
            : approval(gaps),
    });
    await stage.untilAsked("repeat");
    await stage.answer(stage.question("implicit"), { option: "request" });
    await stage.until(({ work }) => work.disagreements[ISSUE as never] !== undefined);
    const refused = await stage.answer(stage.question("repeat"), {
      option: "accept",
      rationales: { [ONE]: "it will do" },
    });
    expect(refused).toMatchObject({ at: "refused", refusal: { message: expect.stringContaining(waits) } });
    expect(stage.question("repeat").subject).toMatchObject({ gap: ONE });
  });
});
