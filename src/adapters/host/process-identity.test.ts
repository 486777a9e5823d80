import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { isDeadProcess, thisProcess } from "./process-identity.ts";

test("we are alive", () => {
  expect(isDeadProcess(thisProcess())).toBe(false);
});

test("a process that ended is dead, and so is the former owner of a pid", async () => {
  const child = spawn("true");
  await new Promise((end) => child.once("close", end));
  const { host, pid } = thisProcess();
  expect(isDeadProcess({ host, pid: child.pid ?? 0, processStart: "unknown" })).toBe(true);
  expect(isDeadProcess({ host, pid, processStart: "another start" })).toBe(true);
});

test("of another machine nothing is known", () => {
  expect(isDeadProcess({ host: "elsewhere", pid: 1, processStart: "x" })).toBe(false);
});
