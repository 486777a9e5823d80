// The scripted agent in this process. What it played is kept in memory only: a call of an earlier process is unknown
// here, and would be played again.
import type {
  AgentEvent,
  AgentPort,
  AgentRequest,
  AgentResult,
  Cancel,
  Launch,
  Recovered,
} from "../../engine/ports.ts";
import { type BrokenOff, NOTHING_PLAYED, perform } from "./perform.ts";

/** For a call that brings no bound of its own. */
const WALL_MS_DEFAULT = 10 * 60 * 1000;
/** A timer that is set to more goes off at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export interface PlayerAgentOptions {
  readonly file: string;
  /** The script itself, where it does not stand in the file. */
  readonly text?: string;
  /** What was played so far; agents that share it know each other's calls. */
  readonly runs?: PlayerRuns;
}

/** By the names of launches. */
export type PlayerRuns = Map<string, PlayerRun>;

export interface PlayerRun {
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

    async recover(launch: Launch, onEvent: Listener, cancel: Cancel): Promise<Recovered> {
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
