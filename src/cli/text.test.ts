import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coloursOn, mayAsk, widthOf } from "./terminal.ts";
import {
  besideTerm,
  columnsOfLine,
  commandLines,
  cutLine,
  escapeControlChars,
  type Line,
  paintText,
  safeJson,
  wrapText,
} from "./text.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
const HARMFUL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

test("nothing harmful is left in text, whatever came in", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !HARMFUL.test(escapeControlChars(text))));
  expect(escapeControlChars("a\u001b[31mb\nc\td\u202e")).toBe("a\\x1b[31mb\\nc d\\u202e");
});

test("JSON says the same, without anything harmful", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const json = safeJson({ [text]: [text] });
      expect(JSON.parse(json)).toEqual({ [text]: [text] });
      expect(HARMFUL.test(json.replaceAll("\n", ""))).toBe(false);
    }),
  );
});

test("text is broken at spaces, long words stay whole", () => {
  expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
  expect(wrapText("/a/very/long/path x", 8)).toEqual(["/a/very/long/path", "x"]);
  expect(besideTerm("term", "one two three four five six", { term: 8, width: 28 })).toEqual([
    ["term", "    ", "one two three four"],
    "        five six",
  ]);
});

describe("the terminal", () => {
  const tty = { isTTY: true };
  test.each([
    [{ TERM: "xterm" }, tty, true],
    [{ TERM: "dumb" }, tty, false],
    [{}, {}, false],
    [{ FORCE_COLOR: "1" }, {}, true],
    [{ FORCE_COLOR: "0" }, tty, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, tty, false],
    [{ NO_COLOR: "" }, tty, true],
  ])("colours %#", (env, stream, on) => {
    expect(coloursOn(env, stream)).toBe(on);
  });

  test("its width is used within reason", () => {
    expect(
      [undefined, 10, 80, 300].map((columns) => widthOf(columns === undefined ? {} : { columns })),
    ).toEqual([80, 40, 80, 140]);
  });

  test("nobody is asked in CI, without a terminal, or when told not to", () => {
    const flags = { noInput: false, json: false };
    expect(mayAsk({ env: {}, stdin: tty }, flags)).toBe(true);
    expect(mayAsk({ env: { CI: "true" }, stdin: tty }, flags)).toBe(false);
    expect(mayAsk({ env: {}, stdin: {} }, flags)).toBe(false);
    expect(mayAsk({ env: {}, stdin: tty }, { ...flags, noInput: true })).toBe(false);
    expect(mayAsk({ env: {}, stdin: tty }, { ...flags, json: true })).toBe(false);
  });
});

test("given a command that fits beside its label, then it stands there", () => {
  expect(commandLines("  as in:  ", "parley answer Q2 input", 40)).toEqual([
    [{ paint: "dim", text: "  as in:  " }, "parley answer Q2 input"],
  ]);
});

test("given one that does not, then it begins on the next line and is not broken", () => {
  expect(commandLines("  as in:  ", "parley answer Q2 input", 20)).toEqual([
    [{ paint: "dim", text: "  as in:" }],
    "    parley answer Q2 input",
  ]);
});

const anyLine: fc.Arbitrary<Line> = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(
    fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }).map((text) => paintText("dim", text)),
    ),
  ),
);

test("whatever the line, what is cut is not wider than asked, and what fits is as it was", () => {
  fc.assert(
    fc.property(anyLine, fc.nat(40), fc.constantFrom("…", "..."), (line, width, ellipsis) => {
      const cut = cutLine(line, width, ellipsis);
      expect(columnsOfLine(cut)).toBeLessThanOrEqual(width);
      if (columnsOfLine(line) <= width) expect(cut).toEqual(line);
    }),
  );
});

test("a line that fills the width exactly is not cut, whatever its pieces", () => {
  expect(cutLine(["abc", paintText("dim", "def")], 6, "…")).toEqual(["abc", paintText("dim", "def")]);
  expect(cutLine(["abc", paintText("dim", "def"), "g"], 6, "…")).toEqual(["abc", paintText("dim", "de…")]);
  expect(cutLine(["abc", "def", "g"], 3, "…")).toEqual(["ab…"]);
});
