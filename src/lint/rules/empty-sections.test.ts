import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";
import { lintSpec } from "../lint-spec.ts";

it.each([
  ["# T\n\n## A\n\n## B\n\nx", ["A"]],
  ["# T\n\n## A", ["A"]],
  ["# T\n\n## A\n\n<!-- later -->\n\n---\n\n## B\n\nx", ["A"]],
  ["# T\n\n### A\n\n## B\n\nx", ["A"]],
  ["# T\n\nA\n----\n\nB\n----\n\nx", ["A"]],
  ["# T\n\n## A\n### `x`\n\ny", []],
  ["# T\n\n## A\n\n```\ncode\n```", []],
  ["# T\n\n## A\n\n[x]: https://example.org", []],
  ["# T\n\n## A\n\n> quoted", []],
  ["# T", []],
  ["# T\n\n## Open questions\n\n## Unresolved questions\n\n<!-- none -->", []],
  ["# T\n\n# A\n\nx", []],
  ["---\nstage: accepted # FIXME\n# prs:\n---\n\n# T\n\n# A\n\nx", []],
  ["# T\n\n## A\n\n<!-- a -->\n\n## B\n\n<!-- b -->\n\n## C\n\n## D\n\nx", ["A", "C"]],
  ["# T\n\n## [Unreleased]\n\n## 1.2.0\n\n## v1.1 - 2026-01-02\n\nx", []],
  ["# T\n\n### read(path)\n\n### read(path, options)\n\nx", []],
  ["# T\n\n### --quiet\n\n### --silent\n\nx", []],
])("empty sections of %j", (text, found) => {
  expect(quotes("empty-section", text)).toEqual(found);
});

it("tells of headings of a template that were left as they are once, with where the others stand", () => {
  const text = "# T\n\n## A\n\n<!-- a -->\n\n## B\n\n<!-- b -->\n\n## C\n\n<!-- c -->\n";
  const { findings } = lintSpec({ text, file: "s.md" });
  expect(findings.map(({ line, note }) => ({ line, note }))).toEqual([
    { line: 3, note: "Only a comment stands under the headings in lines 7, 11, too." },
  ]);
});
