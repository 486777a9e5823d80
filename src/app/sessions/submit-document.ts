// A person hands in the document of a call that waits for it. It goes through the gate at once, whether or not a
// runner is at work; whoever comes second is told so.
import { randomUUID } from "node:crypto";
import { PERSON, type Role, roleTitle } from "../../core/refinement/role.ts";
import { sessionFold } from "../../core/refinement/session/evolve.ts";
import { staleReason } from "../../core/refinement/session/person-calls.ts";
import { findTurn, findTurnOfCall, type StartedCall } from "../../core/refinement/session/session.ts";
import type { DocumentRef, SessionEvent } from "../../core/refinement/session/session-event.ts";
import { placeOfKey } from "../../core/refinement/session/turn.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { findStub, formOf } from "../../prompts/human-template.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, refusedFailure, usageFailure } from "../failure.ts";
import { type HandedInText, readHandedInText } from "../handed-in-text.ts";
import type { SubmittedInSession } from "../wire/awaited.ts";
import { awaitedDocument, awaitedDocuments } from "./awaited-documents.ts";
import { findDocumentToMend, taskOf } from "./human-inbox.ts";
import { asView, type OpenSession, withSession } from "./open-session.ts";
import { startOwedToPeople } from "./start-owed-to-people.ts";
import { whoami } from "./system-ports.ts";

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
  input: SubmitInput,
): Outcome<SubmittedInSession> {
  return await withSession(context, input.session, async (open) => {
    const call = waitingCall(open.engine, input);
    if (isFailure(call)) return (await letGo(open, input)) ?? call;
    const handedIn = await readHandedInText(context, open.project, {
      awaited: awaitedDocument(open.project, open.engine.live, call),
      file: input.file,
      unchanged: (said) => sameAsBefore(open, call, said),
    });
    if (isFailure(handedIn)) return handedIn;
    const unfinished = refuseUnfinished(open, call, handedIn);
    if (unfinished !== null) return unfinished;
    const submitted = await submitText(open, call, handedIn.text);
    return isFailure(submitted) ? submitted : withLinesAbove(submitted, handedIn.linesAbove);
  });
}

/** What was left as it was laid out is no answer, and is said before it costs an attempt. */
function refuseUnfinished(
  { project, engine }: OpenSession,
  { key }: StartedCall,
  { text, linesAbove }: HandedInText,
): Failure | null {
  const turn = findTurnOfCall(engine.live, key);
  const stub = turn === null ? null : findStub(taskOf(project, engine.live, { turn, key }), text);
  if (stub === null) return null;
  return refusedFailure(
    "form-unfinished",
    `line ${stub.line + linesAbove} of the form is not filled in: ${stub.text}`,
    "fill it in, or take out what does not apply; it was not handed in",
  );
}

/** A person counts lines from the top of the file, where our comment stands. */
function withLinesAbove(submitted: SubmittedInSession, linesAbove: number): SubmittedInSession {
  const { failure } = submitted;
  if (failure === null || failure.line === null) return submitted;
  return { ...submitted, failure: { ...failure, line: failure.line + linesAbove } };
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
    return usageFailure(
      "several-calls",
      `${meant.length} documents of the ${roleTitle(role)} are awaited`,
      `say which: ${lanes.map((lane) => `--gap ${lane}`).join(" or ")}`,
    );
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
  return refusedFailure(
    "not-awaited",
    `no document of the ${roleTitle(about.role)}${on} is awaited from a person${ended}`,
    waiting.length === 0 ? "see `parley status`" : `awaited: ${waiting.join(", ")}`,
  );
}

function documentNotAwaited({ id }: SessionEngine, role: Role, because: string): Failure {
  return refusedFailure(
    "not-awaited",
    `the document of the ${roleTitle(role)} is not awaited any more: ${because}`,
    `go on with \`parley resume ${id}\``,
  );
}

/** Where the last call that a person had of this role was let go of, that is told, with why. */
async function letGo(
  { project: { store }, engine }: OpenSession,
  { role, call }: SubmitInput,
): Promise<Failure | null> {
  if (engine.live.at === "ended") return null;
  const events = (await store.load(engine.stream)).map(sessionFold.upcast);
  const started = events.findLast(
    ({ type, data }) =>
      type === "AgentCallStarted" &&
      data.agent === PERSON &&
      (call === undefined ? data.role === role : data.key === call),
  );
  const finished = events.findLast(
    ({ type, data }) =>
      type === "AgentCallFinished" && started?.type === "AgentCallStarted" && data.key === started.data.key,
  );
  if (finished?.type !== "AgentCallFinished" || finished.data.outcome !== "cancelled") return null;
  const [because] = finished.data.evidence;
  return because === undefined ? null : documentNotAwaited(engine, role, because);
}

async function submitText(
  open: OpenSession,
  { key }: StartedCall,
  text: string,
): Outcome<SubmittedInSession> {
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
  await asView(open, () => startOwedToPeople(open), undefined);
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
  return refusedFailure(
    "not-awaited",
    `the document of the ${roleTitle(role)} was handed in already, or is not awaited any more; yours was not taken`,
    `see \`parley history ${engine.id} --last 10\``,
  );
}

function judgementOf(
  events: readonly SessionEvent[],
): Pick<SubmittedInSession, "accepted" | "failure" | "warnings" | "retry" | "taken"> {
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

/** What a person left as it was is not handed in: it would cost an attempt. */
async function sameAsBefore(
  { project, engine }: OpenSession,
  call: StartedCall,
  text: string,
): Promise<string | null> {
  const turn = findTurnOfCall(engine.live, call.key);
  if (turn === null) return null;
  const task = taskOf(project, engine.live, { turn, key: call.key });
  if (text === formOf(task).trim()) return "nothing is filled in there yet";
  return text === (await findDocumentToMend(engine, turn, task))?.trim()
    ? "this is the text that did not pass, unchanged"
    : null;
}
