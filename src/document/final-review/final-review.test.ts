import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { known } from "../../../test/support/known.ts";
import * as values from "../../../test/support/record-values.ts";
import { renderFinalReview } from "../../../test/support/render-final-review.ts";
import type { FinalReviewDocument } from "../../core/documents/final-review-document.ts";
import { parseGapId } from "../../core/shared/gap-id.ts";
import { readFinalReview } from "./read-final-review.ts";

const verdictOf = (text: string) => readFinalReview(text).document.verdict;
const codesOf = (text: string) => readFinalReview(text).notes.map(({ code }) => code);

describe("a final review that says READY_FOR_TERMINATION", () => {
  it.each([
    "**Verdict:** READY_FOR_TERMINATION",
    "Verdict: **READY_FOR_TERMINATION**",
    "**Verdict: READY_FOR_TERMINATION**",
    "## Verdict: READY_FOR_TERMINATION",
    "## Verdict\n\nREADY_FOR_TERMINATION",
    "## Final Verdict\n\n**READY_FOR_TERMINATION** — nothing is missing.",
    "# READY_FOR_TERMINATION",
    "# Final Review — READY_FOR_TERMINATION",
    "**READY_FOR_TERMINATION**",
    "✅ READY_FOR_TERMINATION",
    "- Verdict: READY_FOR_TERMINATION",
    "| Verdict | READY_FOR_TERMINATION |\n|---|---|\n| Blockers | 0 |",
    "| Item | Value |\n|---|---|\n| Verdict | READY_FOR_TERMINATION |",
    "| Area | Verdict |\n|---|---|\n| All | READY_FOR_TERMINATION |",
    "- [x] READY_FOR_TERMINATION\n- [ ] NOT_READY",
    "**Verdict:** `READY_FOR_TERMINATION`",
    "Verdict: Ready for termination.",
    "**Final verdict** – READY_FOR_TERMINATION\n\n## Blockers\n\nNone.",
    "READY_FOR_TERMINATION\n\n## Blockers\n\n- None",
    "READY_FOR_TERMINATION\n\n**Blockers:** none",
    "READY_FOR_TERMINATION\n\n## Non-blocking notes\n\n- [LOW] The word *loan* is used for two things.",
    "READY_FOR_TERMINATION\n\n## Issues\n\n- LOW: a typing error in section 3 of the text",
    "**Verdict:**\n\nREADY_FOR_TERMINATION",
    "\uFEFF# Final Review\r\n\r\n**Verdict:** READY_FOR_TERMINATION\r\n",
  ])("%j", (text) => {
    expect(readFinalReview(text).document).toMatchObject({ verdict: "READY_FOR_TERMINATION", blockers: [] });
  });
});

describe("a final review that says NOT_READY", () => {
  it.each([
    "**Verdict:** NOT_READY",
    "Verdict: NOT READY",
    "## Verdict: Not ready for termination",
    "**Verdict:** not yet READY_FOR_TERMINATION",
    "NOT_READY: two blockers below",
    "Verdict: NOT_READY because section 4 contradicts section 2.",
    "**Verdict:** READY_FOR_TERMINATION once the blockers are fixed",
    "| Verdict | NOT_READY |\n|---|---|",
    "- [ ] READY_FOR_TERMINATION\n- [x] NOT_READY",
  ])("%j", (text) => expect(verdictOf(text)).toBe("NOT_READY"));

  it("may list no blocker", () => {
    expect(readFinalReview("**Verdict:** NOT_READY").document.blockers).toEqual([]);
  });
});

describe("a final review without a verdict", () => {
  it.each([
    ["in a fence", "```\nVerdict: READY_FOR_TERMINATION\n```"],
    ["in a quote", "> **Verdict:** READY_FOR_TERMINATION"],
    ["in a comment", "<!-- Verdict: READY_FOR_TERMINATION -->"],
    ["in a sentence", "I went through every section. The spec is READY_FOR_TERMINATION."],
    ["with a doubt", "**Verdict:** READY_FOR_TERMINATION would be premature"],
    ["as a question", "## Verdict\n\nREADY_FOR_TERMINATION?"],
    ["and something else", "**Verdict:** READY_FOR_TERMINATION\n\nVerdict: ask me tomorrow"],
    ["negated", "I cannot say that the spec is READY_FOR_TERMINATION."],
    ["negated with a contraction", "The spec isn't READY_FOR_TERMINATION."],
    ["as options on a line", "**Verdict:** READY_FOR_TERMINATION | NOT_READY"],
    ["as options with or", "Verdict: NOT_READY or READY_FOR_TERMINATION"],
    ["in the middle of a text", "The form asks for\nREADY_FOR_TERMINATION\nwhere nothing is missing."],
    ["in a section about something else", "# Final Review\n\n## Sections read\n\nREADY_FOR_TERMINATION"],
    ["as an item among others", "# Final Review\n\n- the loans\n- READY_FOR_TERMINATION\n- the fees"],
    ["in a picture", "**Verdict:** ![READY_FOR_TERMINATION](x.png)"],
    ["taken back below it", "## Verdict\n\nREADY_FOR_TERMINATION\n\nThis must not be built yet."],
    ["as a list of options", "Choose one:\n\n- READY_FOR_TERMINATION\n- NOT_READY"],
    [
      "as a table of options",
      "| Verdict | Meaning |\n|---|---|\n| READY_FOR_TERMINATION | good |\n| NOT_READY | bad |",
    ],
    ["under a condition", "**Verdict:** READY_FOR_TERMINATION if the blockers are fixed"],
    ["hoped for", "Once section 4 is written the spec is READY_FOR_TERMINATION."],
    ["explained", "## What NOT_READY means\n\nA blocker is left."],
    ["of both kinds", "**Verdict:** READY_FOR_TERMINATION\n\nVerdict: NOT_READY"],
    ["of other words", "Verdict: looks fine"],
    ["about something else", "**Status:** Ready for implementation"],
    ["at all", ""],
  ])("%s", (_, text) => {
    expect(readFinalReview(text).document).toMatchObject({ verdict: null, line: null });
    expect(codesOf(text).length).toBeGreaterThan(0);
  });

  it("says why", () => {
    expect(codesOf("Verdict: READY_FOR_TERMINATION\n\nVerdict: NOT_READY")).toEqual(["both-verdicts"]);
    expect(codesOf("Verdict: maybe")).toEqual(["verdict-unclear", "no-verdict"]);
  });
});

const gap = known(parseGapId("GAP-LOAN-004"));

describe("blockers", () => {
  it.each([
    [
      "as headings with fields",
      "## Blockers\n\n### 1. No error format\n\n**Severity:** High\n**Gap:** GAP-LOAN-004\n**Location:** §4.2\n\nThe export never says what an error looks like.",
    ],
    [
      "as bold lines",
      "**Blockers**\n\n**Blocker 1: No error format** \n\n- Severity: HIGH\n- Gap: GAP-LOAN-004\n- Location: §4.2\n\nThe export never says what an error looks like.",
    ],
    [
      "as headings that say so",
      "## Blocker 1: No error format (HIGH)\n\nGap: GAP-LOAN-004\n\nLocation: §4.2\n\nThe export never says what an error looks like.",
    ],
    [
      "as list items",
      "### Blocking issues (1)\n\n- **No error format** (HIGH, GAP-LOAN-004)\n  - Location: §4.2\n  - Detail: The export never says what an error looks like.",
    ],
    [
      "as a table",
      "## Blockers\n\n| # | Blocker | Severity | Gap | Location | Detail |\n|---|---|---|---|---|---|\n| 1 | No error format | High | GAP-LOAN-004 | §4.2 | The export never says what an error looks like. |",
    ],
  ])("%s", (_, text) => {
    const { blockers } = readFinalReview(`**Verdict:** NOT_READY\n\n${text}\n`).document;
    expect(blockers).toHaveLength(1);
    expect(blockers[0]).toMatchObject({ title: "No error format", severity: "HIGH", id: gap, place: "§4.2" });
    expect(blockers[0]?.description).toContain("The export never says what an error looks like.");
  });

  it("are listed one by one", () => {
    const text =
      "NOT_READY\n\n## Blockers\n\n1. Loans have no end date\n2. [CRITICAL] Fees are never defined\n3. None of the roles is named\n";
    const { blockers } = readFinalReview(text).document;
    expect(blockers.map(({ title, severity }) => [title, severity])).toEqual([
      ["Loans have no end date", null],
      ["Fees are never defined", "CRITICAL"],
      ["None of the roles is named", null],
    ]);
  });

  it("take their severity from the part they stand in", () => {
    const text =
      "NOT_READY\n\n## Blockers\n\n### Critical\n\n- Fees are never defined\n\n### High\n\nNone.\n";
    expect(readFinalReview(text).document.blockers).toMatchObject([{ severity: "CRITICAL", line: 7 }]);
  });

  it("are read beside a verdict, with the code in their titles", () => {
    const text = "## Blockers\n\nThe field `dueAt` is **never** defined.\n\n**Verdict:** NOT_READY\n";
    expect(readFinalReview(text).document).toMatchObject({
      verdict: "NOT_READY",
      blockers: [{ title: "The field `dueAt` is never defined", line: 3 }],
    });
  });

  it.each([
    ["## Blockers\n\n### GAP-LOAN-009: No end", { id: "GAP-LOAN-009" }],
    ["## Blockers\n\n- **gap_loan_2: No end**", { id: null, alias: "gap_loan_2" }],
    [
      "### Blocker 1: GAP-7: No end\n\n- **Severity:** HIGH\n- **Gap:** -\n- **Detail:**",
      { id: null, alias: "GAP-7" },
    ],
  ])("keep an id written in their title apart from it: %j", (text, name) => {
    const { blockers } = readFinalReview(`**Verdict:** NOT_READY\n\n${text}\n`).document;
    expect(blockers).toMatchObject([{ title: "No end", ...name }]);
  });

  it.each([
    "### Blocker 1: The field `dueAt` is never set\n\n- **Severity:** HIGH\n",
    "- [HIGH] The field `dueAt` is never set",
    "| Blocker | Severity |\n|---|---|\n| The field `dueAt` is never set | HIGH |",
  ])("keep the code marks of their titles: %j", (text) => {
    const { blockers } = readFinalReview(`**Verdict:** NOT_READY\n\n## Blockers\n\n${text}\n`).document;
    expect(blockers).toMatchObject([{ title: "The field `dueAt` is never set" }]);
  });

  it("are no counts", () => {
    const text = "READY_FOR_TERMINATION\n\n| Part | Blockers |\n|---|---|\n| Export | 0 |\n| Fees | none |\n";
    expect(readFinalReview(text).document.blockers).toEqual([]);
  });

  it("make of a spec called ready one that is not", () => {
    const text = "**Verdict:** READY_FOR_TERMINATION\n\n## Blockers\n\n- Fees are never defined\n";
    expect(readFinalReview(text).document).toMatchObject({ verdict: "NOT_READY", blockers: [{ line: 5 }] });
    expect(codesOf(text)).toContain("ready-with-blockers");
  });

  it("are also the grave ones among issues beside a ready spec, and all issues of one that is not", () => {
    const issues = "\n\n## Issues\n\n- [HIGH] Fees are never defined\n- [LOW] A typing error in the title\n";
    expect(readFinalReview(`READY_FOR_TERMINATION${issues}`).document.blockers).toHaveLength(1);
    expect(readFinalReview(`NOT_READY${issues}`).document.blockers).toHaveLength(2);
  });

  it("are none where they are only shown", () => {
    const text =
      "READY_FOR_TERMINATION\n\n```\n## Blockers\n- x\n```\n\n> ## Blockers\n> - x\n\n<!-- - **Blocker:** x -->\n";
    expect(readFinalReview(text).document.blockers).toEqual([]);
  });

  it("state no verdict by what they are about", () => {
    const text =
      "**Verdict:** NOT_READY\n\n## Blocker 1: READY_FOR_TERMINATION is never defined\n\nThe state is READY_FOR_TERMINATION in section 3.\n";
    expect(readFinalReview(text).document).toMatchObject({ verdict: "NOT_READY", blockers: [{ line: 3 }] });
  });
});

const EXAMPLE: FinalReviewDocument = {
  verdict: "NOT_READY",
  line: 3,
  blockers: [
    {
      title: "No error format",
      line: 7,
      severity: "HIGH",
      id: gap,
      place: "4.2 Export",
      description: "The export never says what an error looks like.\n\nTwo readers built it differently.",
    },
    { title: "Fees are never defined", line: 17, severity: null, id: null, description: "" },
  ],
};

describe("the form that is asked for", () => {
  it("is written like this", () => {
    expect(renderFinalReview(EXAMPLE)).toMatchInlineSnapshot(`
      "# Final Review

      **Verdict:** NOT_READY

      ## Blockers

      ### Blocker 1: No error format

      - **Severity:** HIGH
      - **Gap:** GAP-LOAN-004
      - **Location:** 4.2 Export
      - **Detail:**
        > The export never says what an error looks like.
        >
        > Two readers built it differently.

      ### Blocker 2: Fees are never defined

      - **Severity:** -
      - **Gap:** -
      - **Detail:**
      "
    `);
  });

  it("is read with its lines and without a note", () => {
    expect(readFinalReview(renderFinalReview(EXAMPLE))).toEqual({ document: EXAMPLE, notes: [] });
  });

  it("comes back whatever its texts are", () => {
    const blocker = fc.record({
      title: values.freeText.filter((text) => !/^[\W_]*gap[-_]/i.test(text)),
      line: fc.constant(0),
      severity: values.optional(values.severity),
      id: values.optional(values.gapId),
      place: values.optional(values.freeText),
      description: values.freeText,
    });
    const document: fc.Arbitrary<FinalReviewDocument> = fc.oneof(
      fc.record({
        verdict: fc.constantFrom("NOT_READY" as const, null),
        line: fc.constant(null),
        blockers: values.few(
          blocker.map(({ place, ...rest }) => (place === null ? rest : { ...rest, place })),
        ),
      }),
      fc.constant({ verdict: "READY_FOR_TERMINATION" as const, line: null, blockers: [] }),
    );
    const withoutLines = (given: FinalReviewDocument) => ({
      ...given,
      line: null,
      blockers: given.blockers.map((one) => ({ ...one, line: 0 })),
    });
    fc.assert(
      fc.property(document, (given) => {
        const { document: read, notes } = readFinalReview(renderFinalReview(given));
        expect(withoutLines(read)).toEqual(given);
        expect(notes.map(({ code }) => code)).toEqual(given.verdict === null ? ["no-verdict"] : []);
      }),
      { numRuns: 200 },
    );
  });

  it("any text is read without failing", () => {
    const line = fc.oneof(
      hostileText,
      fc.constantFrom(...renderFinalReview(EXAMPLE).split("\n"), "## Blockers", "Verdict: "),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const { document } = readFinalReview(lines.join("\n"));
        expect(document.verdict === "READY_FOR_TERMINATION" && document.blockers.length > 0).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  ["1. **CRITICAL** No limit is named for retries.", "CRITICAL", "No limit is named for retries"],
  ["- **High** The limit of §3 contradicts §2.", "HIGH", "The limit of §3 contradicts §2"],
  ["**Medium** Nobody says who is told.", "MEDIUM", "Nobody says who is told"],
  ["1. **Critical path** is not described", null, "Critical path is not described"],
  ["1. **HIGH** — No limit is named", "HIGH", "No limit is named"],
])("given the blocker %j, then its severity is %s", (line, severity, title) => {
  const { blockers } = readFinalReview(`**Verdict:** NOT_READY\n\n## Blockers\n\n${line}\n`).document;
  expect(blockers).toMatchObject([{ severity, title }]);
});
