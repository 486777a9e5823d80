import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { volume } from "../../../test/support/volume.ts";
import type { CoderDocument } from "../../core/documents/coder-document.ts";
import type { FormFaultCode } from "../../core/documents/form-reading.ts";
import { readCoder } from "./read-coder.ts";

const SUMMARY = "# Work\n\n## Summary\n\nThe size is checked before the file is opened.\n";
const TABLE = `## Findings

| Finding | Status | Where |
| ------- | ------ | ----- |
| F1 | FIXED | \`src/store.ts\`, in \`save\` |
| F2 | DISAGREE | The spec allows a file of exactly 10 MB |
`;

function read(text: string): CoderDocument {
  const reading = readCoder(text);
  if (reading.at === "refused") throw new Error(JSON.stringify(reading.faults));
  return reading.form;
}

function faults(text: string): readonly FormFaultCode[] {
  const reading = readCoder(text);
  return reading.at === "read" ? [] : reading.faults.map(({ code }) => code);
}

describe("a coder's document", () => {
  it("says what was noticed and left", () => {
    const text = `${SUMMARY}\n## Not done\n\nThe upload has no time limit.\n\n${TABLE}`;
    expect(read(text).notDone).toBe("The upload has no time limit.");
  });

  it("says what was done, and answers each finding", () => {
    expect(read(`${SUMMARY}\n${TABLE}`)).toEqual({
      summary: "The size is checked before the file is opened.",
      notDone: "",
      answers: [
        { finding: "F1", line: 11, status: "FIXED", where: "`src/store.ts`, in `save`" },
        { finding: "F2", line: 12, status: "DISAGREE", where: "The spec allows a file of exactly 10 MB" },
      ],
      outcome: { at: "done" },
    });
  });

  it("has a summary that goes on over paragraphs and lists, up to the table", () => {
    const { summary } = read(
      `**Summary:** Two things:\n\n- the check\n- its test\n\n${TABLE.replace("## Findings\n\n", "")}`,
    );
    expect(summary).toBe("Two things:\n\n- the check\n- its test");
  });

  it("says that no change is needed, that something is missing, or that it disputes", () => {
    expect(read("**No change needed:** `save` checks it since the last release.").outcome).toEqual({
      at: "no-change-needed",
      why: "`save` checks it since the last release.",
    });
    expect(read("BLOCKED_NEEDS_INPUT: the key of the payment service\n").outcome).toEqual({
      at: "blocked",
      missing: "the key of the payment service",
    });
    expect(
      read(
        `${SUMMARY}\nVerdict: DISPUTE\n\nReason: specification_interpretation\n\nPosition: The spec says "up to".\n`,
      ).outcome,
    ).toEqual({
      at: "disputed",
      dispute: { reason: "specification_interpretation", detail: null, position: 'The spec says "up to".' },
    });
  });

  it("disputes by the form as it was laid out, with the reason in words", () => {
    const rows = "## Findings\n\n| Finding | Status | Where |\n| --- | --- | --- |\n| F1 |  |  |\n";
    const dispute =
      "Verdict: DISPUTE\n\nReason: Specification interpretation\n\nPosition: The spec says so.\n";
    const { outcome, answers } = read(`# Work\n\n## Summary\n\n## Not done\n\n${dispute}\n${rows}`);
    expect(outcome).toMatchObject({ at: "disputed", dispute: { reason: "specification_interpretation" } });
    expect(answers).toEqual([]);
  });

  it("claims nothing by a label that says that there is none", () => {
    const { outcome } = read(
      `${SUMMARY}\nNo change needed: None.\n\nBLOCKED_NEEDS_INPUT: -\n\nPosition: None\n`,
    );
    expect(outcome).toEqual({ at: "done" });
  });

  it.each<readonly [string, string, FormFaultCode]>([
    ["nothing but findings", TABLE, "missing-field"],
    ["an empty summary", "## Summary\n\n## Findings\n", "missing-field"],
    ["a verdict of the reviewer's", `${SUMMARY}\nVerdict: APPROVE`, "unclear-word"],
    [
      "two disputes",
      `${SUMMARY}\nVerdict: DISPUTE\nReason: other\nDetail: x\nPosition: y\n\nVerdict: DISPUTE`,
      "several-verdicts",
    ],
    [
      "a dispute without a position",
      `${SUMMARY}\nVerdict: DISPUTE\nReason: scope_disagreement`,
      "missing-field",
    ],
    ["a position without a dispute", `${SUMMARY}\n**Position:** The finding is wrong.`, "no-verdict"],
    [
      "a dispute only in a quote, and its position",
      `${SUMMARY}\n> Verdict: DISPUTE\n\nReason: other\nDetail: x\nPosition: y`,
      "no-verdict",
    ],
    ["no reason why nothing is to be done", "No change needed:", "missing-field"],
    ["nothing that is missing", "BLOCKED_NEEDS_INPUT:", "missing-field"],
    ["two ends", "No change needed: it is there\n\nBLOCKED_NEEDS_INPUT: the key", "contradiction"],
    [
      "a dispute beside another end",
      "No change needed: it is there\n\nVerdict: DISPUTE\nReason: other\nDetail: x\nPosition: y",
      "contradiction",
    ],
    ["work beside no change", `${SUMMARY}\nNo change needed: it is there`, "contradiction"],
    ["work beside what is missing", `${SUMMARY}\nBLOCKED_NEEDS_INPUT: the key`, "contradiction"],
    ["answers beside what is missing", `BLOCKED_NEEDS_INPUT: the key\n\n${TABLE}`, "contradiction"],
    [
      "what was left beside what is missing",
      "BLOCKED_NEEDS_INPUT: the key\n\n## Not done\n\nx",
      "contradiction",
    ],
    ["an end twice", `No change needed: it is there\n\nNo change needed: it is`, "repeated"],
    ["a status of its own", `${SUMMARY}\n${TABLE.replace("DISAGREE", "WONTFIX")}`, "unclear-word"],
    [
      "a row that says nothing",
      `${SUMMARY}\n${TABLE.replace(/The spec allows.*(?= \|)/, "")}`,
      "missing-field",
    ],
    ["a row twice", `${SUMMARY}\n${TABLE}| F1 | FIXED | there |\n`, "repeated"],
    ["a row for no number", `${SUMMARY}\n${TABLE.replace("F2", "the second")}`, "unknown-finding"],
    [
      "a table without the last column",
      `${SUMMARY}\n| Finding | Status |\n| --- | --- |\n| F1 | FIXED |`,
      "missing-field",
    ],
    ["a document in a fence", `\`\`\`\`markdown\n${SUMMARY}\`\`\`\``, "hidden-text"],
    ["a comment that stays open", `${SUMMARY}\n<!-- ${TABLE}`, "hidden-text"],
    ["a long summary", `${SUMMARY}${"x ".repeat(2_000)}`, "too-long"],
    [
      "many rows",
      `${SUMMARY}\n${TABLE}${Array.from({ length: 300 }, (_, n) => `| F${n + 3} | FIXED | x |\n`).join("")}`,
      "too-many",
    ],
  ])("is refused with %s", (_, text, code) => {
    expect(faults(text)).toContain(code);
  });

  it("does not claim in code or comments", () => {
    const shown = "`BLOCKED_NEEDS_INPUT: x`\n\n<!-- No change needed: x -->\n\n```\nVerdict: DISPUTE\n```\n";
    expect(read(`${SUMMARY}\n${shown}`).outcome).toEqual({ at: "done" });
  });

  it("is read whatever it is", () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { maxLength: 8 }),
        fc.constantFrom("\nSummary: ", "\nVerdict: DISPUTE\n", "\nBLOCKED_NEEDS_INPUT:", `\n${TABLE}\n`),
        (pieces, between) => {
          const reading = readCoder(pieces.join(between));
          if (reading.at === "refused") expect(reading.faults.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([
    ["summaries", "Summary: x\n"],
    ["rows", "| F1 | FIXED | x |\n"],
    ["tables", `${TABLE}\n`],
    ["claims", "No change needed: x\n\nVerdict: DISPUTE\n\n"],
  ])("of very many %s is refused in good time", (_, piece) => {
    expect(readCoder(piece.repeat(Math.ceil(volume(100_000, 1_000_000) / piece.length))).at).toBe("refused");
  });
});
