import { orderOf } from "../core/refinement/session/owed.ts";
import { findTurnOfCall, type StartedCall } from "../core/refinement/session/session.ts";
import { resumeOf } from "../core/refinement/session/turn.ts";
import { emptyResult } from "../core/shared/agent-outcome.ts";
import type {
  AgentEvent,
  AgentPort,
  AgentResult,
  AgentTask,
  Cancel,
  Fence,
  Launch,
} from "../engine/ports.ts";
import type { SessionEngine } from "../engine/session-engine.ts";
import { MEDIATOR, type PreparedCall, taskOf } from "../engine/step.ts";

export interface Recovery {
  readonly call: Pick<StartedCall, "key" | "prompt" | "seal">;
  readonly agent: AgentPort;
  onEvent(event: AgentEvent): void;
  readonly cancel: Cancel;
}

/** What tells this launch from every other, as the log has it. */
export function launchOf({ key, prompt, seal }: Recovery["call"]): Launch {
  return { key, mark: seal === undefined || prompt === null ? null : { ...seal, promptHash: prompt } };
}

/** The result of a call that an earlier process started, whether it is finished or still runs; `null`: it never began. */
export async function recoverCall({ call, agent, onEvent, cancel }: Recovery): Promise<AgentResult | null> {
  const recovered = await agent.recover(launchOf(call), onEvent, cancel);
  switch (recovered.at) {
    case "finished":
      return recovered.result;
    case "running":
      return await recovered.done;
    case "unknown":
      return null;
    case "lost":
      return emptyResult("crashed", LOST_NOTE);
  }
}

const LOST_NOTE = "it broke off with parley: nothing is left of it that counts";

export function noSuchAgent(name: string): AgentResult {
  return emptyResult("not-installed", `no agent is called ${name}`);
}

/** Whoever said in the log that it starts is gone, with the key to seal it: it is given another, and begins. */
export async function prepareAgain(
  engine: SessionEngine,
  call: StartedCall,
  fence: Fence,
): Promise<PreparedCall> {
  const { key, prompt } = call;
  if (prompt === null) throw new Error(`${key} was started without a prompt`);
  const { nonce, sealKey, sealWith } = engine.newSeal();
  const submitted = await engine.submit(
    { type: "SealCall", key, seal: { nonce, sealKey } },
    { id: `${key}/seal/${nonce}`, actor: MEDIATOR, fence },
  );
  if (submitted.at !== "done") return submitted;
  const mark = { nonce, promptHash: prompt, sealKey };
  return { at: "started", request: { ...(await taskOfCall(engine, call)), mark, sealWith } };
}

/** What a started call was asked for, with the very prompt that the log has. */
export async function taskOfCall(engine: SessionEngine, call: StartedCall): Promise<AgentTask> {
  const { key, agent, prompt, standingChars } = call;
  const turn = findTurnOfCall(engine.live, key);
  if (turn === null || prompt === null) throw new Error(`${key} belongs to no turn`);
  const order = { ...orderOf(engine.live, turn), key, resume: resumeOf(turn, agent) };
  return taskOf(order, { text: await engine.documents.text(prompt), standingChars });
}
