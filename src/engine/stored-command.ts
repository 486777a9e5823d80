// A session's commands as they are stored, and made again: of a document they carry only its reference.
import type { Role } from "../core/refinement/role.ts";
import { mayRetry } from "../core/refinement/session/judged-turn.ts";
import { engineerAsKnown } from "../core/refinement/session/known-names.ts";
import { activeGaps, RULES } from "../core/refinement/session/owed.ts";
import { findTurn, type Session } from "../core/refinement/session/session.ts";
import type { Output, SessionCommand } from "../core/refinement/session/session-command.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import { placeOfKey, type Turn } from "../core/refinement/session/turn.ts";
import { presentOutcome } from "../core/shared/agent-outcome.ts";
import { callKeyParts } from "../core/shared/call-key.ts";
import type { JsonObject } from "../core/shared/json.ts";
import { parseTimestamp } from "../core/shared/timestamp.ts";
import { findPlaces } from "../document/survey/find-places.ts";
import type { Documents } from "./documents.ts";
import { sourceSpec } from "./draft-text.ts";
import { examineEdits } from "./examine-edits.ts";
import type { Blob, StoredCommand } from "./ports.ts";

type Bare<Command> = Command extends { readonly output: unknown }
  ? Omit<Command, "output"> & {
      readonly document: DocumentRef | null;
      /** What a person's document is read as; a call's own role is in its key. */
      readonly role: Role | null;
    }
  : Command;

/** A command with references in place of what was read. */
export type BareCommand = Bare<SessionCommand>;

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
  if (stored.v > versionOf(stored.type) || rulesOf(stored) > RULES)
    throw new Error(
      `this version of parley does not know ${stored.type} v${stored.v} under rules ${rulesOf(stored)}`,
    );
  const { rules: _, ...data } = stored.data;
  const bare = { ...data, type: stored.type, at } as unknown as BareCommand;
  switch (bare.type) {
    case "FinishCall": {
      const { document, role: _role, ...rest } = bare;
      const outcome = presentOutcome(rest.outcome);
      const place = placeOfKey(bare.key);
      const read = await documents.output(place.role, document);
      const turn = session.at === "none" ? null : findTurn(session, place);
      const { attempt } = callKeyParts(bare.key);
      const { output, blobs } = await examineOutput(read, documents, { session, turn, attempt });
      return { command: { ...rest, outcome, output }, blobs };
    }
    case "AnswerQuestion": {
      const { document, role, ...rest } = bare;
      if (document === null || role === null) return { command: { ...rest, output: null } };
      const read = await documents.output(role, document);
      const turn = findAskedTurn(session, bare.answer.question);
      const { output, blobs } = await examineOutput(read, documents, {
        session,
        turn,
        attempt: (turn?.attempt ?? 0) + 1,
      });
      return { command: { ...rest, output }, blobs };
    }
    default:
      return { command: bare };
  }
}

interface OutputContext {
  readonly session: Session;
  readonly turn: Turn | null;
  readonly attempt: number;
}

/** What an Engineer's texts do to the draft as it stands. */
async function examineOutput(
  output: Output,
  documents: Documents,
  { session, turn, attempt }: OutputContext,
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
  const { examined: resolutions, blobs } = await examineEdits(about, document);
  return { output: { ...output, content: { ...content, document, examined: resolutions } }, blobs };
}

function findAskedTurn(session: Session, question: string): Turn | null {
  if (session.at === "none") return null;
  const asked = session.work.questions.find(({ id }) => id === question);
  return asked?.subject.of === "turn" ? findTurn(session, asked.subject) : null;
}
