// How what a session owes is done: each effect through a port, its outcome as a command.

import { decisionsDocument } from "../core/refinement/records/decisions-of.ts";
import { statusDocument } from "../core/refinement/records/status-of.ts";
import { documentName } from "../core/refinement/role.ts";
import type { CallOrder, Mediation } from "../core/refinement/session/owed.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import { renderDecisions } from "../document/decisions/decisions.ts";
import { renderStatus } from "../document/status/render-status.ts";
import type { AgentRequest, AgentResult, Fence } from "./ports.ts";
import type { SessionEngine, Submitted } from "./session-engine.ts";

export const MEDIATOR = "parley";

/** A step of the Mediator's own. */
export async function mediateStep(
  engine: SessionEngine,
  { step }: Mediation,
  fence: Fence,
): Promise<Submitted> {
  const backup = step === "start-round" ? await backUp(engine) : null;
  const id = `${engine.stream}/${engine.version}/${step}`;
  return await engine.submit({ type: "Mediate", step, backup }, { id, actor: MEDIATOR, fence });
}

/** The documents as they stand, before a round changes them. */
async function backUp({ record, documents }: SessionEngine): Promise<{ status: string; decisions: string }> {
  return {
    status: await documents.put(renderStatus(statusDocument(record))),
    decisions: await documents.put(renderDecisions(decisionsDocument(record))),
  };
}

export type Prepared =
  | { readonly at: "started"; readonly request: AgentRequest }
  | Exclude<Submitted, { readonly at: "done" }>;

/** Says in the log that a call starts, before it does. */
export async function prepareCall(engine: SessionEngine, order: CallOrder, fence: Fence): Promise<Prepared> {
  const { prompt, example } = await engine.prompt(order);
  const sha256 = await engine.documents.put(prompt.text);
  const submitted = await engine.submit(
    {
      type: "StartCall",
      key: order.key,
      agent: order.agent,
      prompt: { sha256, chars: prompt.text.length, parts: prompt.parts },
      example,
    },
    { id: `${order.key}/start`, actor: MEDIATOR, fence },
  );
  if (submitted.at !== "done") return submitted;
  return { at: "started", request: requestOf(order, prompt.text) };
}

export function requestOf({ key, role, lane, wallMs }: CallOrder, prompt: string): AgentRequest {
  return { key, prompt, document: documentName(role, lane), wallMs };
}

/** Takes in what a call brought: its document goes to the store first, then the log refers to it. */
export async function finishCall(
  engine: SessionEngine,
  call: { readonly key: CallKey; readonly agent: string; readonly result: AgentResult },
  fence: Fence,
): Promise<Submitted> {
  const { key, agent, result } = call;
  const { outcome, usage, elapsedMs, evidence } = result;
  const document = await storeDocument(engine, result);
  return await engine.submit(
    {
      type: "FinishCall",
      key,
      outcome,
      usage,
      elapsedMs: Math.round(elapsedMs),
      evidence: evidence.slice(0, EVIDENCE_MAX).map((line) => line.slice(0, EVIDENCE_CHARS_MAX)),
      document,
      role: null,
    },
    { id: `${key}/finish`, actor: `model:${agent}`, fence },
  );
}

const EVIDENCE_MAX = 20;
const EVIDENCE_CHARS_MAX = 500;

/** A file it wrote; else its final words, where it has any. */
async function storeDocument(
  engine: SessionEngine,
  { document, text }: AgentResult,
): Promise<DocumentRef | null> {
  if (document !== null) {
    return { sha256: await engine.documents.put(document.text), bytes: document.bytes, from: "file" };
  }
  if (text === null || text.text.trim() === "") return null;
  return { sha256: await engine.documents.put(text.text), bytes: text.bytes, from: "text" };
}
