// Any text whatever is read without a crash and without a hang: 200 texts, or as many as PARLEY_FUZZ_TEXTS says. A failure
// prints its seed and its text.
import fc from "fast-check";
import { expect, it } from "vitest";
import { readChecklist } from "../../src/document/checklist/read-checklist.ts";
import { readEngineerDocument } from "../../src/document/engineer/read-engineer.ts";
import { readFinalReview } from "../../src/document/final-review/read-final-review.ts";
import { readReviewerDocument } from "../../src/document/reviewer/read-reviewer.ts";
import { specOf } from "../../src/document/spec/spec.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { corpusTexts } from "../support/corpus.ts";

const TEXTS = Number(process.env.PARLEY_FUZZ_TEXTS ?? 200);
const TEXT_MS_MAX = 1_000;

const READERS: { readonly [name: string]: (text: string) => unknown } = {
  engineer: readEngineerDocument,
  reviewer: readReviewerDocument,
  "final review": readFinalReview,
  "source spec": (text) => specOf(text).sections,
  checklist: readChecklist,
  lint: (text) => lintSpec({ text, file: "fuzz.md" }),
};

const PIECES = [
  ...[
    "# ",
    "## ",
    "###### ",
    "- ",
    "* ",
    "1. ",
    "- [ ] ",
    "[x]",
    "> ",
    ">> ",
    "```",
    "```md",
    "~~~",
    "<!--",
    "-->",
    "<pre>",
    "</pre>",
  ],
  ...[
    "| ",
    " |",
    "|---|---|",
    "    ",
    "\t",
    "**",
    "__",
    "`",
    "``",
    "[",
    "](#x)",
    "<",
    "&amp;",
    "\\",
    "---",
    "===",
    "\0",
  ],
  ...[
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u2028",
    "\uFEFF",
    "\u202E",
    "\uD800",
    "GAP-AB-001",
    "GAP-AB-001a",
    "ISSUE-R1-001",
  ],
  ...["## DISAGREE: ISSUE-R1-001", "## Gap Resolution: GAP-AB-001", "**Confidence:** HIGH", "### Spec Text"],
  ...[
    "**Severity:** CRITICAL",
    "## Verdict: APPROVED",
    "NO_ISSUES_FOUND",
    "NEEDS_REVISION",
    "BLOCKED_NEEDS_INPUT: ",
  ],
  ...[
    "UNCERTAINTY: ",
    "TODO",
    "???",
    "[NEEDS CLARIFICATION: ",
    "READY_FOR_TERMINATION",
    "must",
    "quickly",
    "Section 9",
  ],
];

const texts = corpusTexts();

/** A stretch of a real document, or of none, cut, joined and sprinkled. */
const hostile = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: stretch() },
      { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
      { weight: 1, arbitrary: repeated() },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

function stretch(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.nat(3_000), fc.nat(600))
    .map(([text, from, length]) => text.slice(from % text.length, (from % text.length) + length));
}

function repeated(): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...PIECES), fc.nat(400)).map(([piece, times]) => piece.repeat(times));
}

it(
  `reads any of ${TEXTS} texts`,
  () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const [name, read] of Object.entries(READERS)) {
          expect(() => read(text), name).not.toThrow();
        }
      }),
      { numRuns: TEXTS },
    );
  },
  60_000 + TEXTS * TEXT_MS_MAX,
);

it.each([
  ["5,000 headings", "# a\n".repeat(5_000)],
  ["30,000 nested quotes", `${">".repeat(30_000)} a`],
  ["a list 2,000 deep", Array.from({ length: 2_000 }, (_, n) => `${"  ".repeat(n)}- a`).join("\n")],
  ["an unclosed fence", `\`\`\`md\n${"## Gap Resolution: GAP-AB-001\n".repeat(5_000)}`],
  ["a table of 5,000 rows", `| Issue | Severity |\n|---|---|\n${"| ISSUE-R1-001 | HIGH |\n".repeat(5_000)}`],
  ["5,000 issues", "- **ISSUE-R1-001 (High)**: GAP-AB-001 is wrong\n".repeat(5_000)],
  ["5,000 resolutions", "## Gap Resolution: GAP-AB-001\n\n**Confidence:** HIGH\n\ntext\n\n".repeat(5_000)],
  ["many kilobytes of bold", "**a** ".repeat(60_000)],
  ["many kilobytes in one line", "GAP-AB-001 must be quick ".repeat(15_000)],
  ["many kilobytes of vague requirements", "It must be fast, robust and user-friendly.\n\n".repeat(8_000)],
  ["NUL, CR and right-to-left marks", "\0\r\u202E## Verdict: APPROVED\u202C\r".repeat(5_000)],
  ["lone surrogates", "\uD800 ## \uDC00\n".repeat(5_000)],
])("ends on %s", (_what, text) => {
  for (const [name, read] of Object.entries(READERS)) expect(() => read(text), name).not.toThrow();
});
