import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ASCII_GLYPHS, glyphsFor, UNICODE_GLYPHS } from "./glyphs.ts";
import { openChart } from "./open-chart.ts";

const { bars } = UNICODE_GLYPHS;

describe("the chart of open gaps", () => {
  test("has a column a round, the highest for the most and the lowest for none", () => {
    expect(openChart([8, 6, 4, 2, 1, 0], 30, bars)).toBe("▇▆▄▃▂▁");
    expect(openChart([8, 4, 0], 30, ASCII_GLYPHS.bars)).toBe("#=_");
    expect(openChart([], 30, bars)).toBe("");
    expect(openChart([0, 0], 30, bars)).toBe("▁▁");
  });

  test("what little is left open is told from nothing", () => {
    expect(openChart([1000, 0.25, 0], 30, bars)).toBe("▇▂▁");
  });

  test("of 200 rounds it shows as many columns as there are, and the last round in the last one", () => {
    const rounds = Array.from({ length: 200 }, (_, index) => (index === 199 ? 0 : 200 - index));
    const chart = openChart(rounds, 20, bars);
    expect([...chart]).toHaveLength(20);
    expect(chart.startsWith("▇")).toBe(true);
    expect(chart.endsWith("▁")).toBe(true);
  });

  test("is never wider than told, and made of nothing but bars", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), fc.nat(60), (rounds, width) => {
        const chart = [...openChart(rounds, width, bars)];
        expect(chart).toHaveLength(Math.min(rounds.length, width));
        expect(chart.every((bar) => bars.includes(bar))).toBe(true);
      }),
    );
  });
});

test.each([
  [{ LANG: "de_DE.UTF-8" }, UNICODE_GLYPHS],
  [{ LANG: "en_US.utf8" }, UNICODE_GLYPHS],
  [{ LANG: "C" }, ASCII_GLYPHS],
  [{}, ASCII_GLYPHS],
  [{ LC_ALL: "C", LANG: "en_US.UTF-8" }, ASCII_GLYPHS],
  [{ LC_ALL: "", LC_CTYPE: "UTF-8", LANG: "C" }, UNICODE_GLYPHS],
])("the locale %j decides on the signs", (env, glyphs) => {
  expect(glyphsFor(env)).toBe(glyphs);
});
