import fc from "fast-check";
import { expect, test } from "vitest";
import { foldStream } from "../../../../test/support/fold-stream.ts";
import { USAGE_UNKNOWN } from "../../../core/shared/usage.ts";
import { providerError } from "../../shared/provider-error.ts";
import { speechEvents, unchangedStep, withDenials, withError, withFinal } from "./agent-cli.ts";
import {
  finalOf,
  type JsonLine,
  jsonLineOf,
  openStream,
  readSessionRef,
  sessionRefText,
} from "./cli-language.ts";

const TROUBLE = providerError({ message: "no connection" });

test("given trouble after a good end, then the end stays good", () => {
  const ended = { ...withFinal(openStream(), { ended: true, text: "Done." }), passing: TROUBLE };
  expect(finalOf(ended).errors).toEqual([]);
});

test("given trouble and a bad end, then both are told, the end last", () => {
  const fatal = providerError({ message: "API Error: 500" });
  const ended = { ...withError(withFinal(openStream(), { ended: true }), fatal), passing: TROUBLE };
  expect(finalOf(ended).errors).toEqual([TROUBLE, fatal]);
});

test("given no end to errors and denials, then what is kept has one", () => {
  let state = openStream();
  for (let i = 0; i < 500; i += 1) {
    state = withDenials(withError(state, providerError({ message: `error ${i}` })), [`tool ${i}`]);
  }
  expect(state.final.errors.at(-1)?.message).toBe("error 499");
  expect(state.final.errors.length).toBeLessThan(100);
  expect(state.final.denials[0]).toBe("tool 0");
  expect(state.final.denials.length).toBeLessThan(100);
  expect(speechEvents(" \n")).toEqual([]);
});

test("given lines that cannot be read or understood, then each is counted, and a blank one is nothing", () => {
  const { final } = foldStream(
    (state, value) => (value === "known" ? unchangedStep(state) : null),
    [
      { at: "value", value: "known" },
      { at: "blank" },
      { at: "value", value: "unknown" },
      { at: "unreadable", why: "not-json" },
    ],
  );
  expect(final).toMatchObject({ ignored: 1, unreadable: 1 });
});

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
