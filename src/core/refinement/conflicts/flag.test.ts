import { describe, expect, it } from "vitest";
import { issueId } from "../../../../test/support/example-gap.ts";
import type { Severity } from "../../shared/severity.ts";
import { escalationOf, type Flag, FULL_WEIGHTS, type Heuristic, lowerWeight, type Weights } from "./flag.ts";

let number = 0;

function flag(severity: Severity, heuristics: readonly Heuristic[] = ["H1"], rounds = 1): Flag {
  number += 1;
  return {
    issue: issueId(`ISSUE-R1-${String(number).padStart(3, "0")}`),
    label: "IGNORED",
    confidence: "HIGH",
    heuristics,
    evidence: [],
    round: 2,
    severity,
    document: "sha",
    file: "engineer.md",
    rounds,
  };
}

function escalations(flags: readonly Flag[], weights: Weights = FULL_WEIGHTS) {
  return flags.map((one) => escalationOf(one, { flags, weights }));
}

describe("what flags of a round ask for", () => {
  it.each<[string, readonly Flag[], readonly string[]]>([
    ["one HIGH is logged", [flag("HIGH")], ["log"]],
    ["two HIGH are asked about", [flag("HIGH"), flag("HIGH")], ["ask", "ask"]],
    ["one CRITICAL is asked about", [flag("CRITICAL")], ["ask"]],
    ["two CRITICAL hold the round", [flag("CRITICAL"), flag("CRITICAL")], ["block", "block"]],
    ["a CRITICAL beside a HIGH", [flag("CRITICAL"), flag("HIGH")], ["ask", "log"]],
    ["a deflection is asked about", [flag("HIGH", ["H5"])], ["ask"]],
    ["the third round of silence is asked about", [flag("HIGH", ["H1"], 3)], ["ask"]],
    ["the second is not", [flag("HIGH", ["H1"], 2)], ["log"]],
  ])("%s", (_, flags, expected) => {
    expect(escalations(flags)).toEqual(expected);
  });

  it("given a heuristic that was wrong too often, then what it alone raises is only logged", () => {
    const weights = { ...FULL_WEIGHTS, H1: 0.4 };
    expect(escalations([flag("CRITICAL")], weights)).toEqual(["log"]);
    expect(escalations([flag("CRITICAL", ["H1", "H4"])], weights)).toEqual(["ask"]);
    expect(escalations([flag("HIGH"), flag("HIGH", ["H4"])], weights)).toEqual(["log", "log"]);
  });

  it("given six false alarms, then a weight has gone from 1 to 0.4 without a remainder", () => {
    const weights = Array.from({ length: 6 }).reduce<number[]>(
      (all) => [...all, lowerWeight(all.at(-1) ?? 1)],
      [],
    );
    expect(weights).toEqual([0.9, 0.8, 0.7, 0.6, 0.5, 0.4]);
    expect(lowerWeight(0)).toBe(0);
  });
});
