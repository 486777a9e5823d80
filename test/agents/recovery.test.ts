// An agent outlives the parley that started it: shown with real processes that are really killed.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type RunFolder, runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { identifyProcess, isDeadProcess } from "../../src/adapters/host/process-identity.ts";
import { ed25519Seals } from "../../src/adapters/host/seals.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentEvent, AgentResult, LeaseHolder, RecoveredCall } from "../../src/engine/ports.ts";
import { cancelSource } from "../support/cancel.ts";
import { TEST_SEAL } from "../support/seals.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { startProgram, type Worker } from "../support/worker.ts";
import { isAlive, marked } from "./processes.ts";
import { agentRequest, callKey, ignoreEvent, launched, NEVER, shellAgent } from "./real-agent.ts";

const KEY = callKey();

/** Each start adds a line, so that a second one would be seen. */
const COUNTED = "echo started >> ../../starts;";

interface Fate {
  readonly wallMs?: number;
  /** When it kills itself. */
  readonly instant?: string;
}

/** A process that is about to start the agent. */
async function parley(runsDir: string, script: string, fate: Fate = {}): Promise<Worker> {
  const { wallMs = 240_000, instant = "" } = fate;
  const program = ["test/.build/agent-starter.mjs", runsDir, script, String(wallMs), instant];
  const worker = startProgram(process.execPath, program);
  expect(await worker.next()).toEqual({ ready: true });
  return worker;
}

/** What it says when the agent runs. */
async function started(worker: Worker): Promise<number> {
  for (;;) {
    const line = await worker.next();
    if (line.at === "started") return Number(line.pid);
  }
}

function waitSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function starts(runsDir: string): number {
  if (!existsSync(join(runsDir, "starts"))) return 0;
  return readFileSync(join(runsDir, "starts"), "utf8").split("\n").length - 1;
}

async function killed(worker: Worker): Promise<void> {
  worker.process.kill("SIGKILL");
  expect(await worker.ended).toBe("SIGKILL");
}

async function recover(runsDir: string, cancel = NEVER): Promise<RecoveredCall> {
  return await shellAgent(runsDir, "exit 1").recover(launched(KEY), ignoreEvent, cancel);
}

async function endOf(recovered: RecoveredCall): Promise<AgentResult | null> {
  switch (recovered.at) {
    case "finished":
      return recovered.result;
    case "running":
      return await recovered.done;
    case "unknown":
      return null;
    case "lost":
      throw new Error("the launch is lost");
  }
}

/** What an agent does that goes on only when it is let go. */
function gate(): { readonly wait: string; letGo(): void } {
  const file = join(temporaryFolder(), "go");
  return {
    wait: `until [ -e '${file}' ]; do sleep 0.05; done`,
    letGo: () => writeFileSync(file, ""),
  };
}

it("given a parley killed with -9 in mid-run, another finds the agent running and gets its document", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const { wait, letGo } = gate();
  const first = await parley(runsDir, `${COUNTED} ${wait}; echo done > "$PARLEY_OUT"`);
  await started(first);
  await killed(first);
  const recovered = await recover(runsDir);
  expect(recovered.at).toBe("running");
  letGo();
  const result = await endOf(recovered);
  expect(result).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  expect(await recover(runsDir)).toEqual({ at: "finished", result });
  expect(starts(runsDir)).toBe(1);
});

it("given an agent that ended while no parley ran, it is found finished", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const usage = '{"type":"usage","inputTokens":7,"outputTokens":3,"usd":0.5}';
  const { wait, letGo } = gate();
  const first = await parley(runsDir, `${wait}; echo '${usage}'; echo done > "$PARLEY_OUT"`);
  await started(first);
  await killed(first);
  letGo();
  const run = runFolderOf(runsDir, launched(KEY));
  const { pid } = JSON.parse(readFileSync(run.wrapper, "utf8")) as { pid: number };
  await until("the wrapper has written the end and is gone", () => existsSync(run.exit) && !isAlive(pid));
  const recovered = await recover(runsDir);
  expect(recovered).toMatchObject({
    at: "finished",
    result: { outcome: "ok", usage: { inputTokens: 7, outputTokens: 3, usd: 0.5 } },
  });
});

it.each([
  ["nothing is there", "unknown", 0],
  ["the folder is there", "unknown", 0],
  ["the wrapper waits", "unknown", 0],
  ["the agent runs", "ok", 1],
])(
  "given a parley killed when %s, the launch is %s, and the agent was started %i times",
  async (instant, end, times) => {
    const runsDir = join(temporaryFolder(), "runs");
    const first = await parley(runsDir, `${COUNTED} sleep 0.3; echo done > "$PARLEY_OUT"`, { instant });
    expect(await first.ended).toBe("SIGKILL");
    const result = await endOf(await recover(runsDir));
    expect(result?.outcome ?? "unknown").toBe(end);
    const wrapper = first.lines.find((line) => "wrapper" in line)?.wrapper;
    if (wrapper !== undefined) await until("the wrapper is gone", () => !isAlive(Number(wrapper)));
    expect(starts(runsDir)).toBe(times);
    expect(await recover(runsDir)).toEqual(result === null ? { at: "unknown" } : { at: "finished", result });
  },
);

it("given a parley killed at some moment, the agent runs once at most and every run comes to an end", async () => {
  const runs = temporaryFolder();
  for (let round = 0; round < 15; round++) {
    const runsDir = join(runs, `runs-${round}`);
    const first = await parley(runsDir, `${COUNTED} sleep 0.5; echo done > "$PARLEY_OUT"`);
    await sleep(round * 5);
    await killed(first);
    const result = await endOf(await recover(runsDir));
    expect(starts(runsDir)).toBe(result?.outcome === "ok" ? 1 : 0);
    expect(["ok", "unknown"]).toContain(result?.outcome ?? "unknown");
  }
});

it("given a starter that slept until another gave the launch up, the agent is not started after all", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const givenUp: AgentResult = {
    ...{ outcome: "crashed", document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0 },
    evidence: ["it was never started: parley ended before"],
  };
  const prepare = async (): Promise<void> => {
    writeFileSync(runFolderOf(runsDir, launched(KEY)).result, JSON.stringify(givenUp));
  };
  const agent = shellAgent(runsDir, `${COUNTED} echo done > "$PARLEY_OUT"`, { prepare });
  expect(await agent.start(agentRequest({ key: KEY }), ignoreEvent, NEVER)).toMatchObject({
    outcome: "crashed",
  });
  expect(starts(runsDir)).toBe(0);
});

it("given an end that the agent forged and its wrapper's own word right after our look, then the latter counts", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const forged = JSON.stringify({ code: 7, signal: null, startedAtMs: 1, endedAtMs: 2 });
  // What was read before this look is older than what is there after it.
  const isDead = (holder: LeaseHolder): boolean => {
    while (existsSync(runFolderOf(runsDir, launched(KEY)).exit) && !isDeadProcess(holder)) waitSync(10);
    return isDeadProcess(holder);
  };
  const script = `echo '${forged}' > ../exit; sleep 0.5; echo done > "$PARLEY_OUT"`;
  const result = await shellAgent(runsDir, script, { isDead }).start(
    agentRequest({ key: KEY }),
    ignoreEvent,
    NEVER,
  );
  expect(result).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  expect(result.elapsedMs).toBeGreaterThanOrEqual(500);
});

it("given parley dead and an agent that hangs, the wrapper holds the time limit by itself", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const first = await parley(runsDir, 'trap "" INT TERM; sleep 1000 & wait; sleep 1000', { wallMs: 2_000 });
  const pid = await started(first);
  await killed(first);
  const run = runFolderOf(runsDir, launched(KEY));
  const wrapper = JSON.parse(readFileSync(run.wrapper, "utf8")) as { pid: number };
  await until(
    "the wrapper has written the end and is gone",
    () => existsSync(run.exit) && !isAlive(wrapper.pid),
  );
  expect(JSON.parse(readFileSync(run.exit, "utf8"))).toMatchObject({ reason: "wall", signal: "SIGKILL" });
  expect(isAlive(pid)).toBe(false);
  expect(await recover(runsDir)).toMatchObject({ at: "finished", result: { outcome: "timeout-wall" } });
});

it("given a parley killed with -9, the next one cancels the agent", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const first = await parley(runsDir, "sleep 1000");
  const pid = await started(first);
  await killed(first);
  const { cancel, stop } = cancelSource();
  const recovered = await recover(runsDir, cancel);
  expect(isAlive(pid)).toBe(true);
  stop();
  expect(await endOf(recovered)).toMatchObject({ outcome: "cancelled" });
  expect(isAlive(pid)).toBe(false);
});

it("given a wrapper killed with -9, the agent is ended too and the launch has crashed", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const first = await parley(runsDir, "sleep 1000");
  const pid = await started(first);
  const run = runFolderOf(runsDir, launched(KEY));
  await until("the agent's name is noted", () => existsSync(run.agent));
  await killed(first);
  process.kill(JSON.parse(readFileSync(run.wrapper, "utf8")).pid, "SIGKILL");
  await until("the wrapper is gone", () => !isAlive(JSON.parse(readFileSync(run.wrapper, "utf8")).pid));
  const recovered = await recover(runsDir);
  expect(recovered).toMatchObject({ at: "finished", result: { outcome: "crashed" } });
  await until("the agent is gone", () => !isAlive(pid));
});

it.skipIf(process.platform !== "linux")(
  "given a wrapper killed with -9, what its agent started out of its group is ended too",
  async () => {
    const runsDir = join(temporaryFolder(), "runs");
    const first = await parley(runsDir, "setsid sleep 1000 & sleep 1000");
    await started(first);
    const run = runFolderOf(runsDir, launched(KEY));
    await until("the agent's name is noted", () => existsSync(run.agent));
    await killed(first);
    const { pid } = JSON.parse(readFileSync(run.wrapper, "utf8")) as { pid: number };
    process.kill(pid, "SIGKILL");
    await until("the wrapper is gone", () => !isAlive(pid));
    const result = await endOf(await recover(runsDir));
    expect(result?.evidence.join("\n")).toContain("ended: sleep 1000");
    expect(marked(run)).toEqual([]);
  },
);

it("given a wrapper that is ended from outside, the launch has crashed and was not cancelled by us", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const run = runFolderOf(runsDir, launched(KEY));
  const result = await shellAgent(runsDir, "sleep 1000").start(
    agentRequest(),
    () => process.kill(JSON.parse(readFileSync(run.wrapper, "utf8")).pid, "SIGTERM"),
    NEVER,
  );
  expect(result.outcome).toBe("crashed");
  expect(result.evidence).toContain("its wrapper was told to end, and not by parley");
});

it("given a folder whose parley died before the wrapper was started, the launch has crashed and is not repeated", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const agent = shellAgent(runsDir, `${COUNTED} exit 0`);
  // A run that is over gives a folder with everything in it; the starter in it is then one that is gone.
  await agent.start(agentRequest(), ignoreEvent, NEVER);
  const other = callKey({ launch: 2 });
  const run = runFolderOf(runsDir, launched(KEY));
  const request = JSON.parse(readFileSync(run.request, "utf8"));
  const dead = runFolderOf(runsDir, launched(other));
  mkdirSync(dead.view, { recursive: true });
  const starter = { ...request.starter, processStart: "another" };
  writeFileSync(dead.request, JSON.stringify({ ...request, key: other, starter }));
  const started = await agent.start(agentRequest({ key: other }), ignoreEvent, NEVER);
  expect(started).toMatchObject({ outcome: "crashed", document: null });
  expect(started.evidence).toContain("it was never started: parley ended before");
  expect(await agent.recover(launched(other), ignoreEvent, NEVER)).toEqual({
    at: "finished",
    result: started,
  });
  expect(starts(runsDir)).toBe(1);
});

it("given a folder that says nothing, it is set aside and the launch is lost", async () => {
  const runsDir = temporaryFolder();
  const run = runFolderOf(runsDir, launched(KEY));
  mkdirSync(run.view, { recursive: true });
  writeFileSync(run.request, '{"key": "torn');
  const events: AgentEvent[] = [];
  const agent = shellAgent(runsDir, `echo done > "$PARLEY_OUT"`);
  expect(await agent.recover(launched(KEY), (event) => events.push(event), NEVER)).toEqual({ at: "lost" });
  const [kept = ""] = readdirSync(runsDir);
  expect(kept).toMatch(/^set-aside-/);
  expect(events).toEqual([{ at: "set-aside", because: "its run folder is of another launch", keptAs: kept }]);
});

it("given a started call of an older version, it is found by its key alone and taken as it is", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const older = { key: KEY, mark: null };
  await shellAgent(runsDir, `echo done > "$PARLEY_OUT"`).start(agentRequest(), ignoreEvent, NEVER);
  renameSync(runFolderOf(runsDir, launched(KEY)).path, runFolderOf(runsDir, older).path);
  const run = runFolderOf(runsDir, older);
  const { nonce: _, promptHash: __, ...request } = JSON.parse(readFileSync(run.request, "utf8"));
  writeFileSync(run.request, JSON.stringify(request));
  for (const file of [run.result, run.resultSeal, run.exitSeal]) rmSync(file);
  const agent = shellAgent(runsDir, "exit 1");
  expect(await agent.recover(launched(KEY), ignoreEvent, NEVER)).toEqual({ at: "unknown" });
  expect(await agent.recover(older, ignoreEvent, NEVER)).toMatchObject({
    at: "finished",
    result: { outcome: "ok", document: { text: "done\n" } },
  });
});

/** A run that parley started and did not live to take in. */
async function endedAlone(runsDir: string, script: string): Promise<RunFolder> {
  const first = await parley(runsDir, script);
  await started(first);
  await killed(first);
  const run = runFolderOf(runsDir, launched(KEY));
  const { pid } = JSON.parse(readFileSync(run.wrapper, "utf8")) as { pid: number };
  await until("the wrapper has written the end and is gone", () => existsSync(run.exit) && !isAlive(pid));
  return run;
}

const PLANTED: AgentResult = {
  ...{ outcome: "ok", text: null, usage: USAGE_UNKNOWN, elapsedMs: 1, evidence: [] },
  document: { text: "planted\n", bytes: 8, repaired: false },
};

it.each<[string, (run: RunFolder) => void, string]>([
  [
    "a document of another",
    (run) => writeFileSync(join(run.view, "engineer.md"), "planted\n"),
    "engineer.md was changed after it was sealed",
  ],
  [
    "another's words",
    (run) => writeFileSync(run.stdout, "planted\n"),
    "stdout.log was changed after it was sealed",
  ],
  [
    "another end",
    (run) => writeFileSync(run.exit, JSON.stringify({ code: 0, signal: null, startedAtMs: 1, endedAtMs: 2 })),
    "its end was changed after it was sealed",
  ],
  ["no seal", (run) => rmSync(run.exitSeal), "its end bears no seal"],
  [
    "a seal of another pair",
    (run) => {
      const seal = JSON.parse(readFileSync(run.exitSeal, "utf8"));
      const { sealWith } = ed25519Seals.make();
      const signature = ed25519Seals.sign("planted", sealWith);
      writeFileSync(run.exitSeal, JSON.stringify({ ...seal, signature }));
    },
    "its end bears a seal that is not its wrapper's",
  ],
])("given %s in its folder, it counts for nothing and is kept", async (_what, plant, because) => {
  const runsDir = join(temporaryFolder(), "runs");
  const run = await endedAlone(runsDir, 'echo at work; sleep 0.2; echo done > "$PARLEY_OUT"');
  plant(run);
  const events: AgentEvent[] = [];
  const recovered = await shellAgent(runsDir, "exit 1").recover(
    launched(KEY),
    (event) => events.push(event),
    NEVER,
  );
  const [kept = ""] = readdirSync(runsDir).filter((name) => name.startsWith("set-aside-"));
  expect(recovered).toMatchObject({
    at: "finished",
    result: {
      ...{ outcome: "crashed", document: null, text: null },
      evidence: [because, expect.stringContaining(kept)],
    },
  });
  expect(events).toContainEqual({ at: "set-aside", because, keptAs: kept });
  expect(existsSync(join(runsDir, kept, "exit"))).toBe(true);
  expect(existsSync(run.path)).toBe(false);
});

it("given a planted result beside a sealed end, the sealed end counts", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const run = await endedAlone(runsDir, 'sleep 0.2; echo done > "$PARLEY_OUT"');
  writeFileSync(run.result, JSON.stringify(PLANTED));
  writeFileSync(
    run.resultSeal,
    JSON.stringify({ signature: ed25519Seals.sign("x", ed25519Seals.make().sealWith) }),
  );
  expect(await recover(runsDir)).toMatchObject({
    at: "finished",
    result: { outcome: "ok", document: { text: "done\n" } },
  });
});

it("given wrapper and parley killed together, what the agent left is not taken for finished", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const first = await parley(runsDir, 'echo done > "$PARLEY_OUT"; echo there > ../there; sleep 1000');
  await started(first);
  const run = runFolderOf(runsDir, launched(KEY));
  await until("the document is there", () => existsSync(join(run.path, "there")));
  const { pid } = JSON.parse(readFileSync(run.wrapper, "utf8")) as LeaseHolder;
  process.kill(pid, "SIGKILL");
  await killed(first);
  await until("the wrapper is gone", () => !isAlive(pid));
  writeFileSync(run.exit, JSON.stringify({ code: 0, signal: null, startedAtMs: 1, endedAtMs: 2 }));
  writeFileSync(run.result, JSON.stringify(PLANTED));
  expect(await recover(runsDir)).toMatchObject({
    at: "finished",
    result: { outcome: "crashed", document: null },
  });
});

it("given a planted result where nobody wrote an end, the launch is lost", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const first = await parley(runsDir, "sleep 1000");
  await started(first);
  const run = runFolderOf(runsDir, launched(KEY));
  const { pid } = JSON.parse(readFileSync(run.wrapper, "utf8")) as { pid: number };
  process.kill(pid, "SIGKILL");
  await killed(first);
  await until("the wrapper is gone", () => !isAlive(pid));
  writeFileSync(run.result, JSON.stringify(PLANTED));
  expect(await recover(runsDir)).toMatchObject({
    at: "finished",
    result: { outcome: "crashed", document: null },
  });
});

it("given a prompt that was changed before the agent was started, it is not started", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const prepare = async (): Promise<void> => {
    writeFileSync(runFolderOf(runsDir, launched(KEY)).prompt, "Do something else.\n");
  };
  const result = await shellAgent(runsDir, `${COUNTED} exit 0`, { prepare }).start(
    agentRequest(),
    ignoreEvent,
    NEVER,
  );
  expect(result).toMatchObject({ outcome: "crashed" });
  expect(result.evidence).toContain("not started: prompt.md is not what it was asked");
  expect(starts(runsDir)).toBe(0);
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

it.skipIf(process.platform !== "linux")(
  "the key to seal with is in no file, argument or variable, and in nothing the agent has open",
  async () => {
    const runsDir = join(temporaryFolder(), "runs");
    const script = `
      ls -l /proc/$$/fd > links
      tr '\\0' '\\n' < /proc/$PPID/environ > environ; tr '\\0' '\\n' < /proc/$PPID/cmdline > cmdline
      env > env; timeout 2 cat /proc/$PPID/fd/0 > input; echo done > "$PARLEY_OUT"`;
    const result = await shellAgent(runsDir, script).start(agentRequest(), ignoreEvent, NEVER);
    expect(result.outcome).toBe("ok");
    const run = runFolderOf(runsDir, launched(KEY));
    const files = readdirSync(run.path, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    expect(files.length).toBeGreaterThan(12);
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name), "utf8")).not.toContain(TEST_SEAL.sealWith);
    }
    // What whoever runs these tests left open is open to everybody.
    const ours = [process.pid, process.ppid].flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`)),
    );
    const open = readFileSync(join(run.view, "links"), "utf8").match(/(?:pipe|socket):\[\d+\]/g) ?? [];
    expect(open.filter((link) => !ours.includes(link))).toEqual([]);
    expect(readFileSync(join(run.view, "input"), "utf8")).toBe("");
  },
);

it("given ten starts of one call at once, in two processes, the agent is started once and all get its result", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const script = `${COUNTED} sleep 0.5; echo done > "$PARLEY_OUT"`;
  const other = await parley(runsDir, script);
  const agent = shellAgent(runsDir, script);
  const results = await Promise.all(
    Array.from({ length: 9 }, () => agent.start(agentRequest(), ignoreEvent, NEVER)),
  );
  expect(await other.ended).toBe(0);
  const there = other.lines.find((line) => "result" in line)?.result;
  for (const result of [...results, there]) expect(result).toEqual(results[0]);
  expect(results[0]).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  expect(starts(runsDir)).toBe(1);
  expect(readdirSync(runsDir).sort()).toEqual([runFolderOf(runsDir, launched(KEY)).runId, "starts"].sort());
});

it("given half-made run folders, those of the dead and the old ones are removed and those of the living stay", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const me = identifyProcess(process.pid);
  if (me === null) throw new Error("this process cannot be told from others");
  const folder = (number: number, who: string): string => {
    const path = join(
      runsDir,
      `.0123456789abcde${number}.5d1a66a5-6a58-4f0e-8c9e-6a1f0d2b7c4${number}${who}`,
    );
    mkdirSync(join(path, "view"), { recursive: true });
    writeFileSync(join(path, "prompt.md"), "half");
    return path;
  };
  const of = ({ host, pid, processStart }: LeaseHolder): string =>
    `.${Buffer.from(JSON.stringify([host, pid, processStart])).toString("base64url")}`;
  const dead = folder(1, of({ ...me, processStart: "another" }));
  const living = folder(2, of(me));
  const old = folder(3, "");
  const young = folder(4, "");
  const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1_000);
  utimesSync(old, twoDaysAgo, twoDaysAgo);

  const { outcome } = await shellAgent(runsDir, `echo done > "$PARLEY_OUT"`).start(
    agentRequest(),
    ignoreEvent,
    NEVER,
  );
  expect(outcome).toBe("ok");
  expect([dead, living, old, young].map((path) => existsSync(path))).toEqual([false, true, false, true]);
});

it.each(["by the process that started it", "by the next one, once the log has it"])(
  "given files beside the document that hold a key, they are cleaned when the run is taken in %s",
  async (by) => {
    const runsDir = join(temporaryFolder(), "runs");
    const env = { ...process.env, ANTHROPIC_API_KEY: "sk-ant-beside-the-document-1234567890" };
    const spill = `mkdir notes; echo "$ANTHROPIC_API_KEY" > notes/deep.txt; printf %s "$ANTHROPIC_API_KEY" | base64 > encoded.txt`;
    const script = `${spill}; echo untouched > other.txt; echo done > "$PARLEY_OUT"`;
    const agent = shellAgent(runsDir, script, { env, envNames: ["ANTHROPIC_API_KEY"] });
    const run = runFolderOf(runsDir, launched(KEY));
    if (by.startsWith("by the process")) await agent.start(agentRequest(), ignoreEvent, NEVER);
    else {
      const line = script.replaceAll('"$ANTHROPIC_API_KEY"', `"${env.ANTHROPIC_API_KEY}"`);
      const first = await parley(runsDir, `${line}; sleep 0.2`);
      await started(first);
      await killed(first);
      expect((await endOf(await agent.recover(launched(KEY), ignoreEvent, NEVER)))?.outcome).toBe("ok");
      await agent.tidyUp?.(launched(KEY));
    }
    const encoded = Buffer.from(env.ANTHROPIC_API_KEY).toString("base64");
    const left = ["notes/deep.txt", "encoded.txt"].map((name) => readFileSync(join(run.view, name), "utf8"));
    expect(left.join("")).not.toContain(env.ANTHROPIC_API_KEY);
    expect(left.join("")).not.toContain(encoded.slice(0, 20));
    expect(readFileSync(join(run.view, "other.txt"), "utf8")).toBe("untouched\n");
  },
);

it("given a note in a running launch's folder that it was given up, it is found running all the same", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const { wait, letGo } = gate();
  const first = await parley(runsDir, `${COUNTED} touch ../given-up; ${wait}; echo done > "$PARLEY_OUT"`);
  await started(first);
  await until("it has scribbled", () => existsSync(runFolderOf(runsDir, launched(KEY)).givenUp));
  await killed(first);
  const recovered = await recover(runsDir);
  expect(recovered.at).toBe("running");
  letGo();
  expect(await endOf(recovered)).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  expect(starts(runsDir)).toBe(1);
});
