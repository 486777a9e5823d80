import fc from "fast-check";
import { expect, test } from "vitest";
import { tomlText } from "./toml-text.ts";

test("any text is one line in quotes without a character that TOML refuses", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const written = tomlText(text);
      expect(written).toMatch(/^"(?:[^"\\\p{Cc}\p{Surrogate}]|\\["\\btnfr]|\\u[0-9a-f]{4}|[\x80-\x9F])*"$/u);
      expect(JSON.parse(written)).toBe(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
    }),
  );
});
