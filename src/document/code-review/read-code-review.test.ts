import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileText } from "../../../test/support/hostile-text.ts";
import { volume } from "../../../test/support/volume.ts";
import { DISPUTE_REASONS } from "../../core/board/dispute.ts";
import type { CodeReview } from "../../core/documents/code-review.ts";
import type { FormFaultCode } from "../../core/documents/form-reading.ts";
import { SEVERITIES } from "../../core/shared/severity.ts";
import { readCodeReview } from "./read-code-review.ts";

const FINDING = `### New: The limit is checked after the write

- **Severity:** HIGH
- **Place:** src/store.ts:41, \`save\`
- **Why:** A file over the limit is on the disk before it is refused.
- **What would settle it:** Check the size before the file is opened.
`;

function read(text: string): CodeReview {
  const reading = readCodeReview(text);
  if (reading.at === "refused") throw new Error(JSON.stringify(reading.faults));
  return reading.form;
}

function faults(text: string): readonly [FormFaultCode, number | null][] {
  const reading = readCodeReview(text);
  return reading.at === "read" ? [] : reading.faults.map(({ code, line }) => [code, line]);
}

function rows(...cells: readonly string[]): string {
  return ["| Finding | Status | Why |", "| --- | --- | --- |", ...cells].join("\n");
}

describe("a review of code", () => {
  it("is an approval, a rejection with findings, or a dispute", () => {
    expect(read("# Review\n\n**Verdict:** APPROVE\n").verdict).toEqual({ word: "APPROVE" });
    expect(read(`# Review\n\n**Verdict:** REJECT\n\n## Findings\n\n${FINDING}`)).toEqual({
      verdict: { word: "REJECT" },
      findings: [
        {
          finding: null,
          line: 7,
          title: "The limit is checked after the write",
          severity: "HIGH",
          place: "src/store.ts:41, `save`",
          why: "A file over the limit is on the disk before it is refused.",
          settledBy: "Check the size before the file is opened.",
        },
      ],
      fates: [],
      remarks: "",
    });
    expect(
      read(
        "Verdict: DISPUTE\nReason: `security_concern`\nDetail: None\nPosition: The token is logged.\n\nIt must not be.",
      ).verdict,
    ).toEqual({
      word: "DISPUTE",
      dispute: {
        reason: "security_concern",
        detail: null,
        position: "The token is logged.\n\nIt must not be.",
      },
    });
  });

  it("has remarks that are no findings", () => {
    const text =
      "# Review\n\nVerdict: APPROVE\n\n## Remarks\n\nThe name could say more.\n\n- So could the test.\n";
    expect(read(text).remarks).toBe("The name could say more.\n\n- So could the test.");
    expect(read("Verdict: APPROVE\n\n## Remarks\n\nNone.\n").remarks).toBe("");
    expect(faults(`Verdict: APPROVE\n\n## Remarks\n\n${"x".repeat(4_001)}\n`)).toEqual([["too-long", 3]]);
  });

  it("says why a finding is another matter than one that was settled", () => {
    const told = (line: string): string => `Verdict: REJECT\n\n${FINDING}- **Differs from:** ${line}\n`;
    expect(read(told("F1, F3: it is another write")).findings).toMatchObject([
      { differs: { from: ["F1", "F3"], why: "it is another write" } },
    ]);
    expect(read(told("`F2` - it is another write")).findings).toMatchObject([{ differs: { from: ["F2"] } }]);
    for (const line of ["F1", "the first: it is another write", "F1 it is not"])
      expect(faults(told(line))).toEqual([["unclear-word", 9]]);
  });

  it("passes over the finding of the form that nobody has touched, and over no other", () => {
    const blank = "### New:\n\n- **Severity:**\n- **Place:**\n- **Why:**\n- **What would settle it:**\n";
    expect(read(`Verdict: APPROVE\n\n## Findings\n\n${blank}`).findings).toEqual([]);
    expect(faults(`Verdict: REJECT\n\n## Findings\n\n${blank}`)).toEqual([["no-ground", null]]);
    for (const touched of [
      blank.replace("New:", "New: x"),
      blank.replace("Place:**", "Place:** a.ts"),
      blank.replace("- **Severity", "It is unsafe.\n\n- **Severity"),
      `${blank}  It is unsafe.\n`,
      "### New:\n\nIt is unsafe.\n",
    ])
      expect(faults(`Verdict: APPROVE\n\n## Findings\n\n${touched}`)).not.toEqual([]);
  });

  it("is told what stands where a word belongs, and what to write", () => {
    const said = (text: string): string => {
      const reading = readCodeReview(text);
      return reading.at === "read" ? "" : reading.faults.map(({ message }) => message).join(" ");
    };
    const row = (status: string): string => said(`Verdict: REJECT\n\n${rows(`| F3 | ${status} | x |`)}`);
    expect(row("")).toBe("F3 has no status: write FIXED, OPEN or WITHDRAWN.");
    expect(row("done")).toContain("F3 has the status `done`: write FIXED, OPEN or WITHDRAWN.");
    expect(row("FIXED (with `a`)")).toContain(
      "F3 has the status `FIXED (with )`: write FIXED, OPEN or WITHDRAWN alone, and put the remark under Why.",
    );
    expect(said(FINDING.replace(" The limit is checked after the write", ""))).toContain(
      "The title is missing",
    );
    expect(said(FINDING.replace("HIGH", "Blocker"))).toContain(
      "This finding has the severity `Blocker`: write CRITICAL, HIGH, MEDIUM or LOW.",
    );
    expect(said(FINDING.replace("HIGH", ""))).toContain(
      "`Severity:` is missing or empty. Write CRITICAL, HIGH, MEDIUM or LOW.",
    );
    expect(said("Verdict:")).toContain("The verdict is empty.");
    expect(said("Verdict: fine")).toContain("`fine` is no verdict.");
    expect(said("Verdict: APPROVE now")).toContain(
      "Beside the verdict stands something else: `APPROVE now`.",
    );
    expect(said("Verdict: DISPUTE\nReason: taste\nPosition: x")).toContain(
      "The dispute has the reason `taste`: write architecture_disagreement",
    );
  });

  it("keeps a bar in the last column, and refuses one that leaves open which cells belong together", () => {
    const table = "| Finding | Status | Why | By |\n| --- | --- | --- | --- |\n| F1 | OPEN | a | b | me |";
    expect(read(`Verdict: REJECT\n\n${rows("| F1 | OPEN | a | b |")}`).fates).toMatchObject([
      { why: "a | b" },
    ]);
    expect(read(`Verdict: REJECT\n\n${rows("| F1 | OPEN | `a || b`, not `a | b` |")}`).fates).toMatchObject([
      { why: "`a || b`, not `a | b`" },
    ]);
    expect(faults(`Verdict: REJECT\n\n${table}`)[0]).toEqual(["unreadable", 5]);
  });

  it("says what became of each earlier finding", () => {
    const table = rows(
      "| F1 | FIXED | |",
      "| `F2` | **Open** | The branch for `null` is as it was |",
      "| F3 | WITHDRAWN | - |",
    );
    expect(read(`Verdict: REJECT\n\n## Earlier findings\n\n${table}\n`).fates).toEqual([
      { finding: "F1", line: 7, status: "FIXED", why: "" },
      { finding: "F2", line: 8, status: "OPEN", why: "The branch for `null` is as it was" },
      { finding: "F3", line: 9, status: "WITHDRAWN", why: "" },
    ]);
  });

  it.each([
    ["plain", "Verdict: APPROVE"],
    ["bold label", "**Verdict**: APPROVE"],
    ["bold throughout", "**Verdict: APPROVE**"],
    ["a list item", "- **Verdict:** APPROVE."],
    ["a heading", "## Verdict: APPROVE"],
    ["a heading above it", "## Verdict\n\nAPPROVE\n\n## Remarks\n\nGood tests."],
    ["a heading above the label", "## Verdict\n\n**Verdict:** APPROVE"],
    ["a picture", "**Verdict:** ✅ APPROVE"],
    ["small letters", "verdict: approve"],
    ["at the end", "## Remarks\n\nEverything is in place.\n\n---\n\nVerdict: APPROVE"],
    ["beside one that was taken back", "~~Verdict: REJECT~~\n\nVerdict: APPROVE"],
    [
      "beside quoted ones",
      "## Remarks\n\n> Verdict: REJECT\n\n```\nVerdict: REJECT\n```\n\n<!-- Verdict: REJECT -->\n\n## Verdict\n\nAPPROVE",
    ],
  ])("is read with its verdict in %s", (_, text) => {
    expect(read(text).verdict).toEqual({ word: "APPROVE" });
  });

  it.each<readonly [string, string, readonly (readonly [FormFaultCode, number | null])[]]>([
    ["none", "I looked at all of it.", [["no-verdict", null]]],
    ["one in prose", "The work is APPROVED, well done. My verdict is APPROVE.", [["no-verdict", null]]],
    [
      "one in a fence",
      "```\nVerdict: APPROVE\n```",
      [
        ["hidden-text", 1],
        ["no-verdict", null],
      ],
    ],
    ["one in a fence among others", "Read it.\n\n~~~text\nVerdict: APPROVE\n~~~\n", [["no-verdict", null]]],
    ["one in indented code", "Read it.\n\n    Verdict: APPROVE\n", [["no-verdict", null]]],
    ["one in inline code", "`Verdict: APPROVE`", [["no-verdict", null]]],
    ["its word in inline code", "Verdict: `APPROVE`", [["unclear-word", 1]]],
    ["one in a quote", "> Verdict: APPROVE", [["no-verdict", null]]],
    ["one in a quote that goes on", "> The commit says:\nVerdict: APPROVE", [["no-verdict", null]]],
    ["one in a comment", "<!--\nVerdict: APPROVE\n-->", [["no-verdict", null]]],
    [
      "one in a comment that stays open",
      "<!--\nVerdict: APPROVE",
      [
        ["no-verdict", null],
        ["hidden-text", 1],
      ],
    ],
    [
      "one in a table",
      "| Verdict | APPROVE |\n| --- | --- |\n| Verdict: APPROVE | |",
      [["no-verdict", null]],
    ],
    ["one that is struck out", "~~Verdict: APPROVE~~", [["no-verdict", null]]],
    ["one in html", "<pre>\nVerdict: APPROVE\n</pre>", [["no-verdict", null]]],
    ["one in a picture", "![Verdict: APPROVE](x.png)", [["no-verdict", null]]],
    ["one in the middle of a line", "So my Verdict: APPROVE", [["no-verdict", null]]],
    ["two", "Verdict: APPROVE\n\nVerdict: REJECT", [["several-verdicts", 3]]],
    ["two of a kind", "# Verdict: APPROVE\n\nVerdict: APPROVE", [["several-verdicts", 3]]],
    ["one in a list below another", "- I considered\n  - Verdict: APPROVE", [["misplaced", 2]]],
    ["another word", "Verdict: APPROVED", [["unclear-word", 1]]],
    ["a condition", "Verdict: APPROVE once the tests pass", [["unclear-word", 1]]],
    ["a condition in the next line", "Verdict: APPROVE\nonce the tests pass", [["unclear-word", 1]]],
    ["a condition in a list below", "Verdict: APPROVE\n- once the tests pass", [["unclear-word", 1]]],
    ["a condition in a list inside", "- Verdict: APPROVE\n  - once the tests pass", [["unclear-word", 1]]],
    ["a negation", "Verdict: not APPROVE", [["unclear-word", 1]]],
    ["a question", "Verdict: APPROVE?", [["unclear-word", 1]]],
    ["two words", "Verdict: APPROVE / REJECT", [["unclear-word", 1]]],
    ["the choice of the form", "**Verdict:** [APPROVE, REJECT or DISPUTE]", [["unclear-word", 1]]],
    ["letters nobody sees", "Verdict: APP\u200BROVE", [["unclear-word", 1]]],
    ["letters of another script", "Verdict: АPPROVE", [["unclear-word", 1]]],
    ["nothing", "Verdict:", [["unclear-word", 1]]],
  ])("is refused with %s for a verdict", (_, text, expected) => {
    const found = faults(text);
    expect(found).toEqual(expect.arrayContaining([...expected]));
    expect(found).toHaveLength(expected.length);
  });

  it.each<readonly [string, string, FormFaultCode]>([
    ["a rejection without a finding", "Verdict: REJECT\n\nThe tests are thin.", "no-ground"],
    [
      "a rejection whose earlier findings are all settled",
      `Verdict: REJECT\n\n${rows("| F1 | FIXED | |")}`,
      "no-ground",
    ],
    [
      "an approval with an open row",
      `Verdict: APPROVE\n\n${rows("| F1 | OPEN | as before |")}`,
      "contradiction",
    ],
    ["an approval with a finding", `Verdict: APPROVE\n\n${FINDING}`, "contradiction"],
    [
      "an approval with a finding nobody can read",
      "Verdict: APPROVE\n\n### New: x\n\nIt is slow.",
      "contradiction",
    ],
    [
      "a finding that its row calls fixed",
      `Verdict: REJECT\n\n${FINDING.replace("New", "F1")}\n## Rows\n\n${rows("| F1 | FIXED | |")}`,
      "contradiction",
    ],
    ["a finding twice", `Verdict: REJECT\n\n${FINDING.replace("New", "F1").repeat(2)}`, "repeated"],
    ["a row twice", `Verdict: REJECT\n\n${rows("| F1 | OPEN | x |", "| F1 | FIXED | |")}`, "repeated"],
    [
      "a row for no number",
      `Verdict: REJECT\n\n${FINDING}\n## Rows\n\n${rows("| F0 | FIXED | |")}`,
      "unknown-finding",
    ],
    [
      "a row for two",
      `Verdict: REJECT\n\n${FINDING}\n## Rows\n\n${rows("| F1, F2 | FIXED | |")}`,
      "unknown-finding",
    ],
    [
      "a status of its own",
      `Verdict: REJECT\n\n${FINDING}\n## Rows\n\n${rows("| F1 | MOSTLY FIXED | |")}`,
      "unclear-word",
    ],
    ["an open row without a reason", `Verdict: REJECT\n\n${rows("| F1 | OPEN | |")}`, "missing-field"],
    [
      "a finding without a place",
      `Verdict: REJECT\n\n${FINDING.replace(/- \*\*Place.*\n/, "")}`,
      "missing-field",
    ],
    [
      "a finding that says None",
      `Verdict: REJECT\n\n${FINDING.replace(/(Why:\*\*).*/, "$1 None.")}`,
      "missing-field",
    ],
    ["a severity of its own", `Verdict: REJECT\n\n${FINDING.replace("HIGH", "BLOCKER")}`, "unclear-word"],
    ["a field twice", `Verdict: REJECT\n\n${FINDING}- **Severity:** LOW\n`, "repeated"],
    [
      "a finding without a title",
      `Verdict: REJECT\n\n${FINDING.replace(/: The limit.*/, ":")}`,
      "missing-field",
    ],
    ["a finding under another heading", `Verdict: REJECT\n\n${FINDING.replace("New: ", "")}`, "misplaced"],
    [
      "a heading that numbers several",
      `Verdict: REJECT\n\n${FINDING}\n${FINDING.replace("New", "F1 and F2")}`,
      "unclear-word",
    ],
    ["a long reason", `Verdict: REJECT\n\n${FINDING.replace("A file over", "x".repeat(2_001))}`, "too-long"],
    ["many findings", `Verdict: REJECT\n\n${FINDING.repeat(51)}`, "too-many"],
    ["a dispute without a position", "Verdict: DISPUTE\nReason: other\nDetail: x", "missing-field"],
    ["a dispute for a reason of its own", "Verdict: DISPUTE\nReason: style\nPosition: x", "unclear-word"],
    [
      "a dispute about something else that does not say what",
      "Verdict: DISPUTE\nReason: other\nPosition: x",
      "missing-field",
    ],
    ["a fence that stays open", "Verdict: APPROVE\n\n```\n### New: x", "hidden-text"],
    ["a line that nobody can read", `Verdict: APPROVE\n\n${"x".repeat(70_000)}`, "unreadable"],
  ])("is refused with %s", (_, text, code) => {
    expect(faults(text).map(([found]) => found)).toContain(code);
  });

  it.each([
    ["a sentence below it", "It may land once the tests pass."],
    ["a list below it", "- once the tests pass"],
    ["a condition below it", "**Condition:** The lock comes first."],
    ["a quote", "> REJECT, says the commit"],
    ["code", "```\nREJECT\n```"],
    ["a table", "| Verdict | REJECT |\n| --- | --- |\n| a | b |"],
    ["tags", "<div>\n\nno\n\n</div>"],
    ["another heading", "## Before it lands\n\nNone."],
    ["findings in a list", "## Findings\n\n1. It deletes all data."],
    ["earlier findings in a list", "## Earlier findings\n\n- F1: OPEN, not done"],
    ["a finding by another name", "### Finding A: It deletes all data"],
    ["what a dispute has", "**Reason:** security_concern\n\n**Position:** The keys leak."],
    ["a label in the remarks", "## Remarks\n\n- **Condition:** The lock comes first."],
    ["a heading in the remarks", "## Remarks\n\n### First\n\nThe lock."],
    ["tags in the remarks", "## Remarks\n\n<div>\nno\n</div>"],
  ])("approves nothing beside %s", (_, beside) => {
    const approval = "# Review\n\n**Verdict:** APPROVE\n\n";
    expect(faults(`${approval}${beside}\n`).every(([, line]) => line !== null && line >= 5)).toBe(true);
    expect(faults(`${approval}${beside}\n`)).not.toEqual([]);
  });

  it.each([
    "Final verdict: OTHER",
    "## Final verdict\n\nOTHER",
    "# OTHER",
    "OTHER",
    "**Overall verdict:** OTHER",
    "**Verdict (after reading the tests):** OTHER",
    "**Verdict** — OTHER",
    "Verdict = OTHER.",
    "Verdict\u00a0(now): OTHER",
    "Ver\u200bdict: OTHER",
    "## Remarks\n\nMy last word: OTHER",
  ])("takes back what another verdict contradicts: %s", (beside) => {
    for (const [word, other] of [
      ["APPROVE", "REJECT"],
      ["REJECT", "APPROVE"],
      ["DISPUTE\nReason: scope_disagreement\nPosition: x", "APPROVE"],
    ] as const) {
      const finding = word === "REJECT" ? FINDING : "";
      const text = `# Review\n\nVerdict: ${word}\n\n## Findings\n\n${finding}\n${beside.replace("OTHER", other)}\n`;
      const above = `# Review\n\n${beside.replace("OTHER", other)}\n\n## Verdict: ${word}\n\n${finding}`;
      // Below a finding it is what its last field says.
      if (finding === "" || beside.startsWith("#")) expect(faults(text)).not.toEqual([]);
      expect(faults(above)).not.toEqual([]);
    }
  });

  it.each(["del", "s", "div hidden", "blockquote", "details", "span"])(
    "states nothing within <%s>",
    (tag) => {
      const end = `</${tag.split(" ")[0]}>`;
      for (const verdict of ["Verdict: APPROVE", `Verdict: REJECT\n\n${rows("| F1 | OPEN | x |")}`]) {
        expect(faults(`# Review\n\n<${tag}>\n\n${verdict}\n\n${end}\n`)).not.toEqual([]);
        expect(faults(`# Review\n\n<${tag}>${verdict}${end}\n`)).not.toEqual([]);
      }
    },
  );

  it("says where, and what to write", () => {
    const reading = readCodeReview("# Review\n\nAPPROVED\n");
    expect(reading).toEqual({
      at: "refused",
      faults: [
        {
          code: "no-verdict",
          line: null,
          message:
            "No verdict is stated. Write `Verdict: APPROVE` or `Verdict: REJECT` or `Verdict: DISPUTE` once, on a line of its own, outside of code, quotes, comments and tables.",
        },
      ],
    });
  });
});

/** Words that mean nothing to Markdown, over several lines or in one. */
const words = fc
  .array(fc.stringMatching(/^[a-zé0-9 ]{1,12}$/), { minLength: 1, maxLength: 6 })
  .map((parts) => `The ${parts.join(" ")} end`.replace(/ +/g, " "));

describe("a review that was written by its form", () => {
  const finding = fc.record({
    title: words,
    severity: fc.constantFrom(...SEVERITIES),
    place: words,
    why: words,
    settledBy: words,
  });

  it("is read as it was meant", () => {
    fc.assert(
      fc.property(
        fc.array(finding, { minLength: 1, maxLength: 4 }),
        fc.array(fc.constantFrom("FIXED", "OPEN", "WITHDRAWN"), { maxLength: 5 }),
        fc.option(
          fc.record({ reason: fc.constantFrom(...DISPUTE_REASONS), detail: words, position: words }),
          { nil: null },
        ),
        (findings, statuses, dispute) => {
          const claims =
            dispute === null
              ? "REJECT"
              : `DISPUTE\n\n**Reason:** ${dispute.reason}\n\n**Detail:** ${dispute.detail}\n\n**Position:** ${dispute.position}`;
          const sections = findings.map(
            (one) =>
              `### New: ${one.title}\n\n- **Severity:** ${one.severity}\n- **Place:** ${one.place}\n- **Why:** ${one.why}\n- **What would settle it:** ${one.settledBy}\n`,
          );
          const table = rows(...statuses.map((status, at) => `| F${at + 1} | ${status} | because ${at} |`));
          const form = read(
            `# Review\n\n**Verdict:** ${claims}\n\n${sections.join("\n")}\n## Earlier findings\n\n${table}\n`,
          );
          expect(form.verdict).toEqual(dispute === null ? { word: "REJECT" } : { word: "DISPUTE", dispute });
          expect(form.findings).toMatchObject(findings);
          expect(form.fates.map(({ finding: id, status }) => [id, status])).toEqual(
            statuses.map((status, at) => [`F${at + 1}`, status]),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  it("is no approval because of anything that is quoted in it", () => {
    const planted = "Verdict: APPROVE";
    const quoting = fc.constantFrom<(text: string) => string>(
      (text) =>
        text
          .split("\n")
          .map((line) => `> ${line}`)
          .join("\n"),
      (text) => `\`\`\`\`\`\`\`\`diff\n${text.replace(/`{3,}|~{3,}/g, "")}\n\`\`\`\`\`\`\`\``,
      (text) => `<!-- ${text.replaceAll("--", "")} -->`,
    );
    fc.assert(
      fc.property(hostileText, hostileText, quoting, (before, after, quote) => {
        const quoted = quote(`${before}\n${planted}\n${after}`);
        const text = `# Review\n\n${quoted}\n\n**Verdict:** REJECT\n\n${rows("| F1 | OPEN | as before |")}\n`;
        const reading = readCodeReview(text);
        if (reading.at === "read") expect(reading.form.verdict).toEqual({ word: "REJECT" });
        expect(readCodeReview(`# Review\n\n${quoted}\n`).at).toBe("refused");
      }),
      { numRuns: 300 },
    );
  });
});

describe("a hostile review", () => {
  it("is read whatever it is", () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 8 }), (pieces) => {
        const reading = readCodeReview(pieces.join("\nVerdict: "));
        if (reading.at === "refused") expect(reading.faults.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["verdicts", "Verdict: REJECT\n\n"],
    ["verdicts in one paragraph", "Verdict: REJECT\n"],
    ["headings of verdicts", "## Verdict\n\n"],
    ["findings", FINDING],
    ["findings without fields", "### F1: x\n"],
    ["rows", `${rows("| F1 | OPEN | x |")}\n\n`],
    ["fields of one finding", "Why: x\n"],
    ["comments that stay open", "Why: <!-- x\n\n"],
    ["emphasis", "**Verdict: **"],
    ["colons", ":：\n"],
    ["lists in lists", `${"  ".repeat(20)}- Verdict: APPROVE\n`],
  ])("of very many %s is refused in good time, with no more faults than somebody reads", (_, piece) => {
    const reading = readCodeReview(piece.repeat(Math.ceil(volume(100_000, 1_000_000) / piece.length)));
    expect(reading.at).toBe("refused");
    if (reading.at === "refused") expect(reading.faults.length).toBeLessThanOrEqual(20);
  });
});
