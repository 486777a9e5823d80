import { describe, expect, test } from "vitest";
import { readReviewerDocument } from "./read-reviewer.ts";

const read = (...lines: string[]) => readReviewerDocument(lines.join("\n")).document;
const norm = (...lines: string[]) => read(...lines).verdict.norm;

describe("a place for a verdict", () => {
  test.each([
    ["a heading", ["# Review", "", "## Verdict", "", "Approved"]],
    [
      "a heading and a bold line",
      ["# Review", "", "## Final verdict", "", "**APPROVED**", "", "The doors close."],
    ],
    ["a heading with its value", ["# Review", "", "## Verdict: Approved"]],
    ["a label", ["# Review", "", "**Verdict:** Approved"]],
    ["a label, and the value below it", ["# Review", "", "**Verdict:**", "", "Approved"]],
    ["a label and code", ["# Review", "", "**Verdict:** `APPROVED`"]],
    ["a ticked box", ["# Review", "", "## Verdict", "", "- [x] Approved", "- [ ] Needs revision"]],
    [
      "a row",
      ["# Review", "", "## Summary", "", "| Field | Value |", "|---|---|", "| Verdict | ✅ Approved |"],
    ],
    ["a title that is one", ["# Review", "", "## ✅ Approved", "", "All doors close."]],
    [
      "a line after the issues",
      ["# Review", "", "## Issues", "", "- [LOW] The bell is odd", "", "Verdict: Approved"],
    ],
  ])("%s", (_, lines) => {
    expect(norm(...lines)).toBe("APPROVED");
  });

  test.each([
    [
      "an issue",
      [
        "## Issues",
        "",
        "### H1: The bell (High)",
        "",
        "**Verdict:** APPROVED",
        "",
        "### H2: The door (High)",
      ],
    ],
    [
      "a criterion",
      ["# Review", "", "## Clarity", "", "**Verdict:** APPROVED", "", "## Closing", "", "Thanks."],
    ],
    ["a quotation", ["# Review", "", "## Verdict", "", "> APPROVED"]],
    ["a fence", ["# Review", "", "## Verdict", "", "```", "APPROVED", "```"]],
    ["struck out", ["# Review", "", "## Verdict", "", "~~APPROVED~~"]],
  ])("but not %s", (_, lines) => {
    expect(norm(...lines)).toBe("NONE");
  });

  test.each([
    ["alone under a heading", ["# Review", "", "## Verdict", "", "![APPROVED](x.png)"]],
    ["after a label", ["# Review", "", "**Verdict:** ![APPROVED](x.png)"]],
    ["beside the word", ["# Review", "", "**Verdict:** ![no](x.png) APPROVED"]],
  ])("a picture says nothing that counts, %s", (_, lines) => {
    expect(norm(...lines)).toBe("UNCLEAR");
  });

  test.each([
    ["below the title", ["# Review", "", "I looked at:", "", "- GAP-TRAM-001: Rejected requests are logged"]],
    [
      "in bold",
      ["# Review", "", "## Scope Examined", "", "- GAP-TRAM-001: **Rejected** requests are logged"],
    ],
    ["with a dash", ["# Review", "", "## Scope", "", "- GAP-TRAM-001 — REJECTED requests are logged"]],
    ["in a summary", ["# Review", "", "## Summary", "", "- GAP-TRAM-001: Returned trams are counted"]],
    ["of a section", ["# Review", "", "## GAP-TRAM-001: Rejected requests are logged", "", "All of it."]],
    [
      "in a row",
      [
        "# Review",
        "",
        "## Summary",
        "",
        "| Gap | Status |",
        "|---|---|",
        "| GAP-TRAM-001 | Failed trams stop |",
      ],
    ],
    ["on a line", ["# Review", "", "GAP-TRAM-001: Blocked trams are towed.", "", "## Issues", "", "None."]],
  ])("a gap whose name begins as a refusal does is not refused by it, %s", (_, lines) => {
    expect(read(...lines)).toMatchObject({ verdict: { norm: "NONE" }, gapVerdicts: [] });
  });

  test.each([
    ["NEEDS_REVISION", "- GAP-TRAM-001: Rejected"],
    ["NEEDS_REVISION", "- GAP-TRAM-001: Rejected — requests are lost"],
    ["APPROVED", "- GAP-TRAM-001: Approved as proposed"],
  ])("a gap's verdict is read as %s: %s", (expected, item) => {
    expect(read("# Review", "", item).gapVerdicts).toMatchObject([{ norm: expected }]);
  });

  test("what leads into it with a colon makes it an example", () => {
    expect(norm("## Verdict", "", "It would be wrong to write:", "", "APPROVED")).toBe("UNCLEAR");
  });
});

describe("statements that differ", () => {
  const two = ["# Review", "", "## Verdict: NEEDS_REVISION", "", "text", "", "## Verdict: APPROVED"];

  test("the more conditional one is read, and the doubt is kept with its place", () => {
    expect(read(...two).verdict).toEqual({
      norm: "NEEDS_REVISION",
      line: 3,
      doubt: { why: "differs", line: 7, text: "APPROVED" },
    });
  });

  test("an approval that the next paragraph takes back is unclear", () => {
    const { verdict } = read("## Verdict", "", "APPROVED", "", "But only once the bell is mended.");
    expect(verdict).toMatchObject({ norm: "UNCLEAR", doubt: { why: "wording", line: 5 } });
  });

  test.each([
    "This must not ship.",
    "Not yet.",
    "We would lose data, so it stays out.",
    "All five points are met. However, this must not ship.",
    "It is sound.\nIf only it were safe.",
    "Can this be meant?",
  ])("an approval with another statement below it is unclear: %j", (text) => {
    for (const given of [["## Verdict", "", "APPROVED"], ["## Verdict: APPROVED"], ["## ✅ Approved"]])
      expect(norm("# Review", "", ...given, "", text)).toBe("UNCLEAR");
  });

  test.each([
    "All five points are met. The text:",
    "The lifecycle is sound. Its minor points should be taken up, but block nothing.",
    "GAP-TRAM-001 is **APPROVED** for integration.",
    "**Reviewer:** A",
    "No revisions required.",
  ])("an approval with a reason below it is one: %j", (text) => {
    expect(norm("# Review", "", "## Verdict", "", "APPROVED", "", text)).toBe("APPROVED");
  });

  test("each gap has its own place", () => {
    const { verdict, gapVerdicts } = read(
      "## GAP-TRAM-001",
      "",
      "**Verdict:** APPROVED",
      "",
      "## GAP-TRAM-002",
      "",
      "**Verdict:** approved by nobody so far",
    );
    expect(gapVerdicts.map(({ gap, norm: said }) => [gap, said])).toEqual([
      ["GAP-TRAM-001", "APPROVED"],
      ["GAP-TRAM-002", "UNCLEAR"],
    ]);
    expect(verdict.norm).toBe("UNCLEAR");
  });

  test("an item that ends with its gap's verdict gives it", () => {
    const { gapVerdicts } = read("1. GAP-TRAM-001: Doors close by themselves - **APPROVED with minor note**");
    expect(gapVerdicts).toEqual([{ gap: "GAP-TRAM-001", norm: "APPROVED_WITH_NOTES", line: 1 }]);
  });
});

test("what was examined is not judged by the words it begins with", () => {
  const { gapVerdicts } = read(
    "# Review of GAP-TRAM-001",
    "",
    "## Scope Examined",
    "",
    "- GAP-TRAM-001: Rejected tickets and what becomes of them",
    "",
    "## Verdict by Gap",
    "",
    "| Gap | Verdict |",
    "|---|---|",
    "| GAP-TRAM-001 | APPROVED |",
  );
  expect(gapVerdicts.map(({ norm: said, doubt }) => [said, doubt])).toEqual([["APPROVED", undefined]]);
});

describe("what was examined", () => {
  const scope = (...lines: string[]) =>
    read("# Review of GAP-TRAM-001", "", ...lines, "", "**Verdict:** APPROVED").noIssues?.scope;

  test.each([
    ["a label", ["**Scope examined:** the doors; the bell"], ["the doors", "the bell"]],
    ["a section", ["## Scope Examined", "", "- the doors", "- the bell"], ["the doors", "the bell"]],
    ["a sentence", ["I read the doors' timetable twice."], ["I read the doors' timetable twice"]],
    ["ticked boxes", ["- [x] doors close", "- [ ] bell rings"], ["doors close"]],
    ["a table of criteria", ["| Aspect | Assessment |", "|---|---|", "| Doors | close |"], ["Doors: close"]],
    ["not a title", [], []],
  ])("%s", (_, lines, said) => {
    expect(scope(...lines)).toEqual(said);
  });
});

test("a table of verdicts within the scope is read, whatever else stands there", () => {
  const { gapVerdicts } = read(
    ...["# Review: GAP-TODO-001", "", "### Scope", "", "Every sentence was read against its passage.", ""],
    ...["NO_ISSUES_FOUND", "", "| Gap | Verdict |", "|---|---|", "| GAP-TODO-001 | NEEDS_REVISION |"],
  );
  expect(gapVerdicts).toMatchObject([{ gap: "GAP-TODO-001", norm: "NEEDS_REVISION" }]);
});
