// A draft is linted again after every edit, and parts of it that stayed are not looked at again. Whatever was edited, that
// finds what linting the whole text at once finds.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../document/markdown/blocks.ts";
import { linesOf } from "../document/markdown/lines.ts";
import { joinedParts, partsOf } from "../document/markdown/parts.ts";
import { readSpecText } from "../document/spec/spec-text.ts";
import { ALL_RULES, LINT_RULES } from "./lint-rules.ts";
import { lintParts, lintSpec } from "./lint-spec.ts";

/** Long enough for its parts to be kept. */
const LONG = `<!-- ${"long ".repeat(5_000)}-->\n`;

function lintedBothWays(text: string) {
  const request = { text, file: "docs/spec.md", knownFiles: () => false, rules: ALL_RULES };
  const whole = readSpecText({ ...parseMarkdown(text), lines: linesOf(text) }, null);
  return { inParts: lintSpec(request), atOnce: lintParts([{ spec: whole, before: 0 }], request) };
}

/** Headings of every form, some of which begin no part; and what joins parts, or speaks across them. */
const ACROSS = [
  "# Spec",
  "## 1. Scope",
  "## 2.1 Limits {#limits}",
  "### Open questions",
  "### Edge Cases",
  "- What if it is full?",
  "OPEN QUESTION: who pays? Perhaps.",
  "Uploads should handle large files.",
  "## Empty\n\n<!-- what belongs here -->",
  "## States",
  "## Requirements",
  "#",
  "##   ",
  "## <!-- nothing -->",
  "  ## Set in",
  "Underlined\n==========",
  "1. Underlined\n-------------",
  "- item\n\n  ## In an item",
  "```",
  "```js",
  "~~~markdown",
  "as follows:\n```",
  "    ```",
  "<!--",
  "-->",
  "<pre>",
  "</pre>",
  "> quoted",
  "- item",
  "  more of it",
  "    far in",
  "| From | To | Trigger |\n| --- | --- | --- |\n| a | b | go |\n| b | c | go |",
  "| Gap | Severity |\n| --- | --- |\n| GAP-AB-001 | HIGH |",
  "```mermaid\nstateDiagram-v2\n[*] --> A\nA --> B : go\n```",
  "The states change so:",
  "| From | To | Event |\n| --- | --- | --- |\n| a | b | go |\n| b | c | go |",
  "Open questions:",
  "- Who pays for it",
  "States: a, b.",
  "The state c is final.",
  "The key words are those of RFC 2119.",
  "See Section 2.1, Section 4.2 and Appendix B.",
  "[limits](#limits), [there](#not-there), [file](gone.md), [label]",
  "[label]: #nowhere",
  "[other]: #nowhere",
  "FR-001: The list must be fast.",
  "As FR-009 says, FR-001 should be user-friendly.",
  "GAP-AB-001: who pays?",
  "[GAP-AB-002: who may?] Severity: high",
  "<!-- parley-ignore todo-marker -->",
  "<!-- parley-ignore-start all: later -->",
  "<!-- parley-ignore-end -->",
  "<!-- parley-ignore nothing -->",
  "TODO: who?",
  "The limit is TBD.",
  "\0 and \u2028 and é",
  "",
] as const;

const scrap = fc.oneof(
  fc.constantFrom(...ACROSS),
  fc.constantFrom(...LINT_RULES.flatMap(({ hit, nonHit }) => [hit, nonHit])),
  fc.string({ maxLength: 8 }),
);
const FRONT_MATTER = "---\nowner: TBD # FIXME\n# Released: FIXME\n---";
const written = fc
  .tuple(fc.boolean(), fc.array(scrap, { maxLength: 24 }), fc.constantFrom("\n", "\n\n", "\r\n"))
  .map(([inFront, scraps, between]) => (inFront ? [FRONT_MATTER, ...scraps] : scraps).join(between));

interface Edit {
  readonly at: number;
  readonly lines: number;
  readonly text: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  lines: fc.nat({ max: 6 }),
  text: fc.array(scrap, { maxLength: 3 }).map((scraps) => scraps.join("\n\n")),
});

function edited(text: string, { at, lines, text: put }: Edit): string {
  const all = text.split("\n");
  const from = Math.floor(at * all.length);
  return [...all.slice(0, from), put, ...all.slice(from + lines)].join("\n");
}

function expectSameAfterEach(first: string, edits: readonly Edit[]): void {
  let text = first;
  for (const next of [null, ...edits]) {
    text = next === null ? text : edited(text, next);
    const { inParts, atOnce } = lintedBothWays(text);
    expect(inParts).toEqual(atOnce);
    const { blocks, notes } = parseMarkdown(text);
    expect(joinedParts(partsOf(text))).toEqual({ blocks, notes });
  }
}

describe("a draft that is edited", () => {
  it("given any text and any edits, then its parts are read and linted as the whole is", () => {
    fc.assert(
      fc.property(written, fc.array(edit, { maxLength: 4 }), (text, edits) => {
        expectSameAfterEach(`${LONG}${text}`, edits);
        expectSameAfterEach(text, edits);
      }),
      { numRuns: 120 },
    );
  });

  const documents = ["test/corpus/lint", "examples", "examples/demo", "examples/parcel-lockers"].flatMap(
    (folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith(".md"))
        .map((file) => join(folder, file)),
  );

  it.each(documents)("given %s and any edits, then too", (file) => {
    const text = readFileSync(file, "utf8");
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), (edits) => expectSameAfterEach(`${LONG}${text}`, edits)),
      { numRuns: 5 },
    );
  });

  it.each([
    ["a label over a list", "Open questions:\n\n#\n\n- Who pays for it\n"],
    [
      "what leads in to a table",
      "The states change so:\n\n#\n\n| From | To | Event |\n| --- | --- | --- |\n| a | b | go |\n| b | c | go |\n",
    ],
  ])("given a heading without words, then %s speaks across it", (_, text) => {
    expect(lintSpec({ text, file: "s.md" }).findings).not.toEqual([]);
    expectSameAfterEach(`# Spec\n\n${text}`, []);
  });

  it("given a section whose fences are read in another way once too many before it stay open, then too", () => {
    const open = (number: number) => `## Open ${number}\n\n\`\`\`js\n\`\`\`py\nx\n\`\`\`\n\n`;
    const last = "## Last\n\n```js\n```py\nx\n```\nTODO: who?\n```\n";
    const text = (count: number) =>
      `${LONG}${Array.from({ length: count }, (_, n) => open(n)).join("")}${last}`;
    const findings = [10, 20].map((count) => lintSpec({ text: text(count), file: "s.md" }).findings.length);
    expect(findings[0]).not.toBe(findings[1]);
    for (const count of [10, 20, 10]) expectSameAfterEach(text(count), []);
  });

  it("given an edit of one section, then the others are the parts they were", () => {
    const text = `${LONG}# Spec\n\n## One\n\nThe limit is TBD.\n\n## Two\n\nTODO: who?\n`;
    const before = partsOf(text).map(({ part }) => part);
    const after = partsOf(text.replace("TBD", "10 MB,\nas before")).map(({ part }) => part);
    expect(after.map((part) => before.includes(part))).toEqual([true, true, false, true]);
  });
});
