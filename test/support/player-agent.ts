// The scripted agent in this process. What it played is kept in memory only: a call of an earlier process is unknown
// here, and would be played again.

import { setTimeout as sleep } from "node:timers/promises";
import {
  type PlayedStep,
  type PlayerActions,
  type PlayRequest,
  play,
  rehearse,
} from "../../src/adapters/agent-player/play.ts";
import type { StepEnding } from "../../src/adapters/agent-player/step-schema.ts";
import type { AgentOutcome } from "../../src/core/shared/agent-outcome.ts";
import { assertNever } from "../../src/core/shared/assert-never.ts";
import { DOCUMENT_BYTES_MAX, TIMER_MS_MAX } from "../../src/core/shared/bounds.ts";
import { USAGE_UNKNOWN, type Usage } from "../../src/core/shared/usage.ts";
import type {
  AgentDocument,
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  Cancel,
  Launch,
  RecoveredCall,
} from "../../src/engine/ports.ts";

const HANG_TICK_MS = 60_000;

type BrokenOff = "cancelled" | "timeout";

interface Playing {
  emit(event: AgentEvent): void;
  /** Aborted, with a `BrokenOff` as its reason, to break the play off. */
  readonly over: AbortSignal;
  readonly wallMs: number;
}

const NOTHING_PLAYED = { document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0 } as const;

/** For a call that brings no bound of its own. */
const WALL_MS_DEFAULT = 10 * 60 * 1000;

interface PlayerAgentOptions {
  readonly file: string;
  /** The script itself, where it does not stand in the file. */
  readonly text?: string;
  /** What was played so far; agents that share it know each other's calls. */
  readonly runs?: PlayerRuns;
}

/** By the names of launches. */
export type PlayerRuns = Map<string, PlayerRun>;

interface PlayerRun {
  readonly listeners: Set<Listener>;
  stop(): void;
  readonly done: Promise<AgentResult>;
  /** `null` while it plays. */
  result: AgentResult | null;
}

type Listener = (event: AgentEvent) => void;

export function playerAgent({ file, text, runs = new Map() }: PlayerAgentOptions): AgentPort {
  return {
    async start(request: AgentRequest, onEvent: Listener, cancel: Cancel): Promise<AgentResult> {
      const known = runs.get(runName(request));
      if (known !== undefined) return await join(known, onEvent, cancel);
      if (cancel.cancelled) {
        return { ...NOTHING_PLAYED, outcome: "cancelled", evidence: ["cancelled before it was started"] };
      }
      const run = begin({ file, text }, request);
      runs.set(runName(request), run);
      return await join(run, onEvent, cancel);
    },

    async recover(launch: Launch, onEvent: Listener, cancel: Cancel): Promise<RecoveredCall> {
      const run = runs.get(runName(launch));
      if (run === undefined) return { at: "unknown" };
      if (run.result !== null) return { at: "finished", result: run.result };
      return { at: "running", done: join(run, onEvent, cancel) };
    },
  };
}

function runName({ key, mark }: Launch): string {
  return `${key} ${mark?.nonce ?? ""}`;
}

function begin(script: Parameters<typeof perform>[0], request: AgentRequest): PlayerRun {
  const listeners = new Set<Listener>();
  const over = new AbortController();
  const breakOff = (why: BrokenOff): void => over.abort(why);
  const wallMs = Math.min(request.wallMs ?? WALL_MS_DEFAULT, TIMER_MS_MAX);
  const wall = setTimeout(() => breakOff("timeout"), wallMs);
  const emit = (event: AgentEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const performing = perform(script, request, { emit, over: over.signal, wallMs }).finally(() =>
    clearTimeout(wall),
  );
  const run: PlayerRun = {
    listeners,
    stop: () => breakOff("cancelled"),
    done: performing.then((result) => {
      run.result = result;
      return result;
    }),
    result: null,
  };
  return run;
}

async function join(run: PlayerRun, onEvent: Listener, cancel: Cancel): Promise<AgentResult> {
  run.listeners.add(onEvent);
  const forget = cancel.onCancel(() => run.stop());
  try {
    return await run.done;
  } finally {
    forget();
    run.listeners.delete(onEvent);
  }
}

async function perform(
  script: Parameters<typeof rehearse>[0],
  asked: PlayRequest & Pick<AgentRequest, "worktree">,
  around: Playing,
): Promise<AgentResult> {
  const startedMs = performance.now();
  const rehearsed = await rehearse(script, asked);
  if (rehearsed.at === "refused") {
    return { ...NOTHING_PLAYED, outcome: "refused", evidence: rehearsed.evidence };
  }
  const { worktree } = asked;
  if (worktree === undefined && rehearsed.part.changes.length > 0) {
    return { ...NOTHING_PLAYED, outcome: "refused", evidence: ["there is no worktree to change files in"] };
  }
  around.emit({ at: "started", pid: null });
  const { ended, document, text, usage } = await playOut(rehearsed.part, worktree ?? "", around);
  const elapsedMs = Math.round(performance.now() - startedMs);
  const [outcome, evidence] = judged(ended, saysSomething(document) || saysSomething(text), around.wallMs);
  return { outcome, document, text, usage, elapsedMs, evidence: [evidence] };
}

function saysSomething(document: AgentDocument | null): boolean {
  return document !== null && document.text.trim() !== "";
}

type Ended = Exclude<StepEnding, { at: "hang" }> | { readonly at: BrokenOff };

interface PlayedOut {
  readonly document: AgentDocument | null;
  readonly text: AgentDocument | null;
  readonly usage: Usage;
  readonly ended: Ended;
}

async function playOut(part: PlayedStep, folder: string, { emit, over }: Playing): Promise<PlayedOut> {
  let document: AgentDocument | null = null;
  let text: AgentDocument | null = null;
  let usage = USAGE_UNKNOWN;
  const stage: PlayerActions = {
    said: (words) => emit({ at: "said", text: words }),
    used(amount) {
      usage = amount;
      emit({ at: "used", usage });
    },
    answered(words) {
      text = documentOf(Buffer.from(words));
    },
    wrote(bytes) {
      document = documentOf(bytes);
    },
    folder,
    waited: (ms) => waited(ms, over),
  };
  const ending = await play(part, stage);
  if (ending !== null && ending.at !== "hang") return { document, text, usage, ended: ending };
  while (await waited(HANG_TICK_MS, over));
  return { document, text, usage, ended: { at: over.reason as BrokenOff } };
}

/** False when the play was broken off meanwhile; the timer is gone then. */
async function waited(ms: number, over: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: over });
    return true;
  } catch (error) {
    if (over.aborted) return false;
    throw error;
  }
}

/** As a real process would be judged that left the same. */
function judged(ended: Ended, leftSomething: boolean, wallMs: number): [AgentOutcome, string] {
  switch (ended.at) {
    case "exit":
      return [leftSomething ? "ok" : ended.code === 0 ? "empty" : "crashed", `exit code ${ended.code}`];
    case "signal":
      return ["crashed", `ended by ${ended.signal}`];
    case "timeout":
      return ["timeout-wall", `stopped after ${wallMs} ms, its time limit`];
    case "cancelled":
      return ["cancelled", "cancelled"];
    default:
      return assertNever(ended);
  }
}

/** The same reading that a real agent's document gets. */
function documentOf(bytes: Uint8Array): AgentDocument {
  const kept = bytes.subarray(0, DOCUMENT_BYTES_MAX);
  // A character that the bound cuts in two is left out, not repaired.
  const decode = (fatal: boolean): string =>
    new TextDecoder("utf-8", { ignoreBOM: true, fatal }).decode(kept, { stream: kept.length < bytes.length });
  try {
    return { text: decode(true), bytes: bytes.length, repaired: false };
  } catch {
    return { text: decode(false), bytes: bytes.length, repaired: true };
  }
}
