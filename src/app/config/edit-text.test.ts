import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type EditOutcome, withKey, withoutKey } from "./edit-text.ts";

function textOf(edited: EditOutcome): string {
  if (edited.at === "impossible") throw new Error(edited.message);
  return edited.text;
}

describe("a key is set", () => {
  test.each([
    ["into nothing", "", "refine:\n  maxRounds: 3\n"],
    ["into comments", "# a\n", "# a\n\nrefine:\n  maxRounds: 3\n"],
    ["beside others", "refine:\n  hardLimit: 9 # b\n", "refine:\n  hardLimit: 9 # b\n  maxRounds: 3\n"],
    ["over another", "refine:\n  maxRounds: 9 # b\n", "refine:\n  maxRounds: 3 # b\n"],
    ["into an inline map", "refine: { hardLimit: 9 }\n", "refine: { hardLimit: 9, maxRounds: 3 }\n"],
    ["into a section without lines", "refine:\nroles: {}\n", "refine:\n  maxRounds: 3\nroles: {}\n"],
    [
      "into a section of comments",
      "refine:\n  # b\nroles: {}\n",
      "refine:\n  # b\n  maxRounds: 3\nroles: {}\n",
    ],
  ])("%s", (_, before, after) => {
    expect(textOf(withKey(before, ["refine", "maxRounds"], 3))).toBe(after);
  });

  test("a long text stays on its line", () => {
    const command = "word ".repeat(60).trim();
    expect(textOf(withKey("", ["build", "command"], command))).toBe(`build:\n  command: ${command}\n`);
  });

  test("not into a plain value", () => {
    expect(withKey("refine: 3\n", ["refine", "maxRounds"], 3).at).toBe("impossible");
  });
});

describe("a key is taken away", () => {
  test.each([
    ["with its empty section", "# a\n\nrefine:\n  maxRounds: 3\nroles: {}\n", "# a\n\nroles: {}\n"],
    [
      "and leaves its neighbours",
      "refine:\n  maxRounds: 3\n  # c\n  hardLimit: 9\n",
      "refine:\n  # c\n  hardLimit: 9\n",
    ],
    ["and leaves the comments on top", "# a\n\nrefine:\n  maxRounds: 3\n", "# a\n"],
    ["and leaves an empty file", "refine:\n  maxRounds: 3\n", ""],
  ])("%s", (_, before, after) => {
    expect(textOf(withoutKey(before, ["refine", "maxRounds"]))).toBe(after);
  });
});

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const scalar = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean());
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const file = fc.dictionary(name, fc.dictionary(name, value, { maxKeys: 3 }), { maxKeys: 3 });

test("whatever is set is read back, and everything else stays", () => {
  fc.assert(
    fc.property(file, name, name, value, (before, section, key, wanted) => {
      const source = Object.keys(before).length === 0 ? "" : JSON.stringify(before);
      const after: unknown = parse(textOf(withKey(source, [section, key], wanted)));
      expect(after).toEqual({ ...before, [section]: { ...before[section], [key]: wanted } });
    }),
  );
});
