import fc from "fast-check";
import { expect, test } from "vitest";
import { type JsonLine, JsonLines } from "./read-jsonl.ts";

const BYTES_MAX = 40;
const encoder = new TextEncoder();

function read(chunks: readonly Uint8Array[], bytesMax?: number): JsonLine[] {
  const reader = new JsonLines(bytesMax);
  const lines = chunks.flatMap((chunk) => reader.take(chunk));
  return [...lines, ...reader.end()];
}

function readText(text: string): JsonLine[] {
  return read([encoder.encode(text)]);
}

function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end));
}

const piece = fc.oneof(
  fc.json().map((text) => encoder.encode(text)),
  fc
    .constantFrom("\n", "\r\n", "{", '"', "€", "😀", " ", "x".repeat(BYTES_MAX))
    .map((s) => encoder.encode(s)),
  fc.uint8Array({ maxLength: 8 }),
);

test("however the bytes are cut, the lines are the same", () => {
  const places = fc.array(fc.nat(), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), places, (pieces, cuts) => {
      const whole = Uint8Array.from(pieces.flatMap((bytes) => [...bytes]));
      expect(read(cutAt(whole, cuts), BYTES_MAX)).toEqual(read([whole], BYTES_MAX));
    }),
  );
});

test("given values, one a line, then they come out as they are", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const text = values.map((value) => `${JSON.stringify(value)}\n`).join("");
      const expected = values.map((value): unknown => JSON.parse(JSON.stringify(value)));
      expect(readText(text).map((line) => (line.at === "value" ? line.value : line))).toEqual(expected);
    }),
  );
});

test("given lines that cannot be read, then each is a note with its number, and the rest is read", () => {
  const bytes = [..."{}\nword\n\n", 0x22, 0xff, 0x22, ..."\n[1]\n"].map((part) =>
    typeof part === "string" ? part.charCodeAt(0) : part,
  );
  expect(read([Uint8Array.from(bytes)])).toEqual([
    { at: "value", line: 1, value: {} },
    { at: "note", line: 2, why: "not-json", bytes: 4 },
    { at: "note", line: 4, why: "not-utf8", bytes: 3 },
    { at: "value", line: 5, value: [1] },
  ]);
});

test("given a line over the bound, then it is skipped and the next one is read", () => {
  const long = `"${"x".repeat(1024 * 1024)}"`;
  expect(readText(`${long}\n1\n`)).toEqual([
    { at: "note", line: 1, why: "too-long", bytes: long.length },
    { at: "value", line: 2, value: 1 },
  ]);
});

test("given a buffer that is filled again, then a line that was begun in it stays", () => {
  const reader = new JsonLines();
  const buffer = encoder.encode("[1,");
  reader.take(buffer);
  buffer.fill(0x20);
  expect(reader.take(encoder.encode("2]\n"))).toEqual([{ at: "value", line: 1, value: [1, 2] }]);
});

test("given a last line without an end, then it counts when nothing more can come", () => {
  expect(readText('{"a":1}\n{"b"')).toEqual([
    { at: "value", line: 1, value: { a: 1 } },
    { at: "note", line: 2, why: "not-json", bytes: 4 },
  ]);
});
