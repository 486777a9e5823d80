import fc from "fast-check";
import { expect, it } from "vitest";
import { putSection, readMarks, takeSection } from "./marked-section.ts";

const BODY = "## Ours\n\nA line.\n";
const NEWER = "## Ours\n\nAnother line.\nAnd one more.\n";

/** Bytes as characters: any, and those that matter to lines and encodings more often. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "",
        "a",
        "# Title",
        "<!-- x -->",
        "\xEF\xBB\xBF",
        "\xFF",
        "\n\n",
        "```",
      ),
      fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)) }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""))
  .filter((text) => readMarks(text).at === "unmarked");

function removed(text: string): string | null {
  const marks = readMarks(text);
  if (marks.at !== "marked") throw new Error(`no section is found in ${JSON.stringify(text)}`);
  return takeSection(text, marks.section);
}

it("what is put in is found, put in again gives the same bytes, and taken out leaves the original ones", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = putSection(text, BODY);
      expect(once.startsWith(text)).toBe(true);
      expect(putSection(once, BODY)).toBe(once);
      expect(removed(once)).toBe(text);
    }),
    {
      numRuns: 2_000,
      examples: [[""], ["\n"], ["\r\n"], ["a"], ["a\r\nb"], ["a\r"], ["\xEF\xBB\xBF"], ["\xEF\xBB\xBFa\r\n"]],
    },
  );
});

it("a section of another version is replaced where it stands, and what somebody wrote around it stays", () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, above, below) => {
      const old = putSection(before, NEWER);
      const text = `${above}\n${old}${below}`;
      const now = putSection(text, BODY);
      expect(now.startsWith(`${above}\n${before}`)).toBe(true);
      expect(now.endsWith(below)).toBe(true);
      expect(putSection(now, NEWER)).toBe(text);
      expect(removed(text)).toBe(`${above}\n${before}${below}`);
    }),
    { numRuns: 1_000 },
  );
});

it("a file that came with the section goes with it, unless somebody has written into it", () => {
  const made = putSection(null, BODY);
  expect(putSection(made, BODY)).toBe(made);
  expect(removed(made)).toBe(null);
  expect(removed(`${made}\nMine.\n`)).toBe("\nMine.\n");
});

it("marks that are not as they were written are seen, each with its line", () => {
  const whole = putSection("# Mine\n", BODY);
  const [begin = "", end = ""] = whole.split("\n").filter((line) => line.startsWith("<!-- parley:"));
  const broken: readonly (readonly [string, number])[] = [
    [whole.replace(`${end}\n`, ""), 3],
    [whole.replace(`${begin}\n`, ""), 6],
    [whole.replace("lines=1", "lines=7"), 3],
    [whole.replace(end, ` ${end}`), 7],
    [`${whole}${whole}`, 10],
    [`${end}\n${begin}\n`, 1],
    [`${begin}\n${begin}\n${end}\n`, 2],
    [whole.replace(end, "<!--parley:end-->"), 7],
  ];
  for (const [text, line] of broken) expect(readMarks(text), text).toEqual({ at: "broken", line });
});
