import { expect, test } from "vitest";
import { parseMarkdown } from "../markdown/blocks.ts";
import { type OutlineNode, type OutlineRules, outlineOf, titleOf } from "./outline.ts";

const RULES: OutlineRules = {
  lineTitle: ({ text, bold }) => (bold !== "all" ? null : text.startsWith("Group") ? "group" : "single"),
  isUnder: (title, earlier) => title.startsWith("Under") && earlier.startsWith("Over"),
};

type Shape = string | readonly [string, readonly Shape[]];

function shapeOf(node: OutlineNode): Shape {
  if (node.kind === "leaf") return node.block.kind;
  const title = titleOf(node.spans);
  return node.children.length === 0 ? title : [title, node.children.map(shapeOf)];
}

function outline(text: string): readonly Shape[] {
  return outlineOf(parseMarkdown(text).blocks, RULES).children.map(shapeOf);
}

test("headings hold what follows them, and deeper headings", () => {
  expect(outline("# A\n\ntext\n\n## B\n\n- x\n  - y\n\n# C")).toEqual([
    ["A", ["paragraph", ["B", [["x", ["y"]]]]]],
    "C",
  ]);
});

test("lines that serve as headings stand below headings, groups above single ones", () => {
  expect(outline("# A\n\n**Group**\n\n**one**\n\ntext\n\n**two**\nmore\n\n**Group 2**")).toEqual([
    [
      "A",
      [
        [
          "Group",
          [
            ["one", ["paragraph"]],
            ["two", ["paragraph"]],
          ],
        ],
        "Group 2",
      ],
    ],
  ]);
});

test("a heading may belong under one of its own level", () => {
  expect(outline("## Over\n\n## Under 1\n\n## Under 2\n\n## Next")).toEqual([
    ["Over", ["Under 1", "Under 2"]],
    "Next",
  ]);
});

test("a box before an item's text is taken off", () => {
  const [checked, empty] = outlineOf(parseMarkdown("- [x] done\n- [ ] **not** done").blocks, RULES).children;
  expect(checked).toMatchObject({ kind: "item", box: "checked" });
  expect(empty).toMatchObject({ kind: "item", box: "empty" });
  expect(checked?.kind === "item" && titleOf(checked.spans)).toBe("done");
  expect(empty?.kind === "item" && titleOf(empty.spans)).toBe("not done");
});
