// What builds and tests a task's work: the person's own command, over code that nobody has read yet.
import type { CheckRequest, CheckResult, CheckRunner } from "../../engine/build-ports.ts";
import type { Cancel } from "../../engine/ports.ts";
import { reapStrays } from "../shared/reap-strays.ts";
import { type Secret, secretsOf } from "../shared/redact.ts";
import { runBounded } from "../shared/run-bounded.ts";
import { reasonOf } from "../shared/system-error.ts";
import { CheckOutput } from "./check-output.ts";
import { TestCount } from "./count-tests.ts";

interface CheckOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whose values may not be told, beside those that the environment names as such. */
  readonly secrets: readonly Secret[];
}

/** What it left in the background may hold its output open for so long, and is then ended. */
const DRAIN_MS = 1_000;
/** Of git, parley and an agent: they would lead the check elsewhere, or lend it somebody's name. */
const NOT_PASSED = /^(?:GIT|PARLEY)_/;

export function shellChecks({ env, secrets }: CheckOptions): CheckRunner {
  const keys = secretsOf(env, []);
  const names = new Set(keys.map(({ name }) => name));
  const passed = Object.fromEntries(
    Object.entries(env).filter(([name]) => !names.has(name) && !NOT_PASSED.test(name)),
  );
  const all = [...secrets, ...keys];
  return { run: (request, onLine, cancel) => runCheck({ passed, secrets: all }, request, onLine, cancel) };
}

interface CheckContext {
  readonly passed: CheckOptions["env"];
  readonly secrets: readonly Secret[];
}

async function runCheck(
  { passed, secrets }: CheckContext,
  request: CheckRequest,
  onLine: (line: string) => void,
  cancel: Cancel,
): Promise<CheckResult> {
  const { folder, step, command, timeLimitMs } = request;
  // Whatever it starts is part of a run, and of this folder's checks: nothing in it decides for a person.
  const marks = { PARLEY_RUN: "checks", PARLEY_CHECKS: folder };
  await reapStrays(marks);
  const tests = new TestCount();
  const output = new CheckOutput(secrets, (line) => {
    tests.add(line);
    onLine(line);
  });
  const startedMs = performance.now();
  const stop = new AbortController();
  const forget = cancel.onCancel(() => stop.abort());
  const end = await runBounded(
    {
      argv: ["/bin/sh", "-c", command],
      cwd: folder,
      env: { ...passed, ...marks, CI: "true", NO_COLOR: "1", TERM: "dumb", GIT_TERMINAL_PROMPT: "0" },
      input: null,
      timeoutMs: timeLimitMs,
      ...{ drainMs: DRAIN_MS, leavesNothing: true, cancel: stop.signal },
    },
    (stream, bytes) => {
      output.add(stream, bytes);
      return true;
    },
  );
  forget();
  output.end();
  const { left } = await reapStrays(marks);
  const elapsedMs = Math.round(performance.now() - startedMs);
  const said = [output.text, ...left.map((what) => `[still running, and not to be ended: ${what}]\n`)].join(
    "",
  );
  const result = { step, command, elapsedMs, output: said, tests: tests.value, exitCode: null };
  switch (end.at) {
    case "not-started":
      return { ...result, outcome: "not-started", output: `${said}${reasonOf(end.error)}\n` };
    case "timed-out":
      return { ...result, outcome: "timeout" };
    case "cancelled":
      return { ...result, outcome: "cancelled" };
    case "ended":
      return { ...result, exitCode: end.exitCode, outcome: end.exitCode === 0 ? "passed" : "failed" };
  }
}
