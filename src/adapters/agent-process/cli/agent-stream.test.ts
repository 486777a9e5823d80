import { expect, test } from "vitest";
import { foldStream } from "../../../../test/support/fold-stream.ts";
import { providerError } from "../../shared/provider-error.ts";
import { finalOf, openStream, quiet, said, withDenials, withError, withFinal } from "./agent-stream.ts";

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
  expect(said(" \n")).toEqual([]);
});

test("given lines that cannot be read or understood, then each is counted, and a blank one is nothing", () => {
  const { final } = foldStream(
    (state, value) => (value === "known" ? quiet(state) : null),
    [
      { at: "value", value: "known" },
      { at: "blank" },
      { at: "value", value: "unknown" },
      { at: "unreadable", why: "not-json" },
    ],
  );
  expect(final).toMatchObject({ ignored: 1, unreadable: 1 });
});
