// `config set` among other processes: several at once, killed half-way, locked out.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { documentOf, errorOf, newSettings } from "./world.ts";

const KEYS = [
  "refine.maxRounds",
  "refine.hardLimit",
  "refine.stallThreshold",
  "refine.divergenceThreshold",
  "refine.patternThreshold",
  "rollback.backupRetentionRounds",
  "rollback.rollbackAnalysisThreshold",
  "rollback.maxRollbacksSession",
  "disputes.timeoutDays",
  "refine.unaddressedHighThreshold",
];

test("ten at once lose nothing", async () => {
  const world = newSettings();
  const ends = await Promise.all(
    KEYS.map((key, index) => world.run(["config", "set", key, String(index + 11)])),
  );
  expect(ends.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(KEYS.map(() => "0 "));
  const { origins } = documentOf(await world.run(["config", "show", "--json"])) as { origins: object };
  expect(origins).toMatchObject(Object.fromEntries(KEYS.map((key) => [key, "project"])));
  expect(readdirSync(dirname(world.projectConfig)).filter((name) => /lock|unfinished/.test(name))).toEqual(
    [],
  );
});

test("killed at any moment it leaves the old file or the new one, and the next one goes through", async () => {
  const world = newSettings();
  const text = (rounds: number): string => `# keep\nrefine:\n  maxRounds: ${rounds}\n`;
  world.write(world.projectConfig, text(1));
  let killed = 0;
  for (let rounds = 2; rounds < 26; rounds += 1) {
    const before = world.read(world.projectConfig);
    const killAfterMs = 60 + rounds * 8;
    const ended = await world.run(["config", "set", "refine.maxRounds", String(rounds)], { killAfterMs });
    if (ended.signal === "SIGKILL") killed += 1;
    expect([before, text(rounds)]).toContain(world.read(world.projectConfig));
  }
  expect(killed).toBeGreaterThan(0);
  expect((await world.run(["config", "set", "refine.maxRounds", "40"])).code).toBe(0);
  expect(world.read(world.projectConfig)).toBe(text(40));
});

function lockText(pid: number, processStart: string, host = hostname()): string {
  return JSON.stringify({ token: "00000000-0000-4000-8000-000000000000", host, pid, processStart });
}

test("a living holder keeps others out: exit code 6", async () => {
  const world = newSettings();
  const lock = `${world.projectConfig}.lock`;
  world.write(lock, lockText(process.pid, "unknown"));
  const ended = await world.run(["config", "set", "refine.maxRounds", "6", "--json"]);
  expect(ended.code).toBe(6);
  expect(errorOf(ended)).toMatchObject({ code: "config-locked", place: lock });
  expect(errorOf(ended).message).toContain(`pid ${process.pid}`);
});

test("a dead holder is replaced at once", async () => {
  const world = newSettings();
  const child = spawn("true");
  await new Promise((end) => child.once("close", end));
  world.write(`${world.projectConfig}.lock`, lockText(child.pid ?? 0, "unknown"));
  const ends = await Promise.all(KEYS.slice(0, 4).map((key) => world.run(["config", "set", key, "20"])));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const { origins } = documentOf(await world.run(["config", "show", "--json"])) as { origins: object };
  expect(origins).toMatchObject(Object.fromEntries(KEYS.slice(0, 4).map((key) => [key, "project"])));
  expect(readdirSync(dirname(world.projectConfig)).filter((name) => /lock|unfinished/.test(name))).toEqual(
    [],
  );
});

test("a pid that has another owner by now counts as dead", async () => {
  const world = newSettings();
  world.write(`${world.projectConfig}.lock`, lockText(process.pid, "some other start"));
  expect((await world.run(["config", "set", "refine.maxRounds", "6"])).code).toBe(0);
});
