// Waiting for a launch to end, whoever started it. All that is known about it comes from its folder, so the process
// that started it and one that comes after a crash watch in the same way.
//
// The folder lies beside the agent's view. An agent that gets out of its view, past its own sandbox, can write there
// whatever we do: what its wrapper has not sealed counts for nothing, in its own folder and in any other's.
import { setTimeout as sleep } from "node:timers/promises";
import { assertNever } from "../../core/shared/assert-never.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import type { AgentEvent, AgentResult, Cancel, Clock, LeaseHolder } from "../../engine/ports.ts";
import { writeIfPossible } from "../shared/durable-file.ts";
import { setAsideFolder } from "../shared/launch-folder.ts";
import { type ReapedProcesses, reapStrays } from "../shared/reap-strays.ts";
import type { Secret } from "../shared/redact.ts";
import { harvest, notedResult, tidyUp } from "./harvest.ts";
import type { RunEnd, StoppedBy } from "./judge.ts";
import type { Language } from "./language.ts";
import { Listener } from "./listener.ts";
import type { RunFolder } from "./run-folder.ts";
import { runMarks } from "./run-marks.ts";
import {
  type ExitRecord,
  type ExitSeal,
  type RunRequest,
  readAgent,
  readAgentPid,
  readExit,
  readResult,
  readWrapper,
  recordText,
  type StopRequest,
} from "./run-records.ts";
import { checkedExit, type SealCheck } from "./run-seal.ts";
import { WRAPPER_STOP_SIGNAL } from "./start-wrapper.ts";

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

export interface WatchRequest {
  readonly run: RunFolder;
  readonly request: RunRequest;
  readonly processes: Processes;
  /** `null` for a launch of an older version, which bears no seals. */
  readonly check: SealCheck | null;
  readonly language: Language;
  readonly secrets: readonly Secret[];
  /** Whether a role that may only read may leave nothing at all. */
  readonly heldToAccess: boolean;
  readonly clock: Clock;
  onEvent(event: AgentEvent): void;
  readonly cancel: Cancel;
}

/** How a watch came to its end. */
type WatchEnd =
  | { readonly at: "exit"; readonly exit: ExitRecord }
  /** Nobody is there any more who could write `exit`. */
  | { readonly at: "lost"; readonly why: string }
  /** Someone is there, but does not keep the bounds. */
  | { readonly at: "stuck"; readonly after: "wall" | StopRequest };

/** What came of a launch; of one that is over, what was noted by whoever looked first. */
export async function watchRun(watch: WatchRequest): Promise<AgentResult> {
  const { run, request, language, secrets, onEvent, clock, check } = watch;
  const { outputBytesMax, resume } = request;
  const over = await isOver(watch);
  const listener = await Listener.open({ run, language, resume, secrets, onEvent, outputBytesMax });
  try {
    // Looked for after the logs were opened: where no result is noted, what was opened is as the agent left it.
    const known = over ? await notedResult(watch) : null;
    if (known !== null) {
      await tidyUp(watch);
      return known;
    }
    const ended = await waitForEnd(watch, listener);
    const exit = ended.at === "exit" ? ended.exit : null;
    const reaped = exit === null ? await endWhatIsLeft(watch) : reapedProcesses(exit);
    const seal = exit === null || check === null ? null : await checkedExit(run, request, check);
    if (typeof seal === "string") return await rejectUnsealed(watch, seal);
    const before = exit === null && check !== null ? await findGivenUpResult(run) : null;
    if (before !== null) return before;
    // The same whenever it is harvested.
    const nowMs = exit?.endedAtMs ?? clock.nowMs();
    return await harvest({
      ...{ run, request, secrets, check, tellsEnd: language.tellsEnd, heldToAccess: watch.heldToAccess },
      end: runEndOf(ended, watch.cancel),
      sealed: check === null || seal !== null,
      notes: [...stuckEvidence(ended), ...strayEvidence(reaped)],
      heard: await listener.listenToTheEnd(outputLimit(exit, seal)),
      nowMs,
      elapsedMs: exit === null ? nowMs - request.startedAtMs : exit.endedAtMs - exit.startedAtMs,
    });
  } finally {
    await listener.close();
  }
}

/** Of what it printed only that counts which was there when we began to end it, and when its end was sealed. */
function outputLimit(exit: ExitRecord | null, seal: ExitSeal | null): number | null {
  const places = [exit?.stdoutBytes, seal?.stdout?.bytes].filter((place) => place !== undefined);
  return places.length === 0 ? null : Math.min(...places);
}

/** What an earlier look at a launch that nobody ended came to, so that it stays so; it can bring nothing. */
async function findGivenUpResult(run: RunFolder): Promise<AgentResult | null> {
  const noted = await readResult(run);
  const isGivenUp = noted?.outcome === "crashed" && noted.document === null && noted.text === null;
  return isGivenUp ? noted : null;
}

/** What bears no seal that holds was put there by somebody else, or was changed: it counts for nothing. */
async function rejectUnsealed({ run, onEvent }: WatchRequest, because: string): Promise<AgentResult> {
  const keptAs = await setAsideFolder(run.path);
  onEvent({ at: "set-aside", because, keptAs });
  const evidence = [because, `what lay in its run folder counts for nothing and is kept as ${keptAs}`];
  return { outcome: "crashed", document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0, evidence };
}

async function waitForEnd(watch: WatchRequest, listener: Listener): Promise<WatchEnd> {
  const { run, request, cancel } = watch;
  const beganMs = performance.now();
  const endingMs = 2 * request.graceMs + LATE_MS_MAX;
  let deadlineMs = beganMs + request.wallMs + endingMs;
  let nextLookMs = beganMs;
  let noticed = false;
  let saidEndMs: number | null = null;
  let asked: StopRequest | null = null;
  for (;;) {
    const nowMs = performance.now();
    const exit = await readExit(run);
    // Its last act is to write `exit`, so that one which is there while its writer lives is not its own yet.
    const look = exit !== null || nowMs >= nextLookMs;
    const lost = look ? await lossReason(watch, nowMs - beganMs) : null;
    if (look) nextLookMs = nowMs + LIVENESS_MS;
    noticed ||= await noticeAgent(watch);
    if (lost !== null || (exit !== null && (await readWrapper(run)) === null)) {
      // Read again: what was there before the wrapper was gone need not be its last word.
      const last = await readExit(run);
      return last === null ? { at: "lost", why: lost ?? "its end is gone" } : { at: "exit", exit: last };
    }
    if (nowMs > deadlineMs) return { at: "stuck", after: asked ?? "wall" };
    if (noticed) await listener.listen();
    if (listener.ended) saidEndMs ??= nowMs;
    const wish: StopRequest | null = wishOf(cancel, request, saidEndMs === null ? null : nowMs - saidEndMs);
    if (noticed && asked === null && wish !== null) {
      asked = wish;
      deadlineMs = nowMs + endingMs;
      await askToEnd(watch, wish);
    }
    await sleep(POLL_MS);
  }
}

/** Why the agent is to be ended now; `sinceResultMs` is how long ago it said that it was done. */
function wishOf(
  cancel: Cancel,
  { afterResultMs }: RunRequest,
  sinceResultMs: number | null,
): StopRequest | null {
  if (cancel.cancelled) return "cancelled";
  if (afterResultMs === null || sinceResultMs === null) return null;
  return sinceResultMs >= afterResultMs ? "after-result" : null;
}

/** Why no end will ever be written; `null` while there is someone to write it. */
async function lossReason(
  { run, request, processes }: Pick<WatchRequest, "run" | "request" | "processes">,
  waitedMs: number,
): Promise<string | null> {
  const wrapper = await readWrapper(run);
  if (wrapper !== null) {
    return processes.isDead(wrapper) ? `its wrapper, process ${wrapper.pid}, is gone without a word` : null;
  }
  const never = processes.isDead(request.starter) || waitedMs > STARTING_MS_MAX;
  return never ? "it was never started: parley ended before" : null;
}

/** Whether a launch is over, and only its harvest may be left to do. */
export async function isOver(about: Pick<WatchRequest, "run" | "request" | "processes">): Promise<boolean> {
  if ((await lossReason(about, 0)) !== null) return true;
  return (await readWrapper(about.run)) === null && (await readExit(about.run)) !== null;
}

function runEndOf(ended: WatchEnd, cancel: Cancel): RunEnd {
  switch (ended.at) {
    case "exit":
      return endOfExit(ended.exit, cancel);
    case "lost":
      return { at: "lost", why: ended.why };
    case "stuck":
      return ended.after === "cancelled" ? { at: "cancelled" } : stoppedEnd(ended.after);
    default:
      return assertNever(ended);
  }
}

function endOfExit({ reason, code, signal, error, missing }: ExitRecord, cancel: Cancel): RunEnd {
  switch (reason) {
    case undefined:
      return { at: "exit", code, signal };
    case "not-started":
      return { at: "not-started", error: error ?? "it could not be started", missing: missing ?? false };
    case "cancelled":
      return { at: "cancelled" };
    case "terminated":
      // Where our wish could not be written down, the signal still came from us.
      if (cancel.cancelled) return { at: "cancelled" };
      return { at: "lost", why: "its wrapper was told to end, and not by parley" };
    case "wall":
    case "idle":
    case "after-result":
    case "output":
      return stoppedEnd(reason);
    default:
      return assertNever(reason);
  }
}

function stoppedEnd(by: StoppedBy): RunEnd {
  return { at: "stopped", by };
}

function stuckEvidence(ended: WatchEnd): string[] {
  return ended.at === "stuck" ? ["its wrapper did not end it in time; both were killed"] : [];
}

function reapedProcesses({ strays = [], left = [] }: ExitRecord): ReapedProcesses {
  return { strays, left };
}

function strayEvidence({ strays, left }: ReapedProcesses): string[] {
  const were = strays.length === 1 ? "stray process was" : "stray processes were";
  return [
    ...(strays.length === 0 ? [] : [`${strays.length} ${were} ended: ${strays.join(", ")}`]),
    ...(left.length === 0 ? [] : [`could not be ended: ${left.join(", ")}`]),
  ];
}

/** The agent's pid is there: tell, and note who it is while its wrapper lives and the pid can be no other's. */
async function noticeAgent({ run, processes, onEvent }: WatchRequest): Promise<boolean> {
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

/** The wrapper ends the agent, gently first, and notes whose wish it was. */
async function askToEnd({ run, processes }: WatchRequest, reason: StopRequest): Promise<void> {
  await writeIfPossible(run.stop, recordText({ reason }));
  const wrapper = await readWrapper(run);
  if (wrapper !== null && !processes.isDead(wrapper)) send(wrapper.pid, WRAPPER_STOP_SIGNAL);
}

/** An agent without its wrapper has no bounds and nobody who waits for it. */
async function endWhatIsLeft({ run, request, processes }: WatchRequest): Promise<ReapedProcesses> {
  await killRun(run, processes);
  return await reapStrays(runMarks(run, request));
}

export async function killRun(run: RunFolder, processes: Processes): Promise<void> {
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
