// Every relative link of the documents leads to a file that is there, and to a heading of it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { expect, it } from "vitest";

const DOCUMENTS = [
  ...readdirSync("."),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((path) => join("docs", path)),
  // The list of texts quotes what others are to link.
].filter((path) => path.endsWith(".md") && path !== join("docs", "texts.md"));

interface Outline {
  readonly targets: readonly string[];
  readonly anchors: readonly string[];
}

function outlineOf(markdown: string): Outline {
  const targets: string[] = [];
  const slugs: string[] = [];
  const visit = (node: Nodes): void => {
    if (node.type === "link" || node.type === "image" || node.type === "definition") targets.push(node.url);
    if (node.type === "heading") slugs.push(slugOf(textOf(node)));
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(markdown));
  return { targets, anchors: slugs.map((slug, index) => numberedSlug(slug, slugs.slice(0, index))) };
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

/** As GitHub makes them. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function numberedSlug(slug: string, earlier: readonly string[]): string {
  const count = earlier.filter((other) => other === slug).length;
  return count === 0 ? slug : `${slug}-${count}`;
}

/** One line for each link of a document that leads nowhere. */
function brokenLinks(document: string, text: string): string[] {
  const outline = outlineOf(text);
  return outline.targets
    .filter((target) => !/^[a-z]+:/.test(target) && !isThere(document, outline, target))
    .map((target) => `${document}: ${target}`);
}

const anchors = new Map<string, readonly string[]>();

function anchorsOf(file: string): readonly string[] {
  const known = anchors.get(file) ?? outlineOf(readFileSync(file, "utf8")).anchors;
  anchors.set(file, known);
  return known;
}

function isThere(document: string, own: Outline, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : normalize(join(dirname(document), decodeURI(path)));
  if (!existsSync(file)) return false;
  if (anchor === undefined) return true;
  return (file === document ? own.anchors : anchorsOf(file)).includes(anchor);
}

it.each(DOCUMENTS)("%s links to what is there", (document) => {
  expect(brokenLinks(document, readFileSync(document, "utf8"))).toEqual([]);
});

it("a link to nothing is seen", () => {
  const text =
    "# One `two`: three\n\n## A\n\n## A\n\n[a](#one-two-three) [b](#a-1) [c](#a-2) [d](LICENSE) [e](LICENCE) [f](docs/build.md#gone)\n\n`[g](gone.md)`";
  expect(brokenLinks("README.md", text)).toEqual([
    "README.md: #a-2",
    "README.md: LICENCE",
    "README.md: docs/build.md#gone",
  ]);
});
