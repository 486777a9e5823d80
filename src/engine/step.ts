// How what a session owes is done: each effect through a port, its outcome as a command.

import { rollbackEntries } from "../core/refinement/records/rollbacks-of.ts";
import { statusDocument } from "../core/refinement/records/status-of.ts";
import { limitationsOf } from "../core/refinement/records/summaries-of.ts";
import { documentName, PERSON } from "../core/refinement/role.ts";
import type { Backup } from "../core/refinement/rollback/rollback.ts";
import { type CallOrder, type Mediation, owesSpec } from "../core/refinement/session/owed.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import { renderDecisions, renderDecisionsBody } from "../document/decisions/decisions.ts";
import { renderStatus, renderStatusBody } from "../document/status/render-status.ts";
import { broughtBy } from "./call-result.ts";
import type { AgentRequest, AgentResult, AgentTask, Blob, Fence, SpecShelf } from "./ports.ts";
import type { SessionEngine, SessionOutcome } from "./session-engine.ts";

export const MEDIATOR = "parley";

export function modelActor(agent: string): string {
  return `model:${agent}`;
}

/** A step of the Mediator's own. */
export async function mediateStep(
  engine: SessionEngine,
  { step }: Mediation,
  fence: Fence,
): Promise<SessionOutcome> {
  const backedUp = step === "start-round" ? backUp(engine) : null;
  const id = `${engine.stream}/${engine.version}/${step}`;
  return await engine.submit(
    { type: "Mediate", step, backup: backedUp?.backup ?? null },
    { id, actor: MEDIATOR, fence, blobs: backedUp?.blobs ?? [] },
  );
}

interface BackedUp {
  readonly backup: Omit<Backup, "round">;
  readonly blobs: readonly Blob[];
}

/** The documents as they stand, before a round changes them; a history of rollbacks is kept apart from the rest. */
function backUp({ live, documents }: SessionEngine): BackedUp {
  const { decisions } = live.work;
  const { takenBack } = live.ledger;
  const rollbacks = rollbackEntries(live);
  const document = statusDocument(live);
  const status = documents.blobOf(renderStatus(document));
  const whole = documents.blobOf(renderDecisions(decisions, { takenBack, rollbacks }));
  const bodyChars = {
    status: renderStatusBody(document).length,
    decisions: renderDecisionsBody(decisions, { takenBack }).length,
  };
  return {
    backup: { status: status.sha256, decisions: whole.sha256, bodyChars },
    blobs: [status, whole],
  };
}

export type PreparedCall =
  | { readonly at: "started"; readonly request: AgentRequest }
  | Exclude<SessionOutcome, { readonly at: "done" }>;

/** Says in the log that a call starts, before it does. */
export async function prepareCall(
  engine: SessionEngine,
  order: CallOrder,
  fence: Fence,
): Promise<PreparedCall> {
  const { prompt, example } = await engine.prompt(order);
  const { text, standingChars, parts } = prompt;
  const blob = engine.documents.blobOf(text);
  const { nonce, sealKey, sealWith } = engine.newSeal();
  const submitted = await engine.submit(
    {
      type: "StartCall",
      key: order.key,
      agent: order.agent,
      prompt: { sha256: blob.sha256, chars: text.length, standingChars, parts },
      example,
      ...(order.agent === PERSON ? {} : { seal: { nonce, sealKey } }),
    },
    { id: `${order.key}/start`, actor: MEDIATOR, fence, blobs: [blob] },
  );
  if (submitted.at !== "done") return submitted;
  const mark = { nonce, promptHash: blob.sha256, sealKey };
  return { at: "started", request: { ...taskOf(order, { text, standingChars }), mark, sealWith } };
}

export function taskOf(
  order: CallOrder,
  { text, standingChars }: { readonly text: string; readonly standingChars: number },
): AgentTask {
  const { key, role, lane, wallMs, access, readsProject, resume } = order;
  const document = documentName(role, lane);
  return { key, prompt: text, standingChars, document, wallMs, access, readsProject, resume };
}

/** Takes in what a call brought: its document is stored with the event that refers to it. */
export async function finishCall(
  engine: SessionEngine,
  call: { readonly key: CallKey; readonly actor: string; readonly result: AgentResult },
  fence: Fence,
): Promise<SessionOutcome> {
  const { key, actor, result } = call;
  const { brought, blobs } = broughtBy(result, engine.documents);
  return await engine.submit(
    { type: "FinishCall", key, ...brought, role: null },
    { id: `${key}/finish`, actor, fence, blobs },
  );
}

/**
 * Puts the finished spec of a session that has ended where people look for it, and says so in the log. Whoever comes to
 * it, runner or not, may do so: it is the same text, and goes to the same place.
 */
export async function publishSpec(engine: SessionEngine, shelf: SpecShelf): Promise<SessionOutcome> {
  if (!owesSpec(engine.live)) return { at: "known" };
  await engine.placeEdits();
  // Questions that nobody answered say how the work went; what they were about is listed by its gap.
  const limitations = limitationsOf(engine.live).filter(({ about }) => about.of !== "question");
  const { spec, map, findings } = await engine.finishedSpec(limitations);
  const path = await shelf.put(spec.bytes);
  return await engine.submit(
    { type: "PublishSpec", path, sha256: spec.sha256, map: map.sha256, findings },
    { id: `${engine.stream}/spec`, actor: MEDIATOR, blobs: [spec, map] },
  );
}
