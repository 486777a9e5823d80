import { expect, test } from "vitest";
import { renderKeyTable } from "./key-table.ts";
import { compareKeys, knownKeys, nearestKey } from "./key-tree.ts";

test("every key has a type, a default and a meaning", () => {
  const rows = renderKeyTable().trimEnd().split("\n");
  expect(rows).toHaveLength(knownKeys().length + 2);
  for (const row of rows)
    expect(
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .filter((cell) => cell.trim() !== ""),
    ).toHaveLength(4);
  expect(rows).toContain(
    "| `refine.parallelGaps` | a whole number from 1 to 4 | `1` | Engineer runs at once for independent gaps of a round. |",
  );
  expect(rows.some((row) => row.startsWith("| `agents.<name>.kind` | one of claude, codex,"))).toBe(true);
  expect(rows.some((row) => row.startsWith("| `hooks[].on` |"))).toBe(true);
});

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
