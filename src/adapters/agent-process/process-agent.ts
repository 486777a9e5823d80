// An agent that is a program: started in a run folder that outlives parley, and picked up from there.
import { lstat } from "node:fs/promises";
import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { type CallKey, callKeyParts } from "../../core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  Cancel,
  Clock,
  Recovered,
} from "../../engine/ports.ts";
import { claimRun } from "./claim-run.ts";
import { isSystemError, writeDurably } from "./durable-file.ts";
import { agentEnvironment, type Environment } from "./environment.ts";
import { type ReadEvents, readPlayerEvents } from "./read-events.ts";
import { documentPath, type RunFolder, runFolderOf } from "./run-folder.ts";
import {
  type ExitRecord,
  type RunRequest,
  readExit,
  readRequest,
  readResult,
  recordText,
} from "./run-records.ts";
import { startWrapper } from "./start-wrapper.ts";
import { lostBecause, type Processes, type Watch, watchRun } from "./watch-run.ts";

/** For a call that brings no bound of its own. */
const WALL_MS_DEFAULT = 2 * 60 * 60 * 1000;
/** Between asking an agent to end and making it. */
const GRACE_MS_DEFAULT = 5_000;
/** An agent that prints more, on either stream, is stopped; more than about this is not read. */
const OUTPUT_BYTES_MAX_DEFAULT = 64 * 1024 * 1024;

export interface ProcessAgentOptions extends Processes {
  readonly runsDir: string;
  /** What to start for a request; the prompt comes on its input, its working folder is the run's view. */
  argv(request: AgentRequest, run: RunFolder): readonly string[];
  /** Our own environment, of which the agent sees a part. */
  readonly env: Environment;
  /** Further names of it that the agent may see. */
  readonly envNames?: readonly string[];
  readonly readEvents?: ReadEvents;
  readonly clock: Clock;
  readonly wallMs?: number;
  readonly graceMs?: number;
  readonly outputBytesMax?: number;
}

type OnEvent = (event: AgentEvent) => void;

export function processAgent(options: ProcessAgentOptions): AgentPort {
  const { clock, readEvents = readPlayerEvents } = options;
  const watching = { processes: options, readEvents, clock };
  return {
    async start(request: AgentRequest, onEvent: OnEvent, cancel: Cancel): Promise<AgentResult> {
      const run = runFolderOf(options.runsDir, request.key);
      if (cancel.cancelled && !(await exists(run))) {
        return resultOfNothing("cancelled", "cancelled before it was started");
      }
      const refused = await startOnce(options, request, run);
      if (refused !== null) return resultOfNothing("not-installed", refused);
      const stored = await readRequest(run);
      if (stored === null) return unreadable(run);
      const known = await readResult(run);
      return known ?? (await watchRun({ ...watching, run, request: stored, onEvent, cancel }));
    },

    async recover(key: CallKey, onEvent: OnEvent, cancel: Cancel): Promise<Recovered> {
      const run = runFolderOf(options.runsDir, key);
      if (!(await exists(run))) return { at: "unknown" };
      const known = await readResult(run);
      if (known !== null) return { at: "finished", result: known };
      const stored = await readRequest(run);
      if (stored === null) return { at: "finished", result: unreadable(run) };
      const watch: Watch = { ...watching, run, request: stored, onEvent, cancel };
      const over = (await lostBecause(watch, 0)) !== null || (await readExit(run)) !== null;
      const done = watchRun(watch);
      return over ? { at: "finished", result: await done } : { at: "running", done };
    },
  };
}

/** Starts what was not started before; why that is impossible, else `null`. */
async function startOnce(
  options: ProcessAgentOptions,
  request: AgentRequest,
  run: RunFolder,
): Promise<string | null> {
  const starter = options.identify(process.pid);
  if (starter === null) return "processes cannot be told apart on this machine";
  const out = documentPath(run, request.document);
  const { key, document } = request;
  const stored: RunRequest = {
    key,
    argv: [...options.argv(request, run)],
    document,
    wallMs: request.wallMs ?? options.wallMs ?? WALL_MS_DEFAULT,
    graceMs: options.graceMs ?? GRACE_MS_DEFAULT,
    outputBytesMax: options.outputBytesMax ?? OUTPUT_BYTES_MAX_DEFAULT,
    startedAtMs: options.clock.nowMs(),
    starter,
  };
  try {
    if ((await claimRun(run, stored, request.prompt)) === "taken") return null;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return `the run folder cannot be made: ${error.message}`;
  }
  const told = {
    PARLEY_RUN: run.runId,
    PARLEY_ROLE: callKeyParts(key).purpose,
    PARLEY_OUT: out,
    PARLEY_KEY: key,
  };
  const env = agentEnvironment({ env: options.env, names: options.envNames ?? [], told });
  await startClaimed(options, run, env);
  return null;
}

/** A claimed run must come to an end, also when its wrapper cannot be started: then we write the end ourselves. */
async function startClaimed(
  { identify, clock }: ProcessAgentOptions,
  run: RunFolder,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const startedAtMs = clock.nowMs();
  let error = "its wrapper ended at once";
  try {
    if (await startWrapper({ run, env, identify })) return;
  } catch (thrown) {
    if (!isSystemError(thrown)) throw thrown;
    error = `its wrapper cannot be started: ${thrown.message}`;
  }
  const endedAtMs = startedAtMs;
  const exit: ExitRecord = { code: null, signal: null, startedAtMs, endedAtMs, reason: "not-started", error };
  await writeDurably(run.exit, recordText(exit));
}

async function exists(run: RunFolder): Promise<boolean> {
  return (await lstat(run.path).catch(() => null)) !== null;
}

function unreadable(run: RunFolder): AgentResult {
  return resultOfNothing("crashed", `${run.request} cannot be read`);
}

function resultOfNothing(outcome: AgentOutcome, because: string): AgentResult {
  return { outcome, document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0, evidence: [because] };
}
