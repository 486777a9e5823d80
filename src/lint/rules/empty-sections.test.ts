import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";

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
  ["# T\n\n## [Unreleased]\n\n## 1.2.0\n\n## v1.1 - 2026-01-02\n\nx", []],
  ["# T\n\n### read(path)\n\n### read(path, options)\n\nx", []],
  ["# T\n\n### --quiet\n\n### --silent\n\nx", []],
])("empty sections of %j", (text, found) => {
  expect(quotes("empty-section", text)).toEqual(found);
});
