// Texts of our own: a spec with planted gaps in which all and only those are found, and specs without any.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALL_RULES, RULE_IDS } from "../../../src/lint/lint-rules.ts";
import { lintSpec } from "../../../src/lint/lint-spec.ts";

const FOLDER = "test/corpus/lint";
const QUIET = [
  "examples/finished.md",
  ...readdirSync(FOLDER)
    .filter((file) => file.startsWith("quiet-"))
    .map((file) => join(FOLDER, file)),
]; // prettier-ignore

const lint = (file: string) =>
  lintSpec({ text: readFileSync(file, "utf8"), file, knownFiles: () => false, rules: ALL_RULES });

it("finds every planted gap of the half-written spec, and nothing else", () => {
  const planted: unknown = JSON.parse(readFileSync("examples/half-written.expected.json", "utf8"));
  const found = lint("examples/half-written.md").findings.map(({ rule, line }) => ({ rule, line }));
  const inOrder = found.toSorted((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  expect(inOrder).toEqual(planted);
});

it("the half-written spec has at least two gaps of every kind that a spec can have twice", () => {
  const found = lint("examples/half-written.md").findings;
  const times = (rule: string) => found.filter((finding) => finding.rule === rule).length;
  const rare = RULE_IDS.filter((rule) => times(rule) < 2);
  expect(rare).toEqual(["vague-statement", "unread-text", "bad-ignore"]);
});

it.each(QUIET)("%s yields nothing", (file) => {
  expect(lint(file).findings).toEqual([]);
});
