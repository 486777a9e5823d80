// Every way a command-line agent ends, by real processes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CliAgentOptions } from "../../src/adapters/agent-process/cli/cli-agent.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import type { AgentEvent, AgentRequest } from "../../src/engine/ports.ts";
import { isAlive, marked, numberIn } from "../agents/processes.ts";
import { callKey, ignoreEvent, NEVER } from "../agents/real-agent.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runStub, STUB_KEY, STUB_NAMES, stubAgent } from "./run-stub.ts";

const onLinux = process.platform === "linux";

interface Row {
  readonly scenario: string;
  readonly outcome: AgentOutcome;
  readonly only?: "claude" | "codex";
  readonly request?: Partial<AgentRequest>;
  readonly timers?: CliAgentOptions["timers"];
  readonly evidence?: string;
}

const READ_ONLY: Partial<AgentRequest> = { access: "read-only", document: "reviewer.md" };
const SHORT_IDLE = { idleMs: 1_500 };

const ROWS: readonly Row[] = [
  { scenario: "ok", outcome: "ok" },
  { scenario: "ok", outcome: "ok", request: READ_ONLY },
  { scenario: "empty", outcome: "empty" },
  { scenario: "silent", outcome: "empty" },
  { scenario: "denied", outcome: "denied" },
  { scenario: "patch-rejected", outcome: "denied", only: "codex" },
  { scenario: "api-error", outcome: "overloaded" },
  { scenario: "rate-limited", outcome: "rate-limited" },
  { scenario: "waits-for-limit", outcome: "rate-limited", timers: SHORT_IDLE },
  { scenario: "unauthorised", outcome: "unauthorised" },
  { scenario: "too-long", outcome: "context-too-long" },
  { scenario: "budget", outcome: "budget" },
  { scenario: "refused", outcome: "refused" },
  { scenario: "cut-stream", outcome: "crashed", evidence: "ended by SIGKILL" },
  { scenario: "crash", outcome: "crashed", evidence: "ended by SIGSEGV" },
  { scenario: "nonsense", outcome: "crashed" },
  {
    ...{ scenario: "hang-before-first-byte", outcome: "timeout-idle", timers: SHORT_IDLE },
    evidence: "stopped after 1500 ms without a sign of life",
  },
  {
    ...{ scenario: "hang-before-first-byte", outcome: "timeout-wall", timers: { wallMs: 1_500 } },
    evidence: "stopped after 1500 ms, its time limit",
  },
  { scenario: "hang-after-result", outcome: "ok", evidence: "stopped 1000 ms after its result" },
  { scenario: "hang-after-nothing", outcome: "timeout-after-result" },
  { scenario: "background-child", outcome: "ok" },
  { scenario: "daemon", outcome: "ok" },
  { scenario: "writes-beside", outcome: "trespassed", request: READ_ONLY },
  { scenario: "writes-beside", outcome: "ok" },
];

const CASES = STUB_NAMES.flatMap((name) =>
  ROWS.filter(({ only = name }) => only === name).map((row) => ({ name, ...row })),
);

test.each(CASES)(
  "given $name and $scenario, then it is $outcome, and nothing is left running",
  async (row) => {
    const { name, scenario, timers, request } = row;
    const { result, run } = await runStub({
      ...{ name, scenario, ...(request === undefined ? {} : { request }) },
      ...(timers === undefined ? {} : { options: { timers } }),
    });
    expect(result.outcome, result.evidence.join("\n")).toBe(row.outcome);
    if (row.evidence !== undefined) expect(result.evidence).toContain(row.evidence);
    if (onLinux) expect(marked(run)).toEqual([]);
  },
);

test.each(STUB_NAMES)(
  "given %s and a good run, then its document, answer, usage and session are there",
  async (name) => {
    const { result, events } = await runStub({ name, scenario: "ok" });
    expect(result.document?.text).toBe("# A document\n\nBy a stub.\n");
    expect(result.text?.text).toBe("Done.");
    expect(result.usage).toMatchObject({ inputTokens: 1_200, outputTokens: 50, cachedInputTokens: 200 });
    expect(result.sessionRef).toBeDefined();
    expect(events[0]?.at).toBe("started");
    expect(events.some(({ at }) => at === "said")).toBe(true);
  },
);

test.each(STUB_NAMES)(
  "given %s and a session to resume, then it goes on with it, and usage is what came on top",
  async (name) => {
    const folder = temporaryFolder();
    const first = await runStub({ name, scenario: "ok", folder });
    const resume = first.result.sessionRef ?? null;
    const key = callKey({ attempt: 2 });
    const { result, run } = await runStub({ name, scenario: "ok", folder, request: { key, resume } });
    const { argv } = JSON.parse(readFileSync(run.request, "utf8")) as { argv: string[] };
    expect(argv).toContain({ claude: "stub-session", codex: "stub-thread" }[name]);
    const own = {
      claude: { inputTokens: 1_200, outputTokens: 50, usd: 0.125 },
      codex: { inputTokens: 1_300, outputTokens: 40, cachedInputTokens: 400, usd: null },
    };
    expect(result.usage).toMatchObject(own[name]);
    const found = await stubAgent({ name, scenario: "ok" }, folder).recover(key, ignoreEvent, NEVER);
    expect(found).toEqual({ at: "finished", result });
  },
);

test.each(STUB_NAMES)(
  "given %s and a prompt of 300 KB, then it gets it whole, and an end of its input",
  async (name) => {
    const request = { ...READ_ONLY, prompt: "x".repeat(300_000) };
    const { result } = await runStub({ name, scenario: "tells-prompt", request });
    expect(result.text?.text).toBe("a prompt of 300000 characters");
  },
);

test.each(STUB_NAMES)(
  "given %s and a limit with a wait, then the wait is known, and trouble was told",
  async (name) => {
    const { result } = await runStub({ name, scenario: "rate-limited" });
    expect(result.waitMs).toBe(30_000);
    const { events } = await runStub({ name, scenario: "api-error" });
    expect(events.some(({ at }) => at === "troubled")).toBe(true);
  },
);

test.each(STUB_NAMES)(
  "given %s and our own wish to stop, then it was cancelled, whatever it says in the end",
  async (name) => {
    const { cancel, stop } = cancelSource();
    const folder = temporaryFolder();
    const onEvent = ({ at }: AgentEvent): void => {
      if (at === "started") setTimeout(stop, 700);
    };
    const agent = stubAgent({ name, scenario: "hang-before-first-byte" }, folder);
    const result = await agent.start(
      {
        key: callKey(),
        prompt: "x",
        document: "engineer.md",
        wallMs: null,
        access: "write",
        readsProject: false,
        resume: null,
      },
      onEvent,
      cancel,
    );
    expect(result.outcome).toBe("cancelled");
  },
);

test.each(STUB_NAMES)(
  "given %s and children that outlive it, then they are ended and told of",
  async (name) => {
    for (const scenario of name === "claude" ? ["background-child", "daemon"] : ["daemon"]) {
      const { result, run } = await runStub({ name, scenario });
      const child = numberIn(join(run.path, "child.pid"));
      expect(child).toBeGreaterThan(1);
      if (scenario === "background-child" || onLinux) expect(isAlive(child)).toBe(false);
      if (onLinux)
        expect(result.evidence.join("\n")).toMatch(/\d stray process(?:es were| was) ended: .*sleep 600/);
    }
  },
);

test.each(STUB_NAMES)(
  "given %s and too long a line, then it is skipped and the rest is read",
  async (name) => {
    const { result } = await runStub({ name, scenario: "huge-output" });
    expect(result.evidence).toContain("lines of output that could not be read: 1");
    expect(result.text?.text).toBe("Done.");
  },
);

test.each(STUB_NAMES)(
  "given %s and a key that it spills, then the key is nowhere but in its environment",
  async (name) => {
    const { result, events, run } = await runStub({ name, scenario: "spills-key" });
    const clean = "[redacted: STUB_API_KEY]";
    expect(result.document?.text).toBe(`# A document\n\nThe key is ${clean}.\n`);
    expect(result.text?.text).toBe(`The key is ${clean}`);
    expect(JSON.stringify(events)).toContain(clean);
    expect(JSON.stringify([result, events])).not.toContain(STUB_KEY);
    const files = [run.stdout, run.stderr, run.request, run.result, run.exit, run.prompt, run.fingerprint];
    for (const file of [...files, join(run.view, "engineer.md")]) {
      expect(readFileSync(file, "utf8"), file).not.toContain(STUB_KEY);
    }
    expect(readFileSync(run.stderr, "utf8")).toBe(`debug: authorization ${clean}\n`);
  },
);

test.each(STUB_NAMES)("given %s and escape sequences, then they are text like any other", async (name) => {
  const { result, events } = await runStub({ name, scenario: "control-characters" });
  expect(result.document?.text).toBe("\u001b[31mred\u001b[0m\n");
  expect(events).toContainEqual({ at: "said", text: "\u001b[2Jgone\u0007" });
});

test.each(STUB_NAMES)(
  "given %s and records of ours that it forged, then the run is over when it is over",
  async (name) => {
    const { result } = await runStub({ name, scenario: "forges" });
    expect(result).toMatchObject({ outcome: "ok", document: { text: "# A document\n\nBy a stub.\n" } });
    expect(result.elapsedMs).toBeGreaterThanOrEqual(1_500);
  },
);

test.each(STUB_NAMES)(
  "given %s and a key that is not set, then nothing is started, and the variable is named",
  async (name) => {
    const { result, run } = await runStub({ name, scenario: "ok", options: { env: { STUB_API_KEY: "" } } });
    expect(result).toMatchObject({ outcome: "unauthorised", document: null });
    expect(result.evidence[0]).toContain("STUB_API_KEY");
    expect(existsSync(run.path)).toBe(false);
  },
);

test.each(STUB_NAMES)("given %s and a key among its arguments, then nothing is started", async (name) => {
  const { result, run } = await runStub({ name, scenario: "ok", options: { args: [`--key=${STUB_KEY}`] } });
  expect(result.outcome).toBe("unauthorised");
  expect(JSON.stringify(result)).not.toContain(STUB_KEY);
  expect(existsSync(run.path)).toBe(false);
});

test.each(STUB_NAMES)("given %s that is not there, then it is not installed", async (name) => {
  const { result } = await runStub({
    name,
    scenario: "ok",
    options: { program: ["parley-no-such-program"] },
  });
  expect(result.outcome).toBe("not-installed");
  expect(result.evidence[0]).toContain("ENOENT");
});

test.each(STUB_NAMES)(
  "given %s, then each role and session has a home of its own where it has a key, and none without",
  async (name) => {
    const folder = temporaryFolder();
    await runStub({ name, scenario: "ok", folder });
    await runStub({
      name,
      scenario: "ok",
      folder,
      request: { ...READ_ONLY, key: callKey({ purpose: "reviewer" }) },
    });
    const home = { claude: ".claude", codex: ".codex" }[name];
    for (const role of ["engineer", "reviewer"])
      expect(existsSync(join(folder, "homes/demo", role, home))).toBe(true);
    const own = temporaryFolder();
    await runStub({ name, scenario: "ok", folder: own, options: { api: null } });
    expect(existsSync(join(own, "homes"))).toBe(false);
  },
);
