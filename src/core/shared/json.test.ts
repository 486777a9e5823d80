import { expect, test } from "vitest";
import { canonicalJson } from "./json.ts";

test("equal values have one text, whatever the order of their keys", () => {
  const text = '{"2":1,"10":2,"a":[{"x":null,"y":true}],"b":"z"}';
  expect(canonicalJson({ b: "z", a: [{ y: true, x: null }], 10: 2, 2: 1 })).toBe(text);
  expect(canonicalJson({ 2: 1, 10: 2, a: [{ x: null, y: true }], b: "z" })).toBe(text);
});

test("a key is a key, whatever it is called", () => {
  const text = '{"__proto__":{"b":1},"a":2}';
  expect(canonicalJson(JSON.parse(text))).toBe(text);
});

test.each([{ a: undefined }, { a: Number.NaN }, { a: new Date(0) }, { a: () => 1 }])(
  "what JSON would turn into something else is refused",
  (value) => expect(() => canonicalJson(value as never)).toThrow("is not JSON"),
);
