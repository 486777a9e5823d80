import { PERSON } from "../../core/refinement/role.ts";
import { type CallOrder, owed } from "../../core/refinement/session/owed.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { prepareCall } from "../../engine/step.ts";
import { humanInbox } from "./human-inbox.ts";
import { type OpenSession, whileHeld } from "./open-session.ts";

/** In one go at most so many calls are laid out; there are never more lanes. */
const STARTS_MAX = 8;

/** What people are to write next is laid out at once; where a runner is at work, it does that. */
export async function startOwedToPeople(open: Pick<OpenSession, "project" | "engine">): Promise<void> {
  const { project, engine } = open;
  if (nextPersonCall(engine) === undefined) return;
  await whileHeld(project.store, engine.stream, async (fence) => {
    for (let start = 0; start < STARTS_MAX; start += 1) {
      const order = nextPersonCall(engine);
      if (order === undefined) return;
      const prepared = await prepareCall(engine, order, fence);
      if (prepared.at !== "started") return;
      await humanInbox(project, engine).layOut(prepared.request);
    }
  });
}

function nextPersonCall({ session }: SessionEngine): CallOrder | undefined {
  return owed(session).flatMap((effect) =>
    effect.do === "call" && effect.order.agent === PERSON ? [effect.order] : [],
  )[0];
}
