import fc from "fast-check";
import { expect, test } from "vitest";
import { inertText } from "./inert-text.ts";

test.each([
  ["an escape sequence", "a \u001b[31mred\u001b[0m b", "a \uFFFD[31mred\uFFFD[0m b"],
  ["a title by OSC", "\u001b]0;owned\u0007", "\uFFFD]0;owned\uFFFD"],
  ["a C1 introducer", "\u009b31m", "\uFFFD31m"],
  ["letters turned around", "abc\u202Etxt.exe", "abc\uFFFDtxt.exe"],
  ["isolates", "\u2066x\u2069", "\uFFFDx\uFFFD"],
  ["NUL and backspace", "a\u0000b\bc", "a\uFFFDb\uFFFDc"],
])("given %s, then it does nothing any more", (_what, text, inert) => {
  expect(inertText(text)).toBe(inert);
});

test("given any text, then its lines and its length stay, and nothing active is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const inert = inertText(text);
      expect(inert.length).toBe(text.length);
      expect(inert.split(/\r?\n/).length).toBe(text.split(/\r?\n/).length);
      expect(inertText(inert)).toBe(inert);
      expect([...inert].some((sign) => sign < " " && !"\t\n\r".includes(sign))).toBe(false);
    }),
  );
});
