// A person hands in the document of a call that waits for it. It goes through the gate at once, whether or not a
// runner is at work; whoever comes second is told so.
import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { readInput } from "../../adapters/agent-human/read-input.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { isDeadProcess, thisProcess } from "../../adapters/host/process-identity.ts";
import { PERSON } from "../../core/refinement/person.ts";
import { type Role, roleTitle } from "../../core/refinement/role.ts";
import { findTurn } from "../../core/refinement/session/find-turn.ts";
import { type CallOrder, owed } from "../../core/refinement/session/owed.ts";
import type { StartedCall } from "../../core/refinement/session/session.ts";
import type { DocumentRef, SessionEvent } from "../../core/refinement/session/session-event.ts";
import { placeOfKey } from "../../core/refinement/session/turn.ts";
import type { Warning } from "../../core/refinement/validation/judgement.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import { AGENT_DOCUMENT_BYTES_MAX } from "../../engine/ports.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { prepareCall } from "../../engine/step.ts";
import { formOf, withoutTask } from "../../prompts/human-template.ts";
import { dismissedBecause } from "../../runner/dismissed.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { Project } from "../project.ts";
import { binary, notRead } from "../read-document.ts";
import type { Surroundings } from "../surroundings.ts";
import { type AwaitedDocument, awaitedDocument, awaitedDocuments } from "./awaited-documents.ts";
import { deskOf, documentToMend, taskOf } from "./desk-of.ts";
import { type OpenSession, withSession } from "./open-session.ts";
import { LEASE_MS } from "./run-refinement.ts";
import { systemClock } from "./system-ports.ts";
import { whoami } from "./whoami.ts";

export interface SubmitWishes {
  readonly role: Role;
  /** `-` is our own input; without one, the file that was laid out. */
  readonly file: string | undefined;
  readonly session: string | undefined;
  /** Which of several runs that go on side by side. */
  readonly gap: string | undefined;
}

export interface SubmittedDocument {
  readonly session: string;
  readonly role: Role;
  readonly lane: string | null;
  readonly key: string;
  readonly accepted: boolean;
  /** What the gate said; `null` where it was accepted. */
  readonly failure: { readonly type: string; readonly message: string; readonly line: number | null } | null;
  readonly warnings: readonly Warning[];
  /** How the session stands now, where that keeps it from going on. */
  readonly state: "active" | "paused" | "ended";
  /** Whether the same turn is to be written once more. */
  readonly retry: boolean;
  readonly openQuestions: readonly string[];
  /** What people are to write now. */
  readonly awaited: readonly AwaitedDocument[];
}

export async function submitDocument(
  surroundings: Surroundings,
  wishes: SubmitWishes,
): Promise<SubmittedDocument | Failure> {
  return await withSession(surroundings, wishes.session, async (open) => {
    const call = waitingCall(open.engine, wishes);
    if (isFailure(call)) return call;
    const text = await documentText(surroundings, open, { call, file: wishes.file });
    return isFailure(text) ? text : await handIn(open, call, text);
  });
}

function waitingCall(
  engine: SessionEngine,
  { role, gap }: Pick<SubmitWishes, "role" | "gap">,
): StartedCall | Failure {
  const { live } = engine;
  const calls = live.at === "ended" ? [] : live.calls.filter(({ agent }) => agent === PERSON);
  const ofRole = calls.filter(({ key }) => placeOfKey(key).role === role);
  const meant = ofRole.filter(({ key }) => gap === undefined || isAbout(engine, key, gap.toUpperCase()));
  const [call, another] = meant;
  if (call === undefined) return nobodyWaits(engine, { role, gap, calls });
  if (another !== undefined) {
    const lanes = meant.map(({ key }) => placeOfKey(key).lane);
    return {
      failed: "usage",
      code: "several-calls",
      message: `${meant.length} documents of the ${roleTitle(role)} are awaited`,
      fix: `say which: ${lanes.map((lane) => `--gap ${lane}`).join(" or ")}`,
    };
  }
  const because = dismissedBecause(live, call);
  return because === null ? call : dismissed(engine, role, because);
}

function isAbout({ live }: SessionEngine, key: StartedCall["key"], gap: string): boolean {
  const place = placeOfKey(key);
  return place.lane === gap || (findTurn(live, place)?.gaps.some((id) => id === gap) ?? false);
}

function nobodyWaits(
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

function dismissed({ id }: SessionEngine, role: Role, because: string): Failure {
  return {
    failed: "refused",
    code: "not-awaited",
    message: `the document of the ${roleTitle(role)} is not awaited any more: ${because}`,
    fix: `go on with \`parley resume ${id}\``,
  };
}

async function documentText(
  { cwd }: Surroundings,
  { project, engine }: OpenSession,
  { call, file }: { readonly call: StartedCall; readonly file: string | undefined },
): Promise<string | Failure> {
  const sheet = awaitedDocument(project, engine.live, call).file;
  const place = file === "-" ? "stdin" : file === undefined ? sheet : resolve(cwd, file);
  const read = file === "-" ? await inputText() : await fileText(place);
  if (isFailure(read)) return read;
  const text = withoutTask(read);
  if (text === null) {
    return refusedText("comment", place, {
      message: "it is not clear where the comment at the top ends",
      fix: "close the comment with --> above the first heading, or take it out",
    });
  }
  const said = await alreadySaid(project, engine, { call, text: text.trim() });
  return said === null
    ? text
    : refusedText("nothing-new", place, { message: said, fix: "write in it first" });
}

/** What a person left as it was is not handed in: it would cost an attempt. */
async function alreadySaid(
  project: Project,
  engine: SessionEngine,
  { call, text }: { readonly call: StartedCall; readonly text: string },
): Promise<string | null> {
  const turn = findTurn(engine.live, placeOfKey(call.key));
  if (text === "") return "nothing is written there yet";
  if (turn === null) return null;
  if (text === formOf(taskOf(project, engine.live, { turn, key: call.key })).trim())
    return "nothing is filled in there yet";
  return text === (await documentToMend(engine, turn))?.trim()
    ? "this is the text that did not pass, unchanged"
    : null;
}

async function inputText(): Promise<string | Failure> {
  const bytes = await readInput(AGENT_DOCUMENT_BYTES_MAX);
  if (bytes === null) return notRead({ at: "too-large", bytesMax: AGENT_DOCUMENT_BYTES_MAX }, STDIN);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return isText(text) && Buffer.from(text).equals(bytes) ? text : notText(STDIN.place);
}

const STDIN = { place: "stdin", kind: "document" } as const;

async function fileText(place: string): Promise<string | Failure> {
  const read = await readText(place, AGENT_DOCUMENT_BYTES_MAX, "leniently");
  if (read.at !== "read") return notRead(read, { place, kind: "document" });
  return isText(read.text) && !read.damaged ? read.text : notText(place);
}

function isText(text: string): boolean {
  return !text.includes("\0");
}

/** A person's document is text throughout: what an agent scrambles is for the gate to say, a person is told at once. */
function notText(place: string): Failure {
  return { ...binary(place), failed: "refused" };
}

function refusedText(
  code: string,
  place: string,
  { message, fix }: { readonly message: string; readonly fix: string },
): Failure {
  return { failed: "refused", code, message, place, fix };
}

async function handIn(
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
  if (submitted.at !== "done") return tooLate(engine, role);
  await startOwedToPeople(open);
  await engine.level();
  return {
    session: engine.id,
    role,
    lane: awaitedDocument(project, engine.live, { key }).lane,
    key,
    ...judgementOf(submitted.events),
    state: engine.live.at,
    openQuestions: engine.live.questions.map(({ id }) => id),
    awaited: awaitedDocuments(project, engine.live),
  };
}

function tooLate(engine: SessionEngine, role: Role): Failure {
  return {
    failed: "refused",
    code: "not-awaited",
    message: `the document of the ${roleTitle(role)} was handed in already, or is not awaited any more; yours was not taken`,
    fix: `see \`parley history ${engine.id} --last 10\``,
  };
}

function judgementOf(
  events: readonly SessionEvent[],
): Pick<SubmittedDocument, "accepted" | "failure" | "warnings" | "retry"> {
  const judged = events.find((event) => event.type === "OutputJudged");
  const retry = events.some((event) => event.type === "TurnRestarted" && event.data.retry !== null);
  if (judged?.type !== "OutputJudged") return { accepted: true, failure: null, warnings: [], retry };
  const { failure: type, message, line, warnings } = judged.data;
  const failure = type === null ? null : { type, message, line };
  return { accepted: failure === null, failure, warnings, retry };
}

/** In one go at most so many calls are laid out; there are never more lanes. */
const STARTS_MAX = 8;

/** What people are to write next is laid out at once; where a runner is at work, it does that. */
async function startOwedToPeople({ project, engine }: OpenSession): Promise<void> {
  if (nextForPeople(engine) === undefined) return;
  const acquired = await project.store.acquire({
    resource: engine.stream,
    holder: thisProcess(),
    nowMs: systemClock.nowMs(),
    leaseMs: LEASE_MS,
    isDead: isDeadProcess,
  });
  if (acquired.at === "held") return;
  try {
    const { resource, epoch } = acquired.lease;
    for (let start = 0; start < STARTS_MAX; start += 1) {
      const order = nextForPeople(engine);
      if (order === undefined) return;
      const prepared = await prepareCall(engine, order, { resource, epoch });
      if (prepared.at === "started") await deskOf(project, engine).layOut(prepared.request);
      else return;
    }
  } finally {
    await project.store.release(acquired.lease);
  }
}

function nextForPeople({ session }: SessionEngine): CallOrder | undefined {
  return owed(session).flatMap((effect) =>
    effect.do === "call" && effect.order.agent === PERSON ? [effect.order] : [],
  )[0];
}
