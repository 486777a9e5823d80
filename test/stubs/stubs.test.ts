import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { isAlive, numberIn } from "../agents/processes.ts";
import { cancelSource } from "../support/cancel.ts";
import { runStub, type StubName } from "./run-stub.ts";

const NAMES: readonly StubName[] = ["claude", "codex"];
const HANG_WALL_MS = 1_500;
const CANCEL_AFTER_MS = 500;
const SESSION: Record<StubName, string> = { claude: "stub-session", codex: "stub-thread" };

const ENDS: readonly (readonly [string, AgentOutcome])[] = [
  ["ok", "ok"],
  ["denied", "denied"],
  ["api-error", "overloaded"],
  ["rate-limited", "rate-limited"],
  ["cut-stream", "crashed"],
  ["background-child", "ok"],
  ["huge-output", "ok"],
  ["nonsense", "crashed"],
];

const ROWS = NAMES.flatMap((name) => ENDS.map(([scenario, outcome]) => ({ name, scenario, outcome })));

test.each(ROWS)("given $name and the scenario $scenario, then the run is $outcome", async (row) => {
  const { judged, reading } = await runStub(row);
  expect(judged, JSON.stringify(judged.evidence)).toMatchObject({ outcome: row.outcome });
  expect(reading.final.sessionRef).toBe(SESSION[row.name]);
});

test.each(NAMES)("given %s and no first byte, then the wall ends it", async (name) => {
  const { judged, reading } = await runStub({
    name,
    scenario: "hang-before-first-byte",
    wallMs: HANG_WALL_MS,
  });
  expect(judged.outcome).toBe("timeout-wall");
  expect(reading.final).toMatchObject({ ended: false, errors: [] });
});

test.each(NAMES)(
  "given %s and a good run, then the document, the answer and the usage are there",
  async (name) => {
    const { result, reading } = await runStub({ name, scenario: "ok" });
    expect(result.document?.text).toContain("# A document");
    expect(reading.final).toMatchObject({ text: "Done.", usage: { inputTokens: 1_200, outputTokens: 50 } });
    expect(reading.events.some(({ at }) => at === "said")).toBe(true);
    expect(reading.final).toMatchObject({ ignored: 0, unreadable: 0 });
  },
);

test.each(NAMES)(
  "given %s in a role that only reads, then its answer stands for the document",
  async (name) => {
    const { result, judged } = await runStub({ name, scenario: "ok", wish: { access: "read-only" } });
    expect(result.document).toBeNull();
    expect(judged.outcome).toBe("ok");
  },
);

test.each(NAMES)("given %s and a session to resume, then it goes on with it", async (name) => {
  const { reading } = await runStub({ name, scenario: "ok", wish: { session: { id: "s-9", resume: true } } });
  expect(reading.final.sessionRef).toBe("s-9");
});

test.each(NAMES)("given %s and a limit with a wait, then the wait is known", async (name) => {
  const { judged } = await runStub({ name, scenario: "rate-limited" });
  expect(judged.waitMs).toBe(30_000);
});

test.each(NAMES)(
  "given %s and a process it left running, then nothing is running afterwards",
  async (name) => {
    const { view } = await runStub({ name, scenario: "background-child" });
    const pid = numberIn(join(view, "child.pid"));
    expect(pid).toBeGreaterThan(1);
    expect(isAlive(pid)).toBe(false);
  },
);

test.each(NAMES)("given %s and too long a line, then it is skipped and the rest is read", async (name) => {
  const { reading } = await runStub({ name, scenario: "huge-output" });
  expect(reading.final).toMatchObject({ unreadable: 1, ended: true, text: "Done." });
});

test.each(NAMES)("given %s and nonsense, then it is counted and no answer", async (name) => {
  const { reading } = await runStub({ name, scenario: "nonsense" });
  expect(reading.final).toMatchObject({ unreadable: 3, ignored: 5, text: null, ended: false });
});

test("given claude and an interrupt, then it gives a result and exit code 0, as if all were well", async () => {
  const options = ["-p", "--verbose", "--output-format", "stream-json"];
  const stub = spawn(process.execPath, [join(import.meta.dirname, "claude.mjs"), ...options], {
    env: { PATH: process.env.PATH, STUB_SCENARIO: "hang-before-first-byte" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  stub.stdin.end("a prompt");
  const begun = once(stub.stdout, "data");
  const ended = once(stub, "exit");
  await begun;
  const result = once(stub.stdout, "data");
  stub.kill("SIGINT");
  expect(String(await result)).toContain('"type":"result"');
  expect(await ended).toEqual([0, null]);
});

test.each(NAMES)("given %s and our own wish to stop, then it was cancelled", async (name) => {
  const { cancel, stop } = cancelSource();
  setTimeout(stop, CANCEL_AFTER_MS);
  const { judged } = await runStub({ name, scenario: "hang-before-first-byte", cancel });
  expect(judged.outcome).toBe("cancelled");
});
