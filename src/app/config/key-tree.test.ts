import { expect, test } from "vitest";
import { compareKeys, nearestKey } from "./key-tree.ts";

test.each([
  ["refine.gapsPerRoun", "refine.gapsPerRound"],
  ["refine.GAPSPERROUND", "refine.gapsPerRound"],
  ["refin.maxRounds", "refine.maxRounds"],
  ["agents.mine.modle", "agents.mine.model"],
  ["timeoutDays", "disputes.timeoutDays"],
  ["limit.session.usd", "limits.session.usd"],
  ["qqqq", undefined],
])("%s means %s", (typed, meant) => {
  expect(nearestKey(typed.split("."))).toBe(meant);
});

test("keys stand in the order of the schema", () => {
  const keys = [
    "hooks",
    "refine.maxRounds",
    "refine.gapsPerRound",
    "agents.b.kind",
    "agents.a.model",
    "agents.a.kind",
  ];
  expect(keys.sort(compareKeys)).toEqual([
    "agents.a.kind",
    "agents.a.model",
    "agents.b.kind",
    "refine.gapsPerRound",
    "refine.maxRounds",
    "hooks",
  ]);
});
