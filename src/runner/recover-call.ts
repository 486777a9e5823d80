import { findTurn } from "../core/refinement/session/find-turn.ts";
import { orderOf } from "../core/refinement/session/owed.ts";
import type { StartedCall } from "../core/refinement/session/session.ts";
import { placeOfKey, resumeOf } from "../core/refinement/session/turn.ts";
import type { AgentEvent, AgentPort, AgentResult, AgentTask, Cancel, Launch } from "../engine/ports.ts";
import type { SessionEngine } from "../engine/session-engine.ts";
import { taskOf } from "../engine/step.ts";
import { nothingCame } from "./nothing-came.ts";

export interface Recovery {
  readonly call: StartedCall;
  readonly agent: AgentPort;
  onEvent(event: AgentEvent): void;
  readonly cancel: Cancel;
}

/** What tells this launch from every other, as the log has it. */
export function launchOf({ key, prompt, seal }: StartedCall): Launch {
  return { key, mark: seal === undefined || prompt === null ? null : { ...seal, promptHash: prompt } };
}

/** The result of a call that an earlier process started, whether it is finished, still runs, or never began. */
export async function recoverCall({ call, agent, onEvent, cancel }: Recovery): Promise<AgentResult> {
  const recovered = await agent.recover(launchOf(call), onEvent, cancel);
  switch (recovered.at) {
    case "finished":
      return recovered.result;
    case "running":
      return await recovered.done;
    case "unknown":
      // Whoever said in the log that it starts died with the key to seal it: only another launch can be sealed.
      return nothingCame("crashed", NEVER_STARTED);
  }
}

const NEVER_STARTED = "it was never started, or broke off with parley: nothing of it is left that counts";

/** What a started call was asked for, with the very prompt that the log has. */
export async function taskOfCall(engine: SessionEngine, call: StartedCall): Promise<AgentTask> {
  const { key, agent, prompt } = call;
  const turn = findTurn(engine.live, placeOfKey(key));
  if (turn === null || prompt === null) throw new Error(`${key} belongs to no turn`);
  const order = { ...orderOf(engine.live, turn), key, resume: resumeOf(turn, agent) };
  return taskOf(order, await engine.documents.text(prompt));
}
