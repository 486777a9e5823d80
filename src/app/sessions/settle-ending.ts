// The way to an end that somebody has asked for: the Mediator's steps, taken as soon as nobody else takes them.
import { setTimeout as sleep } from "node:timers/promises";
import { isDeadProcess, thisProcess } from "../../adapters/host/process-identity.ts";
import { type Mediation, owed } from "../../core/refinement/session/owed.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { mediateStep } from "../../engine/step.ts";
import type { OpenProject } from "../project.ts";
import { LEASE_MS } from "./run-refinement.ts";
import { systemClock } from "./system-ports.ts";

interface EndingContext {
  readonly project: OpenProject;
  readonly engine: SessionEngine;
}

/** Goes as far as it can without an agent or an answer; tells whether another process is at work on the session. */
export async function settleEnding(atHand: EndingContext): Promise<{ readonly attended: boolean }> {
  const attended = !(await takeSteps(atHand));
  if (attended) await waitUntilSettled(atHand.engine);
  return { attended };
}

/** The Mediator's steps on the way to an end; none of them calls an agent. */
const ENDING_STEPS: readonly Mediation["step"][] = ["ask-gate", "withdraw-ending", "end"];
/** More than any ending takes. */
const STEPS_MAX = 10;

/** False where another process holds the session. */
async function takeSteps({ project, engine }: EndingContext): Promise<boolean> {
  const { store } = project;
  const acquired = await store.acquire({
    resource: engine.stream,
    holder: thisProcess(),
    nowMs: systemClock.nowMs(),
    leaseMs: LEASE_MS,
    isDead: isDeadProcess,
  });
  if (acquired.at === "held") return false;
  const { resource, epoch } = acquired.lease;
  try {
    await engine.refresh();
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const [effect] = owed(engine.session);
      if (effect?.do !== "mediate" || !ENDING_STEPS.includes(effect.step)) break;
      await mediateStep(engine, effect, { resource, epoch });
      if (effect.step === "withdraw-ending") break;
    }
    return true;
  } finally {
    await store.release(acquired.lease);
  }
}

const LOOKS_MAX = 20;
const LOOK_MS = 150;

/** The process that runs the session sees the wish by itself; where agents are at work, only after them. */
export async function waitUntilSettled(engine: SessionEngine): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    await engine.refresh();
    const {
      at,
      work: { ending, questions },
      ledger: { calls },
    } = engine.live;
    if (at !== "active" || ending === null || questions.some(({ kind }) => kind === "gate")) return;
    if (calls.length > 0 && ending.type !== "ABANDONED") return;
    await sleep(LOOK_MS);
  }
}
