// Every way a command-line agent ends, by real processes.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CliAgentOptions } from "../../src/adapters/agent-process/cli/cli-agent.ts";
import { removeHomes } from "../../src/adapters/agent-process/cli/homes.ts";
import { runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import type { AgentRequest } from "../../src/engine/ports.ts";
import { isAlive, marked, numberIn } from "../agents/processes.ts";
import { agentRequest, callKey, ignoreEvent, launched, NEVER } from "../agents/real-agent.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
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
/** It says something before it hangs, and takes its time to start beside much else. */
const LONGER_IDLE = { idleMs: 6_000 };

const ROWS: readonly Row[] = [
  { scenario: "ok", outcome: "ok" },
  { scenario: "ok", outcome: "ok", request: READ_ONLY },
  { scenario: "empty", outcome: "empty" },
  { scenario: "silent", outcome: "empty" },
  { scenario: "denied", outcome: "denied" },
  { scenario: "denied", outcome: "ok", request: READ_ONLY, only: "claude", evidence: "denied: Write" },
  {
    ...{ scenario: "denied", outcome: "ok", request: READ_ONLY, only: "codex" },
    evidence: "denied: bash -lc 'touch x'",
  },
  { scenario: "patch-rejected", outcome: "denied", only: "codex" },
  { scenario: "api-error", outcome: "overloaded" },
  { scenario: "rate-limited", outcome: "rate-limited" },
  { scenario: "waits-for-limit", outcome: "rate-limited", timers: LONGER_IDLE },
  { scenario: "unauthorised", outcome: "unauthorised" },
  { scenario: "too-long", outcome: "context-too-long" },
  { scenario: "budget", outcome: "budget" },
  { scenario: "refused", outcome: "refused" },
  { scenario: "cut-stream", outcome: "crashed", evidence: "ended by SIGKILL" },
  { scenario: "breaks-off", outcome: "ok", evidence: "its stream broke off" },
  { scenario: "breaks-off", outcome: "trespassed", request: READ_ONLY },
  { scenario: "no-network", outcome: "overloaded" },
  { scenario: "crash", outcome: "crashed", evidence: "ended by SIGSEGV" },
  { scenario: "nonsense", outcome: "crashed" },
  {
    ...{ scenario: "hang-before-first-byte", outcome: "timeout-idle", timers: SHORT_IDLE },
    evidence: "stopped after 1500 ms without output",
  },
  {
    ...{ scenario: "hang-before-first-byte", outcome: "timeout-wall", timers: { wallMs: 1_500 } },
    evidence: "stopped after 1500 ms, its time limit",
  },
  { scenario: "hang-after-result", outcome: "ok", evidence: "stopped 1000 ms after its result" },
  { scenario: "hang-after-nothing", outcome: "timeout-after-result" },
  { scenario: "background-child", outcome: "ok" },
  { scenario: "daemon", outcome: "ok" },
  {
    ...{ scenario: "writes-its-document", outcome: "trespassed", request: READ_ONLY },
    evidence: "changed without leave: reviewer.md is new",
  },
  { scenario: "writes-its-document", outcome: "ok" },
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
    const found = await stubAgent({ name, scenario: "ok" }, folder).recover(
      launched(key),
      ignoreEvent,
      NEVER,
    );
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
    const agent = stubAgent({ name, scenario: "hang-before-first-byte" }, folder);
    const request = agentRequest({ wallMs: null });
    const ended = agent.start(request, ignoreEvent, cancel);
    const { path } = runFolderOf(join(folder, "runs"), request);
    await until("it hangs", () => existsSync(join(path, "hanging")));
    stop();
    expect((await ended).outcome).toBe("cancelled");
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

test.each(STUB_NAMES)(
  "given %s and a key where a long error is cut, then no half of the key is left",
  async (name) => {
    const { result } = await runStub({ name, scenario: "fails-with-key" });
    expect(result.outcome).not.toBe("ok");
    expect(result.evidence.join("\n")).toContain("x".repeat(900));
    expect(JSON.stringify(result)).not.toContain(STUB_KEY.slice(0, 5));
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

const homeIn = (folder: string, name: string, role = "engineer"): string =>
  join(folder, "homes/demo", role, `.${name}`);

test.each(STUB_NAMES)("given %s, then nobody else may look into its home", async (name) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "homes"), { mode: 0o755 });
  await runStub({ name, scenario: "ok", folder });
  for (const path of ["homes", "homes/demo", "homes/demo/engineer", `homes/demo/engineer/.${name}`]) {
    expect(statSync(join(folder, path)).mode & 0o777, path).toBe(0o700);
  }
});

test.each(STUB_NAMES)(
  "given %s, then a call begins with a fresh home, and only one that resumes finds the old one",
  async (name) => {
    const folder = temporaryFolder();
    const looks = async (attempt: number, resume: string | null = null) =>
      (
        await runStub({
          ...{ name, scenario: "looks-at-home", folder },
          request: { ...READ_ONLY, key: callKey({ attempt }), resume },
        })
      ).result;
    const first = await looks(1);
    expect(first.text?.text).toBe("there was none");
    expect((await looks(2, first.sessionRef ?? null)).text?.text).toBe("there was a memory");
    expect((await looks(3)).text?.text).toBe("there was none");
  },
);

test.each(STUB_NAMES)(
  "given %s and a run that came to nothing, then its home is gone, and nothing is left to resume",
  async (name) => {
    for (const scenario of ["unauthorised", "empty", "crash"]) {
      const folder = temporaryFolder();
      const { result } = await runStub({ name, scenario, folder });
      expect(existsSync(homeIn(folder, name)), scenario).toBe(false);
      expect(result.sessionRef).toBeUndefined();
    }
  },
);

test("given a run that failed, then looking at it again leaves the home of the next one alone", async () => {
  const folder = temporaryFolder();
  const failed = await runStub({ name: "claude", scenario: "empty", folder });
  const key = callKey({ attempt: 2 });
  await runStub({ name: "claude", scenario: "ok", folder, request: { key } });
  expect(await failed.agent.recover(launched(), ignoreEvent, NEVER)).toMatchObject({ at: "finished" });
  expect(existsSync(homeIn(folder, "claude"))).toBe(true);
});

test("given a session that has ended, then its homes are removed, and no other's", async () => {
  const folder = temporaryFolder();
  const sessions = ["demo", "other", ".."];
  for (const session of sessions) {
    await runStub({
      name: "claude",
      scenario: "ok",
      folder,
      request: { key: callKey({ subject: { of: "session", id: session } }) },
    });
  }
  const homes = join(folder, "homes");
  await removeHomes(homes, "demo");
  await removeHomes(homes, "..");
  expect(readdirSync(homes)).toEqual(["other"]);
  expect(existsSync(join(folder, "runs"))).toBe(true);
  await removeHomes(homes, "never-begun");
  await removeHomes(join(folder, "nowhere"), "demo");
});

test.each(STUB_NAMES)(
  "given %s and variables that the settings name, then what they hold is a key, whatever they are called",
  async (name) => {
    const env = {
      STUB_TELLS: "MY_SETTING,TOKEN,GITHUB_PAT,HTTPS_PROXY",
      MY_SETTING: "what-i-set-there",
      TOKEN: "tok-0123456789",
      GITHUB_PAT: "ghp_0123456789",
      HTTPS_PROXY: "http://me:proxy-pass-1@127.0.0.1:9",
    };
    const envNames = ["STUB_SCENARIO", "STUB_TELLS", "MY_SETTING", "TOKEN", "GITHUB_PAT"];
    const { result, run } = await runStub({ name, scenario: "spills-variables", options: { env, envNames } });
    const clean = [
      ...["MY_SETTING", "TOKEN", "GITHUB_PAT"].map((variable) => `${variable}: [redacted: ${variable}]\n`),
      "HTTPS_PROXY: http://me:[redacted: HTTPS_PROXY]@127.0.0.1:9\n",
    ].join("");
    expect(result.document?.text).toBe(clean);
    expect(result.text?.text).toBe(clean);
    for (const file of [run.stdout, run.result, join(run.view, "engineer.md")]) {
      const text = readFileSync(file, "utf8");
      for (const value of [env.MY_SETTING, env.TOKEN, env.GITHUB_PAT, "proxy-pass-1"])
        expect(text).not.toContain(value);
    }
  },
);

/** Longer than what stands in its place, so that logs shrink where it is taken out. */
const LONG_KEY = `sk-${"0123456789".repeat(8)}`;

test("given a timeout whose result cannot be noted, then the next harvest says the same", async () => {
  const folder = temporaryFolder();
  const options = { env: { STUB_API_KEY: LONG_KEY }, timers: { wallMs: 1_500 } };
  const scenario = "spills-and-hangs";
  const agent = stubAgent({ name: "claude", scenario, options }, folder);
  const run = runFolderOf(join(folder, "runs"), launched());
  const inTheWay = (): void => void mkdirSync(join(run.result, "x"), { recursive: true });
  const first = await agent.start(agentRequest({ wallMs: null }), inTheWay, NEVER);
  expect(first.outcome).toBe("timeout-wall");
  rmSync(run.result, { recursive: true });
  const again = await agent.recover(launched(), ignoreEvent, NEVER);
  expect(again).toMatchObject({ at: "finished", result: { outcome: "timeout-wall" } });
  await agent.tidyUp?.(launched());
  expect(readFileSync(run.stdout, "utf8")).not.toContain(LONG_KEY);
});

test("given a parley killed between the result and the tidying up, then the next one tidies up", async () => {
  const folder = temporaryFolder();
  const options = { env: { STUB_API_KEY: LONG_KEY }, timers: { wallMs: 1_500 } };
  const { result, run, agent } = await runStub({
    name: "claude",
    scenario: "spills-and-hangs",
    folder,
    options,
  });
  writeFileSync(run.stdout, `${LONG_KEY}\n`);
  expect(await agent.recover(launched(), ignoreEvent, NEVER)).toEqual({ at: "finished", result });
  expect(readFileSync(run.stdout, "utf8")).toBe("[redacted: STUB_API_KEY]\n");
});
