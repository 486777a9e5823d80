// The way to an end that somebody has asked for: the Mediator's steps, taken as soon as nobody else takes them.
import { setTimeout as sleep } from "node:timers/promises";
import { type Mediation, owed } from "../../core/refinement/session/owed.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { mediateStep } from "../../engine/step.ts";
import { type OpenSession, whileHeld } from "./open-session.ts";

type EndingSession = Pick<OpenSession, "project" | "engine">;

/** Goes as far as it can without an agent or an answer; tells whether another process is at work on the session. */
export async function settleEnding(open: EndingSession): Promise<{ readonly attended: boolean }> {
  const attended = !(await takeSteps(open));
  if (attended) await waitUntilSettled(open.engine);
  return { attended };
}

/** The Mediator's steps on the way to an end; none of them calls an agent. */
const ENDING_STEPS: readonly Mediation["step"][] = ["ask-gate", "withdraw-ending", "end"];
/** More than any ending takes. */
const STEPS_MAX = 10;

/** False where another process holds the session. */
async function takeSteps(open: EndingSession): Promise<boolean> {
  const { engine } = open;
  return await whileHeld(open.project.store, open.engine.stream, async (fence) => {
    await engine.refresh();
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const [effect] = owed(engine.session);
      if (effect?.do !== "mediate" || !ENDING_STEPS.includes(effect.step)) break;
      await mediateStep(engine, effect, fence);
      if (effect.step === "withdraw-ending") break;
    }
  });
}

const LOOKS_MAX = 20;
const LOOK_MS = 150;

/** The process that runs the session sees by itself that it is to end; where agents are at work, only after them. */
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
