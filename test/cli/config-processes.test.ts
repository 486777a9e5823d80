// `config set` among other processes: several at once, killed half-way, locked out.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
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
    KEYS.map((key, index) => world.start(["config", "set", key, String(index + 11)])),
  );
  expect(ends.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(KEYS.map(() => "0 "));
  const { origins } = documentOf(await world.run(["config", "show", "--json"])) as { origins: object };
  expect(origins).toMatchObject(Object.fromEntries(KEYS.map((key) => [key, "project"])));
  expect(readdirSync(dirname(world.projectConfig)).filter((name) => /lock|unfinished/.test(name))).toEqual(
    [],
  );
});

/** Loaded before the program: kills it at its nth change to the folder of the settings. */
const KILLER = `const fs = require("node:fs");
let left = Number(process.env.KILL_AT);
const changes = ["open", "link", "rename", "unlink", "rm", "writeFile", "copyFile", "chmod"];
for (const [all, end] of [[fs, ""], [fs, "Sync"], [fs.promises, ""]]) for (const change of changes) {
  const name = change + end;
  const real = all[name];
  if (real === undefined) continue;
  all[name] = function (place, ...rest) {
    if (String(place).includes("config.yaml") && (left -= 1) === 0) process.kill(process.pid, "SIGKILL");
    return real.call(this, place, ...rest);
  };
}
require("node:module").syncBuiltinESMExports();
`;

test("killed at any change to a file it leaves the old settings or the new ones, and the next one goes through", async () => {
  const world = newSettings();
  const text = (rounds: number): string => `# keep\nrefine:\n  maxRounds: ${rounds}\n`;
  world.write(world.projectConfig, text(1));
  const killer = join(world.root, "killer.cjs");
  world.write(killer, KILLER);
  let killed = 0;
  for (let rounds = 2; ; rounds += 1) {
    const before = world.read(world.projectConfig);
    const env = { NODE_OPTIONS: `--require ${killer}`, KILL_AT: String(killed + 1) };
    const ended = await world.start(["config", "set", "refine.maxRounds", String(rounds)], { env });
    expect([before, text(rounds)]).toContain(world.read(world.projectConfig));
    if (ended.signal !== "SIGKILL") break;
    killed += 1;
    rounds += 1;
    expect((await world.run(["config", "set", "refine.maxRounds", String(rounds)])).code).toBe(0);
    expect(world.read(world.projectConfig)).toBe(text(rounds));
  }
  expect(killed).toBeGreaterThan(5);
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
  const ends = await Promise.all(KEYS.slice(0, 2).map((key) => world.start(["config", "set", key, "20"])));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  const { origins } = documentOf(await world.run(["config", "show", "--json"])) as { origins: object };
  expect(origins).toMatchObject(Object.fromEntries(KEYS.slice(0, 2).map((key) => [key, "project"])));
  expect(readdirSync(dirname(world.projectConfig)).filter((name) => /lock|unfinished/.test(name))).toEqual(
    [],
  );
});

test("a pid that has another owner by now counts as dead", async () => {
  const world = newSettings();
  world.write(`${world.projectConfig}.lock`, lockText(process.pid, "some other start"));
  expect((await world.run(["config", "set", "refine.maxRounds", "6"])).code).toBe(0);
});
