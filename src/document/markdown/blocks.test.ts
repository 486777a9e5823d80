import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINE_CHARS_MAX, PIECES_MAX } from "../../core/shared/bounds.ts";
import { type Block, parseMarkdown } from "./blocks.ts";
import { plainText, statedLabel, statedText } from "./spans.ts";

/** `kind@line: text`, one block a line. */
function shown(text: string): string[] {
  return parseMarkdown(text).blocks.map((block) => `${block.kind}@${block.line}${textOf(block)}`);
}

function textOf(block: Block): string {
  if ("spans" in block) return `: ${plainText(block.spans)}`;
  if (block.kind !== "table") return "";
  return `: ${block.rows.map((row) => row.cells.map(plainText).join("/")).join(" ")}`;
}

describe("what is a heading", () => {
  it.each([
    ["# One", ["heading@1: One"]],
    ["###### Six ###", ["heading@1: Six"]],
    ["# a #b", ["heading@1: a #b"]],
    ["#nope", ["paragraph@1: #nope"]],
    ["####### seven", ["paragraph@1: ####### seven"]],
    ["   ## three in", ["heading@1: three in"]],
    ["    ## four in", ["code@1"]],
    ["Title\n=====", ["heading@1: Title"]],
    ["Title\n-----\ntext", ["heading@1: Title", "paragraph@3: text"]],
    ["2. Title\n--------", ["heading@1: 2. Title"]],
    ["**Confidence:** HIGH\n---\n# Next", ["paragraph@1: Confidence: HIGH", "break@2", "heading@3: Next"]],
    ["- item\n---", ["item@1: item", "break@2"]],
    ["two\nlines\n-----", ["paragraph@1: two\nlines", "break@3"]],
    ["#", ["heading@1: "]],
    ["## `GAP-XX-001` **bold**", ["heading@1: GAP-XX-001 bold"]],
    ["text\n# at once", ["paragraph@1: text", "heading@2: at once"]],
  ])("%j", (text, blocks) => expect(shown(text)).toEqual(blocks));
});

describe("fences", () => {
  it.each([
    ["a plain one", "```\n# no\n```\n# yes", ["code@1", "heading@4: yes"]],
    ["tildes", "~~~ md\n```\n# no\n~~~\n# yes", ["code@1", "heading@5: yes"]],
    [
      "a longer one around a shorter",
      "````md\n```\n# no\n```\n# no\n````\n# yes",
      ["code@1", "heading@7: yes"],
    ],
    ["equal ones nested", "```md\n# no\n```js\nx\n```\n# no\n```\n# yes", ["code@1", "heading@8: yes"]],
    [
      "nested without an end: the first bare one closes",
      "```md\n```js\nx\n```\n# yes",
      ["code@1", "heading@5: yes"],
    ],
    ["never closed", "# yes\n```js\n# no\n", ["heading@1: yes", "code@2"]],
    ["in a list item", "- a\n  ```\n  # no\n  ```\n- b", ["item@1: a", "code@2", "item@5: b"]],
    [
      "a list goes on after it",
      "1. a\n\n   ```\n   x\n   ```\n\n   more",
      ["item@1: a", "code@3", "paragraph@7: more"],
    ],
    ["backticks in the info are inline code", "```a``` b\n# yes", ["paragraph@1: a b", "heading@2: yes"]],
    ["in a quote", "> ```\n# yes", ["quote@1", "heading@2: yes"]],
  ])("%s", (_what, text, blocks) => expect(shown(text)).toEqual(blocks));

  it("notes one that is never closed, at its line", () => {
    expect(parseMarkdown("a\n\n```js\nx").notes).toEqual([
      { code: "fence-left-open", line: 3, message: expect.any(String) },
    ]);
  });
});

describe("comments, quotes, raw html", () => {
  it.each([
    ["<!-- # no -->\n# yes", ["comment@1", "heading@2: yes"]],
    ["<!--\n# no\n\n## no\n-->\n# yes", ["comment@1", "heading@6: yes"]],
    ["said <!-- not said --> said", ["paragraph@1: said  said"]],
    ["<!-- not said --> said", ["paragraph@1: said"]],
    ["<!-- left open\n# no", ["comment@1"]],
    ["- <!--\n  ## no\n  -->\n- yes", ["comment@1", "item@4: yes"]],
    ["<?x\n\n## no\n\n?>\n# yes", ["code@1", "heading@6: yes"]],
    ["<![CDATA[\n# no\n]]>\n# yes", ["code@1", "heading@4: yes"]],
    ["<blockquote>\n\n# no\n\n</blockquote>\n# yes", ["code@1", "heading@6: yes"]],
    ["said ~~not said~~ said", ["paragraph@1: said  said"]],
    ["said <del>not said</del> said", ["paragraph@1: said  said"]],
    ["![shown](x.png) said", ["paragraph@1: shown said"]],
    ["> # no\nlazy\n\n# yes", ["quote@1", "heading@4: yes"]],
    ["> a\n# yes", ["quote@1", "heading@2: yes"]],
    ["> a\n- yes\n1. yes", ["quote@1", "item@2: yes", "item@3: yes"]],
    ["> a\n2. no", ["quote@1"]],
    ["> a\n---\nyes", ["quote@1", "break@2", "paragraph@3: yes"]],
    ["<pre>\n# no\n\n# no\n</pre>\n# yes", ["code@1", "heading@6: yes"]],
    ["a\n\n    | no | no |\n    |---|---|\n    | no | no |", ["paragraph@1: a", "code@3"]],
    ["<details>\n\n# yes\n\n</details>", ["html@1", "heading@3: yes", "html@5"]],
  ])("%j", (text, blocks) => expect(shown(text)).toEqual(blocks));
});

describe("lists and tables", () => {
  it("nests items and keeps their numbers and lines", () => {
    const { blocks } = parseMarkdown("3. **a**: x\n   - b\n     - c\n4. d\n\ne");
    expect(blocks).toMatchObject([
      { kind: "item", line: 1, depth: 0, number: 3 },
      { kind: "item", line: 2, depth: 1, number: null },
      { kind: "item", line: 3, depth: 2 },
      { kind: "item", line: 4, depth: 0, number: 4 },
      { kind: "paragraph", line: 6, depth: 0 },
    ]);
  });

  it.each([
    ["| a | b |\n|---|:-:|\n| 1 | 2 |", ["table@1: a/b 1/2"]],
    ["a | b\n- | -\n1 | x \\| y\n\nend", ["table@1: a/b 1/x | y", "paragraph@5: end"]],
    ["| a |\n|---|---|", ["paragraph@1: | a |\n|---|---|"]],
    ["| `x` | **y** |\n|--|--|\n# h", ["table@1: x/y", "heading@3: h"]],
  ])("%j", (text, blocks) => expect(shown(text)).toEqual(blocks));
});

describe("line ends and marks of encodings", () => {
  it.each(["# a\r\n\r\nb\r\n", "# a\r\rb\r", "\uFEFF# a\n\nb\n"])("%j", (text) =>
    expect(shown(text)).toEqual(["heading@1: a", "paragraph@3: b"]),
  );

  it("takes NUL for a replacement character", () => {
    expect(shown("a\0b")).toEqual(["paragraph@1: a\uFFFDb"]);
  });
});

describe("stated and shown", () => {
  const [block] = parseMarkdown("See `GAP-XX-001` and `code GAP-XX-002` **now**").blocks;
  const spans = block !== undefined && "spans" in block ? block.spans : [];

  it("what html marks as code or as a quotation is shown, not stated", () => {
    const [only] = parseMarkdown("A <code>GAP-XX-001</code> and <q>GAP-XX-002</q>").blocks;
    const own = only !== undefined && "spans" in only ? only.spans : [];
    expect(plainText(own)).toContain("GAP-XX-001");
    expect(statedText(own)).not.toContain("GAP");
  });

  it("code is shown, not stated; as a label it is stated where it is exactly an id", () => {
    expect(plainText(spans)).toBe("See GAP-XX-001 and code GAP-XX-002 now");
    expect(statedText(spans).replaceAll(/ +/g, " ")).toBe("See and now");
    expect(statedLabel(spans).replaceAll(/ +/g, " ")).toBe("See GAP-XX-001 and now");
    expect(spans.filter((span) => span.strong).map((span) => span.text)).toEqual(["now"]);
  });
});

describe("bounds", () => {
  it.each([
    ["quotes", `${"> ".repeat(30_000)}a`, undefined],
    ["a line of quotes", `${"> ".repeat(100_000)}a`, "piece-too-large"],
    ["a heading", `# ${"word ".repeat(20_000)}`, "piece-too-large"],
    ["a cell", `| a |\n|---|\n| ${"word ".repeat(20_000)} |`, "piece-too-large"],
    ["an item", `- a\n\n  ${"word ".repeat(20_000)}\n\n  b`, "piece-too-large"],
    ["a list", Array.from({ length: 300 }, (_, n) => `${" ".repeat(n * 2)}- a`).join("\n"), "piece-too-deep"],
    ["emphasis", "a*".repeat(50_000), "piece-too-large"],
    ["brackets", "[".repeat(50_000), "piece-too-large"],
    ["a line", "word ".repeat(60_000), "piece-too-large"],
  ])("%s without end stays plain text", (_what, text, note) => {
    const { blocks, notes } = parseMarkdown(text);
    expect(blocks.length).toBeLessThan(5);
    expect(notes[0]?.code).toBe(note);
  });

  it("a line that is too long is not read, and what stands around it is", () => {
    const long = "word ".repeat(LINE_CHARS_MAX / 5 + 1);
    expect(shown(`Before.\n${long}\nAfter.\n\n- one\n\n  ${long}\n\n  two`)).toEqual([
      "paragraph@1: Before.",
      "opaque@2",
      "paragraph@3: After.",
      "item@5: one",
      "opaque@7",
      "paragraph@9: two",
    ]);
    expect(parseMarkdown(`a\n${long}`).notes).toEqual([
      {
        code: "piece-too-large",
        line: 2,
        message: "a line of more than 65,536 characters: it was not read",
      },
    ]);
  });

  it("a line as long as a line may be is read", () => {
    expect(shown("x".repeat(LINE_CHARS_MAX))).toEqual([`paragraph@1: ${"x".repeat(LINE_CHARS_MAX)}`]);
  });

  it("a long line in a fence or a comment is hidden with the rest of it", () => {
    const long = "word ".repeat(LINE_CHARS_MAX / 5 + 1);
    for (const text of [`\`\`\`\n${long}\n\`\`\``, `<!--\n${long}\n-->`])
      expect(parseMarkdown(text)).toMatchObject({ blocks: [{ line: 1, endLine: 3 }], notes: [] });
  });

  it("after too many pieces the reading is given up, with a note at the place", () => {
    const { blocks, notes } = parseMarkdown("a\n\n".repeat(PIECES_MAX + 10));
    expect(blocks).toHaveLength(PIECES_MAX + 1);
    expect(blocks.at(-1)).toMatchObject({ kind: "opaque", line: PIECES_MAX * 2 + 1 });
    expect(notes).toMatchObject([{ code: "given-up", line: PIECES_MAX * 2 + 1 }]);
  });

  it("a cell counts as a piece: a table without end is given up where it stands", () => {
    const { blocks, notes } = parseMarkdown(`| a | b |\n|---|---|\n${"| c | d |\n".repeat(PIECES_MAX)}`);
    expect(blocks).toMatchObject([
      { kind: "table", endLine: PIECES_MAX / 2 + 1 },
      { kind: "opaque", line: PIECES_MAX / 2 + 2 },
    ]);
    expect(notes).toMatchObject([{ code: "given-up" }]);
  });
});

const markdownish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "# ",
        "## ",
        "- ",
        "1. ",
        "> ",
        "```",
        "```js",
        "~~~",
        "<!--",
        "-->",
        "|",
        "|-|-|",
        "    ",
      ),
      fc.constantFrom(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "**",
        "`",
        "_",
        "[",
        "](",
        "<",
        "&",
        "\\",
        "---",
        "===",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

describe("any text", () => {
  it("is read without a crash into blocks that follow each other within the text", () => {
    fc.assert(
      fc.property(markdownish, (text) => {
        const { lines, blocks } = parseMarkdown(text);
        let last = 1;
        for (const block of blocks) {
          expect(block.line).toBeGreaterThanOrEqual(last);
          expect(block.endLine).toBeGreaterThanOrEqual(block.line);
          expect(block.endLine).toBeLessThanOrEqual(lines.length);
          last = block.line;
        }
      }),
      { numRuns: 500 },
    );
  });
});
