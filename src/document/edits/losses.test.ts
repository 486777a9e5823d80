import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lossesOf, sentenceSpan } from "./losses.ts";
import { processIdsIn } from "./process-ids.ts";

const lost = (before: string, after: string, drops = "") =>
  lossesOf([before], [after], drops).map(
    ({ kind, what, named }) => `${kind} ${what}${named ? " (named)" : ""}`,
  );

describe("what a passage said and the new text does not", () => {
  it.each([
    ["a number", "At most 500 rows.", "Few rows.", ["number 500"]],
    ["a number in other digits", "At most 1,000 rows.", "At most 1000 rows.", []],
    ["a decimal", "Within 0.5 s.", "Within 5 s.", ["number 0.5"]],
    ["code", "Call `POST /orders`.", "Call it.", ["code `POST /orders`"]],
    ["a link", "See [it](https://a.example/b).", "See it.", ["link https://a.example/b"]],
    ["an identifier", "FR-040 and orderId.", "Nothing of it.", ["identifier FR-040", "identifier orderId"]],
    ["a negation", "It must not store it.", "It must store it.", ["negation not"]],
    ["a negation in other words", "It must not store it.", "It must never store it.", []],
    ["a contraction", "It doesn't.", "It does.", ["negation doesn't"]],
    ["a requirement word", "It MUST answer.", "It answers.", ["requirement MUST"]],
    ["a requirement word of another kind", "It MUST answer.", "It shall answer.", []],
    ["struck text", "It must not.", "~~It must not.~~ It must.", ["negation not"]],
    ["list numbers", "1. First\n2. Second", "- First\n- Second", []],
    ["what a comment says", "A <!-- 500 rows, not more --> b.", "A b.", []],
    ["a sign", "Down to -5 °C, and −7.", "Down to 5 °C, and 7.", ["number -5", "number -7"]],
    ["a sign in other dress", "Down to −5 °C.", "Down to -5 °C.", []],
    ["the end of a range", "Within 3-5 days.", "Within 3 days.", ["number 5"]],
    ["a range in other dress", "Within 3-5 days, 3−5.", "Within 3 to 5 days.", []],
    ["a part of a date", "By 2027-01-31.", "By 2027-01-30.", ["number 31"]],
    ["a date that gets a time", "By 2027-01-31.", "By 2027-01-31T00:00Z.", []],
    ["a part of a time", "At 10:30.", "At 10:45.", ["number 30"]],
    ["a fraction", "Half is ½.", "Half is it.", ["number ½"]],
    ["a power", "At most 10⁶ rows.", "At most 10 rows.", ["number 10⁶"]],
    ["digits of another script", "At most ٥٠٠ rows.", "Few rows.", ["number ٥٠٠"]],
    ["a number with its unit", "Within 250ms.", "Within 250 ms.", []],
    ["an address", "Write to ops@example.com.", "Write to us.", ["identifier ops@example.com"]],
    ["a link in HTML", '<a href="/terms">it</a>', "it", ["link /terms"]],
    ["where a reference leads", "[it]: docs/terms.md", "It.", ["link docs/terms.md"]],
    ["letters in another composition", "`caf\u00e9`", "`cafe\u0301`", []],
    ["case", "`Open` and FR-1.", "`open` and fr-1.", []],
    ["a dash for a sign", "Down to –5 °C.", "Down to 5 °C.", ["number -5"]],
    ["both signs", "Within ±5 mm.", "Within 5 mm.", ["number ±5"]],
    ["a sign before a currency", "A fee of -$5.", "A fee of $5.", ["number -5"]],
    ["a decimal without its zero", "Within .5 s.", "Within 5 s.", ["number .5"]],
    ["a power that changes", "At most 10^6 rows.", "At most 10^5 rows.", ["number 10^6"]],
    ["a power in HTML", "10<sup>6</sup> rows, 6 users.", "10 rows, 6 users.", ["number 10^6"]],
    ["the sign of a power", "10⁻³ m.", "10³ m.", ["number 10⁻³"]],
    ["an exponent", "1e6 rows.", "1e5 rows.", ["number 1e6"]],
    ["a hexadecimal number", "0x1F.", "0x1E.", ["number 0x1F"]],
    ["a square", "5 m² of it.", "5 m of it.", ["identifier m²"]],
    ["a fraction turned around", "1/2 of it.", "2/1 of it.", ["number 1/2"]],
    ["the fraction behind a number", "1½ hours.", "1 hour.", ["number ½"]],
    ["a number that only another script has", "Part Ⅷ.", "Part.", ["number Ⅷ"]],
    ["a decimal comma", "Within 1,5 s, 5 times.", "Within 1 s, 5 times.", ["number 1,5"]],
    ["a version", "Since v1.2.3.", "Since v1.2.4.", ["number 1.2.3"]],
    ["both ends of a range", "3…5, 7..9.", "3, 7.", ["number 5", "number 9"]],
    [
      "a number that ends a sentence on a line of its own",
      "At most\n500. Then stop.",
      "Stop.",
      ["number 500"],
    ],
    ["an attribute without quotation marks", "<a href=/terms>it</a>", "it", ["link /terms"]],
    ["a picture", '<IMG alt="x" SRC="a.png">', "x", ["link a.png"]],
    ["a link in brackets of its own", "[it](<my terms.md>)", "it", ["link my terms.md"]],
    ["a link with brackets in it", "[it](a_(b).md)", "[it](a_(c).md)", ["link a_(b).md"]],
    ["an address in brackets", "See (https://a.example/b).", "See.", ["link https://a.example/b"]],
    [
      "another scheme",
      "At ftp://a.example/b and <tel:+1-555>.",
      "There.",
      ["link tel:+1-555", "link ftp://a.example/b"],
    ],
    ["an address without a scheme", "At www.example.com/b.", "There.", ["link www.example.com/b"]],
    ["code over two lines", "Call `POST\n/orders`.", "Call.", ["code `POST /orders`"]],
    ["code with a mark in it", "Call ``a`b``.", "Call.", ["code `a`b`"]],
    ["a heading", "## Limits\n\nTen.\n\n### Days", "Ten.\n\n### days", ["heading Limits"]],
    ["a heading that is underlined", "Limits\n------\n\nTen.", "Ten.", ["heading Limits"]],
    ["a heading at another level", "## 2. Limits\n\nTen.", "### **Limits**\n\nTen.", []],
    ["the number of a heading", "## 2. Limits", "## 3. Limits", []],
    ["a heading in a fence", "```\n# Limits\n```", "Done.", []],
  ])("given %s", (_, before, after, expected) => {
    expect(lost(before, after)).toEqual(expected);
  });

  it.each([
    ["a dash for a sign", "–5 °C", "−5 °C"],
    ["a plus", "+5 V", "5 V"],
    ["the place of a currency", "$5, -$7, €9", "5 $, -7 USD, 9 €"],
    ["a decimal without its zero", ".5 s, -.5 s", "0.5 s, -0.5 s"],
    ["a power", "10⁶, 10⁻³", "10^6, 10^-3"],
    ["a power in HTML or TeX", "10<sup>6</sup>, 2^{16}", "10⁶, 2¹⁶"],
    ["a fraction", "½, 1⁄4, 1½", "1/2, 1/4, 1 1/2"],
    ["digits of other scripts", "٥٠٠, ५००, ５００, ٥٬٠٠٠", "500, 5000"],
    ["a unit and a percent sign", "5ms, 50 %, 5–10 %", "5 ms, 50 percent, 5% to 10%"],
    ["a time that is glued", "1h30m", "1 h 30 m"],
    ["a range with any dash", "3–5, 3—5, 3‑5, 3..5, 3…5", "3 to 5"],
    ["a hyphen that does not break", "FR‑040", "FR-040"],
    ["a version", "v1.2.3, version 2.0", "1.2.3, v2.0"],
    ["a decimal comma", "1,5 s and 1.000,50 €", "1.5 s and 1000.50 €"],
    ["a list of numbers", "10,20,30", "10, 20, 30"],
    ["a narrow space", "1\u2009000 rows", "1000 rows"],
    ["white space in code", "`a\u00a0b`, `c\n d`", "`a b`, `c d`"],
    ["letters that are joined", "\uFB01eld_x", "field_x"],
    ["the dress of a link", "<https://a.example/b>", "[it](https://a.example/b)"],
    [
      "the dress of an address",
      "[ops](mailto:ops@example.com), <a@b.example>",
      "ops@example.com, a@b.example",
    ],
    ["an end of a sentence after a link", "See https://a.example/b.", "See (https://a.example/b)"],
    ["a fence that is named otherwise", "```json5\n5\n```", "~~~\n5\n~~~"],
  ])("nothing is lost by %s", (_, before, after) => {
    expect(lost(before, after)).toEqual([]);
    expect(lost(after, before)).toEqual([]);
  });

  it.each([
    ["500 rows", ["number 500 (named)"]],
    ["None", ["number 500"]],
    ["None (only the template)", ["number 500"]],
    ["None (the 500 is kept)", ["number 500"]],
    ["Nothing is lost: 500 is kept", ["number 500"]],
    ["1500 rows", ["number 500"]],
  ])("given Drops: %s", (drops, expected) => {
    expect(lost("At most 500 rows.", "Rows.", drops)).toEqual(expected);
  });

  it.each([
    ['the heading "B"', ["heading B (named)"]],
    ["Big words", ["heading B"]],
  ])("given Drops: %s, where a heading goes", (drops, expected) => {
    expect(lost("## B\n\nText.", "Text.", drops)).toEqual(expected);
  });

  it("given Drops names a negation, then it is named", () => {
    expect(lost("It must not.", "It must.", '"must not"')).toEqual(["negation not (named)"]);
  });

  it("for any text: nothing is lost to itself, and a text of its facts loses none", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.string({ maxLength: 50 }),
        (text, more) => {
          expect(lossesOf([text], [text], "")).toEqual([]);
          expect(lossesOf([text], [`${text}\n\n${more}`], "")).toEqual([]);
          expect(lossesOf([text.normalize("NFD")], [text], "")).toEqual([]);
        },
      ),
    );
  });
});

it.each([
  ["One. Two TBD here. Three.", "TBD", "Two TBD here."],
  ["TODO: what then? Next.", "TODO", "TODO: what then?"],
  ["- a TBD\n- b 500", "TBD", "- a TBD"],
  ["Cards are\nkept TBD.", "TBD", "Cards are\nkept TBD."],
])("the sentence around a mark in %j", (text, mark, expected) => {
  const from = text.indexOf(mark);
  const { from: start, to } = sentenceSpan(text, { from, to: from + mark.length });
  expect(text.slice(start, to).trim()).toBe(expected);
});

it("ids of the process are found outside of code", () => {
  const text = "GAP-FLOW-001 and ISSUE-R1-002, `GAP-X-001`.\n\n```\nDECISION-R1-001\n```\n\nDECISION-R2-001";
  expect(processIdsIn(text)).toEqual(["GAP-FLOW-001", "ISSUE-R1-002", "DECISION-R2-001"]);
});

it("given several edits of which only the second drops something, then what it names is named", () => {
  const losses = lossesOf(
    ["A string of 32 characters."],
    ["A string."],
    'None.\n"32 characters", as one is enough.',
  );
  expect(losses).toEqual([{ kind: "number", what: "32", named: true }]);
  expect(lossesOf(["A string of 32 characters."], ["A string."], "None, not even the 32.")).toEqual([
    { kind: "number", what: "32", named: false },
  ]);
});
