import { findTurn } from "../core/refinement/session/find-turn.ts";
import { orderOf } from "../core/refinement/session/owed.ts";
import type { StartedCall } from "../core/refinement/session/session.ts";
import { placeOfKey, resumeOf } from "../core/refinement/session/turn.ts";
import type { AgentEvent, AgentPort, AgentRequest, AgentResult, Cancel } from "../engine/ports.ts";
import type { SessionEngine } from "../engine/session-engine.ts";
import { requestOf } from "../engine/step.ts";

export interface Recovery {
  readonly engine: SessionEngine;
  readonly call: StartedCall;
  readonly agent: AgentPort;
  onEvent(event: AgentEvent): void;
  readonly cancel: Cancel;
}

/** The result of a call that an earlier process started, whether it is finished, still runs, or never began. */
export async function recoverCall({ engine, call, agent, onEvent, cancel }: Recovery): Promise<AgentResult> {
  const recovered = await agent.recover(call.key, onEvent, cancel);
  switch (recovered.at) {
    case "finished":
      return recovered.result;
    case "running":
      return await recovered.done;
    case "unknown":
      // It never began: the log said so first, and then we died. It begins now, under the same key.
      return await agent.start(await requestOfCall(engine, call), onEvent, cancel);
  }
}

/** What a started call was asked for, with the very prompt that the log has. */
export async function requestOfCall(engine: SessionEngine, call: StartedCall): Promise<AgentRequest> {
  const { key, agent, prompt } = call;
  const turn = findTurn(engine.live, placeOfKey(key));
  if (turn === null || prompt === null) throw new Error(`${key} belongs to no turn`);
  const order = { ...orderOf(engine.live, turn), key, resume: resumeOf(turn, agent) };
  return requestOf(order, await engine.documents.text(prompt));
}
