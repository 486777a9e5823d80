// An agent that is a program: started in a run folder that outlives parley, and picked up from there.
import { lstat, mkdir, realpath, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type AgentOutcome, emptyResult } from "../../core/shared/agent-outcome.ts";
import { type CallKey, callKeyParts } from "../../core/shared/call-key.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  AgentTask,
  Cancel,
  Clock,
  Launch,
  ReadableProject,
  RecoveredCall,
  Seals,
} from "../../engine/ports.ts";
import { setAsideFolder } from "../shared/launch-folder.ts";
import { secretsOf } from "../shared/redact.ts";
import { splitPrompt } from "../shared/split-prompt.ts";
import { isSystemError } from "../shared/system-error.ts";
import { claimRun, giveUpRun, removeHalfMade } from "./claim-run.ts";
import { agentEnvironment, type Environment } from "./environment.ts";
import { tidyUp } from "./harvest.ts";
import { type Language, PLAIN_LANGUAGE } from "./language.ts";
import { copyProject } from "./project-view.ts";
import { outFolder, type RunFolder, runFolderOf } from "./run-folder.ts";
import { runMarks } from "./run-marks.ts";
import { type ExitRecord, type RunRequest, readRequest, readResult, readWrapper } from "./run-records.ts";
import { writeSealedExit } from "./run-seal.ts";
import { startWrapper, type WrapperStart } from "./start-wrapper.ts";
import { isOver, killRun, type Processes, type WatchRequest, watchRun } from "./watch-run.ts";

/** For a call that brings no bound of its own. */
export const WALL_MS_DEFAULT = 2 * 60 * 60 * 1000;
/** Between asking an agent to end, asking it again, and making it. */
export const GRACE_MS_DEFAULT = 5_000;
/** An agent that prints more, on either stream, is stopped; more than about this is not read. */
const OUTPUT_BYTES_MAX_DEFAULT = 64 * 1024 * 1024;

export interface ProcessAgentOptions extends Processes {
  readonly runsDir: string;
  /** What to start for a request; what it is asked comes on its input, its working folder is the run's view. */
  argv(request: AgentRequest, run: RunFolder): readonly string[];
  /** Our own environment, of which the agent sees a part. */
  readonly env: Environment;
  /** Further names of it that the agent may see. */
  readonly envNames?: readonly string[];
  /** The same, for names that only a rule knows. */
  readonly envPasses?: (name: string) => boolean;
  /** What the agent finds in its environment beside that. */
  told?(request: AgentRequest, run: RunFolder): Readonly<Record<string, string>>;
  /** Why it is no use to start the agent at all, else `null`. */
  unfit?(request: AgentRequest): LaunchRefusal | null;
  /** Makes ready what a launch needs, once it is ours alone to make. */
  prepare?(request: AgentRequest, run: RunFolder): Promise<void>;
  /** Told of the end of a call, again whenever someone asks for its result. */
  ended?(key: CallKey, result: AgentResult): Promise<void>;
  /** Whether it is started with a system prompt, from `run.system`; else all of the prompt comes on its input. */
  hasSystemPrompt?(request: AgentTask): boolean;
  /** Whether a role that may only read may leave nothing at all: its answer is its document. */
  readonly heldToAccess?: boolean;
  /** Whether the process we start is asked to end before those that it started itself. */
  readonly interruptsLeader?: boolean;
  /** Variables that hold keys, beside those known by their names. */
  readonly secretNames?: readonly string[];
  /** The project that an agent may look at, or what lies in a folder in its place; without it there is none to look at. */
  readonly projectAt?: (folder: string | null) => ReadableProject;
  /** Names of files that it takes for instructions wherever it finds them: the copy it gets goes without. */
  readonly obeys?: readonly string[];
  readonly language?: Language;
  readonly clock: Clock;
  readonly seals: Seals;
  readonly wallMs?: number;
  /** Without it an agent may be silent for as long as it likes. */
  readonly idleMs?: number;
  /** From the agent's word that it is done to its end. */
  readonly afterResultMs?: number;
  readonly graceMs?: number;
  readonly outputBytesMax?: number;
}

export interface LaunchRefusal {
  readonly outcome: AgentOutcome;
  readonly because: string;
}

type OnEvent = (event: AgentEvent) => void;

export function processAgent(options: ProcessAgentOptions): AgentPort {
  const { clock, seals, language = PLAIN_LANGUAGE, heldToAccess = false } = options;
  const secrets = secretsOf(options.env, options.secretNames ?? []);
  const watching = { processes: options, language, secrets, heldToAccess, clock };
  const setAside = async (run: RunFolder, onEvent: OnEvent): Promise<void> => {
    await killRun(run, options);
    const keptAs = await setAsideFolder(run.path);
    onEvent({ at: "set-aside", because: "its run folder is of another launch", keptAs });
  };
  const neverBegins = async (run: RunFolder, { mark }: Launch): Promise<boolean> => {
    const by = options.identify(process.pid);
    // Of an older version nobody is left who could begin it.
    return mark === null || by === null || (await giveUpRun(run, by)) === "claimed";
  };
  const endOf = async (watch: WatchRequest): Promise<AgentResult> => {
    const result = await watchRun(watch);
    await options.ended?.(watch.request.key, result);
    return result;
  };
  return {
    async start(request: AgentRequest, onEvent: OnEvent, cancel: Cancel): Promise<AgentResult> {
      const { mark, sealWith } = request;
      const run = runFolderOf(options.runsDir, request);
      if (await exists(run.path)) {
        // Looked for now that the folder is there: it came whole, and says so from its first moment if it ever does.
        if (await isGivenUp(run)) return emptyResult("crashed", GIVEN_UP);
        if ((await readRequest(run, request)) === null) await setAside(run, onEvent);
      }
      if (!(await exists(run.path))) {
        if (cancel.cancelled) return emptyResult("cancelled", "cancelled before it was started");
        const unfit = await startOnce(options, request, run);
        if (unfit !== null) return emptyResult(unfit.outcome, unfit.because);
      }
      const stored = await readRequest(run, request);
      if (stored === null) {
        return (await isGivenUp(run)) ? emptyResult("crashed", GIVEN_UP) : unreadableRequest(run);
      }
      const check = { mark, seals, sealWith };
      return await endOf({ ...watching, run, request: stored, check, onEvent, cancel });
    },

    async recover(launch: Launch, onEvent: OnEvent, cancel: Cancel): Promise<RecoveredCall> {
      const { mark } = launch;
      const run = runFolderOf(options.runsDir, launch);
      if (!(await exists(run.path)) && (await neverBegins(run, launch))) return { at: "unknown" };
      if (await isGivenUp(run)) return { at: "unknown" };
      const stored = await readRequest(run, launch);
      if (stored === null && mark === null) {
        return { at: "finished", result: (await readResult(run)) ?? unreadableRequest(run) };
      }
      if (stored === null) {
        await setAside(run, onEvent);
        return { at: "lost" };
      }
      if (mark !== null && (await hasNeverBegun(run, stored, options))) return { at: "unknown" };
      const check = mark === null ? null : { mark, seals, sealWith: null };
      const watch: WatchRequest = { ...watching, run, request: stored, check, onEvent, cancel };
      const over = await isOver(watch);
      const done = endOf(watch);
      return over ? { at: "finished", result: await done } : { at: "running", done };
    },

    async tidyUp(launch: Launch): Promise<void> {
      const run = runFolderOf(options.runsDir, launch);
      const request = await readRequest(run, launch);
      if (request !== null) await tidyUp({ run, request, secrets });
    },
  };
}

/** Starts what was not started before; why that is impossible, else `null`. */
async function startOnce(
  options: ProcessAgentOptions,
  asked: AgentRequest,
  run: RunFolder,
): Promise<LaunchRefusal | null> {
  try {
    const request = await withRealWorktree(asked);
    if (request === null) return machineFailure(`there is no folder ${asked.worktree} to work in`);
    const marks = runMarks(run, request);
    const stored = storedRequest(options, request, run);
    if (stored === null) return machineFailure("processes cannot be told apart on this machine");
    const unfit = options.unfit?.(request) ?? null;
    if (unfit !== null) return unfit;
    await removeHalfMade(options.runsDir, { isDead: options.isDead, nowMs: options.clock.nowMs() });
    const layView = (unfinished: RunFolder) => layProject(options, request, unfinished);
    if ((await claimRun({ run, request: stored, prompt: request.prompt, layView })) === "taken") return null;
    const env = environmentOf(options, request, { run, marks });
    await startClaimed(options, request, { run, env, request: stored });
    return null;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return machineFailure(`the run folder cannot be made: ${error.message}`);
  }
}

/** As it will be looked for when the agent is done; `null` where it is not there. */
async function withRealWorktree(request: AgentRequest): Promise<AgentRequest | null> {
  if (request.worktree === undefined) return request;
  const worktree = await realpath(request.worktree).catch(() => null);
  return worktree === null ? null : { ...request, worktree };
}

/** The machine's fault and not the agent's: another launch may find it mended. */
function machineFailure(because: string): LaunchRefusal {
  return { outcome: "crashed", because };
}

function storedRequest(
  options: ProcessAgentOptions,
  request: AgentRequest,
  run: RunFolder,
): RunRequest | null {
  const starter = options.identify(process.pid);
  if (starter === null) return null;
  const { key, mark, document, access, resume, worktree } = request;
  const { standing } = splitPrompt(request);
  return {
    key,
    nonce: mark.nonce,
    promptHash: mark.promptHash,
    document,
    ...(worktree === undefined ? {} : { worktree }),
    access,
    resume,
    starter,
    argv: [...options.argv(request, run)],
    readsProject: projectFor(options, request) !== null,
    wallMs: request.wallMs ?? options.wallMs ?? WALL_MS_DEFAULT,
    idleMs: options.idleMs ?? null,
    afterResultMs: options.afterResultMs ?? null,
    graceMs: options.graceMs ?? GRACE_MS_DEFAULT,
    outputBytesMax: options.outputBytesMax ?? OUTPUT_BYTES_MAX_DEFAULT,
    startedAtMs: options.clock.nowMs(),
    ...(options.interruptsLeader === true ? { interruptsLeader: true } : {}),
    ...(options.hasSystemPrompt?.(request) === true && standing !== ""
      ? { systemBytes: Buffer.byteLength(standing) }
      : {}),
  };
}

async function layProject(
  options: ProcessAgentOptions,
  request: AgentRequest,
  run: RunFolder,
): ReturnType<typeof copyProject> {
  const project = projectFor(options, request);
  if (project === null) return { files: [], notes: [] };
  return await copyProject(run, { project, without: options.obeys ?? [] });
}

/** Whoever works in a worktree sees all of it; another may see what it is about, and else the project. */
function projectFor(
  { projectAt }: ProcessAgentOptions,
  { readsProject, worktree, projectFolder }: AgentRequest,
): ReadableProject | null {
  return readsProject && worktree === undefined ? (projectAt?.(projectFolder ?? null) ?? null) : null;
}

function environmentOf(
  options: ProcessAgentOptions,
  request: AgentRequest,
  { run, marks }: { readonly run: RunFolder; readonly marks: Readonly<Record<string, string>> },
): Readonly<Record<string, string>> {
  const names = new Set(options.envNames ?? []);
  const { env, envPasses } = options;
  return agentEnvironment({
    env,
    passes: (name) => names.has(name) || (envPasses?.(name) ?? false),
    told: {
      ...options.told?.(request, run),
      ...marks,
      PARLEY_ROLE: callKeyParts(request.key).purpose,
      PARLEY_KEY: request.key,
    },
  });
}

/** A claimed run must come to an end, also when its wrapper cannot be started: then we write the end ourselves. */
async function startClaimed(
  { identify, clock, seals, prepare }: ProcessAgentOptions,
  request: AgentRequest,
  { run, env, request: stored }: Pick<WrapperStart, "run" | "env" | "request">,
): Promise<void> {
  const { mark, sealWith } = request;
  const startedAtMs = clock.nowMs();
  let error = "its wrapper ended at once";
  try {
    if (stored.worktree !== undefined) await makeOutFolder(outFolder(run, stored));
    await prepare?.(request, run);
    if (await startWrapper({ run, env, request: stored, sealWith, identify })) return;
  } catch (thrown) {
    if (!isSystemError(thrown)) throw thrown;
    error = `it cannot be made ready: ${thrown.message}`;
  }
  const endedAtMs = startedAtMs;
  const exit: ExitRecord = { code: null, signal: null, startedAtMs, endedAtMs, reason: "not-started", error };
  await writeSealedExit(run, { request: stored, exit, check: { mark, seals, sealWith } });
}

/** What an earlier call left there is not what this one leaves; a link in its place is not followed. */
async function makeOutFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
}

const GIVEN_UP = "it came too late: another process gave the launch up";

/** Of a launch whose starter is gone: its wrapper begins it by now, or notes that it never heard what to begin. */
async function hasNeverBegun(
  run: RunFolder,
  { starter }: RunRequest,
  { isDead }: Processes,
): Promise<boolean> {
  const noted = [run.agentPid, run.exit, run.result];
  if (!isDead(starter)) return false;
  const untilMs = performance.now() + WRAPPER_BEGINS_MS_MAX;
  for (;;) {
    const wrapper = await readWrapper(run);
    const isGone = wrapper === null || isDead(wrapper) || performance.now() > untilMs;
    for (const file of noted) if (await exists(file)) return false;
    // It is started before it is noted, and hears what to begin only after that.
    if (wrapper === null || (await exists(run.notBegun))) return true;
    if (isGone) return false;
    await sleep(WRAPPER_LOOK_MS);
  }
}

const WRAPPER_BEGINS_MS_MAX = 10_000;
const WRAPPER_LOOK_MS = 10;

/** Whoever took its place wrote that and nothing else: beside a request it is somebody's scribble. */
async function isGivenUp(run: RunFolder): Promise<boolean> {
  return (await exists(run.givenUp)) && !(await exists(run.request));
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

function unreadableRequest(run: RunFolder): AgentResult {
  return emptyResult("crashed", `${run.request} cannot be read`);
}
