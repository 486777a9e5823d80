// Every reader of a text from outside, on texts as long as they may be: no pattern meets more at once than the bounds say.
import { describe, expect, test } from "vitest";
import type { Role } from "../../src/core/refinement/role.ts";
import { PIECE_CHARS_MAX } from "../../src/core/shared/bounds.ts";
import { readChecklist } from "../../src/document/checklist/read-checklist.ts";
import { lossesOf } from "../../src/document/edits/losses.ts";
import { readEngineerDocument } from "../../src/document/engineer/read-engineer.ts";
import { analyseRound } from "../../src/document/rollback/analyse-round.ts";
import { specOf } from "../../src/document/spec/spec.ts";
import { readOutput } from "../../src/engine/documents.ts";
import { lintSpec } from "../../src/lint/lint-spec.ts";
import { cutByStructure } from "../../src/prompts/cut-text.ts";
import { HASH } from "../support/session-world.ts";

/** Longer than a pattern may meet, and no longer than that takes. */
const LONG = Math.ceil(PIECE_CHARS_MAX * 1.1);
const filled = (unit: string): string => unit.repeat(LONG / unit.length);
/** What is long by its many lines need not be read in thousands of them. */
const WORDS = "some more words of this line ".repeat(10).trimEnd();

/** What a text can be long by. */
const SHAPES: Readonly<Record<string, string>> = {
  "a line": filled("word "),
  "a heading": `## ${filled("word ")}`,
  "an underlined heading": `${filled("word ")}\n====`,
  "a list item": `- ${filled("word ")}`,
  "a cell": `| a | b |\n|---|---|\n| ${filled("word ")} | c |`,
  "a row of cells": `| a | b |\n|---|---|\n|${filled(" c |")}`,
  "a label": `**${filled("word ")}:** yes`,
  "a field": `**Status:** ${filled("word ")}`,
  "an info string": `\`\`\`${filled("word ")}\nx\n\`\`\``,
  "a line of code": `\`\`\`\n${filled("word ")}\n\`\`\``,
  "a comment": `<!-- ${filled("word ")} -->`,
  "a quote": `> ${filled("word ")}`,
  blanks: `${filled(" ")}x`,
  "a paragraph of lines": filled(`${WORDS}\n`),
  "a section of paragraphs": filled(`${WORDS}.\n\n`),
  "a section of items": filled(`- must have 500 of \`x\`, ${WORDS}\n`),
  "a fence": `\`\`\`\n${filled(`let x = 1; // ${WORDS}\n\n`)}\`\`\``,
  "a table": `| a | b |\n|---|---|\n${filled(`| word | ${WORDS} |\n`)}`,
  "lines with carriage returns": filled(`- ${WORDS}.\r\n`),
  "question marks": filled(`??? ${WORDS}\n\n`),
};

const ENGINEER =
  "# Engineer Output — Round 1\n\n## Gap Resolution: GAP-TODO-001\n\n**Confidence:** HIGH\n\n### Spec Text\n\n";
const REVIEWER = "# Reviewer Output — Round 1\n\n## Verdict: APPROVED\n\n### ISSUE-R1-001 (HIGH): Limits\n\n";
const FINAL = "# Final Review\n\n## Verdict: NOT_READY\n\n### Blockers\n\n";
const SURVEY = "# Survey\n\n## Holes\n\n";

const handedIn = (role: Role, head: string) => (text: string) => {
  const document = `${head}${text}\n`;
  const ref = { sha256: HASH.sha256(document), bytes: Buffer.byteLength(document), from: "file" } as const;
  return readOutput(role, ref, document, HASH);
};

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "an Engineer's document": handedIn("engineer", ENGINEER),
  "a Reviewer's document": handedIn("reviewer", REVIEWER),
  "a Final Review": handedIn("final", FINAL),
  "a survey": handedIn("survey", SURVEY),
  "a spec to lint": (text) => lintSpec({ text: `# Spec\n\n${text}\n`, file: "spec.md" }),
  "a draft": (text) => specOf(`# Spec\n\n${text}\n`).sections,
  "a checklist": (text) => readChecklist(`# Tasks\n\n- [ ] one\n\n${text}\n`),
  "a passage and the text that replaces it": (text) => lossesOf([text], [`${text} 500`], "None."),
  "a text for a prompt": (text) => cutByStructure(text, 10_000),
};

/** The most that any pattern met while something was done, and which. */
function mostMet(work: () => unknown): { readonly chars: number; readonly pattern: string } {
  const { exec } = RegExp.prototype;
  let most = { chars: 0, pattern: "" };
  // Every other way to use a pattern goes through this one.
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    if (text.length > most.chars) most = { chars: text.length, pattern: String(this) };
    return exec.call(this, text);
  };
  try {
    work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return most;
}

test("what a pattern meets is seen, however it is used", () => {
  const text = "x".repeat(100);
  const uses = [
    () => /a/.test(text),
    () => text.match(/a/),
    () => [...text.matchAll(/a/g)],
    () => text.replace(/a/, ""),
    () => text.split(/a/),
    () => text.search(/a/),
  ];
  for (const use of uses) expect(mostMet(use).chars).toBe(100);
});

function expectBounded(work: () => unknown): void {
  const { chars, pattern } = mostMet(work);
  expect(chars <= PIECE_CHARS_MAX ? "within the bound" : `${chars}: ${pattern}`).toBe("within the bound");
}

describe.each(Object.entries(READERS))("given %s", (_, read) => {
  test.each(Object.entries(SHAPES))(
    "when it is long by %s, then no pattern meets more than a piece",
    (_shape, text) => expectBounded(() => read(text)),
  );
});

const undoneRound = (text: string) => {
  const written = `${ENGINEER}${text}\n`;
  const { document } = readEngineerDocument(written);
  return analyseRound({
    assigned: document.resolutions.flatMap(({ gaps }) => gaps.map((gap) => ({ gap, title: "Limits" }))),
    documents: [{ file: "engineer.md", text: written, document }],
    knownGaps: [],
    source: text,
    previous: [],
  });
};

/** Of what is read anew: code and quotes as wholes, and text without a break. */
test.each(["a line", "a paragraph of lines", "a quote", "a line of code", "a fence"])(
  "given an undone round, when its document and the spec are long by %s, then no pattern meets more than a piece",
  (shape) => expectBounded(() => undoneRound(SHAPES[shape] ?? "")),
);
