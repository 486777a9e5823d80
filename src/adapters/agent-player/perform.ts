// One call, played in this process.
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { USAGE_UNKNOWN, type Usage } from "../../core/shared/usage.ts";
import type { AgentDocument, AgentEvent, AgentResult } from "../../engine/ports.ts";
import { documentOf } from "./document-of.ts";
import { type Asked, type Part, play, rehearse, type Stage } from "./play.ts";
import type { StepEnding } from "./player-step.ts";

const HANG_TICK_MS = 60_000;

export type BrokenOff = "cancelled" | "timeout";

export interface Surroundings {
  emit(event: AgentEvent): void;
  /** Aborted, with a `BrokenOff` as its reason, to break the play off. */
  readonly over: AbortSignal;
  readonly wallMs: number;
}

export const NOTHING_PLAYED = { document: null, text: null, usage: USAGE_UNKNOWN, elapsedMs: 0 } as const;

export async function perform(
  script: Parameters<typeof rehearse>[0],
  asked: Asked,
  around: Surroundings,
): Promise<AgentResult> {
  const startedMs = performance.now();
  const rehearsed = await rehearse(script, asked);
  if (rehearsed.at === "refused") {
    return { ...NOTHING_PLAYED, outcome: "refused", evidence: rehearsed.evidence };
  }
  around.emit({ at: "started", pid: null });
  const { ended, document, text, usage } = await playOut(rehearsed.part, around);
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

async function playOut(part: Part, { emit, over }: Surroundings): Promise<PlayedOut> {
  let document: AgentDocument | null = null;
  let text: AgentDocument | null = null;
  let usage = USAGE_UNKNOWN;
  const stage: Stage = {
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
