// Waiting for a launch to end, whoever started it. All that is known about it comes from its folder, so the process
// that started it and one that comes after a crash watch in the same way.
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentEvent, AgentResult, Cancel, Clock, LeaseHolder } from "../../engine/ports.ts";
import { writeIfPossible } from "./durable-file.ts";
import { harvest } from "./harvest.ts";
import type { Ended } from "./judge.ts";
import { Listener } from "./listener.ts";
import type { ReadEvents } from "./read-events.ts";
import type { RunFolder } from "./run-folder.ts";
import {
  type RunRequest,
  readAgent,
  readAgentPid,
  readExit,
  readWrapper,
  recordText,
} from "./run-records.ts";

const POLL_MS = 25;
/** Whether a process lives is asked less often: on some systems another program must be started to know. */
const LIVENESS_MS = 500;
/** From the folder's making to the wrapper's start, in a process that is alive. */
const STARTING_MS_MAX = 30_000;
/** How long past its bounds a wrapper may take; it may share a machine that is very busy. */
const LATE_MS_MAX = 30_000;

export interface Processes {
  /** Who a living process is; `null` for a dead one. */
  identify(pid: number): LeaseHolder | null;
  /** True only when it is certain. */
  isDead(holder: LeaseHolder): boolean;
}

export interface Watch {
  readonly run: RunFolder;
  readonly request: RunRequest;
  readonly processes: Processes;
  readonly readEvents: ReadEvents;
  readonly clock: Clock;
  onEvent(event: AgentEvent): void;
  readonly cancel: Cancel;
}

export async function watchRun(watch: Watch): Promise<AgentResult> {
  const { run, request, readEvents, onEvent, clock } = watch;
  const { outputBytesMax } = request;
  const listener = await Listener.open({ run, readEvents, onEvent, outputBytesMax });
  try {
    const ended = await untilEnd(watch, listener);
    if (ended.at !== "exit") await killWhatIsLeft(watch);
    const heard = await listener.listenToTheEnd();
    return await harvest({ run, request, ended, heard, nowMs: clock.nowMs() });
  } finally {
    await listener.close();
  }
}

async function untilEnd(watch: Watch, listener: Listener): Promise<Ended> {
  const { run, request, cancel } = watch;
  const beganMs = performance.now();
  let deadlineMs = beganMs + request.wallMs + request.graceMs + LATE_MS_MAX;
  let nextLookMs = beganMs;
  let noticed = false;
  let asked = false;
  for (;;) {
    // In this order: one who writes `exit` and then dies has not been lost.
    const nowMs = performance.now();
    const look = nowMs >= nextLookMs;
    const lost = look ? await lostBecause(watch, nowMs - beganMs) : null;
    if (look) nextLookMs = nowMs + LIVENESS_MS;
    const exit = await readExit(run);
    noticed ||= await noticeAgent(watch);
    if (exit !== null) return { at: "exit", exit };
    if (lost !== null) return { at: "lost", why: lost };
    if (nowMs > deadlineMs) return { at: "stuck", after: asked ? "cancelled" : "wall" };
    if (noticed) await listener.listen();
    if (noticed && !asked && cancel.cancelled) {
      asked = true;
      deadlineMs = nowMs + request.graceMs + LATE_MS_MAX;
      await askToEnd(watch);
    }
    await sleep(POLL_MS);
  }
}

/** Why no end will ever be written; `null` while there is someone to write it. */
export async function lostBecause(
  { run, request, processes }: Pick<Watch, "run" | "request" | "processes">,
  waitedMs: number,
): Promise<string | null> {
  const wrapper = await readWrapper(run);
  if (wrapper !== null) {
    return processes.isDead(wrapper) ? `its wrapper, process ${wrapper.pid}, is gone without a word` : null;
  }
  const never = processes.isDead(request.starter) || waitedMs > STARTING_MS_MAX;
  return never ? "it was never started: parley ended before" : null;
}

/** The agent's pid is there: tell, and note who it is while its wrapper lives and the pid can be no other's. */
async function noticeAgent({ run, processes, onEvent }: Watch): Promise<boolean> {
  const pid = await readAgentPid(run);
  if (pid === null) return false;
  onEvent({ at: "started", pid });
  if ((await readAgent(run)) !== null) return true;
  const agent = processes.identify(pid);
  const wrapper = await readWrapper(run);
  if (agent !== null && wrapper !== null && !processes.isDead(wrapper)) {
    await writeIfPossible(run.agent, recordText(agent));
  }
  return true;
}

/** The wrapper ends the agent, gently first, and notes that it was our wish. */
async function askToEnd({ run, processes }: Watch): Promise<void> {
  const wrapper = await readWrapper(run);
  if (wrapper !== null && !processes.isDead(wrapper)) send(wrapper.pid, "SIGUSR2");
}

/** An agent without its wrapper has no bounds and nobody who waits for it. */
async function killWhatIsLeft({ run, processes }: Watch): Promise<void> {
  const wrapper = await readWrapper(run);
  if (wrapper !== null && !processes.isDead(wrapper)) send(wrapper.pid, "SIGKILL");
  const agent = await readAgent(run);
  if (agent !== null && !processes.isDead(agent)) send(-agent.pid, "SIGKILL");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
