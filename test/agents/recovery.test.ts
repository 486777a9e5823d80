// An agent outlives the parley that started it: shown with real processes that are really killed.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { runFolderOf } from "../../src/adapters/agent-process/run-folder.ts";
import { isDeadProcess } from "../../src/adapters/host/process-identity.ts";
import { USAGE_UNKNOWN } from "../../src/core/shared/usage.ts";
import type { AgentResult, LeaseHolder, Recovered } from "../../src/engine/ports.ts";
import { cancelSource } from "../support/cancel.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { startProgram, type Worker } from "../support/worker.ts";
import { isAlive, marked, until } from "./processes.ts";
import { agentRequest, callKey, ignoreEvent, NEVER, shellAgent } from "./real-agent.ts";

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
  const { wallMs = 30_000, instant = "" } = fate;
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

async function recover(runsDir: string, cancel = NEVER): Promise<Recovered> {
  return await shellAgent(runsDir, "exit 1").recover(KEY, ignoreEvent, cancel);
}

async function endOf(recovered: Recovered): Promise<AgentResult | null> {
  switch (recovered.at) {
    case "finished":
      return recovered.result;
    case "running":
      return await recovered.done;
    case "unknown":
      return null;
  }
}

it("given a parley killed with -9 in mid-run, another finds the agent running and gets its document", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const first = await parley(runsDir, `${COUNTED} sleep 1; echo done > "$PARLEY_OUT"`);
  await started(first);
  await killed(first);
  const recovered = await recover(runsDir);
  expect(recovered.at).toBe("running");
  const result = await endOf(recovered);
  expect(result).toMatchObject({ outcome: "ok", document: { text: "done\n" } });
  expect(await recover(runsDir)).toEqual({ at: "finished", result });
  expect(starts(runsDir)).toBe(1);
});

it("given an agent that ended while no parley ran, it is found finished", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const usage = '{"type":"usage","inputTokens":7,"outputTokens":3,"usd":0.5}';
  const first = await parley(runsDir, `sleep 0.3; echo '${usage}'; echo done > "$PARLEY_OUT"`);
  await started(first);
  await killed(first);
  const run = runFolderOf(runsDir, KEY);
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
  ["the folder is there", "crashed", 0],
  ["the wrapper waits", "crashed", 0],
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
    if (result !== null) expect(await recover(runsDir)).toEqual({ at: "finished", result });
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
    expect(["ok", "crashed", "unknown"]).toContain(result?.outcome ?? "unknown");
  }
});

it("given a starter that slept until another gave the launch up, the agent is not started after all", async () => {
  const runsDir = join(temporaryFolder(), "runs");
  const givenUp: AgentResult = {
    ...{ outcome: "crashed", document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0 },
    evidence: ["it was never started: parley ended before"],
  };
  const prepare = async (): Promise<void> => {
    writeFileSync(runFolderOf(runsDir, KEY).result, JSON.stringify(givenUp));
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
    while (existsSync(runFolderOf(runsDir, KEY).exit) && !isDeadProcess(holder)) waitSync(10);
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
  const first = await parley(runsDir, 'trap "" INT TERM; sleep 1000 & wait; sleep 1000', { wallMs: 600 });
  const pid = await started(first);
  await killed(first);
  const run = runFolderOf(runsDir, KEY);
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
  const run = runFolderOf(runsDir, KEY);
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
    const run = runFolderOf(runsDir, KEY);
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
  const run = runFolderOf(runsDir, KEY);
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
  const run = runFolderOf(runsDir, KEY);
  const request = JSON.parse(readFileSync(run.request, "utf8"));
  const dead = runFolderOf(runsDir, other);
  mkdirSync(dead.view, { recursive: true });
  const starter = { ...request.starter, processStart: "another" };
  writeFileSync(dead.request, JSON.stringify({ ...request, key: other, starter }));
  const started = await agent.start(agentRequest({ key: other }), ignoreEvent, NEVER);
  expect(started).toMatchObject({ outcome: "crashed", document: null });
  expect(started.evidence).toContain("it was never started: parley ended before");
  expect(await agent.recover(other, ignoreEvent, NEVER)).toEqual({ at: "finished", result: started });
  expect(starts(runsDir)).toBe(1);
});

it("given a folder that says nothing, the launch has crashed", async () => {
  const runsDir = temporaryFolder();
  const run = runFolderOf(runsDir, KEY);
  mkdirSync(run.view, { recursive: true });
  writeFileSync(run.request, '{"key": "torn');
  expect(await recover(runsDir)).toMatchObject({ at: "finished", result: { outcome: "crashed" } });
  const again = await shellAgent(runsDir, "exit 0").start(agentRequest(), ignoreEvent, NEVER);
  expect(again.outcome).toBe("crashed");
});

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
  expect(readdirSync(runsDir).sort()).toEqual([runFolderOf(runsDir, KEY).runId, "starts"].sort());
});
