import fc from "fast-check";
import { expect, test } from "vitest";
import { breakWord, columnsOf, cutText, padText } from "./columns.ts";

test.each([
  ["plain", 5],
  ["größer", 6],
  ["日本語", 6],
  ["한글", 4],
  ["e\u0301", 1],
  ["👍", 2],
  ["❤\ufe0f", 2],
  ["a\u200bb", 2],
  ["▁▇…·", 4],
  ["ﾊﾝｶｸ", 4],
  ["ＡＢＣ！", 8],
  ["「、。」　", 10],
  ["㈱㎏", 4],
  ["🚀🏳🇯🇵", 8],
  ["→ é ✓ ©", 7],
  ["", 0],
])("%j takes %i columns", (text, columns) => {
  expect(columnsOf(text)).toBe(columns);
});

test("a text that fits stays whole, one that does not ends with a mark", () => {
  expect(cutText("seven..", 7, "…")).toBe("seven..");
  expect(cutText("eight...", 7, "…")).toBe("eight.…");
  expect(cutText("日本語です", 6, "…")).toBe("日本…");
  expect(cutText("anything", 2, "...")).toBe("..");
  expect(cutText("anything", 0, "…")).toBe("");
});

test("what is filled up is as wide as asked, and what is wider stays as it is", () => {
  expect(padText("日本", 6)).toBe("日本  ");
  expect(padText("日本語です", 6)).toBe("日本語です");
});

test("a word is broken around wide characters only, and nothing of it is lost", () => {
  expect(breakWord("src/some/long-path.ts")).toEqual(["src/some/long-path.ts"]);
  expect(breakWord("größer")).toEqual(["größer"]);
  expect(breakWord("日本の src")).toEqual(["日", "本", "の", " src"]);
  expect(breakWord("API設計v2")).toEqual(["API", "設", "計", "v2"]);
  expect(breakWord("か\u3099x")).toEqual(["か\u3099", "x"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (word) => {
      expect(breakWord(word).join("")).toBe(word);
    }),
  );
});
