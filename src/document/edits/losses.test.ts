import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lossesOf } from "./losses.ts";
import { processIdsIn } from "./process-ids.ts";
import { sentenceAround } from "./sentence-around.ts";

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
  ])("given %s", (_, before, after, expected) => {
    expect(lost(before, after)).toEqual(expected);
  });

  it.each([
    ["500 rows", ["number 500 (named)"]],
    ["None", ["number 500"]],
    ["None (only the template)", ["number 500"]],
    ["None (the 500 is kept)", ["number 500"]],
    ["Nothing is lost: 500 is kept", ["number 500"]],
  ])("given Drops: %s", (drops, expected) => {
    expect(lost("At most 500 rows.", "Rows.", drops)).toEqual(expected);
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
  const { from: start, to } = sentenceAround(text, { from, to: from + mark.length });
  expect(text.slice(start, to).trim()).toBe(expected);
});

it("ids of the process are found outside of code", () => {
  const text = "GAP-FLOW-001 and ISSUE-R1-002, `GAP-X-001`.\n\n```\nDECISION-R1-001\n```\n\nDECISION-R2-001";
  expect(processIdsIn(text)).toEqual(["GAP-FLOW-001", "ISSUE-R1-002", "DECISION-R2-001"]);
});
