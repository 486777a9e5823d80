// `config set` among other processes: several at once, killed half-way, locked out.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { runInThread } from "./run-in-thread.ts";
import { documentOf, errorOf, newSettings, type World } from "./world.ts";

const KEYS = [
  "refine.maxRounds",
  "refine.hardLimit",
  "refine.stallThreshold",
  "refine.divergenceThreshold",
  "refine.patternThreshold",
  "refine.unaddressedCriticalThreshold",
  "rollback.rollbackAnalysisThreshold",
  "refine.surveyMax",
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

const THREAD_KILLED = 99;

/** Loaded before the program: ends it at its nth change to the folder of the settings, as a kill would. */
const KILLER = `const fs = require("node:fs");
let left = Number(process.env.KILL_AT);
const changes = ["open", "link", "rename", "unlink", "rm", "writeFile", "copyFile", "chmod"];
for (const [all, end] of [[fs, ""], [fs, "Sync"], [fs.promises, ""]]) for (const change of changes) {
  const name = change + end;
  const real = all[name];
  if (real === undefined) continue;
  all[name] = function (place, ...rest) {
    if (String(place).includes("config.yaml") && (left -= 1) === 0) (require("node:worker_threads").isMainThread ? process.kill(process.pid, "SIGKILL") : process.exit(${THREAD_KILLED}));
    return real.call(this, place, ...rest);
  };
}
require("node:module").syncBuiltinESMExports();
`;

const textWith = (rounds: number): string => `# keep\nrefine:\n  maxRounds: ${rounds}\n`;

function worldToKill(): { readonly world: World; readonly killer: string } {
  const world = newSettings(textWith(1));
  const killer = join(world.root, "killer.cjs");
  world.write(killer, KILLER);
  return { world, killer };
}

async function expectNextGoesThrough(world: World, rounds: number): Promise<void> {
  expect((await world.run(["config", "set", "refine.maxRounds", String(rounds)])).code).toBe(0);
  expect(world.read(world.projectConfig)).toBe(textWith(rounds));
}

test("ended at any change to a file it leaves the old settings or the new ones, and the next one goes through", async () => {
  const { world, killer } = worldToKill();
  let killed = 0;
  for (let rounds = 2; ; rounds += 2) {
    const before = world.read(world.projectConfig);
    const { code } = await runInThread(world, ["config", "set", "refine.maxRounds", String(rounds)], {
      execArgv: ["--require", killer],
      env: { KILL_AT: String(killed + 1) },
    });
    expect([before, textWith(rounds)]).toContain(world.read(world.projectConfig));
    if (code !== THREAD_KILLED) break;
    killed += 1;
    forgetHolders(world);
    await expectNextGoesThrough(world, rounds + 1);
  }
  expect(killed).toBeGreaterThan(5);
});

/** A thread that is gone was part of this process, which is not. */
function forgetHolders({ projectConfig }: World): void {
  const folder = dirname(projectConfig);
  for (const name of readdirSync(folder).filter((one) => one.includes(".lock"))) {
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/"processStart":"[^"]*"/, '"processStart":"another"'));
  }
}

test("a process killed in the middle of it leaves the old settings or the new ones, and the next one goes through", async () => {
  const { world, killer } = worldToKill();
  const env = { NODE_OPTIONS: `--require ${killer}`, KILL_AT: "5" };
  const ended = await world.start(["config", "set", "refine.maxRounds", "2"], { env });
  expect(ended.signal).toBe("SIGKILL");
  expect([textWith(1), textWith(2)]).toContain(world.read(world.projectConfig));
  await expectNextGoesThrough(world, 3);
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
  const keys = KEYS.slice(0, 4);
  const ends = await Promise.all(keys.map((key) => world.start(["config", "set", key, "20"])));
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  const { origins } = documentOf(await world.run(["config", "show", "--json"])) as { origins: object };
  expect(origins).toMatchObject(Object.fromEntries(keys.map((key) => [key, "project"])));
  expect(readdirSync(dirname(world.projectConfig)).filter((name) => /lock|unfinished/.test(name))).toEqual(
    [],
  );
});

test("a pid that has another owner by now counts as dead", async () => {
  const world = newSettings();
  world.write(`${world.projectConfig}.lock`, lockText(process.pid, "some other start"));
  expect((await world.run(["config", "set", "refine.maxRounds", "6"])).code).toBe(0);
});
