import { isDeadProcess, thisProcess } from "../../adapters/host/process-identity.ts";
import { PERSON } from "../../core/refinement/person.ts";
import { type CallOrder, owed } from "../../core/refinement/session/owed.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { prepareCall } from "../../engine/step.ts";
import { humanInbox } from "./human-inbox.ts";
import type { OpenSession } from "./open-session.ts";
import { LEASE_MS } from "./run-refinement.ts";
import { systemClock } from "./system-ports.ts";

/** In one go at most so many calls are laid out; there are never more lanes. */
const STARTS_MAX = 8;

/** What people are to write next is laid out at once; where a runner is at work, it does that. */
export async function startOwedToPeople({
  project,
  engine,
}: Pick<OpenSession, "project" | "engine">): Promise<void> {
  if (nextPersonCall(engine) === undefined) return;
  const acquired = await project.store.acquire({
    resource: engine.stream,
    holder: thisProcess(),
    nowMs: systemClock.nowMs(),
    leaseMs: LEASE_MS,
    isDead: isDeadProcess,
  });
  if (acquired.at === "held") return;
  try {
    const { resource, epoch } = acquired.lease;
    for (let start = 0; start < STARTS_MAX; start += 1) {
      const order = nextPersonCall(engine);
      if (order === undefined) return;
      const prepared = await prepareCall(engine, order, { resource, epoch });
      if (prepared.at === "started") await humanInbox(project, engine).layOut(prepared.request);
      else return;
    }
  } finally {
    await project.store.release(acquired.lease);
  }
}

function nextPersonCall({ session }: SessionEngine): CallOrder | undefined {
  return owed(session).flatMap((effect) =>
    effect.do === "call" && effect.order.agent === PERSON ? [effect.order] : [],
  )[0];
}
