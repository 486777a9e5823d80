import fc from "fast-check";
import { expect, it } from "vitest";
import { SpeechBuffer } from "./speech-buffer.ts";

function told(pieces: readonly string[], stepMs: number): readonly string[] {
  const said: string[] = [];
  let nowMs = 0;
  const saying = new SpeechBuffer({
    clean: (text) => text.replaceAll("sk-0123456789", "[key]"),
    say: (text) => said.push(text),
    nowMs: () => nowMs,
  });
  for (const piece of pieces) {
    saying.add(piece);
    nowMs += stepMs;
  }
  saying.end();
  return said;
}

it("given pieces in quick succession, then they are told together", () => {
  expect(told(["One ", "two ", "three ", "four."], 10)).toEqual(["One", "two three four."]);
});

it("given pieces with time between them, then each is told when its words are whole", () => {
  expect(told(["One tw", "o thr", "ee."], 1_000)).toEqual(["One", "two", "three."]);
});

it("given a key in pieces, however they are cut, then no half of it is told", () => {
  const whole = "It is sk-0123456789, they say.";
  fc.assert(
    fc.property(fc.array(fc.nat({ max: whole.length })), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
      const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end));
      expect(told(pieces, 1_000).join(" ")).toBe("It is [key], they say.");
    }),
  );
});
