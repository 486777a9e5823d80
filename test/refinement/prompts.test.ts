// What the agents of a session are told, through the engine: nothing half, nothing twice, nothing that is not so.
import { describe, expect, it } from "vitest";
import { disagreementAnswers } from "../support/disagreement-texts.ts";
import { approval, READY, resolution, sessionWorld, sourceGap } from "../support/session-world.ts";

const GAP = "GAP-FLOW-001";
const GAPS = [GAP, "GAP-FLOW-002"];

const PROPOSAL = `# Engineer

## Gap Resolution: ${GAP}

**Confidence:** HIGH

### Proposed Solution

A caller that gives up at once loses the order, so it tries again, and a person is told when that does not help.

### Spec Text

After: A spec > Flow

\`\`\`\`markdown
The caller retries three times.

\`\`\`ts
retry(3);
\`\`\`
\`\`\`\`

Drops: None

### Examples

- The shop is down for two seconds: the second try succeeds.
- The shop is down for an hour: the error is reported.

### Trade-offs

- A slow failure is reported late.

### New Gaps Introduced

None.

### Responses

None.
`;

const WHY = `The error is reported without its code, so nobody can tell a refusal from a time-out. ${"More of it. ".repeat(80)}`;

const OBJECTION = `# Review

**Gaps:** ${GAP}

## Issues

### ISSUE-R1-001: The error has no code

- **Severity:** HIGH
- **Gap:** ${GAP}
- **Location:** Spec Text, first sentence
- **Impact:** ${WHY.trim()}
- **Suggestion:** Report the code of the last try.

### ISSUE-R1-002: The pause is missing

- **Severity:** HIGH
- **Gap:** ${GAP}
- **Location:** Spec Text, first sentence
- **Impact:** The tries come at once.
- **Suggestion:** Name a pause.

## Verdict by Gap

| Gap | Verdict |
| --- | ------- |
| ${GAP} | NEEDS_REVISION |

## Verdict: NEEDS_REVISION
`;

const ANSWER = PROPOSAL.replace("three times.", "three times and reports the code.").replace(
  "### Responses\n\nNone.\n",
  `### Responses

| Issue | Status | Where |
| ----- | ------ | ----- |
| ISSUE-R1-001 | ADDRESSED | the end of the first sentence |

## DISAGREE: ISSUE-R1-002

**Reviewer Concern:**

> The tries come at once.

**Engineer Position:**

They do, and should.

**Rationale:**

The shop's own queue spaces them.
`,
);

async function twoRounds() {
  const world = await sessionWorld({
    engineer: ({ round }) => (round === 1 ? PROPOSAL : ANSWER),
    reviewer: ({ round, purpose }) =>
      purpose === "final"
        ? READY
        : round === 1
          ? OBJECTION
          : `${approval([GAP])}\n${disagreementAnswers({ "ISSUE-R1-002": ["WITHDRAW", "the queue does it"] })}`,
  });
  expect(await world.run()).toBe("ended");
  return (key: string) => world.prompts.get(`s/${key}/-/1/1`) ?? expect.fail(`no prompt ${key}`);
}

describe("the prompts of a session", () => {
  it("show the Engineer its last text as it wrote it, in its fence and with its place", async () => {
    const prompt = (await twoRounds())("2.0/engineer");
    expect(prompt).toContain(
      PROPOSAL.slice(PROPOSAL.indexOf("## Gap Resolution"), PROPOSAL.indexOf("### Examples")),
    );
  });

  it("show a review once, and the words of a grave issue whole", async () => {
    const prompt = (await twoRounds())("2.0/engineer");
    expect(prompt.split(WHY.trim())).toHaveLength(2);
    expect(prompt).toContain("- ISSUE-R1-001 (HIGH, raised in round 1): `The error has no code`");
  });

  it("show the Reviewer each edit, every answer, and what the Engineer disagrees with", async () => {
    const prompt = (await twoRounds())("2.0/reviewer");
    expect(prompt).toContain("The caller retries three times and reports the code.");
    expect(prompt.split("The caller retries three times and reports the code.")).toHaveLength(2);
    expect(prompt.split("the end of the first sentence")).toHaveLength(2);
    expect(prompt).not.toContain("### New Gaps Introduced");
    expect(prompt).toContain("The shop's own queue spaces them.");
    expect(prompt).not.toContain("gave no answer");
  });

  it("show a gap that came up on the way in the words of whoever raised it", async () => {
    const raised = PROPOSAL.replace(
      "### New Gaps Introduced\n\nNone.\n",
      "### New Gaps Introduced\n\n| Gap | Severity | Title | Place | Blocked By |\n| --- | --- | --- | --- | --- |\n| GAP-FLOW-009 | MEDIUM | Who is told? | A spec > Flow | - |\n",
    );
    const world = await sessionWorld({
      limits: { gapsPerRound: 1 },
      engineer: ({ round }) => (round === 1 ? raised : resolution(["GAP-FLOW-009"])),
      reviewer: ({ round, purpose }) =>
        purpose === "final" ? READY : approval([round === 1 ? GAP : "GAP-FLOW-009"]),
    });
    await world.run();
    const prompt = world.prompts.get("s/2.0/engineer/-/1/1") ?? "";
    expect(prompt).toContain("Title: `Who is told?`.");
    expect(prompt).toContain(`It came up in the work on ${GAP}:`);
    // Only what enters the specification, not all that was said about it.
    expect(prompt).not.toContain("A slow failure is reported late.");
    expect(prompt).toContain("- GAP-FLOW: 001, 009 taken, next free GAP-FLOW-010");
  });

  it("show what the user supplied whole, and once", async () => {
    const input = `At most 500 rows. ${"And a reason for it. ".repeat(150)}`.trim();
    const world = await sessionWorld({
      gaps: GAPS.map((gap, at) => sourceGap(gap, { title: `Gap ${at}` })),
      limits: { gapsPerRound: 1 },
      engineer: ({ round, attempt }) =>
        round === 1 && attempt === 1
          ? `BLOCKED_NEEDS_INPUT: ${GAP} - how many rows?`
          : resolution([round === 1 ? "GAP-FLOW-002" : GAP]),
      reviewer: ({ round, purpose }) =>
        purpose === "final" ? READY : approval([round === 1 ? "GAP-FLOW-002" : GAP]),
      answer: ({ kind }) => (kind === "blocked" ? { option: "input", text: input } : null),
    });
    await world.run();
    const prompt = world.prompts.get("s/2.0/engineer/-/1/1") ?? "";
    expect(prompt.split(input)).toHaveLength(2);
    expect(prompt.indexOf(input)).toBeLessThan(prompt.indexOf("# Your task"));
    expect(prompt).toContain("For the Engineer: ");
    // Once the gap is settled, the decision holds, and what it asked for is done.
    const [, final = ""] = [...world.prompts].find(([key]) => key.includes("/final/")) ?? [];
    expect(final).toContain(input);
    expect(final).not.toMatch(/^For the (?:Engineer|gap): /m);
  });

  it("name the gaps and remarks that are open beside the task", async () => {
    const remark = OBJECTION.replaceAll("HIGH", "MEDIUM").replaceAll("NEEDS_REVISION", "APPROVED_WITH_NOTES");
    const world = await sessionWorld({
      gaps: GAPS.map((gap, at) => sourceGap(gap, { title: `Gap ${at}` })),
      limits: { gapsPerRound: 1 },
      engineer: ({ round }) => (round === 1 ? PROPOSAL : resolution(["GAP-FLOW-002"])),
      reviewer: ({ round, purpose }) =>
        purpose === "final" ? READY : round === 1 ? remark : approval(["GAP-FLOW-002"]),
    });
    await world.run();
    const prompt = (key: string) => world.prompts.get(`s/${key}/-/1/1`) ?? expect.fail(`no prompt ${key}`);
    for (const key of ["1.0/engineer", "1.0/reviewer"])
      expect(prompt(key)).toMatch(/not part of this task\n[^#]*- GAP-FLOW-002: `Gap 1`\n/);
    expect(prompt("2.0/engineer")).not.toContain("not part of this task");
    expect(prompt("2.0/reviewer")).toContain(
      "- ISSUE-R1-001 (MEDIUM, on GAP-FLOW-001): `The error has no code`\n- ISSUE-R1-002 (MEDIUM,",
    );
  });

  it("show two gaps that one text resolves as one proposal", async () => {
    const both = PROPOSAL.replace(`Resolution: ${GAP}`, `Resolution: ${GAPS.join(", ")}`);
    const world = await sessionWorld({
      gaps: GAPS.map((gap, at) => sourceGap(gap, { title: `Gap ${at}` })),
      limits: { gapsPerRound: 2 },
      engineer: () => both,
      reviewer: ({ purpose }) => (purpose === "final" ? READY : approval(GAPS)),
    });
    await world.run();
    const prompt = world.prompts.get("s/1.0/reviewer/-/1/1") ?? "";
    expect(prompt).toContain(`## The proposal for ${GAPS.join(", ")}`);
    expect(prompt.split("A slow failure is reported late.")).toHaveLength(2);
  });
});
