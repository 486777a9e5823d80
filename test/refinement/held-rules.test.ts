// Rules that a document, an answer or a crash once slipped past.
import { describe, expect, it } from "vitest";
import { isFailure } from "../../src/app/failure.ts";
import { parsePolicy, policyAnswer, useOn } from "../../src/app/sessions/policy.ts";
import type { Question } from "../../src/core/refinement/questions/question.ts";
import { gapId } from "../support/example-gap.ts";
import { NO_CAP } from "../support/no-cap.ts";
import {
  approval,
  objection,
  READY,
  resolution,
  sessionWorld,
  settingsFor,
  sourceGap,
} from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
const final = (purpose: string, otherwise: string): string => (purpose === "final" ? READY : otherwise);

describe("a proposal", () => {
  it("given an operator in it changed, then it is reviewed again", async () => {
    const settled = `${approval([GAP])}\n### Earlier Issues\n\n| Issue | Status |\n|---|---|\n| ISSUE-R1-001 | RESOLVED |\n`;
    const world = await sessionWorld({
      engineer: ({ round }) =>
        resolution([GAP], {
          text: round === 1 ? "Cancel when `paid && shipped`." : "Cancel when `paid || shipped`.",
        }),
      reviewer: ({ purpose, round }) => final(purpose, round === 1 ? objection(GAP) : settled),
    });
    expect(await world.run()).toBe("ended");
    expect([...world.prompts.keys()].filter((key) => key.includes("/reviewer/"))).toHaveLength(2);
  });

  it("given two sections on one gap, then both are reviewed and both are in the draft", async () => {
    const second = `## Gap Resolution: ${GAP} (continued)\n\n**Confidence:** HIGH\n\nThe second part.\n\n### Spec Text\n\nSECOND PART.\n`;
    const world = await sessionWorld({
      engineer: () => `${resolution([GAP])}\n${second}`,
      reviewer: ({ purpose }) => final(purpose, approval([GAP])),
    });
    expect(await world.run()).toBe("ended");
    expect(world.prompts.get("s/1.0/reviewer/-/1/1")).toContain("SECOND PART.");
    expect(world.prompts.get("s/1.0/final/-/1/1")).toContain("SECOND PART.");
  });

  it("given its gap was closed as WONT_FIX, then its text is not in the draft", async () => {
    const gaps = [sourceGap(GAP, { severity: "HIGH" }), sourceGap("GAP-FLOW-002", { title: "Who is told" })];
    const world = await sessionWorld({
      gaps,
      engineer: ({ round }) =>
        round === 1 ? resolution([GAP], { text: "REJECTED TEXT." }) : resolution(["GAP-FLOW-002"]),
      reviewer: ({ purpose, round }) =>
        final(purpose, round === 1 ? objection(GAP) : approval(["GAP-FLOW-002"])),
    });
    await world.run({ untilRound: true });
    const close = {
      type: "ChangeGap",
      gap: gapId(GAP),
      change: { do: "close", phrase: "I acknowledge" },
      reason: "no",
    } as const;
    await world.engine.submit({ ...close, by: "human:test" }, { id: "close", actor: "human:test" });
    expect(await world.run()).toBe("ended");
    const prompt = [...world.prompts].findLast(([key]) => key.includes("/final/"))?.[1];
    expect(prompt).not.toContain("REJECTED TEXT");
  });
});

describe("reopening at the end", () => {
  it("given a reason, then the Engineer reads it, and the same text is reviewed anew", async () => {
    const world = await sessionWorld({
      engineer: () => resolution([GAP]),
      reviewer: ({ purpose }) =>
        purpose === "final" ? "# Final Review\n\n**Verdict:** NOT_READY\n\nNot yet.\n" : approval([GAP]),
    });
    expect(await world.run()).toBe("waiting");
    await world.answer("Q1", {
      option: "reopen",
      gaps: [GAP as never],
      rationales: { [GAP]: "THE LIMIT IS WRONG" },
    });
    await world.run({ untilRound: true });
    expect(world.prompts.get("s/2.0/engineer/-/1/1")).toContain("THE LIMIT IS WRONG");
    expect(world.prompts.has("s/2.0/reviewer/-/1/1"), "the same text is reviewed anew").toBe(true);
    expect(world.folder.files.get("decisions.md")).toContain("THE LIMIT IS WRONG");
  });
});

it("given a gap that came up with another, then its prompt shows where that one stands and what it proposed", async () => {
  const parts = Array.from(
    { length: 60 },
    (_, n) => `## Part ${n}\n\n${n === 30 ? "TODO: the NEEDLE of this part.\n" : "Words. ".repeat(60)}`,
  );
  const source = `# Long\n\n${parts.join("\n\n")}\n`;
  const line = source.split("\n").findIndex((text) => text.includes("NEEDLE")) + 1;
  const spawning = resolution([GAP]).replace(
    "None.\n",
    "| Gap | Severity | Title |\n|---|---|---|\n| GAP-ZZ-001 | LOW | Who pays for it |\n",
  );
  const world = await sessionWorld({
    source,
    gaps: [sourceGap(GAP, { line })],
    engineer: ({ round }) => (round === 1 ? spawning : resolution(["GAP-ZZ-001"])),
    reviewer: ({ purpose, round }) => final(purpose, approval([round === 1 ? GAP : "GAP-ZZ-001"])),
  });
  expect(await world.run()).toBe("ended");
  const prompt = world.prompts.get("s/2.0/engineer/-/1/1") ?? "";
  expect(prompt).toContain("Part 30");
  expect(prompt).toContain("The caller retries three times");
});

describe("limits", () => {
  it("given a limit is raised, then it becomes what the question said", async () => {
    const spend = { run: NO_CAP, role: NO_CAP, session: { ...NO_CAP, calls: 1 } };
    const world = await sessionWorld({
      settings: { spend },
      engineer: () => resolution([GAP]),
      reviewer: ({ purpose }) => final(purpose, approval([GAP])),
    });
    await world.run();
    const raise = world.engine.live.work.questions[0]?.options.find(({ id }) => id === "raise");
    await world.answer("Q1", { option: "raise" });
    expect(raise?.effect).toContain(`becomes ${world.engine.live.settings.spend.session.calls} calls`);
  });
});

it("given a gate with two gaps, then one rationale for both is not enough", async () => {
  const gaps = [
    sourceGap(GAP, { severity: "HIGH" }),
    sourceGap("GAP-FLOW-002", { severity: "HIGH", title: "Who is told" }),
  ];
  const world = await sessionWorld({
    gaps,
    settings: { ...settingsFor(2), limits: { ...settingsFor(2).limits, maxRounds: 1 } },
    engineer: () => resolution([GAP]),
    reviewer: () => objection(GAP),
  });
  await world.run();
  await world.answer("Q1", { option: "accept" });
  await world.run();
  const phrase = "I acknowledge";
  expect(
    await world.answer("Q2", { option: "acknowledge", phrase, rationales: { "*": "later" } }),
  ).toMatchObject({
    at: "refused",
    refusal: { refused: "gate-rationale" },
  });
  const each = { [GAP]: "later", "GAP-FLOW-002": "never" };
  expect(await world.answer("Q2", { option: "acknowledge", phrase, rationales: each })).toMatchObject({
    at: "done",
  });
});

it("given documents were deleted or edited, then the next run puts them back and keeps the edit", async () => {
  const world = await sessionWorld({
    engineer: ({ round }) => resolution([GAP], { text: `Version ${round}.` }),
    reviewer: ({ purpose, round }) => final(purpose, round === 1 ? objection(GAP) : approval([GAP])),
  });
  await world.run({ untilRound: true });
  const engineer = world.folder.files.get("round_001/engineer.md");
  world.folder.files.delete("source.md");
  world.folder.files.set("round_001/engineer.md", "my own words");
  await world.run();
  expect(world.folder.files.get("source.md")).toContain("# A spec");
  expect(world.folder.files.get("round_001/engineer.md")).toBe(engineer);
  expect(world.folder.files.get("round_001/engineer.md.edited")).toBe("my own words");
});

it("given a policy that answers the same question on the same subject again and again, then it stays open in the end", () => {
  const policy = parsePolicy(
    "p.yaml",
    "answers:\n  - kind: escalation\n    option: context\n    text: do better\n",
  );
  if (isFailure(policy)) throw new Error(policy.message);
  const question = {
    id: "Q9",
    kind: "escalation",
    subject: { of: "turn", role: "engineer", lane: "-", round: 1 },
    options: [{ id: "context", label: "", effect: "", needs: ["text"] }],
  } as unknown as Question;
  const used = new Map<string, number>();
  let given = 0;
  for (
    let answer = policyAnswer(policy, question, { gaps: {}, issues: {}, used });
    answer !== null;
    given += 1
  ) {
    const use = useOn(answer.by, question);
    used.set(use, (used.get(use) ?? 0) + 1);
    answer = policyAnswer(policy, question, { gaps: {}, issues: {}, used });
  }
  expect(given).toBe(10);
});
