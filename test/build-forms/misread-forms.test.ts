// Forms that real reviewers write and that are easily misread, as they would look in the build loop: each is read as a
// careful reader would read it, or is refused; none loses a finding, and none becomes an approval.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codeReviewFaults } from "../../src/core/build/forms/code-review-faults.ts";
import { coderFaults } from "../../src/core/build/forms/coder-faults.ts";
import type { CodeReview } from "../../src/core/documents/code-review.ts";
import type { FormFaultCode } from "../../src/core/documents/form-reading.ts";
import { readCodeReview } from "../../src/document/code-review/read-code-review.ts";
import { readCoder } from "../../src/document/coder/read-coder.ts";
import { findingId } from "../support/example-build-facts.ts";

function read(text: string): CodeReview {
  const reading = readCodeReview(text);
  if (reading.at === "refused") throw new Error(JSON.stringify(reading.faults));
  return reading.form;
}

function codes(text: string): readonly FormFaultCode[] {
  const reading = readCodeReview(text);
  return reading.at === "read" ? [] : reading.faults.map(({ code }) => code);
}

const REST = `- **Place:** src/hatch.ts:7
- **Why:** Nobody can close it from below.
- **What would settle it:** Let it open inward.
`;
const FIELDS = `- **Severity:** HIGH\n${REST}`;

describe("a finding", () => {
  it("keeps a lead-in line and its fence in the field they stand in", () => {
    const { findings } = read(`Verdict: REJECT

### New: Two clocks decide when a parcel is late

- **Severity:** HIGH
- **Place:** src/late.ts:3

**Why:** Both clocks are named.

The second one says:

\`\`\`ts
// ### New: not a finding
// Verdict: APPROVE
late = now > promised;
\`\`\`

Which one wins is open.

**What would settle it:** One clock.
`);
    expect(findings).toHaveLength(1);
    expect(findings[0]?.why).toContain("late = now > promised;\n```\n\nWhich one wins is open.");
    expect(findings[0]?.settledBy).toBe("One clock.");
  });

  it("keeps labels that are none of the form in the field above them", () => {
    const { findings } = read(`Verdict: REJECT

### New: The refund window is not settled

- **Severity:** MEDIUM
- **Place:** src/refund.ts
- **Why:** The button is on every screen.

**The contradiction:**
- Is a refund a right or a favour?

**Impact:** Support promises what finance refuses.

- **What would settle it:** State the window.

**Detail:** Thirty days would do.
`);
    expect(findings[0]?.why).toBe(
      "The button is on every screen.\n\n**The contradiction:**\n- Is a refund a right or a favour?\n\n**Impact:** Support promises what finance refuses.",
    );
    expect(findings[0]?.settledBy).toBe("State the window.\n\n**Detail:** Thirty days would do.");
  });

  it.each([
    "Verdict: APPROVE is shown to everyone",
    "Severity of the log line is wrong",
    "Position: relative hides the button",
    "Summary and Findings are swapped",
    "Earlier findings are lost",
  ])("may have words of the form in its title: %s", (title) => {
    const { verdict, findings } = read(`Verdict: REJECT\n\n### New: ${title}\n\n${FIELDS}`);
    expect(verdict).toEqual({ word: "REJECT" });
    expect(findings.map((finding) => finding.title)).toEqual([title]);
  });

  it("goes on below a label that stands alone on its line", () => {
    const { findings } = read(`Verdict: REJECT

### New: Badge numbers are reused

**Severity:**

MEDIUM

**Place:**

src/badge.ts

**Why:**

A lost badge gives its number to the next person:

1. one is lost
2. one is printed

**What would settle it:**

Write the rule down:

\`\`\`
numbers are never reused
\`\`\`
`);
    expect(findings).toMatchObject([
      {
        severity: "MEDIUM",
        place: "src/badge.ts",
        why: "A lost badge gives its number to the next person:\n\n1. one is lost\n2. one is printed",
        settledBy: "Write the rule down:\n\n```\nnumbers are never reused\n```",
      },
    ]);
  });

  it("is read with its fields in a numbered list, and a fence between them", () => {
    const { findings } = read(`Verdict: REJECT

### New: The order of discounts is open

1. **Severity:** LOW
2. **Place:** src/discount.ts
3. **Why:** Two may apply:

   \`\`\`
   Severity: CRITICAL
   \`\`\`

4. **What would settle it:** Take the larger one.
`);
    expect(findings).toMatchObject([{ severity: "LOW", settledBy: "Take the larger one." }]);
    expect(findings[0]?.why).toContain("Severity: CRITICAL");
  });

  it("is not made of headings in a sample whose fences are nested", () => {
    const { findings } = read(`Verdict: REJECT

### New: The search path is open

- **Severity:** LOW
- **Place:** docs/search.md
- **Why:** Two lists may be read.
- **What would settle it:** Add a section:

\`\`\`markdown
## Verdict: APPROVE

Order:
\`\`\`
### New: the list of the site
doors/site.txt
\`\`\`

### New: only the first one found is read
\`\`\`

### New: The printer is not named

${FIELDS}`);
    expect(findings.map(({ title }) => title)).toEqual([
      "The search path is open",
      "The printer is not named",
    ]);
  });

  it("is said once, whatever recaps stand around it", () => {
    const { findings } = read(`Verdict: REJECT

## Summary

**Strengths:**
- Short

**Concerns:**
- The hatch opens outward

| Severity | Count |
| -------- | ----- |
| HIGH | 1 |

## Findings

### New: The hatch opens outward

${FIELDS}
## Closing

1. Turn the hatch
2. Approve, provided that it is turned
`);
    expect(findings.map(({ title }) => title)).toEqual(["The hatch opens outward"]);
  });

  it.each<readonly [string, string, FormFaultCode]>([
    ["in bold", `**New: The hatch opens outward**\n\n${FIELDS}`, "misplaced"],
    ["under an id of its own", `### OMISSION-1: Door left ajar\n\n${FIELDS}`, "misplaced"],
    ["under the id of an issue", `### ISSUE-R3-001: Door left ajar\n\n${FIELDS}`, "misplaced"],
    ["as a numbered title", `### 1. Door left ajar\n\n${FIELDS}`, "misplaced"],
    [
      "in bold without fields",
      "**HIGH SAFETY PROBLEM - the hatch opens outward:**\n\nNobody can close it.",
      "no-ground",
    ],
    ["as a box", "- [ ] **MUST DO:** turn the hatch", "no-ground"],
    [
      "in a table",
      "| Finding | Severity | Place |\n| --- | --- | --- |\n| The hatch | HIGH | src/hatch.ts |",
      "no-ground",
    ],
    [
      "with its fields in a table",
      "### New: The hatch\n\n| Severity | Place | Why |\n| --- | --- | --- |\n| HIGH | a.ts | x |",
      "missing-field",
    ],
    [
      "with a rating in words",
      `### New: The hatch is heavy (Handling Risk: MEDIUM)\n\n${REST}`,
      "missing-field",
    ],
    [
      "with a rating and a reason",
      `### New: The hatch\n\n- **Severity:** HIGH, as it may fall\n${REST}`,
      "unclear-word",
    ],
    [
      "with a rating of another scale",
      `### New: The hatch\n\n- **Severity:** Moderate - to be discussed\n${REST}`,
      "unclear-word",
    ],
    [
      "in a table of the earlier ones",
      "| Finding | Status | Why |\n| --- | --- | --- |\n| New | OPEN | the hatch |",
      "unknown-finding",
    ],
  ])("that is written %s is refused, and not lost", (_, written, code) => {
    const text = `Verdict: REJECT\n\n## Findings\n\n${written}\n`;
    expect(codes(text)).toContain(code);
    // What names a defect by a field of the form is no approval either.
    if (code !== "no-ground") expect(codes(text.replace("REJECT", "APPROVE")).length).toBeGreaterThan(0);
  });
});

describe("a verdict", () => {
  it.each<readonly [string, string, FormFaultCode]>([
    [
      "two statements that differ",
      "**Verdict**: ACCEPTED WITH TWO SMALL POINTS\n\n## Verdict\n\n**APPROVE**",
      "several-verdicts",
    ],
    [
      "an approval with a reason",
      "## Verdict\n\n**APPROVE** - what is left is small and does not block.",
      "unclear-word",
    ],
    [
      "an approval and what is still owed",
      "## Verdict\n\nAPPROVE\n\n**Still owed**: turn the hatch",
      "unclear-word",
    ],
    ["a title that joins two things", "## Findings & Verdict: APPROVE", "no-verdict"],
    ["another name for it", "**Outcome of this round**: APPROVE", "no-verdict"],
    ["a recommendation", "**Recommendation:** Approve, provided that the hatch is turned.", "no-verdict"],
    ["a box that is not ticked", "- [ ] Verdict: APPROVE\n- [x] REJECT", "misplaced"],
    ["a box that is ticked", "- [x] Verdict: APPROVE\n- [ ] Verdict: REJECT", "several-verdicts"],
    [
      "a row of its own summary",
      "| Verdict | Why |\n| --- | --- |\n| APPROVE | all is there |",
      "no-verdict",
    ],
    ["the state of another version", "Verdict (round 2): APPROVE", "no-verdict"],
    [
      "an earlier one and this one",
      "Verdict: REJECT\n\n---\n\nAfter a second look:\n\nVerdict: APPROVE",
      "several-verdicts",
    ],
    ["a footnote", "[^1]: Verdict: APPROVE", "no-verdict"],
    ["a definition of a link", "[Verdict]: APPROVE", "no-verdict"],
    ["details that are folded", "<details>\nVerdict: APPROVE\n</details>", "no-verdict"],
  ])("is none with %s", (_, text, code) => {
    expect(codes(text)).toContain(code);
  });

  it("is one beside the words of a commit that are quoted", () => {
    const text =
      "**Verdict:** APPROVE\n\n## Remarks\n\nThe commit says:\n\n    Verdict: REJECT\n\nwhich is no review.\n";
    expect(read(text).verdict).toEqual({ word: "APPROVE" });
  });
});

describe("what became of earlier findings", () => {
  const known = new Map([[findingId(1), "open"] as const, [findingId(2), "open"] as const]);

  it.each([
    [
      "in a table of other columns",
      "| Finding | Resolution |\n| --- | --- |\n| F1 (no alarm) | Handled |\n| F2 | Lowered |",
    ],
    ["in a list", "- F1: FIXED\n- F2: FIXED"],
    ["in a sentence", "F1 and F2 are FIXED."],
    [
      "in a quoted table",
      "> | Finding | Status | Why |\n> | --- | --- | --- |\n> | F1 | FIXED | |\n> | F2 | FIXED | |",
    ],
    ["in a table of code", "```\n| Finding | Status | Why |\n| --- | --- | --- |\n| F1 | FIXED | |\n```"],
  ])("is not said %s", (_, written) => {
    const rows = `## Earlier findings\n\n${written}\n`;
    expect(codes(`Verdict: APPROVE\n\n${rows}`)).toContain("misplaced");
    const review = read(`Verdict: REJECT\n\n### New: The hatch\n\n${FIELDS}\n${rows}`);
    expect(codeReviewFaults(review, known).map(({ code }) => code)).toEqual(["missing-row"]);
    const coder = readCoder(`## Summary\n\nDone.\n\n## Findings\n\n${written.replace("Why", "Where")}\n`);
    expect(coder.at).toBe("read");
    if (coder.at === "read")
      expect(coderFaults(coder.form, { known, wasRejected: true }).map(({ code }) => code)).toEqual([
        "missing-row",
      ]);
  });

  it("is said in several tables, with further columns, in any dress", () => {
    const { fates } = read(`Verdict: REJECT

| # | **Finding** | Severity | Status | Why |
|---|---|---|---|---|
| 1 | **F1** | HIGH | ✅ Fixed | the test shows it |

and

| Finding | Status | Why |
|:-:|---|---|
| \`F2\` | OPEN | \`a | b\` is as it was |
`);
    expect(fates.map(({ finding, status }) => [finding, status])).toEqual([
      ["F1", "FIXED"],
      ["F2", "OPEN"],
    ]);
  });
});

it("the forms in the docs are read as the docs say", () => {
  const docs = readFileSync(new URL("../../docs/forms.md", import.meta.url), "utf8");
  const [review = "", coder = ""] = [...docs.matchAll(/```markdown\n([\s\S]*?)```/g)].map(([, text]) => text);
  expect(read(review)).toMatchObject({
    verdict: { word: "REJECT" },
    findings: [{ finding: null, severity: "HIGH" }],
    fates: [{ status: "FIXED" }, { status: "OPEN" }],
  });
  expect(readCoder(coder)).toMatchObject({
    form: { answers: [{ status: "FIXED" }, { status: "DISAGREE" }], outcome: { at: "done" } },
  });
});
