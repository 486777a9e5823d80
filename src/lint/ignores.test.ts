import { expect, it } from "vitest";
import { lintSpec } from "./lint-spec.ts";

const lint = (text: string) => {
  const { findings, ignored } = lintSpec({ text, file: "s.md" });
  const brief = ({ rule, line }: { rule: string; line: number }) => `${rule} ${line}`;
  return { findings: findings.map(brief), ignored: ignored.map(brief) };
};

it.each([
  ["at the end of the line", "It is TBD. <!-- parley-ignore todo-marker -->", ["todo-marker 1"]],
  ["on the line before", "<!-- parley-ignore todo-marker -->\nIt is TBD.", ["todo-marker 2"]],
  ["before a blank line", "<!-- parley-ignore todo-marker -->\n\n# TBD\n\nx", ["todo-marker 3"]],
  [
    "several rules",
    "<!-- parley-ignore todo-marker, placeholder -->\nTBD in ___ days",
    ["todo-marker 2", "placeholder 2"],
  ],
  ["all", "<!-- parley-ignore all -->\nTBD in ___ days", ["todo-marker 2", "placeholder 2"]],
  [
    "two comments in a row",
    "<!-- parley-ignore todo-marker -->\n<!-- parley-ignore placeholder -->\nTBD in ___ days",
    ["todo-marker 3", "placeholder 3"],
  ],
  ["a row", "| a |\n|---|\n| TBD <!-- parley-ignore todo-marker --> |", ["todo-marker 3"]],
  [
    "a whole fence",
    "<!-- parley-ignore state-dead-end -->\n```mermaid\nstateDiagram-v2\n[*] --> A\nA --> Waiting\n```",
    ["state-dead-end 5"],
  ],
  [
    "a block",
    "<!-- parley-ignore-start todo-marker -->\n\nTBD\n\n- TBD\n\n<!-- parley-ignore-end -->",
    ["todo-marker 3", "todo-marker 5"],
  ],
  ["a block to the end", "<!-- parley-ignore-start all -->\n\nTBD", ["todo-marker 3"]],
])("ignores %s", (_, text, ignored) => {
  expect(lint(text)).toEqual({ findings: [], ignored });
});

it.each([
  ["another rule", "It is TBD. <!-- parley-ignore placeholder -->", ["todo-marker 1"]],
  ["the line after next", "<!-- parley-ignore todo-marker -->\nx\nIt is TBD.", ["todo-marker 3"]],
  [
    "after the block",
    "<!-- parley-ignore-start all -->\n\n<!-- parley-ignore-end -->\n\nTBD",
    ["todo-marker 5"],
  ],
  ["a comment shown as code", "`<!-- parley-ignore all -->` TBD.", ["todo-marker 1"]],
  ["a comment in a fence", "```\n<!-- parley-ignore-start all -->\n```\n\nTBD", ["todo-marker 5"]],
])("does not ignore %s", (_, text, findings) => {
  expect(lint(text)).toEqual({ findings, ignored: [] });
});

it("tells of an unknown rule, and names the nearest", () => {
  const { findings } = lintSpec({ text: "x <!-- parley-ignore todo-maker -->", file: "s.md" });
  expect(findings).toMatchObject([
    { rule: "bad-ignore", severity: "LOW", quote: "todo-maker", settle: "Did you mean `todo-marker`?" },
  ]);
  expect(lint("x <!-- parley-ignore -->").findings).toEqual(["bad-ignore 1"]);
});

it("keeps the reason given", () => {
  const { ignored } = lintSpec({
    text: "TBD <!-- parley-ignore all: sales decides in May -->",
    file: "s.md",
  });
  expect(ignored).toMatchObject([{ rule: "todo-marker", reason: "sales decides in May" }]);
});
