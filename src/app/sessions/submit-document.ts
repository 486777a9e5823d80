// A person hands in the document of a call that waits for it. It goes through the gate at once, whether or not a
// runner is at work; whoever comes second is told so.

import { randomUUID } from "node:crypto";
import { PERSON } from "../../core/refinement/person.ts";
import { type Role, roleTitle } from "../../core/refinement/role.ts";
import { staleReason } from "../../core/refinement/session/dismissed-call.ts";
import { findTurn, type StartedCall } from "../../core/refinement/session/session.ts";
import type { DocumentRef, SessionEvent } from "../../core/refinement/session/session-event.ts";
import { placeOfKey } from "../../core/refinement/session/turn.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { SubmittedDocument } from "../wire/session.ts";
import { awaitedDocument, awaitedDocuments } from "./awaited-documents.ts";
import { readHandedInText } from "./handed-in-text.ts";
import { type OpenSession, withSession } from "./open-session.ts";
import { startOwedToPeople } from "./start-owed-to-people.ts";
import { asView } from "./unwritten-view.ts";
import { whoami } from "./whoami.ts";

interface SubmitInput {
  readonly role: Role;
  /** `-` is our own input; without one, the file that was laid out. */
  readonly file: string | undefined;
  readonly session: string | undefined;
  /** Which of several runs that go on side by side. */
  readonly gap: string | undefined;
  /** Only this very call: what was written for one is not meant for the next. */
  readonly call?: CallKey;
}

export async function submitDocument(
  context: CommandContext,
  wishes: SubmitInput,
): Promise<SubmittedDocument | Failure> {
  return await withSession(context, wishes.session, async (open) => {
    const call = waitingCall(open.engine, wishes);
    if (isFailure(call)) return call;
    const text = await readHandedInText(context, open, { call, file: wishes.file });
    return isFailure(text) ? text : await submitText(open, call, text);
  });
}

function waitingCall(engine: SessionEngine, { role, gap, call: only }: SubmitInput): StartedCall | Failure {
  const { live } = engine;
  const calls = live.at === "ended" ? [] : live.ledger.calls.filter(({ agent }) => agent === PERSON);
  const ofRole = calls.filter(({ key }) => placeOfKey(key).role === role);
  const meant = ofRole.filter(
    ({ key }) =>
      (only === undefined || key === only) && (gap === undefined || isAbout(engine, key, gap.toUpperCase())),
  );
  const [call, another] = meant;
  if (call === undefined && only !== undefined) return submittedTooLate(engine, role);
  if (call === undefined) return noWaitingCall(engine, { role, gap, calls });
  if (another !== undefined) {
    const lanes = meant.map(({ key }) => placeOfKey(key).lane);
    return {
      failed: "usage",
      code: "several-calls",
      message: `${meant.length} documents of the ${roleTitle(role)} are awaited`,
      fix: `say which: ${lanes.map((lane) => `--gap ${lane}`).join(" or ")}`,
    };
  }
  const because = staleReason(live, call);
  return because === null ? call : documentNotAwaited(engine, role, because);
}

function isAbout({ live }: SessionEngine, key: StartedCall["key"], gap: string): boolean {
  const place = placeOfKey(key);
  return place.lane === gap || (findTurn(live, place)?.gaps.some((id) => id === gap) ?? false);
}

function noWaitingCall(
  { id, live }: SessionEngine,
  about: { role: Role; gap: string | undefined; calls: readonly StartedCall[] },
): Failure {
  const waiting = about.calls.map(({ key }) => {
    const { role, lane } = placeOfKey(key);
    return lane === "-" ? role : `${role} --gap ${lane}`;
  });
  const ended = live.at === "ended" ? `: the session ${id} has ended` : "";
  const on = about.gap === undefined ? "" : ` on ${about.gap}`;
  return {
    failed: "refused",
    code: "not-awaited",
    message: `no document of the ${roleTitle(about.role)}${on} is awaited from a person${ended}`,
    fix: waiting.length === 0 ? "see `parley status`" : `awaited: ${waiting.join(", ")}`,
  };
}

function documentNotAwaited({ id }: SessionEngine, role: Role, because: string): Failure {
  return {
    failed: "refused",
    code: "not-awaited",
    message: `the document of the ${roleTitle(role)} is not awaited any more: ${because}`,
    fix: `go on with \`parley resume ${id}\``,
  };
}

async function submitText(
  open: OpenSession,
  { key }: StartedCall,
  text: string,
): Promise<SubmittedDocument | Failure> {
  const { project, engine } = open;
  const { role } = placeOfKey(key);
  const blob = engine.documents.blobOf(text);
  const document: DocumentRef = { sha256: blob.sha256, bytes: blob.bytes.length, from: "human" };
  // The time a person takes is not an agent's at work.
  const finish = { outcome: "ok", usage: USAGE_UNKNOWN, elapsedMs: 0, evidence: [] } as const;
  const submitted = await engine.submit(
    { type: "FinishCall", key, ...finish, document, role: null },
    { id: randomUUID(), actor: whoami(), blobs: [blob] },
  );
  if (submitted.at !== "done") return submittedTooLate(engine, role);
  await asView(open, async () => void (await startOwedToPeople(open)), undefined);
  await engine.sync();
  return {
    session: engine.id,
    role,
    lane: awaitedDocument(project, engine.live, { key }).lane,
    key,
    ...judgementOf(submitted.events),
    state: engine.live.at,
    openQuestions: engine.live.work.questions.map(({ id }) => id),
    awaited: awaitedDocuments(project, engine.live),
  };
}

function submittedTooLate(engine: SessionEngine, role: Role): Failure {
  return {
    failed: "refused",
    code: "not-awaited",
    message: `the document of the ${roleTitle(role)} was handed in already, or is not awaited any more; yours was not taken`,
    fix: `see \`parley history ${engine.id} --last 10\``,
  };
}

function judgementOf(
  events: readonly SessionEvent[],
): Pick<SubmittedDocument, "accepted" | "failure" | "warnings" | "retry" | "taken"> {
  const judged = events.find((event) => event.type === "OutputJudged");
  const retry = events.some((event) => event.type === "TurnRestarted" && event.data.retry !== null);
  const taken = events.flatMap((event) =>
    (event.type === "TurnRestarted" && event.data.retry !== null) || event.type === "WorkKept"
      ? (event.data.keeps?.gaps ?? [])
      : [],
  );
  if (judged?.type !== "OutputJudged") return { accepted: true, failure: null, warnings: [], retry, taken };
  const { failure: type, message, line, warnings } = judged.data;
  const failure = type === null ? null : { type, message, line };
  return { accepted: failure === null, failure, warnings, retry, taken };
}
