// A run of the Engineer about single issues, because the user asked: its prompt, its gate, and where its document goes.
import { describe, expect, it } from "vitest";
import { replay } from "../../src/engine/replay.ts";
import { disagreeBlock, responses } from "../support/disagreement-texts.ts";
import { approval, objection, READY, resolution, sourceGap } from "../support/session-world.ts";
import { Stage } from "./stage.ts";

const GAP = "GAP-FLOW-001";
const OTHER_GAP = "GAP-FLOW-002";
const [ISSUE, OTHER] = ["ISSUE-R1-001", "ISSUE-R1-002"] as const;
const settings = { thresholds: { stallThreshold: 9, divergenceThreshold: 99 } };
const both = `${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "DISAGREE | below" })}\n${disagreeBlock({ issue: ISSUE })}\n${disagreeBlock({ issue: OTHER, concern: "say it", position: "No pause is needed." })}`;

/** Both issues of round 1 are disagreed with in round 2; the user asks for a revision of that. */
async function revising(answer: string | ((attempt: number) => string)): Promise<Stage> {
  const stage = await Stage.open({
    gaps: [sourceGap(GAP, { severity: "HIGH" }), sourceGap(OTHER_GAP, { severity: "LOW" })],
    settings,
    engineer: ({ purpose, round, attempt }, _, gaps) => {
      if (purpose === "answer-issue") return typeof answer === "string" ? answer : answer(attempt);
      const text = resolution(gaps, { text: `In round ${round} the caller waits a second more.` });
      return round === 2 && gaps.includes(GAP as never) ? `${text}\n${both}` : text;
    },
    reviewer: ({ purpose, round }, _, gaps) => {
      if (purpose === "final") return READY;
      return round === 1
        ? `${objection(GAP)}\n${objection(GAP, { id: OTHER, title: "No pause" })}`
        : approval(gaps);
    },
  });
  await stage.untilAsked("disagree-rate");
  await stage.answer(stage.question("disagree-rate"), { option: "revise" });
  return stage;
}

const answerKey = (stage: Stage): string =>
  [...stage.prompts.keys()].findLast((key) => key.includes("/answer-issue/")) ??
  expect.fail("nobody was asked");

describe("a run about single issues", () => {
  const ONE_LESS = `# Answers\n\n${responses({ [ISSUE]: "DISAGREE | below", [OTHER]: "PARTLY | the pause is left" })}\n${disagreeBlock({ issue: ISSUE })}\n## Justification\n\nThe server closes the connection in any case.\n`;

  it("given too many disagreements, then the prompt shows each with its block, why the user asks, and the form", async () => {
    const stage = await revising(ONE_LESS);
    await stage.step();
    const prompt = stage.prompts.get(answerKey(stage)) ?? "";
    expect(prompt).toContain("cut that down or to justify it");
    for (const issue of [ISSUE, OTHER]) {
      expect(prompt).toContain(`- ${issue} (HIGH, on ${GAP})`);
      expect(prompt).toContain(`What the Engineer holds against ${issue}, which rests on its judgement:`);
      expect(prompt).toMatch(new RegExp(`In \`### Responses\` a row for each of: .*\\b${issue}\\b`));
    }
    expect(prompt).toContain("builders will loop for ever");
    expect(prompt).toContain("In round 2 the caller waits a second more.");
    expect(prompt).toContain("**Rests on:** [path:line");
    expect(prompt).toContain("| [ISSUE-…] | [ADDRESSED, PARTLY or DISAGREE] | [what, and where] |");
    expect(prompt.indexOf("# Required format")).toBeLessThan(prompt.indexOf("# Your task"));
  });

  it("given one is dropped, then its conflict is withdrawn, and the other goes to the user with the justification", async () => {
    const stage = await revising(ONE_LESS);
    await stage.untilAsked("conflict");
    expect(stage.session.work.conflicts).toMatchObject({
      [ISSUE]: { state: { at: "open" } },
      [OTHER]: { state: { at: "withdrawn" } },
    });
    expect(stage.session.work.issues[OTHER as never]?.issue.state.at).toBe("OPEN");
    const { evidence } = stage.question("conflict");
    expect(evidence.map(({ text }) => text)).toContain(
      "Justification: The server closes the connection in any case.",
    );
  });

  it("given it passed, then it has a file of its own, and the round's engineer.md shows it after the document", async () => {
    const stage = await revising(ONE_LESS);
    await stage.untilAsked("conflict");
    const names = [...stage.files.keys()].filter((name) => name.startsWith("round_002/engineer"));
    const [addendum = ""] = names.filter((name) => name.includes("addendum"));
    expect(addendum).toMatch(/^round_002\/engineer\.addendum\.Q\d+\.md$/);
    expect(stage.files.get(addendum)).toBe(ONE_LESS);
    const whole = stage.files.get("round_002/engineer.md") ?? "";
    expect(whole.startsWith("## Gap Resolution") || whole.startsWith("# ")).toBe(true);
    expect(whole.indexOf("In round 2 the caller waits")).toBeGreaterThan(0);
    expect(whole.indexOf("# Answers")).toBeGreaterThan(whole.indexOf("In round 2 the caller waits"));
    expect(
      await replay({
        log: stage.world.store,
        documents: stage.engine.documents,
        stream: stage.engine.stream,
      }),
    ).toMatchObject({ at: "identical" });
  });

  it("given an issue is left out, then the retry names it and shows an example of answers", async () => {
    const stage = await revising((attempt) =>
      attempt === 1
        ? `# Answers\n\n${responses({ [ISSUE]: "ADDRESSED | the first sentence", [OTHER]: "DEFERRED | later" })}`
        : ONE_LESS,
    );
    await stage.step();
    await stage.step();
    const retry = stage.prompts.get(answerKey(stage)) ?? "";
    expect(retry).toContain("# RETRY ATTEMPT 1 of 2");
    expect(retry).toContain("## AN ANSWER IS MISSING");
    expect(retry).toContain(`- \`${OTHER}\``);
    expect(retry).toContain("# Answers");
    expect(retry).toContain("To put an issue off is the user's to say.");
    await stage.untilAsked("conflict");
  });

  it("given a silence, then the review and the run about it are shown the evidence, and the next review the answer", async () => {
    const unanswered = "no row, heading or item answers it by its id";
    const unresolved = `## Prior Issues\n\n| Issue | Status |\n|---|---|\n| ${ISSUE} | UNRESOLVED |\n`;
    const stage = await Stage.open({
      gaps: [sourceGap(GAP, { severity: "HIGH" }), sourceGap(OTHER_GAP, { severity: "LOW" })],
      settings,
      engineer: ({ purpose, round }, _, gaps) =>
        purpose === "answer-issue"
          ? `# Answers\n\n${responses({ [ISSUE]: "PARTLY | the wait, but no number" })}`
          : resolution(gaps, { text: `In round ${round} the caller waits a second more.` }),
      reviewer: ({ purpose, round }, _, gaps) => {
        if (purpose === "final") return READY;
        if (round === 1) return objection(GAP, { severity: "CRITICAL" });
        return gaps.some((gap) => gap === GAP) ? `${approval(gaps)}\n${unresolved}` : approval(gaps);
      },
    });
    await stage.untilAsked("implicit");
    const review = stage.prompts.get("s/2.0/reviewer/-/1/1") ?? "";
    expect(review).toContain("# Issues that may be unanswered");
    expect(review).toContain("evidence, not intent");
    expect(review).toContain(`- ${ISSUE} (CRITICAL, on ${GAP}): \`No limit on retries\`\n  - ${unanswered}`);
    await stage.answer(stage.question("implicit"), { option: "request" });
    await stage.until(({ work }) => work.answering.length === 0);
    const prompt = stage.prompts.get(answerKey(stage)) ?? "";
    expect(prompt).toContain("The user asks how you answer the issues below.");
    expect(prompt).toContain(`What your document shows; evidence, not intent:\n  - ${unanswered}`);
    const later = () =>
      [...stage.prompts.values()].some((text) => text.includes("PARTLY: the wait, but no number"));
    await stage.until(later);
  });
});
