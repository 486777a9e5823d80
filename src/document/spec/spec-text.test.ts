import { expect, it } from "vitest";
import { specOf } from "./spec.ts";

/** The stated text of every passage, with a middle dot for what is blanked out. */
const passagesOf = (text: string) => specOf(text).parts.flatMap(({ spec }) => spec.passages);
const stated = (text: string) => passagesOf(text).map((passage) => passage.text.replaceAll(" ", "·"));

it.each([
  ["**bold** and _thin_", ["··bold···and··thin·"]],
  ["a `code` b", ["a········b"]],
  ["a ``x ` y`` b", ["a···········b"]],
  ['a [link](u "t") b', ["a··link·········b"]],
  ["[a](a)a", ["·a····a"]],
  ["a \\* b &amp; c", ["a··*·b·&·····c"]],
  ["a <b>c</b> d <!-- e --> f", ["a····c·····d············f"]],
  ["- item\n  goes on", ["··item\n··goes·on"]],
  ["10. ten", ["····ten"]],
  ["## head ##", ["···head···"]],
  ["a `multi\nline` b", ["a·······\n······b"]],
  ["| a | `b` |\n|---|---|\n| c \\| d | e |", ["·a·", "·····", "·c··|·d·", "·e·"]],
  ["<https://x.org> y", ["·https://x.org··y"]],
  ["![alt](i.png) z", ["··············z"]],
])("%j", (text, found) => {
  expect(stated(text)).toEqual(found);
});

it("gives each passage the path of its headings", () => {
  const passages = passagesOf("a\n\n# T\n\nb\n\n## U\n\n| c |\n|---|\n| d |\n\n# V\n\ne");
  expect(
    passages.filter(({ kind }) => kind !== "heading").map(({ section }) => section.path.join("/")),
  ).toEqual(["", "T", "T/U", "T/U", "V"]);
});
