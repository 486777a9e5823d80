import { describe, expect, it } from "vitest";
import { exampleGap } from "../core/refinement/example-gap.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import {
  engineerFacts,
  gapNumber,
  issueNumber,
  plainly,
  sayingBrief,
  sayingDecision,
  specOf,
} from "./example-facts.ts";

const { text, parts } = engineerPrompt(engineerFacts(plainly));

describe("the Engineer's prompt", () => {
  it("opens with the decisions where there are any", () => {
    expect(text).toMatch(/^# Decisions that bind you\n/);
    expect(text).toContain(
      "DECISION-R2-001 on ISSUE-R2-001, option A, as the Reviewer suggested (GAP-LOAN-001)",
    );
    expect(engineerPrompt(engineerFacts(plainly, { decisions: [] })).text).toMatch(/^# Your role\n/);
  });

  it("shows decisions on other gaps in a line", () => {
    expect(text).toMatch(/^- DECISION-R2-002 .*\(GAP-LOAN-009\): `words of decision`$/m);
  });

  it.each([
    ["the file", "engineer.md"],
    ["what to do without one", "If you cannot write files, answer with the document as your final text"],
    ["where the project is", "a copy in the folder ./project"],
    ["the round", "Round 3."],
    ["the gaps", "- GAP-LOAN-001: `words of gap title`"],
    ["how to say what is missing", "BLOCKED_NEEDS_INPUT: GAP-… - what is needed"],
    ["how to say what is unclear", "UNCERTAINTY: GAP-… - what is unclear"],
    ["the place of a text", "Replaces: <heading path>"],
    ["the other place of a text", "After: <heading path>"],
    ["new gaps", "### New Gaps Introduced"],
    ["disagreeing", "## DISAGREE: ISSUE-R2-001"],
    ["the open issues", "- ISSUE-R2-001 (HIGH, raised in round 2): `words of issue title`"],
    ["the settled ones", "- ISSUE-R1-001 (HIGH): `words of issue fate`"],
    ["its own last text", "From your document of round 2:"],
    ["the last review", "From the Reviewer's document of round 2:"],
    ["what changed", "- GAP-LOAN-007: `words of change title`, now `words of change state` (round 2)"],
    ["the user's words", "words of guidance"],
    ["the user's input", "words of input"],
    ["the source", "words of source"],
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("given a first round, has nothing of earlier ones", () => {
    const gaps = [{ gap: exampleGap("GAP-LOAN-001"), proposal: null, review: null, issues: [], inputs: [] }];
    const first = engineerPrompt(
      engineerFacts(plainly, { gaps, readsProject: false, decisions: [], changes: [], guidance: [] }),
    );
    expect(first.parts.map(({ name }) => name)).toEqual([
      "persona",
      "task",
      "source",
      "gap GAP-LOAN-001",
      "format",
      "output",
    ]);
    expect(first.text).not.toContain("DISAGREE");
  });

  it("given a long source, shows its outline and excerpts, each place once", () => {
    const lines = [
      "# Top",
      "## Part",
      "the place",
      ...Array.from({ length: 200 }, (_, n) => `line ${n} ${"w".repeat(60)}`),
    ];
    const origin = { from: "source", line: 3, heading: null } as const;
    const gaps = [1, 2].map((number) => {
      const brief = sayingBrief(number, plainly);
      return { ...brief, gap: { ...brief.gap, origin } };
    });
    const long = engineerPrompt(engineerFacts(plainly, { spec: specOf(lines.join("\n")), gaps }));
    expect(long.text).toContain("under `Top > Part`");
    expect(long.text).toContain("\nthe place\n");
    expect(long.text).toContain("are among those shown for GAP-LOAN-001 above");
    expect(long.text.length).toBeLessThan(lines.join("\n").length);
  });

  it("names every open issue, also where there is no room for its words", () => {
    const brief = sayingBrief(1, (place) => place.repeat(100));
    const issues = Array.from({ length: 50 }, (_, n) => ({
      ...(brief.issues[0] ?? expect.fail()),
      issue: issueNumber(2, n + 1),
    }));
    const many = engineerPrompt(engineerFacts(plainly, { gaps: [{ ...brief, issues }] })).text;
    for (const { issue } of issues) expect(many).toContain(issue);
  });

  it("puts what a gap rests on first among the changes", () => {
    const brief = sayingBrief(1, plainly);
    const gaps = [{ ...brief, gap: { ...brief.gap, blockedBy: [gapNumber(500)] } }];
    const changes = Array.from({ length: 60 }, (_, n) => ({
      gap: gapNumber(n === 0 ? 500 : n + 10),
      title: "t",
      state: "ACCEPTED",
      round: n,
    }));
    const changed = engineerPrompt(engineerFacts(plainly, { gaps, changes })).text;
    expect(changed).toMatch(/# What changed on other gaps\n\n- GAP-LOAN-500: /);
  });

  it("keeps every binding decision on its gaps in sight, the newest in full", () => {
    const say = (place: string) => `${place} ${"w".repeat(300)}`;
    const decisions = Array.from({ length: 6 }, (_, n) => sayingDecision(n + 1, 1, { say, gap: 1 }));
    const bound = engineerPrompt(engineerFacts(plainly, { decisions })).text;
    for (const { id } of decisions) expect(bound).toContain(id);
    expect(bound.indexOf("DECISION-R6-001")).toBeLessThan(bound.indexOf("DECISION-R1-001"));
  });

  it("counts its parts", () => {
    expect(parts.reduce((sum, { chars }) => sum + chars, 0)).toBe(text.length);
  });
});
