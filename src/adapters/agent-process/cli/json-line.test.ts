import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonLine, jsonLineOf } from "./json-line.ts";

function read(bytes: Uint8Array | string): JsonLine {
  const all = Buffer.from(bytes);
  return jsonLineOf({ bytes: all, size: all.length + 1 });
}

test("given a value, then it comes out as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(read(text)).toEqual({ at: "value", value: JSON.parse(text) as unknown });
    }),
  );
});

test("given a line that cannot be read, then it says why", () => {
  expect(read(" \r")).toEqual({ at: "blank" });
  expect(read("word")).toEqual({ at: "unreadable", why: "not-json" });
  expect(read(Uint8Array.from([0x22, 0xff, 0x22]))).toEqual({ at: "unreadable", why: "not-utf8" });
  expect(jsonLineOf({ bytes: Buffer.from("[1"), size: 100 })).toEqual({ at: "unreadable", why: "too-long" });
});

test("any bytes can be a line", () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(["blank", "value", "unreadable"]).toContain(read(bytes).at);
    }),
  );
});
