import { expect, it } from "vitest";
import { quotes } from "../../../test/support/lint-quotes.ts";
import { lintSpec } from "../lint-spec.ts";

const HEADINGS =
  '## The `API` & more!\n\nx\n\n## Same\n\nx\n\n## Same\n\nx\n\n<a id="by-hand"></a>\n\n## Über uns {#us}\n\nx\n';

it.each([
  ["[a](#nowhere)", ["#nowhere"]],
  ["[a](#same-2)", ["#same-2"]],
  ["[a][b]\n\n[b]: #gone", ["#gone"]],
  ["[My  Label]\n\n[my label]: #gone", ["#gone"]],
  ["[b]: #gone", []],
  ["[a](#the-api--more) [b](#same) [c](#same-1) [d](#by-hand) [e](#us) [f](#top)", []],
  ["[a](#%C3%BCber-uns) [b](#L10) [c](#fn1)", []],
  ["`[a](#nowhere)` and \\[a\\](#nowhere)", []],
  ["```\n[a](#nowhere)\n```\n\n> [a](#nowhere)", []],
])("anchors in %j", (text, found) => {
  expect(quotes("missing-section", `${text}\n\n${HEADINGS}`)).toEqual(found);
});

it.each([
  ["[a](gone.md)", ["gone.md"]],
  ["![a](./img/gone.png)", ["./img/gone.png"]],
  ["[a]: ../gone.md", ["../gone.md"]],
  ["[a](gone.md#x) and again [b](gone.md#y)", ["gone.md#x"]],
  ["[a](docs/there.md) [b](./docs/there.md#x) [c](docs/../docs/there.md)", []],
  ["[a](https://example.org/gone.md) [b](mailto:a@b.c) [c](/abs/gone.md) [d](//cdn/x)", []],
  ["[a](www.example.org/x.html) [b](example.org/x) [c]([https://e.org/x](https://e.org/x))", []],
  ["[c]: (https://example.org/x)", []],
  ["[a]({{page}}) `[b](gone.md)`", []],
])("files in %j", (text, found) => {
  expect(quotes("missing-file", text)).toEqual(found);
});

it("resolves links from the folder of the spec, and checks none without the caller's word", () => {
  const asked: string[] = [];
  const knownFiles = (path: string) => asked.push(path) > 0;
  lintSpec({ text: "[a](../b.md) [c](d%20e.md)", file: "docs/specs/s.md", knownFiles });
  expect(asked).toEqual(["docs/b.md", "docs/specs/d e.md"]);
  expect(lintSpec({ text: "[a](gone.md)", file: "s.md" }).findings).toEqual([]);
});
