import { expect, test } from "vitest";
import { readSettings } from "./user-login.ts";

test("given settings with comments and commas too many, then they are read; given none, then nothing is", () => {
  const text = '// mine\n{ "a": "x // no, }", /* b */ "c": [1, 2,], // d\n "e": "\\"}", }';
  expect(readSettings(text)).toEqual({ a: "x // no, }", c: [1, 2], e: '"}' });
  for (const odd of [null, "", "[]", "{ not json", "/*"]) expect(readSettings(odd)).toEqual({});
});
