import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAlive, numberIn } from "../../../test/agents/processes.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { until } from "../../../test/support/until.ts";
import { type CommandRequest, runCommand } from "./run-program.ts";

function run(command: string, about: Partial<CommandRequest> = {}) {
  const cwd = temporaryFolder();
  const outcome = runCommand({
    command,
    cwd,
    env: process.env,
    input: "",
    timeoutMs: 20_000,
    outputBytesMax: 1_000,
    cancel: new AbortController().signal,
    ...about,
  });
  return { cwd, outcome };
}

test("it reads its input, and both its streams are heard", async () => {
  const { outcome } = run("cat; echo problem >&2", { input: "told\n" });
  expect(await outcome).toEqual({ at: "ended", exitCode: 0, output: "told\nproblem\n" });
});

test("it need not read its input, however long that is", async () => {
  const { outcome } = run("exit 3", { input: "x".repeat(1_000_000) });
  expect(await outcome).toEqual({ at: "ended", exitCode: 3, output: "" });
});

test("more output than is kept is let go, and does not stop it", async () => {
  const { outcome } = run("yes | head -c 300000; exit 4");
  expect(await outcome).toMatchObject({ at: "ended", exitCode: 4, output: "y\n".repeat(500) });
});

test("one that takes too long goes with all it started", async () => {
  const { cwd, outcome } = run("sleep 1000 & echo $! > child; sleep 1000", { timeoutMs: 2_000 });
  expect(await outcome).toMatchObject({ at: "timed-out" });
  const child = numberIn(join(cwd, "child"));
  expect(child).toBeGreaterThan(0);
  await until("what it started is gone", () => !isAlive(child));
});

test("what it leaves in the background may stay, and is not waited for", async () => {
  const { cwd, outcome } = run("(sleep 0.5; echo late > late.txt) & echo begun");
  expect(await outcome).toEqual({ at: "ended", exitCode: 0, output: "begun\n" });
  await expect.poll(() => readFileSync(join(cwd, "late.txt"), "utf8")).toBe("late\n");
});

test("a signal, a cancellation and a folder that is gone are told apart", async () => {
  expect(await run("kill -9 $$").outcome).toMatchObject({ at: "killed", signal: "SIGKILL" });
  const stop = new AbortController();
  const { outcome } = run("sleep 30", { cancel: stop.signal });
  stop.abort();
  expect(await outcome).toMatchObject({ at: "cancelled" });
  expect(await run("true", { cwd: "/no/such/folder" }).outcome).toMatchObject({ at: "not-started" });
});
