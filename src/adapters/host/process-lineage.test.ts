import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import {
  lineageOf,
  lookAtLineage,
  type ProcessStat,
  type ProcessTable,
  tableByPs,
} from "./process-lineage.ts";

function tableOf(stats: Readonly<Record<number, ProcessStat>>): ProcessTable {
  return {
    stat: (pid) => stats[pid] ?? null,
    relative: (pid) => ({ pid, command: `program ${pid}`, env: null }),
  };
}

const alone = (parent: number): ProcessStat => ({ parent, group: 0, session: 0 });

test("we know who started us, and what they were started with", async () => {
  const look = await lookAtLineage();
  if (look.at !== "seen") throw new Error(look.why);
  const [parent] = look.lineage.relatives;
  expect(parent).toMatchObject({ pid: process.ppid });
  expect(parent?.env?.get("PATH")).toBe(process.env.PATH);
});

test("given ancestors, a group and a session, then each is met once, nearest first", async () => {
  const table = tableOf({
    9: { parent: 8, group: 7, session: 5 },
    8: alone(1),
    7: alone(6),
    6: alone(1),
    5: alone(6),
    1: alone(0),
  });
  const { relatives, goneLeaders } = lineageOf(9, table);
  expect(relatives.map(({ pid }) => pid)).toEqual([8, 1, 7, 6, 5]);
  expect(goneLeaders).toEqual([]);
});

test("given leaders that have ended, then their numbers are told", async () => {
  const { goneLeaders } = lineageOf(9, tableOf({ 9: { parent: 1, group: 7, session: 5 }, 1: alone(0) }));
  expect(goneLeaders).toEqual([7, 5]);
});

test("given a table that goes in circles or without end, then the walk ends", async () => {
  const circle = lineageOf(9, tableOf({ 9: alone(8), 8: alone(7), 7: alone(8) }));
  expect(circle.relatives.map(({ pid }) => pid)).toEqual([8, 7]);
  const endless = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [n + 1, alone(n + 2)]));
  expect(lineageOf(1, tableOf(endless)).relatives.length).toBe(64);
});

test("ps tells the same ancestors, and how they are called", async () => {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  await once(child, "spawn");
  try {
    const { relatives } = lineageOf(child.pid ?? 0, await tableByPs());
    expect(relatives[0]?.pid).toBe(process.pid);
    expect(relatives[0]?.command).not.toBe("");
  } finally {
    child.kill();
  }
});
