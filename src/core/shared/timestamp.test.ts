import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTimestamp, timestampFromMs, timestampToMs } from "./timestamp.ts";

const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

describe("timestamps", () => {
  it.each(["2026-02-28T23:59:59Z", "2024-02-29T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])(
    "accepts %s",
    (text) => {
      expect(parseTimestamp(text)).toBe(text);
    },
  );

  it.each([
    "2026-02-29T00:00:00Z",
    "2026-02-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00.000Z",
    "2026-01-01T00:00:00+00:00",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-01T00:00:00z",
    "2026-1-1T00:00:00Z",
    "",
  ])("rejects %j", (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it("given any moment, when written, then it parses, and back it is that second", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_MS, max: LAST_MS }), (ms) => {
        const written = timestampFromMs(ms);
        expect(parseTimestamp(written)).toBe(written);
        expect(timestampToMs(written)).toBe(Math.floor(ms / 1000) * 1000);
        expect(written).toBe(`${new Date(ms).toISOString().slice(0, 19)}Z`);
      }),
    );
  });

  it("given two moments, then their texts are in the same order", () => {
    const moment = fc.integer({ min: 0, max: LAST_MS });
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        if (a <= b) expect(timestampFromMs(a) <= timestampFromMs(b)).toBe(true);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, LAST_MS + 1, 1e18])("a time of %d ms is a bug", (ms) => {
    expect(() => timestampFromMs(ms)).toThrow(RangeError);
  });
});
