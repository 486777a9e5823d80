// Calls that a person was to answer, and need not any more.
import { staleReason } from "../core/refinement/session/person-calls.ts";
import { emptyResult } from "../core/shared/agent-outcome.ts";
import type { AgentPort, Fence, HumanInbox } from "../engine/ports.ts";
import type { SessionEngine } from "../engine/session-engine.ts";
import { finishCall, MEDIATOR } from "../engine/step.ts";

export function isDesk(agent: AgentPort | HumanInbox | null): agent is HumanInbox {
  return agent !== null && "layOut" in agent;
}

/** Lets go of a call for which a person need not write any more; `null` where there is none. */
export async function dismissOne(
  engine: SessionEngine,
  fence: Fence,
  agentNamed: (name: string) => AgentPort | HumanInbox | null,
): Promise<"done" | "fenced" | null> {
  for (const call of engine.live.ledger.calls) {
    const { key, agent } = call;
    if (!isDesk(agentNamed(agent))) continue;
    const because = staleReason(engine.live, call);
    if (because === null) continue;
    const result = emptyResult("cancelled", because);
    const submitted = await finishCall(engine, { key, actor: MEDIATOR, result }, fence);
    return submitted.at === "fenced" ? "fenced" : "done";
  }
  return null;
}
