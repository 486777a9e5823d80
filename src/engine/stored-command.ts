// A session's commands as they are stored, and made again: of a document they carry only its reference.

import type { Weights } from "../core/refinement/conflicts/flag.ts";
import type { LookedUpPlace } from "../core/refinement/conflicts/looked-up-place.ts";
import type { Role } from "../core/refinement/role.ts";
import { sessionBefore } from "../core/refinement/session/given-answers.ts";
import { mayRetry } from "../core/refinement/session/judged-turn.ts";
import { engineerAsKnown } from "../core/refinement/session/known-names.ts";
import { activeGaps, RULES } from "../core/refinement/session/owed.ts";
import { findTurn, findTurnOfCall, type Session } from "../core/refinement/session/session.ts";
import type { Output, SessionCommand } from "../core/refinement/session/session-command.ts";
import { type DocumentRef, type SessionEvent, upcast } from "../core/refinement/session/session-event.ts";
import { placeOfKey, type Turn } from "../core/refinement/session/turn.ts";
import { presentOutcome } from "../core/shared/agent-outcome.ts";
import { callKeyParts } from "../core/shared/call-key.ts";
import type { JsonObject } from "../core/shared/json.ts";
import type { FactToRead } from "../core/shared/newer-parley.ts";
import { parseTimestamp } from "../core/shared/timestamp.ts";
import { findPlaces } from "../document/survey/find-places.ts";
import { detectFindings } from "./detect-findings.ts";
import type { Documents } from "./documents.ts";
import { sourceSpec } from "./draft-text.ts";
import { examineEdits } from "./examine-edits.ts";
import type { Blob, StoredCommand } from "./ports.ts";

type Bare<Command> = Command extends { readonly output: unknown }
  ? Omit<Command, "output"> & {
      readonly document: DocumentRef | null;
      /** What a person's document is read as; a call's own role is in its key. */
      readonly role: Role | null;
      /** What the heuristics were worth when an Engineer's document was read; absent where all were worth everything. */
      readonly weights?: Weights;
      /** What stood where its disagreements say they rest, when it came in. */
      readonly places?: readonly LookedUpPlace[];
    }
  : Command extends { readonly appends: unknown }
    ? Omit<Command, "appends"> & {
        /** The blob with what is copied: the events of an append in each line. */
        readonly past: string;
      }
    : Command;

/** A command with references in place of what was read. */
export type BareCommand = Bare<SessionCommand>;

type BareCommandOf<Type extends BareCommand["type"]> = Extract<BareCommand, { readonly type: Type }>;

/** Of the shapes in which commands are written today; those that are not named have had one. */
const VERSIONS: Partial<Record<BareCommand["type"], number>> = { FinishCall: 2 };

function versionOf(type: string): number {
  return VERSIONS[type as BareCommand["type"]] ?? 1;
}

export function storedCommand(
  command: BareCommand,
  { id, actor }: { readonly id: string; readonly actor: string },
): StoredCommand {
  const { type, at, ...data } = command;
  const stored = { ...data, rules: RULES } as unknown as JsonObject;
  return { id, at, actor, type, v: versionOf(type), data: stored };
}

/** The rules a command was decided under; the first where it does not say. */
export function rulesOf({ data }: StoredCommand): number {
  return typeof data.rules === "number" ? data.rules : 1;
}

/** Whether a newer parley decided it, in a way that is not known here. */
export function isOfNewerParley(stored: StoredCommand): boolean {
  return stored.v > versionOf(stored.type) || rulesOf(stored) > RULES;
}

interface ReadCommand {
  readonly command: SessionCommand;
  /** What it refers to and the store may not hold yet. */
  readonly blobs?: readonly Blob[];
}

/** The command that was stored; its documents are read anew, against the session it is decided on. */
export async function commandOf(
  stored: StoredCommand,
  documents: Documents,
  session: Session,
): Promise<ReadCommand> {
  const at = parseTimestamp(stored.at);
  if (at === null) throw new Error(`the command ${stored.id} has no time`);
  const { rules: _, ...data } = stored.data;
  const bare = { ...data, type: stored.type, at } as unknown as BareCommand;
  switch (bare.type) {
    case "FinishCall": {
      const { document, role: _role, places, weights, ...rest } = bare;
      const outcome = presentOutcome(rest.outcome);
      const place = placeOfKey(bare.key);
      const read = await documents.output(place.role, document);
      const turn = session.at === "none" ? null : findTurnOfCall(session, bare.key);
      const { attempt } = callKeyParts(bare.key);
      const { output, blobs } = await examineOutput(read, documents, { session, turn, attempt, weights });
      return { command: { ...rest, outcome, output: withPlaces(output, places) }, blobs };
    }
    case "AnswerQuestion":
    case "AmendAnswer": {
      const { document, role, places, weights, ...rest } = bare;
      if (document === null || role === null) return { command: { ...rest, output: null } };
      const read = await documents.output(role, document);
      const asking = askingSession(session, bare);
      const turn = findAskedTurn(asking, bare.answer.question);
      const { output, blobs } = await examineOutput(read, documents, {
        session: asking,
        turn,
        attempt: (turn?.attempt ?? 0) + 1,
        weights,
      });
      return { command: { ...rest, output: withPlaces(output, places) }, blobs };
    }
    case "ForkSession": {
      const { past, ...rest } = bare;
      return { command: { ...rest, appends: readPast(await documents.text(past)) } };
    }
    default:
      return { command: bare };
  }
}

/** What a fork copies, as it is stored. */
export function writePast(appends: readonly (readonly SessionEvent[])[]): string {
  return appends
    .map((events) => `${JSON.stringify(events.map(({ type, v, data }) => ({ type, v, data })))}\n`)
    .join("");
}

function readPast(text: string): readonly (readonly SessionEvent[])[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (JSON.parse(line) as readonly FactToRead[]).map(upcast));
}

function withPlaces(output: Output, places: readonly LookedUpPlace[] | undefined): Output {
  const { content } = output;
  if (places === undefined || content?.of !== "engineer") return output;
  return { ...output, content: { ...content, places } };
}

interface OutputContext {
  readonly session: Session;
  readonly turn: Turn | null;
  readonly attempt: number;
  readonly weights: Weights | undefined;
}

/** What an Engineer's texts do to the draft as it stands, and what they leave of the open issues. */
async function examineOutput(
  output: Output,
  documents: Documents,
  { session, turn, attempt, weights }: OutputContext,
): Promise<{ readonly output: Output; readonly blobs: readonly Blob[] }> {
  const { content } = output;
  if (session.at !== "none" && content?.of === "survey") {
    const spec = await sourceSpec(session, documents);
    const places = findPlaces(spec, content.document);
    return { output: { ...output, content: { ...content, places } }, blobs: [] };
  }
  if (session.at === "none" || turn === null || content?.of !== "engineer") return { output, blobs: [] };
  const gaps = activeGaps(session, turn);
  const kept = turn.kept.flatMap((work) => work.gaps).filter((gap) => !gaps.includes(gap));
  const about = { session, documents, round: turn.round, attempt, gaps, kept, mayRetry: mayRetry(turn) };
  const document = engineerAsKnown(content.document, session.work);
  const { examined, blobs } = await examineEdits(about, document);
  const blob = turn.role === "engineer" ? output.ref?.sha256 : undefined;
  const findings =
    blob === undefined ? [] : await detectFindings({ session, documents, gaps, blob }, document);
  const weighed = weights === undefined ? {} : { weights };
  return { output: { ...output, content: { ...content, ...weighed, document, examined, findings } }, blobs };
}

/** What a person writes in place of an earlier answer is read as it would have been then. */
function askingSession(session: Session, { type, answer }: BareCommandOf<"AnswerQuestion" | "AmendAnswer">) {
  if (session.at === "none" || type === "AnswerQuestion") return session;
  return sessionBefore(session, answer.question) ?? session;
}

function findAskedTurn(session: Session, question: string): Turn | null {
  if (session.at === "none") return null;
  const asked = session.work.questions.find(({ id }) => id === question);
  return asked?.subject.of === "turn" ? findTurn(session, asked.subject) : null;
}
