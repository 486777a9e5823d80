import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LintFinding } from "./lint-finding.ts";
import { ALL_RULES } from "./lint-rules.ts";
import { lintSpec } from "./lint-spec.ts";

const lint = (text: string) =>
  lintSpec({ text, file: "docs/spec.md", knownFiles: () => false, rules: ALL_RULES });
const identities = (text: string) => {
  const { findings, ignored } = lint(text);
  return [...findings, ...ignored].map(({ rule, subject }) => `${rule}: ${subject}`);
};

describe("what a finding is about", () => {
  it.each([
    [
      "# Plan\n\n## 2.1 Limits\n\nOne file. The limit is  TBD. Then stop.",
      "plan > limits > the limit is tbd.",
    ],
    ["# Plan\n\nKept for [NEEDS CLARIFICATION: how\nlong?] days.", "how long?"],
    ["# Plan\n\nKept for [NEEDS CLARIFICATION] days.", "plan > kept for [needs clarification] days."],
    ["# Plan\n\n| Limit | Value |\n|---|---|\n| `max` | TBD |", "plan > `max` | tbd > value"],
    ["# Plan\n\n1. The **list** must be fast.", "plan > the list must be fast."],
    ["# Plan\n\nSend it to <insert address>.", "plan > send it to <insert address>."],
    ["# Open questions\n\n- Who  may *delete*?", "who may delete?"],
    ["# Gaps\n\n- GAP-AB-001: who?", "GAP-AB-001"],
    ["# 1 A\n\nSee Section 3.\n\n# 2 B\n\nAs in Section 3.", "section 3"],
    ["# A\n\nSee [b](#Part-B) and [b](#part-b).", "#partb"],
    ["# A\n\nSee [b](../b.md).", "b.md"],
    ["- **FR-001**: a\n- **FR-002**: as FR-009 and FR-9.", "FR-9"],
    ["# A\n\n## 1. B\n\n## C\n\nx", "a > b"],
    ["```mermaid\nstateDiagram-v2\n[*] --> A\nA --> In_Limbo\n```", "inlimbo"],
    ["# A\n\nx <!-- parley-ignore todo-maker -->", "a > todo-maker"],
  ])("given %j, then it is %j", (text, subject) => {
    expect(lint(text).findings.map((finding) => finding.subject)).toEqual([subject]);
  });

  it("given the same words twice in a section, then they are numbered; in two sections they are told apart", () => {
    const text = "# A\n\nTBD\n\nTBD\n\n# B\n\nTBD\n";
    expect(lint(text).findings.map(({ subject }) => subject)).toEqual(["a > tbd", "a > tbd #2", "b > tbd"]);
  });

  it("given an earlier section that is written and others renumbered, then they are still the same", () => {
    const before = "# 1 A\n\nTBD\n\n# 2 B\n\nThe fee is TBD.\n";
    const after = "# 1 A\n\nTen.\n\n# 2 New\n\nNine.\n\n# 3 B\n\nThe fee is TBD.\n";
    expect(identities(before).slice(1)).toEqual(identities(after));
  });
});

describe("where the text belongs that settles a finding", () => {
  it.each([
    ["The limit is TBD.", "block"],
    ["The list is for [GAP-AB-001: whom?] only.", "block"],
    ["- The list is for [GAP-AB-001: whom?] only.", "block"],
    ["- [GAP-AB-001: whom?]", "block"],
    ["GAP-AB-001: whom is the list for?", "block"],
    ["- GAP-AB-001: whom is the list for?", "entry"],
    ["## GAP-AB-001: whom is the list for?\n\nx", "entry"],
    ["| Gap | Title |\n|---|---|\n| GAP-AB-001 | Whom? |", "entry"],
    ["## Open questions\n\n- Whom?", "entry"],
    ["See [b](b.md).", "named"],
  ])("given %j, then %s", (text, target) => {
    expect(lint(text).findings.map((finding) => finding.target)).toEqual([target]);
  });
});

/** Blocks in which some rule finds something, none of them about another. */
const MARKED = [
  "The limit is TBD.",
  "TBD",
  "TODO: say who pays.",
  "- Kept for ??? days.\n- Kept for XX days.",
  "1. The list must be fast.\n2. It should answer quickly.",
  "Kept for [NEEDS CLARIFICATION: how long?] and `more`.",
  "Send it to <insert address> within ___ hours.",
  "See [a](a.md), [b](#nowhere) and Section 9.",
  "**FR-001**: As FR-007 says.",
  "| Name | Value |\n|---|---|\n| one | TBD |\n| two | TBD |",
  "```mermaid\nstateDiagram-v2\n[*] --> A\nA --> Waiting : go\nA --> Parked : go\n```",
  "- GAP-AB-001: who?",
  "The list is for [GAP-AB-002: whom?] only.",
  "The fee is TBD. <!-- parley-ignore todo-marker -->",
  "x <!-- parley-ignore nothing -->",
];
const HEADINGS = ["# 1 Scope", "## 2 Limits", "## Empty", "# Fees", "### Details"];
const UNRELATED = "Nothing is left open here, and `code` is code.";

const sections = fc.array(
  fc.record({
    heading: fc.constantFrom(...HEADINGS),
    blocks: fc.array(fc.constantFrom(...MARKED), { maxLength: 4 }),
  }),
  { maxLength: 5 },
);
type Sections = readonly { readonly heading: string; readonly blocks: readonly string[] }[];

/** `unrelated`: whether to put a paragraph behind the nth block. */
function written(parts: Sections, unrelated: (nth: number) => boolean): string {
  let nth = 0;
  return parts
    .flatMap(({ heading, blocks }) => [
      heading,
      ...blocks.flatMap((block) => (unrelated(nth++) ? [block, UNRELATED] : [block])),
    ])
    .join("\n\n");
}

const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const mark = fc.constantFrom("", "\uFEFF");

describe("identity of findings", () => {
  it("given unrelated paragraphs in between or not, then the findings are the same", () => {
    fc.assert(
      fc.property(sections, fc.infiniteStream(fc.boolean()), (parts, places) => {
        const unrelated = [...places.take(20)];
        expect(identities(written(parts, (nth) => unrelated[nth] ?? false))).toEqual(
          identities(written(parts, () => false)),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("given any document, then no two of its findings are the same", () => {
    fc.assert(
      fc.property(sections, (parts) => {
        const found = identities(written(parts, () => false));
        expect(new Set(found).size).toBe(found.length);
        const { findings } = lint(written(parts, () => false));
        expect(new Set(findings.map(({ title }) => title)).size).toBe(findings.length);
      }),
      { numRuns: 200 },
    );
  });

  it("given any line ends and a byte order mark or none, then offsets lead to the quote, and findings are the same", () => {
    fc.assert(
      fc.property(sections, lineEnd, mark, (parts, end, bom) => {
        const plain = written(parts, () => true);
        const text = bom + plain.replaceAll("\n", end);
        const { findings, ignored } = lint(text);
        const all: readonly LintFinding[] = [...findings, ...ignored];
        for (const { offset, endOffset, quote } of all) expect(text.slice(offset, endOffset)).toBe(quote);
        expect(identities(text)).toEqual(identities(plain));
      }),
      { numRuns: 200 },
    );
  });
});
