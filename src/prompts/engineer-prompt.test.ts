import { describe, expect, it } from "vitest";
import {
  engineerFacts,
  gapNumber,
  issueNumber,
  plainly,
  sayingBrief,
  sayingDecision,
  sayingGap,
  specOf,
  titledGap,
} from "../../test/support/example-facts.ts";
import { exampleGap } from "../../test/support/example-gap.ts";
import { engineerPrompt } from "./engineer-prompt.ts";
import type { GapBrief, GapTarget } from "./prompt-facts.ts";

const { text, parts, standingChars } = engineerPrompt(engineerFacts(plainly));

describe("the Engineer's prompt", () => {
  it("names the decisions on its gaps", () => {
    expect(text).toContain(
      "DECISION-R2-001 on ISSUE-R2-001, option A, as the Reviewer suggested (GAP-LOAN-001)",
    );
  });

  it("begins with the same words whatever the task", () => {
    const other = engineerPrompt(
      engineerFacts((place) => `other ${place}`, { decisions: [], round: 9 }),
    ).text;
    expect(text.slice(0, standingChars)).toMatch(/^# Your role[\s\S]*# How to work[\s\S]*# Required format/);
    expect(other.startsWith(text.slice(0, standingChars))).toBe(true);
  });

  it("shows decisions on other gaps whole, and names those it leaves out", () => {
    const decisions = Array.from({ length: 30 }, (_, n) =>
      sayingDecision(n + 1, 1, { say: (place) => `${place} ${"w".repeat(200)} end of ${place}`, gap: 9 }),
    );
    const bound = engineerPrompt(engineerFacts(plainly, { decisions })).text;
    expect(bound).toContain("Decision: decision ");
    expect(bound).toContain("DECISION-R30-001 on ISSUE-R30-001");
    expect(bound).toMatch(/Left out for length, all on other gaps: DECISION-R\d+-001.* and \d+ older ones\./);
    for (const [shown] of bound.matchAll(/^Decision: .*$/gm)) expect(shown).toMatch(/end of decision$/);
  });

  it.each([
    ["the file", "engineer.md"],
    ["what to do without one", "If you cannot write files, answer with the document as your final text"],
    ["the round", "Round 3."],
    ["the gaps", "- GAP-LOAN-001: `words of gap title`"],
    ["how to say what is missing", "BLOCKED_NEEDS_INPUT: GAP-… - what is needed"],
    ["how to say what is unclear", "UNCERTAINTY: GAP-… - what is unclear"],
    ["the place of a text", "Replaces: <heading path>"],
    ["the other place of a text", "After: <heading path>"],
    ["new gaps", "### New Gaps Introduced"],
    ["disagreeing", "## DISAGREE: [ISSUE-…]"],
    ["what a disagreement rests on", '**Rests on:** [path:line "the words that stand there", or judgement]'],
    ["what becomes of it", "The next review of the gap is shown the block and may withdraw the issue"],
    ["how many there may be", "at most 5 in a round, unless a section `## Justification`"],
    ["what DEFERRED is not", "without such a decision the row counts as no answer"],
    ["the order of added texts", "`After:` one section stand in the order of the ids of the gaps"],
    [
      "how a passage is found",
      "exactly once in the specification as it stands now; a line break counts as a blank",
    ],
    ["the open issues", "- ISSUE-R2-001 (HIGH, raised in round 2): `words of issue title`"],
    ["the settled ones", "- ISSUE-R1-001 (HIGH): `words of issue title`, `words of issue fate`"],
    ["the form of a row", "| [ISSUE-…] | [ADDRESSED, PARTLY, DISAGREE or DEFERRED] |"],
    ["a row for each issue", "- In `### Responses` a row for each open issue: ISSUE-R2-001, ISSUE-R2-002."],
    [
      "the passage",
      "Lines 3–4, under `words of target path`. Your text takes the place of this:\n\n```text\nwords of target\n```",
    ],
    ["what the gap came from", "It came up in the work on GAP-LOAN-080: `words of parent title`."],
    ["ids that are taken", "- GAP-LOAN: 001 to 003, 007 taken, next free GAP-LOAN-008"],
    ["the third place of a text", 'Replaces passage: "<words>"'],
    ["what may go", "Drops: [facts of the old passage that are gone on purpose, or None]"],
    ["its own last text", "From your document of round 2:"],
    ["what changed", "- GAP-LOAN-007: `words of change title`, now `RESOLVED` (round 2)"],
    ["the user's words", "words of guidance"],
    ["the user's input", "words of input"],
    ["the draft", "with what was accepted in its place:\n\n```text\nwords of source\n```"],
  ])("holds %s", (_, words) => {
    expect(text).toContain(words);
  });

  it("given a first round, has nothing of earlier ones", () => {
    const gap = exampleGap("GAP-LOAN-001");
    const nothing = { together: [], target: null, parent: null, proposal: null, review: null };
    const gaps = [{ gap, ...nothing, issues: [], inputs: [] }];
    const none = {
      otherGaps: [],
      readsProject: false,
      decisions: [],
      changes: [],
      guidance: [],
      takenGapIds: [],
    };
    const first = engineerPrompt(engineerFacts(plainly, { gaps, ...none }));
    expect(first.parts.map(({ name }) => name)).toEqual([
      "persona",
      "rules",
      "format",
      "draft",
      "gap GAP-LOAN-001",
      "target GAP-LOAN-001",
      "task",
      "headings",
      "output",
    ]);
    expect(first.text).toContain("- No issue is open: `### Responses` says None.");
  });

  it("given a gap without a passage, proposes where its text may go", () => {
    const target = {
      kind: "named",
      proposal: "After: Orders > Paying",
      why: "the section is missing",
    } as const;
    const named = engineerPrompt(
      engineerFacts(plainly, { gaps: [{ ...sayingBrief(1, plainly), target }] }),
    ).text;
    expect(named).toContain("(`the section is missing`)");
    expect(named).toContain("\n`After: Orders > Paying`\n");
  });

  it("given an entry of a list, says how to remove it", () => {
    const brief = sayingBrief(1, plainly);
    const target = { ...brief.target, kind: "mark", entry: true } as GapTarget;
    const entry = engineerPrompt(engineerFacts(plainly, { gaps: [{ ...brief, target }] })).text;
    expect(entry).toContain("remove this entry by a second Spec Text with an empty fence");
  });

  it("given several gaps of one passage, asks for one resolution of them", () => {
    const brief = { ...sayingBrief(1, plainly), together: [sayingGap(2, plainly)] };
    const both = engineerPrompt(engineerFacts(plainly, { gaps: [brief] })).text;
    expect(both).toContain(
      "- GAP-LOAN-002: `words of gap title`, together with GAP-LOAN-001: one resolution and one text for all of them",
    );
    expect(both).toContain("- `## Gap Resolution: GAP-LOAN-001, GAP-LOAN-002`\n");
    expect(both.split("words of target\n")).toHaveLength(2);
  });

  it("in a remarks round says that the gaps are accepted, and shows every remark", () => {
    const brief = sayingBrief(1, plainly);
    const issues = Array.from({ length: 30 }, (_, n) => ({
      ...(brief.issues[0] ?? expect.fail()),
      issue: issueNumber(1, n + 1),
      severity: "MEDIUM" as const,
      raisedIn: 1,
      text: `remark ${n} ${"w".repeat(400)}`,
    }));
    const facts = engineerFacts(plainly, { gaps: [{ ...brief, issues }], remarks: true });
    const { text: asked } = engineerPrompt(facts);
    expect(asked).toContain("These gaps are accepted");
    expect(asked).toContain("gets a row with DEFERRED and your reason");
    for (const { text: remark } of issues) expect(asked).toContain(remark);
  });

  it.each(["CRITICAL", "HIGH"] as const)(
    "never shortens an open %s issue, nor a binding decision, nor a passage",
    (severity) => {
      const long = (name: string) => `${name} ${"w".repeat(9_000)} end of ${name}`;
      const brief = sayingBrief(1, plainly);
      const issue = { ...(brief.issues[0] ?? expect.fail()), severity, text: long("issue"), raisedIn: 1 };
      const target = { ...brief.target, kind: "mark", text: long("passage") } as GapTarget;
      const decision = { ...sayingDecision(2, 1, { say: plainly, gap: 1 }), decision: long("decision") };
      const { text: whole } = engineerPrompt(
        engineerFacts(plainly, { gaps: [{ ...brief, issues: [issue], target }], decisions: [decision] }),
      );
      for (const name of ["issue", "passage", "decision"]) expect(whole).toContain(long(name));
    },
  );

  it("shows a review by its issues, each once", () => {
    expect(text).not.toContain("words of review");
    expect(text).toContain("What the Reviewer wrote on ISSUE-R2-001:\n\n```text\nwords of issue text\n```");
  });

  it.each([
    ["no issue of it is recorded", () => []],
    ["the issue has no words", (brief: GapBrief) => brief.issues.map((issue) => ({ ...issue, text: "" }))],
  ])("given a review with which %s, quotes it once, however many gaps it is about", (_, issuesOf) => {
    const gaps = [1, 2].map((number) => {
      const brief = sayingBrief(number, plainly);
      return { ...brief, issues: issuesOf(brief) };
    });
    const quoted = engineerPrompt(engineerFacts(plainly, { gaps })).text;
    expect(quoted.split("words of review")).toHaveLength(2);
    expect(quoted).toContain("# The last review of GAP-LOAN-001, GAP-LOAN-002");
    expect(engineerPrompt(engineerFacts(plainly, { gaps, remarks: true })).text).not.toContain(
      "words of review",
    );
  });

  it("quotes the pending text of a parent once, and not beside the parent's own", () => {
    expect(text.split("words of pending text")).toHaveLength(2);
    const parent = { gap: titledGap(2, "t"), pending: "words of the second" };
    const gaps = [
      { ...sayingBrief(1, plainly), parent },
      { ...sayingBrief(2, plainly), parent: null },
    ];
    const both = engineerPrompt(engineerFacts(plainly, { gaps })).text;
    expect(both).not.toContain("words of the second");
    expect(both).toContain("It came up in the work on GAP-LOAN-002");
  });

  it("names other open gaps, of too many the newest, and these last", () => {
    expect(text).toContain(
      "# Gaps that are open, not part of this task\n\nThese are on record and will be worked on by themselves. Do not raise again what is listed here.\n\n- GAP-LOAN-090: `words of other gap title`\n",
    );
    const otherGaps = Array.from({ length: 190 }, (_, n) => titledGap(n + 100, "t".repeat(60)));
    const many = engineerPrompt(engineerFacts(plainly, { otherGaps })).text;
    expect(many).toMatch(
      /what is listed here\.\n\n- \d+ older ones are not listed for want of room\n- GAP-LOAN-/,
    );
    expect(many).toContain(`- GAP-LOAN-289: \`${"t".repeat(60)}\`\n\n#`);
  });

  it("given a doubt, shows the sections of a long draft that it names", () => {
    const filler = Array.from({ length: 2_100 }, (_, n) => `line ${n} ${"w".repeat(60)}`).join("\n");
    const spec = specOf(`# Top\n\n## Part\n\nthe place\n\n${filler}\n\n## 7 Lending\n\nthree weeks\n`);
    const brief = sayingBrief(1, plainly);
    const shown = (doubt?: string) =>
      engineerPrompt(
        engineerFacts(plainly, { spec, gaps: [doubt === undefined ? brief : { ...brief, doubt }] }),
      ).text;
    expect(shown()).not.toContain("three weeks");
    expect(shown("I need Section 7.")).toContain("three weeks");
  });

  it("lists issues by their ids everywhere", () => {
    const [first, second] = [sayingBrief(1, plainly), sayingBrief(2, plainly)];
    const shown = (brief: GapBrief, number: number, severity: "HIGH" | "LOW") => ({
      ...(brief.issues[0] ?? expect.fail()),
      ...{ issue: issueNumber(2, number), severity },
    });
    const gaps = [
      { ...first, issues: [shown(first, 9, "HIGH"), shown(first, 3, "LOW")] },
      { ...second, issues: [shown(second, 1, "LOW")] },
    ];
    const { text: asked } = engineerPrompt(engineerFacts(plainly, { gaps }));
    expect(asked).toContain("a row for each open issue: ISSUE-R2-001, ISSUE-R2-003, ISSUE-R2-009.");
    expect(asked.indexOf("- ISSUE-R2-003 (LOW")).toBeLessThan(asked.indexOf("- ISSUE-R2-009 (HIGH"));
  });

  it("says what becomes of remarks, by whether a round for them is to come", () => {
    expect(text).toContain("all come back to the Engineer once, before the end; what is still open");
    const none = engineerPrompt(engineerFacts(plainly, { remarksComeBack: false })).text;
    expect(none).not.toContain("come back");
    expect(none).toContain("what is still open at the end is listed in the finished specification");
  });

  it("tells a person which file to write, and of no copy of the project", () => {
    const byHand = engineerPrompt(engineerFacts(plainly, { byHand: true })).text;
    expect(byHand).toContain("view/engineer.md");
    expect(byHand).toContain("parley submit engineer");
    expect(byHand).not.toContain("./project");
  });

  it("promises nothing that nobody does", () => {
    expect(text).not.toMatch(/becomes a question to the user|The user then decides|Escalate to user/);
  });

  it("given a long draft, shows its outline and excerpts, each place once", () => {
    const lines = [
      "# Top",
      "## Part",
      "the place",
      ...Array.from({ length: 2_400 }, (_, n) => `line ${n} ${"w".repeat(60)}`),
    ];
    const gaps = [1, 2].map((number) => sayingBrief(number, plainly));
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
      ...titledGap(n === 0 ? 500 : n + 10, "t"),
      state: { at: "ACCEPTED", round: n } as const,
      roundUpdated: n,
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
