import { findTurn } from "../core/refinement/session/find-turn.ts";
import { orderOf } from "../core/refinement/session/owed.ts";
import type { StartedCall } from "../core/refinement/session/session.ts";
import { placeOfKey } from "../core/refinement/session/turn.ts";
import type { AgentEvent, AgentPort, AgentResult, Cancel } from "../engine/ports.ts";
import type { SessionEngine } from "../engine/session-engine.ts";
import { requestOf } from "../engine/step.ts";

export interface Recovery {
  readonly engine: SessionEngine;
  readonly call: StartedCall;
  agentNamed(name: string): AgentPort | null;
  onEvent(event: AgentEvent): void;
  readonly cancel: Cancel;
  noSuchAgent(name: string): AgentResult;
}

/** The result of a call that an earlier process started, whether it is finished, still runs, or never began. */
export async function recoverCall(recovery: Recovery): Promise<AgentResult> {
  const { engine, call, onEvent, cancel } = recovery;
  const { key } = call;
  const agent = recovery.agentNamed(call.agent);
  if (agent === null) return recovery.noSuchAgent(call.agent);
  const recovered = await agent.recover(key, onEvent, cancel);
  switch (recovered.at) {
    case "finished":
      return recovered.result;
    case "running":
      return await recovered.done;
    case "unknown": {
      // It never began: the log said so first, and then we died. It begins now, under the same key.
      const turn = findTurn(engine.live, placeOfKey(key));
      if (turn === null || call.prompt === null) throw new Error(`${key} belongs to no turn`);
      const prompt = await engine.documents.text(call.prompt);
      return await agent.start(requestOf({ ...orderOf(engine.live, turn), key }, prompt), onEvent, cancel);
    }
  }
}
