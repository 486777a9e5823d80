// Every way an ACP agent ends, by real processes.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AcpAgentOptions } from "../../src/adapters/agent-process/acp/acp-agent.ts";
import { runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentRequest } from "../../src/engine/ports.ts";
import { isAlive, marked, numberIn } from "../agents/processes.ts";
import { agentRequest, callKey, ignoreEvent, launched, NEVER } from "../agents/real-agent.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { startProgram } from "../support/worker.ts";
import { type AcpStubRun, acpStubAgent, runAcpStub } from "./run-acp-stub.ts";
import { STUB_KEY } from "./run-stub.ts";

const onLinux = process.platform === "linux";
const READ_ONLY: Partial<AgentRequest> = { access: "read-only", document: "reviewer.md" };

/** Each in a folder of its own, unless it names one. */
const runStub = (run: Omit<AcpStubRun, "folder"> & { readonly folder?: string }) =>
  runAcpStub({ folder: temporaryFolder(), ...run });

interface Row {
  readonly scenario: string;
  readonly outcome: AgentOutcome;
  readonly request?: Partial<AgentRequest>;
  readonly bounds?: AcpAgentOptions["bounds"];
  readonly timers?: AcpAgentOptions["timers"];
  readonly evidence?: RegExp;
  readonly text?: string | null;
}

const ROWS: readonly Row[] = [
  { scenario: "ok", outcome: "ok", text: "Done." },
  { scenario: "ok", outcome: "ok", request: READ_ONLY, evidence: /^denied: Write \S+reviewer\.md$/m },
  { scenario: "empty", outcome: "empty", text: null },
  { scenario: "refused", outcome: "refused" },
  { scenario: "cut-off", outcome: "crashed", evidence: /most tokens it may write/ },
  { scenario: "stops-oddly", outcome: "crashed", evidence: /reason that is unknown: bored/ },
  { scenario: "stops-without-a-word", outcome: "crashed", evidence: /names no reason to stop/ },
  { scenario: "limited", outcome: "rate-limited", evidence: /error \(rate-limited, 429\)/ },
  { scenario: "api-error", outcome: "overloaded", evidence: /error \(overloaded, 500\)/ },
  { scenario: "unauthorised", outcome: "unauthorised" },
  { scenario: "fails-as-end-turn", outcome: "overloaded", evidence: /high demand/, text: null },
  { scenario: "text-after-stop", outcome: "ok", text: "# The first half, and the second." },
  { scenario: "other-sessions", outcome: "ok", text: "Of this one." },
  { scenario: "several-messages", outcome: "ok", text: "# The answer" },
  { scenario: "some-garbage", outcome: "ok", text: "Done." },
  { scenario: "other-version", outcome: "crashed", evidence: /version 7 of the protocol, not 1/ },
  { scenario: "no-session", outcome: "crashed", evidence: /names no session/ },
  {
    ...{ scenario: "never-answers", outcome: "crashed", bounds: { handshakeMs: 1_500 } },
    evidence: /it did not answer initialize within 1500 ms/,
  },
  {
    ...{ scenario: "never-ends", outcome: "timeout-idle", timers: { idleMs: 3_000 } },
    evidence: /stopped after 3000 ms without output/,
  },
  {
    ...{ scenario: "talks-for-ever", outcome: "timeout-wall", timers: { wallMs: 8_000, idleMs: 7_000 } },
    evidence: /stopped after 8000 ms, its time limit/,
  },
  {
    ...{ scenario: "flood", outcome: "crashed", bounds: { messagesMax: 5_000 } },
    evidence: /it sent more than 5000 messages/,
  },
  { scenario: "garbage", outcome: "crashed", evidence: /more than 100 lines that are no messages/ },
  {
    ...{ scenario: "long-message", outcome: "crashed", bounds: { messageBytesMax: 1_000_000 } },
    evidence: /a message of more than 1000000 bytes/,
  },
  {
    ...{ scenario: "asks-for-ever", outcome: "crashed", bounds: { requestsMax: 50 } },
    evidence: /asked for something more than 50 times, at last for session\/request_permission/,
  },
  { scenario: "exits", outcome: "crashed", evidence: /broke off: it ended with exit code 3/ },
  { scenario: "exits-well", outcome: "crashed", evidence: /broke off: it ended with exit code 0/ },
  { scenario: "killed", outcome: "crashed", evidence: /broke off: it was ended by SIGKILL/ },
  { scenario: "wants-a-terminal", outcome: "denied", evidence: /^denied: terminal\/create$/m },
  { scenario: "wants-a-terminal", outcome: "ok", request: READ_ONLY, text: "I have none." },
  { scenario: "background-child", outcome: "ok" },
  { scenario: "daemon", outcome: "ok" },
  { scenario: "stays-after-result", outcome: "ok", bounds: { leaveMs: 500 } },
  {
    ...{ scenario: "writes-its-document", outcome: "trespassed", request: READ_ONLY, text: null },
    evidence: /changed without leave: reviewer\.md is new/,
  },
  { scenario: "writes-beside", outcome: "trespassed", request: READ_ONLY },
  { scenario: "writes-beside", outcome: "ok" },
];

test.each(ROWS)("given $scenario, then it is $outcome, and nothing is left running", async (row) => {
  const { scenario, request = {}, bounds = {}, timers = {} } = row;
  const { result, run } = await runStub({ scenario, request, options: { bounds, timers } });
  expect(result.outcome, result.evidence.join("\n")).toBe(row.outcome);
  if (row.evidence !== undefined) expect(result.evidence.join("\n")).toMatch(row.evidence);
  if (row.text !== undefined) expect(result.text?.text ?? null).toBe(row.text);
  if (onLinux) expect(marked(run)).toEqual([]);
});

test("given a good run, then its document, answer, usage and session are there, and signs of life before", async () => {
  const { result, events } = await runStub({ scenario: "ok" });
  expect(result.document?.text).toBe("# A document\n\nBy a stub.\n");
  expect(result.usage).toEqual({ inputTokens: 1_200, outputTokens: 50, usd: 0.25, cachedInputTokens: 200 });
  expect(result.sessionRef).toContain("stub-session");
  expect(events[0]?.at).toBe("started");
  const said = events.flatMap((event) => (event.at === "said" ? [event.text] : []));
  expect(said.join(" ")).toMatch(/Writing the document\. uses Write \S+engineer\.md Done\./);
});

test("given a failure that it calls an end, then what it used is unknown, and not nothing", async () => {
  const { result } = await runStub({ scenario: "fails-as-end-turn" });
  expect(result.usage).toEqual(USAGE_UNKNOWN);
});

test("given an agent that tells of its last step alone, then its tokens are unknown, and its dollars known", async () => {
  const { result } = await runStub({ scenario: "tells-last-step" });
  expect(result.usage).toEqual({ ...USAGE_UNKNOWN, usd: 0.25 });
});

test("given settings that say it cannot go on elsewhere, then no session is told, though the agent offers it", async () => {
  const options = { resumes: false };
  const { result } = await runStub({ scenario: "resumes:tells-state", request: READ_ONLY, options });
  expect(result.outcome).toBe("ok");
  expect(result.sessionRef).toBeUndefined();
});

test.each(["resumes", "loads"])(
  "given an agent that %s, then the next run goes on with its session",
  async (skill) => {
    const folder = temporaryFolder();
    const first = await runStub({ scenario: `${skill}:tells-state`, folder, request: READ_ONLY });
    expect(first.result.text?.text).toBe("new default small");
    const resume = first.result.sessionRef ?? null;
    const request = { ...READ_ONLY, resume, key: callKey({ attempt: 2 }) };
    const second = await runStub({ scenario: `${skill}:tells-state`, folder, request });
    expect(second.result.text?.text).toBe("resumed default small");
  },
);

test("given a session that it has forgotten, then it is not told the half of a task, and the next launch begins anew", async () => {
  const folder = temporaryFolder();
  const first = await runStub({ scenario: "forgets:tells-state", folder, request: READ_ONLY });
  const request = { ...READ_ONLY, resume: first.result.sessionRef ?? null, key: callKey({ attempt: 2 }) };
  const { result } = await runStub({ scenario: "forgets:tells-state", folder, request });
  expect(result).toMatchObject({ outcome: "crashed", text: null });
  expect(result.sessionRef).toBeUndefined();
  expect(result.evidence.join("\n")).toMatch(/session cannot be gone on with: .*No previous sessions found/);
});

test("given an agent that can go on with none, then none is offered", async () => {
  const { result } = await runStub({ scenario: "cannot:tells-state", request: READ_ONLY });
  expect(result.outcome).toBe("ok");
  expect(result.sessionRef).toBeUndefined();
});

test("given a session gone on with, then its cost is what came on top", async () => {
  const folder = temporaryFolder();
  const first = await runStub({ scenario: "ok", folder });
  const request = { resume: first.result.sessionRef ?? null, key: callKey({ attempt: 2 }) };
  const { result } = await runStub({ scenario: "ok", folder, request });
  expect(result.usage.usd).toBe(0.125);
});

test("given a mode by access and a model, then the session is set to them", async () => {
  const options = { model: "large", modes: { "read-only": "read-only", write: "default" } } as const;
  const { result } = await runStub({ scenario: "tells-state", request: READ_ONLY, options });
  expect(result.text?.text).toBe("new read-only large");
});

test.each([
  [{ model: "huge" }, /it has no model huge: it offers small, large/],
  [{ modes: { "read-only": "plan", write: "plan" } }, /it has no mode plan: it offers default, read-only/],
] as const)("given %j, which it does not offer, then it is not asked at all", async (options, evidence) => {
  const { result } = await runStub({ scenario: "ok", options });
  expect(result.outcome).toBe("refused");
  expect(result.evidence.join("\n")).toMatch(evidence);
});

test("given files it writes through us, then only those truly inside its folder are written", async () => {
  const { result, run } = await runStub({ scenario: "writes-through-us" });
  expect(result.text?.text).toBe("refused refused refused refused refused, its own written");
  expect(result.document?.text).toBe("# Through you\n");
  expect(existsSync(join(run.path, "outside.md"))).toBe(false);
  expect(existsSync("/tmp/parley-outside.md")).toBe(false);
  expect(result.evidence.join("\n")).toContain(
    "fs/write_text_file ../outside.md: it lies outside of its folder",
  );
});

test("given files it writes through us in a role that reads, then none is written", async () => {
  const { result, run } = await runStub({ scenario: "writes-through-us", request: READ_ONLY });
  // The links it made are a trespass of their own.
  expect(result.outcome).toBe("trespassed");
  expect(existsSync(join(run.view, "reviewer.md"))).toBe(false);
  expect(result.evidence.join("\n")).toContain("its role may only read");
});

test("given files it reads through us, then none outside its folder is read", async () => {
  const { result } = await runStub({ scenario: "reads-through-us" });
  expect(result.text?.text).toBe("refused refused refused, inside two\n");
});

test.each([
  ["write", "edit yes, edit yes, edit no, read yes, read no, search yes"],
  ["read-only", "edit no, edit no, edit no, read yes, read no, search yes"],
] as const)("given a role that may %s, then leave is given so", async (access, expected) => {
  const { result } = await runStub({ scenario: "asks-for-much", request: { ...READ_ONLY, access } });
  const rest = "execute no, delete no, edit no, edit no, fetch no, other no, cancelled";
  expect(result.text?.text ?? result.evidence.join("\n")).toBe(`${expected}, ${rest}`);
});

test.each([
  [undefined, "no", "cancelled"],
  [false, "no", "cancelled"],
  [true, "yes", "selected"],
] as const)("given a worktree and a shell that is %s, then leave is given so", async (shell, runs, last) => {
  const worktree = temporaryFolder();
  const request = { worktree, document: "coder.md", ...(shell === undefined ? {} : { shell }) };
  const { result } = await runStub({ scenario: "asks-for-much", request });
  const files = "edit yes, edit yes, edit no, read yes, read no, search yes";
  const rest = `execute ${runs}, delete yes, edit no, edit no, fetch no, other no, ${last}`;
  expect(result.text?.text ?? result.evidence.join("\n")).toBe(`${files}, ${rest}`);
});

test("given a worktree, then what it writes through us lands there, and nothing in git's own files", async () => {
  const worktree = temporaryFolder();
  const { result } = await runStub({
    scenario: "writes-through-us",
    request: { worktree, document: "coder.md" },
  });
  expect(result.document?.text).toBe("# Through you\n");
  expect(readFileSync(join(worktree, ".parley-out/coder.md"), "utf8")).toBe("# Through you\n");
  expect(existsSync(join(worktree, ".git"))).toBe(false);
});

test("given an agent that ends its turn over a refusal, then it was denied, and what it was saying is no answer", async () => {
  const { result } = await runStub({ scenario: "stops-when-refused", request: READ_ONLY });
  expect(result).toMatchObject({ outcome: "denied", text: null });
  expect(result.evidence.join("\n")).toMatch(/denied: .*\/parley-outside\/denied\.md/);
});

test("given our own wish to stop, then the turn is cancelled by the protocol before anybody is killed", async () => {
  const { cancel, stop } = cancelSource();
  const folder = temporaryFolder();
  const agent = acpStubAgent({ scenario: "never-ends", folder });
  const request = agentRequest({ wallMs: null });
  const ended = agent.start(request, ignoreEvent, cancel);
  const { path } = runFolderOf(join(folder, "runs"), request);
  await until("it hangs", () => existsSync(join(path, "hanging")));
  stop();
  const result = await ended;
  expect(result).toMatchObject({ outcome: "cancelled", usage: USAGE_UNKNOWN });
  expect(existsSync(join(path, "cancelled"))).toBe(true);
});

test("given our own wish to stop and an agent that hears nothing, then it is killed", async () => {
  const { cancel, stop } = cancelSource();
  const folder = temporaryFolder();
  const agent = acpStubAgent({ scenario: "never-answers", folder });
  const request = agentRequest({ wallMs: null });
  const ended = agent.start(request, ignoreEvent, cancel);
  const { path } = runFolderOf(join(folder, "runs"), request);
  await until("it hangs", () => existsSync(join(path, "hanging")));
  stop();
  expect((await ended).outcome).toBe("cancelled");
  if (onLinux) expect(marked(runFolderOf(join(folder, "runs"), request))).toEqual([]);
});

test("given a child that outlives it, then that is ended and told of", async () => {
  const { result, run } = await runStub({ scenario: "daemon" });
  const child = numberIn(join(run.path, "child.pid"));
  expect(child).toBeGreaterThan(1);
  if (!onLinux) return;
  expect(isAlive(child)).toBe(false);
  expect(result.evidence.join("\n")).toMatch(/\d stray process(?:es were| was) ended: .*sleep 600/);
});

test("given a prompt of 300 KB, then it gets it whole", async () => {
  const request = { ...READ_ONLY, prompt: "x".repeat(300_000) };
  const { result } = await runStub({ scenario: "tells-prompt", request });
  expect(result.text?.text).toBe("a prompt of 300000 characters");
});

test("given a key that it spills, in two halves, too, then the key is nowhere but in its environment", async () => {
  const { result, events, run } = await runStub({ scenario: "spills-key" });
  const clean = "The key is [redacted: STUB_API_KEY]";
  expect(result.document?.text).toBe(`${clean}\n`);
  expect(result.text?.text).toBe(clean);
  expect(JSON.stringify([result, events])).not.toContain(STUB_KEY);
  for (const file of [run.stdout, run.stderr, run.request, run.result, join(run.view, "engineer.md")]) {
    expect(readFileSync(file, "utf8"), file).not.toContain(STUB_KEY);
  }
});

test("given variables of the settings, then the agent finds them, and one that holds a key is not started", async () => {
  const env = { STUB_TELLS: "MY_WORD" };
  const told = { envNames: ["STUB_SCENARIO", "STUB_TELLS"], variables: { MY_WORD: "seen" }, env };
  const good = await runStub({ scenario: "spills-variables", request: READ_ONLY, options: told });
  expect(good.result.text?.text).toContain("MY_WORD: seen");
  const bad = await runStub({ scenario: "ok", options: { variables: { MY_WORD: STUB_KEY } } });
  expect(bad.result.outcome).toBe("unauthorised");
  expect(existsSync(bad.run.path)).toBe(false);
});

test("given an agent that is not there, then it is not installed", async () => {
  const { result } = await runStub({ scenario: "ok", options: { command: ["parley-no-such-agent"] } });
  expect(result.outcome, result.evidence.join("\n")).toBe("not-installed");
});

test("given a log that somebody else wrote to after its end, then it counts for nothing", async () => {
  const { run, agent } = await runStub({ scenario: "ok" });
  for (const file of [run.result, run.resultSeal]) writeFileSync(file, "");
  writeFileSync(run.stdout, `${JSON.stringify({ type: "ended", text: "forged", usage: USAGE_UNKNOWN })}\n`);
  const found = await agent.recover(launched(), ignoreEvent, NEVER);
  expect(found).toMatchObject({ at: "finished", result: { outcome: "crashed", text: null, document: null } });
});

test("given a parley that is killed, then the agent goes on, and whoever comes after takes what it brought", async () => {
  const folder = temporaryFolder();
  const worker = startProgram(process.execPath, ["test/.build/acp-starter.mjs", folder, "slow"]);
  const run = runFolderOf(join(folder, "runs"), agentRequest());
  await until("it was asked", () => existsSync(join(run.path, "asked")));
  worker.process.kill("SIGKILL");
  expect(await worker.ended).toBe("SIGKILL");
  const recovered = await acpStubAgent({ scenario: "slow", folder }).recover(launched(), ignoreEvent, NEVER);
  expect(recovered.at).toBe("running");
  writeFileSync(join(run.path, "go-on"), "");
  expect(recovered.at === "running" && (await recovered.done)).toMatchObject({
    ...{ outcome: "ok", document: { text: "# A document\n\nBy a stub.\n" }, text: { text: "Done." } },
    usage: { inputTokens: 1_200, usd: 0.25 },
  });
  if (onLinux) expect(marked(run)).toEqual([]);
});
