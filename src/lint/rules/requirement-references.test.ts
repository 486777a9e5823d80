import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";
import { ALL_RULES } from "../lint-rules.ts";
import { lintSpec } from "../lint-spec.ts";

it.each([
  ["- **FR-001**: a\n- **FR-002**: as FR-009", ["FR-009"]],
  ["| ID | Text |\n|---|---|\n| `REQ-1` | a |\n| `REQ-2` | see REQ-3 |", ["REQ-3"]],
  ["### Login (NFR-1)\n\nsee NFR-2", ["NFR-2"]],
  ["- AC-1: a\n- AC-2: b\n- AC-3: c, see AC-7", ["AC-7"]],
  ["| ID | Text |\n|---|---|\n| FR-1 | a, as FR-3 |\n\nMore:\n| FR-2 | b |\n| FR-3 | c |", []],
  ["- FR-3: a\n- b, see FR-003", []],
  ["- [ ] FR-1: a\n- b [FR-2]\n- see FR-1 and FR-2", []],
  ["see FR-1, FR-2 and FR-3", []],
  ["NIST AC-2, UTF-8, SHA-256, PR-12, FLOW-3", []],
  ["- UTF-8: a\n- UTF-16: b\n- see UTF-32", []],
  ["- FR-1: a\n- see `FR-9` and FR-7 of the platform spec", []],
  ["- FR-1: a\n\n> FR-9\n\n```\nFR-8\n```", []],
])("requirements of %j", (text, found) => {
  expect(quotes("missing-requirement", text)).toEqual(found);
});

it("tells of a missing requirement once, with how often it is cited", () => {
  const { findings } = lintSpec({
    text: "- FR-1: a\n- b, see FR-9\n- c, see FR-9 and FR-9",
    file: "s.md",
    rules: ALL_RULES,
  });
  expect(findings.map(({ line, note }) => ({ line, note }))).toEqual([
    { line: 2, note: "Cited in 2 more places." },
  ]);
});
