import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SseReader } from "./sse-reader.ts";

function read(pieces: readonly string[]): readonly string[] {
  const reader = new SseReader();
  const events = pieces.flatMap((piece) => {
    const taken = reader.push(piece);
    if (taken.at === "too-large") throw new Error("the example is too large");
    return taken.data;
  });
  return [...events, ...reader.end()];
}

describe("reading server-sent events", () => {
  it.each<[string, string, readonly string[]]>([
    ["one event", "data: a\n\n", ["a"]],
    ["an event with a name", "event: x\ndata: a\nid: 1\n\n", ["a"]],
    ["data without a space", "data:a\n\n", ["a"]],
    ["data that begins with spaces", "data:  a\n\n", [" a"]],
    ["several lines of data", "data: a\ndata\ndata: b\n\n", ["a\n\nb"]],
    ["comments", ": ping\n\n: ping\ndata: a\n\n", ["a"]],
    ["other line ends", "data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"]],
    ["a field that only begins like data", "database: a\n\n", []],
    ["an event without data", "event: ping\n\n", []],
    ["a last event without an empty line", "data: a\n\ndata: b", ["a", "b"]],
    ["nothing", "", []],
  ])("given %s, then its data is read", (_what, text, events) => {
    expect(read([text])).toEqual(events);
  });

  it("given any text, then it means the same in whatever pieces it comes", () => {
    const part = fc.constantFrom("data: ", "data:", "\n", "\r\n", "\r", "event: x", ": c", "{}", "é🙂", " ");
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 60 })), (whole, cuts) => {
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b),
          whole.length,
        ];
        const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end));
        expect(read(pieces)).toEqual(read([whole]));
      }),
    );
  });

  it("given any lines of data, then the event is those lines", () => {
    const line = fc.string().filter((text) => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        expect(read([`${lines.map((text) => `data: ${text}\n`).join("")}\n`])).toEqual([lines.join("\n")]);
      }),
    );
  });

  it("given an event without end, then it is given up at the bound, by lines as by one line", () => {
    expect(new SseReader(10).push("data: 12345678901")).toEqual({ at: "too-large" });
    const reader = new SseReader(20);
    expect(reader.push("data: 123\n")).toEqual({ at: "events", data: [] });
    expect(reader.push("data: 123\ndata: 123\n")).toEqual({ at: "too-large" });
  });

  it("given comments without end, then they add up to nothing", () => {
    const reader = new SseReader(20);
    for (let time = 0; time < 100; time += 1) {
      expect(reader.push(": still here\n")).toEqual({ at: "events", data: [] });
    }
  });
});
