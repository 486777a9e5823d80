import { expect, it } from "vitest";
import { lintSpec } from "../lint-spec.ts";

const entries = (text: string) =>
  lintSpec({ text, file: "s.md" })
    .findings.filter(({ rule }) => rule === "gap-entry")
    .map(({ gap, line, severity, state }) => [gap, line, severity, state]);

it.each([
  ["a heading", "## GAP-AUTH-001: Who?\n\nx", [["GAP-AUTH-001", 1, "MEDIUM", null]]],
  ["a numbered heading", "## 3. Gap: `GAP-AUTH-001`\n\nx", [["GAP-AUTH-001", 1, "MEDIUM", null]]],
  ["an item", "- **GAP-AUTH-001** (HIGH): Who?", [["GAP-AUTH-001", 1, "HIGH", null]]],
  [
    "an item with facts",
    "- GAP-A1-001\n- GAP-AB-001: x\n  - Severity: critical\n  - Status: open",
    [["GAP-AB-001", 2, "CRITICAL", "open"]],
  ],
  ["a bold line", "**GAP-AB-001: Who?**\n\nx", [["GAP-AB-001", 1, "MEDIUM", null]]],
  ["a mark in a sentence", "Owners [GAP-AB-001: and guests?] may.", [["GAP-AB-001", 1, "MEDIUM", null]]],
  [
    "a section's facts",
    "## GAP-AB-001: x\n\n**Severity:** High\n\nStatus: RESOLVED",
    [["GAP-AB-001", 1, "LOW", "RESOLVED"]],
  ],
  [
    "rows",
    "| Gap | Severity | Status |\n|---|---|---|\n| GAP-AB-001 | HIGH | open |\n| GAP-AB-002 | LOW | closed |",
    [
      ["GAP-AB-001", 3, "HIGH", "open"],
      ["GAP-AB-002", 4, "LOW", "closed"],
    ],
  ],
  [
    "boxes",
    "- [ ] GAP-AB-001: x\n- [x] GAP-AB-002: y",
    [
      ["GAP-AB-001", 1, "MEDIUM", null],
      ["GAP-AB-002", 2, "LOW", "done"],
    ],
  ],
  ["a state after a dash", "- GAP-AB-001 (Login) - RESOLVED Round 3", [["GAP-AB-001", 1, "LOW", "RESOLVED"]]],
  ["a tick", "## GAP-AB-001: Login ✓\n\nx", [["GAP-AB-001", 1, "LOW", "done"]]],
  [
    "a section that only sounds like references",
    "## Address relations\n\n- GAP-AB-001: x",
    [["GAP-AB-001", 3, "MEDIUM", null]],
  ],
  ["a list of the resolved", "## Resolved\n\n- GAP-AB-001: x", [["GAP-AB-001", 3, "LOW", "resolved"]]],
])("%s is an entry", (_, text, found) => {
  expect(entries(text)).toEqual(found);
});

it.each([
  ["a reference in a sentence", "This waits for GAP-AB-001."],
  ["a sentence about a gap", "- GAP-AB-001 blocks the release"],
  ["a heading about something else", "## Integration with GAP-AB-001\n\nx"],
  ["a review of a gap", "## GAP-AB-001 (Login) Review: all well\n\nx"],
  ["a list of dependencies", "**Depends on:**\n\n- GAP-AB-001: x"],
  ["another column", "| Part | Why |\n|---|---|\n| Login | GAP-AB-001 |"],
  ["code", "- `GAP-AB-001`: x\n\n```\n## GAP-AB-002: y\n```"],
  ["a quotation or comment", "> ## GAP-AB-001: x\n\n<!-- GAP-AB-001: x -->"],
])("%s is none", (_, text) => {
  expect(entries(text)).toEqual([]);
});

it("takes several entries of one gap as one, open if one of them says so", () => {
  const text =
    "| Gap | Severity |\n|---|---|\n| GAP-AB-001 | HIGH |\n\n## GAP-AB-001: it must be fast enough\n\nStatus: open\n\n- GAP-AB-001: Who?";
  const { findings } = lintSpec({ text, file: "s.md" });
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    line: 3,
    severity: "HIGH",
    state: "open",
    note: "Also described in lines 5, 9.",
  });
});

const told = (text: string) =>
  lintSpec({ text, file: "s.md" })
    .findings.filter(({ rule }) => rule === "gap-entry")
    .map(({ gap, entry }) => [gap, entry?.text, entry?.blockedBy]);

it.each([
  [
    "a column",
    "| Gap | Question | Severity | Blocked By |\n|---|---|---|---|\n| GAP-AB-001 | Who pays? | HIGH | GAP-AB-002, `GAP-AB-003` |",
    [["GAP-AB-001", "Who pays?", ["GAP-AB-002", "GAP-AB-003"]]],
  ],
  [
    "several cells",
    "| ID | Title | Depends on | Notes |\n|---|---|---|---|\n| GAP-AB-001 | Refunds | — | Ask legal |",
    [["GAP-AB-001", "Title: Refunds; Notes: Ask legal", []]],
  ],
  [
    "fields below a heading",
    "## GAP-AB-001: Refunds\n\n**Severity:** HIGH\n**Blocked by:** GAP-AB-002\n\nWho gets them back?",
    [["GAP-AB-001", "Severity: HIGH Blocked by: GAP-AB-002\nWho gets them back?", ["GAP-AB-002"]]],
  ],
  [
    "fields of an item",
    "- **GAP-AB-001** (HIGH): Refunds. Who gets them?\n  - Depends on: GAP-AB-002",
    [["GAP-AB-001", "(HIGH): Refunds. Who gets them?\nDepends on: GAP-AB-002", ["GAP-AB-002"]]],
  ],
  [
    "brackets",
    "- GAP-AB-001: Refunds (blocked by GAP-AB-002)",
    [["GAP-AB-001", "Refunds (blocked by GAP-AB-002)", ["GAP-AB-002"]]],
  ],
  ["a title alone", "### GAP-AB-001: When does it end?\n", [["GAP-AB-001", "When does it end?", []]]],
  ["a mark", "Owners [GAP-AB-001: and guests?] may.", [["GAP-AB-001", "and guests?", []]]],
  [
    "a mention in prose",
    "- GAP-AB-001: Refunds. Much depends on GAP-AB-002.",
    [["GAP-AB-001", "Refunds. Much depends on GAP-AB-002.", []]],
  ],
])("given %s, then its words are the author's, and its blockers those it names", (_, text, found) => {
  expect(told(text)).toEqual(found);
});

it("given several entries of one gap, then all that they say is told, once", () => {
  const text =
    "| Gap | Title | Blocked by |\n|---|---|---|\n| GAP-AB-001 | Refunds | GAP-AB-002 |\n\n## GAP-AB-001: Refunds\n\nWho gets them?\n\n- GAP-AB-001: Refunds\n";
  expect(told(text)).toEqual([["GAP-AB-001", "Refunds\nWho gets them?", ["GAP-AB-002"]]]);
});
