import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as values from "../../../test/support/record-values.ts";
import * as codec from "./codec.ts";

describe("numbers", () => {
  it.each([
    [codec.wholeNumber, "1,247", 1247],
    [codec.wholeNumber, "-1", undefined],
    [codec.wholeNumber, "1.5", undefined],
    [codec.wholeNumber, "1e9", undefined],
    [codec.wholeNumber, "many", undefined],
    [codec.signed, "−4", -4],
    [codec.signed, "+4", 4],
    [codec.decimal, "0.25", 0.25],
    [codec.factor, "**1.0**", 1],
  ])("%#: %j", (of, source, value) => expect(of.read(source)).toBe(value));

  it("are written as they are read best", () => {
    expect([codec.signed.write(3), codec.signed.write(0), codec.signed.write(-3)]).toEqual(["+3", "0", "-3"]);
    expect([codec.factor.write(1), codec.factor.write(0.9)]).toEqual(["1.0", "0.9"]);
  });
});

describe("durations", () => {
  it.each([
    [0, "0s"],
    [59, "59s"],
    [301, "5m 01s"],
    [7509, "2h 05m 09s"],
  ])("%d", (seconds, written) => {
    expect(codec.duration.write(seconds)).toBe(written);
    expect(codec.duration.read(written)).toBe(seconds);
  });

  it("are read in other spacings, and from nothing else", () => {
    expect(["2h5m", "90 s", "", "soon", "5"].map(codec.duration.read)).toEqual([
      7500,
      90,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a value that may be absent", () => {
  const note = codec.orNone(codec.text);

  it("is a dash, which no text is", () => {
    expect(["-", "—", "", "None.", "n/a"].map(note.read)).toEqual([null, null, null, null, null]);
    fc.assert(
      fc.property(values.optional(values.someText), (value) => {
        expect(note.read(note.write(value))).toBe(value);
      }),
    );
  });

  it("keeps a text that only looks like absence", () => {
    expect(note.write("none")).toBe("&#110;one");
    expect(note.read("\\-")).toBe("-");
  });
});

describe("lists of ids", () => {
  const gaps = codec.listOf(codec.gapId);

  it("are read whole or not at all", () => {
    expect(gaps.read("GAP-AB-001, `GAP-AB-002`")).toEqual(["GAP-AB-001", "GAP-AB-002"]);
    expect(gaps.read("GAP-AB-001, GAP-2")).toBeUndefined();
    expect(gaps.read("-")).toEqual([]);
  });
});
