import fc from "fast-check";
import { expect, test } from "vitest";
import { USAGE_UNKNOWN } from "../../../core/shared/usage.ts";
import { readSessionRef, sessionRefText } from "./session-ref.ts";

test("what was written is read again", () => {
  const reported = { inputTokens: 5, outputTokens: null, usd: 0.5, cachedInputTokens: 3 };
  expect(readSessionRef(sessionRefText({ id: "0b9f-1", reported }))).toEqual({ id: "0b9f-1", reported });
});

test.each(["", "{", "null", "[]", '{"id":""}', '{"id":"--help"}', '{"id":"a b"}', '{"id":3}'])(
  "%j is no session",
  (text) => {
    expect(readSessionRef(text)).toBeNull();
  },
);

test("given amounts nobody can use, then they are unknown", () => {
  expect(readSessionRef('{"id":"x","reported":7}')).toEqual({ id: "x", reported: USAGE_UNKNOWN });
});

test("any text can be asked", () => {
  fc.assert(fc.property(fc.string(), (text) => void readSessionRef(text)));
});
