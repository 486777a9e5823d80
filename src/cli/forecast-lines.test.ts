import { expect, test } from "vitest";
import type { RunForecast } from "../app/sessions/run-forecast.ts";
import { forecastLines } from "./forecast-lines.ts";
import { lineText } from "./text.ts";

const WIDE = 500;

function told(changes: Partial<RunForecast>): readonly string[] {
  const forecast: RunForecast = {
    gaps: 6,
    gapsPerRound: 10,
    parallelGaps: 1,
    survey: false,
    likely: { rounds: 2, calls: 5, usd: null },
    most: { rounds: 10, calls: 21, usd: null },
    caps: { tokens: null, usd: null, minutes: null, calls: null },
    costBy: null,
    ...changes,
  };
  return forecastLines(forecast, WIDE).map((line) => lineText(line, { colours: false }));
}

test("says how much is likely, and how much it may be", () => {
  expect(told({})).toEqual(["About 2 rounds and 5 calls, at most 10 rounds and 21 calls, retries aside."]);
  expect(told({ likely: { rounds: 10, calls: 21, usd: null }, survey: true })).toEqual([
    "10 rounds and 21 calls at most, retries aside; more if the survey finds more gaps.",
  ]);
});

test("says what that costs, and where it stops", () => {
  const [said] = told({
    likely: { rounds: 2, calls: 5, usd: 0.5 },
    most: { rounds: 10, calls: 21, usd: 2.1 },
    caps: { tokens: null, usd: 20, minutes: null, calls: 40 },
    costBy: "calls",
  });
  expect(said).toContain("That is about $0.50, and at most $2.10, as calls have cost here so far.");
  expect(said).toContain("It stops and asks you at $20.00 or 40 calls.");
});

test("with more than ten gaps it says how to take up more at a time, unless that is set", () => {
  expect(told({ gaps: 24 }).slice(1)).toEqual([
    "With so many gaps it is faster to take up more at a time. For the next session:",
    "  parley config set refine.gapsPerRound 20",
    "  parley config set refine.parallelGaps 3",
  ]);
  expect(told({ gaps: 24, gapsPerRound: 20, parallelGaps: 3 })).toHaveLength(1);
  expect(told({ gaps: 10 })).toHaveLength(1);
});
