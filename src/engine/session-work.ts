// Work on a session that takes as long as its texts are: each by name, so that it can be done beside the event loop.
import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import type { KnownLimitation } from "../core/documents/summary-document.ts";
import type { RollbackAnalysis } from "../core/refinement/rollback/rollback-analysis.ts";
import { decide } from "../core/refinement/session/decide.ts";
import type { CallOrder } from "../core/refinement/session/owed.ts";
import type { LiveSession, Session } from "../core/refinement/session/session.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import type { LeftFinding } from "../core/refinement/session/session-spec.ts";
import { IN_PLACE_CHARS_MAX } from "../core/shared/bounds.ts";
import { analyseNewestRound } from "./analyse-rollback.ts";
import type { Documents } from "./documents.ts";
import type { DecisionOutcome } from "./execute.ts";
import { findingsInTexts, finishedSpec } from "./finished-spec.ts";
import { type PlacedEdits, placeFormerTexts } from "./place-edits.ts";
import type { Blob, Cancel, StoredCommand, Workplace } from "./ports.ts";
import { type BuiltPrompt, promptFor } from "./prompt-for.ts";
import { commandOf } from "./stored-command.ts";

export interface SpecToPublish {
  readonly spec: Blob;
  /** Where each of its lines comes from. */
  readonly map: Blob;
  readonly findings: readonly LeftFinding[];
}

/** Everything that goes in and comes out is plain data: it may travel to another thread. */
export const SESSION_WORK = {
  async decide(
    { stored, session }: { readonly stored: StoredCommand; readonly session: Session },
    documents: Documents,
  ): Promise<DecisionOutcome<SessionEvent>> {
    const { command, blobs = [] } = await commandOf(stored, documents, session);
    return { decided: decide(command, session), blobs };
  },

  async prompt(
    { session, order }: { readonly session: LiveSession; readonly order: CallOrder },
    documents: Documents,
  ): Promise<BuiltPrompt> {
    return await promptFor(session, order, documents);
  },

  async "finish-spec"(
    {
      session,
      limitations,
    }: { readonly session: LiveSession; readonly limitations: readonly KnownLimitation[] },
    documents: Documents,
  ): Promise<SpecToPublish> {
    const { text, map } = await finishedSpec(session, documents, limitations);
    return {
      spec: documents.blobOf(text),
      map: documents.blobOf(`${JSON.stringify(map, null, 1)}\n`),
      findings: await findingsInTexts(session, documents),
    };
  },

  async "place-edits"(
    { session }: { readonly session: LiveSession },
    documents: Documents,
  ): Promise<PlacedEdits> {
    return await placeFormerTexts(session, documents);
  },

  async "analyse-round"(
    { session }: { readonly session: LiveSession },
    documents: Documents,
  ): Promise<RollbackAnalysis> {
    return await analyseNewestRound(session, documents);
  },

  async "read-engineer"(
    { sha256 }: { readonly sha256: string },
    documents: Documents,
  ): Promise<EngineerDocument | null> {
    return await documents.engineer(sha256);
  },
} as const;

type SessionWork = typeof SESSION_WORK;
type Input<Name extends keyof SessionWork> = Parameters<SessionWork[Name]>[0];
type Result<Name extends keyof SessionWork> = Awaited<ReturnType<SessionWork[Name]>>;

/** Does it in place or, where there is much to read and another place for it, there. */
export class LongWork {
  readonly #documents: Documents;
  readonly #workplace: Workplace | undefined;
  /** Does not wait for what is under way once this is cancelled. */
  stop: Cancel | undefined;

  constructor(documents: Documents, workplace: Workplace | undefined) {
    this.#documents = documents;
    this.#workplace = workplace;
  }

  /** `chars`: about how much there is to read. */
  async do<Name extends keyof SessionWork>(
    name: Name,
    input: Input<Name>,
    chars: number,
  ): Promise<Result<Name>> {
    if (this.#workplace !== undefined && chars > IN_PLACE_CHARS_MAX) {
      const stop = this.stop === undefined ? {} : { stop: this.stop };
      const light = withoutCheckpoints(input);
      return (await this.#workplace.do(
        { name, input: light },
        { texts: this.#documents, ...stop },
      )) as Result<Name>;
    }
    const work = SESSION_WORK[name] as (input: Input<Name>, documents: Documents) => Promise<Result<Name>>;
    return await work(input, this.#documents);
  }

  /** What follows from a command; its documents are read first. */
  async decide(stored: StoredCommand, session: Session): Promise<DecisionOutcome<SessionEvent>> {
    return await this.do("decide", { stored, session }, charsToRead(stored, session));
  }
}

/** How the session stood before each of its rounds concerns nobody who reads a text. */
function withoutCheckpoints<In extends object>(input: In): In {
  const { session } = input as { readonly session?: Session };
  return session === undefined || session.at === "none"
    ? input
    : { ...input, session: { ...session, checkpoints: [] } };
}

/** Of the draft as it stands. */
export function draftChars({ spec, work: { draft } }: LiveSession): number {
  return Math.max(
    spec.chars ?? 0,
    draft.pieces.reduce((sum, { from, to }) => sum + to - from, 0),
  );
}

/** Of what a command has to read before it can be decided. */
function charsToRead({ data }: StoredCommand, session: Session): number {
  const document = data.document as { readonly bytes?: number; readonly unread?: string } | null | undefined;
  if (document == null || document.unread !== undefined) return 0;
  return (document.bytes ?? 0) + (session.at === "none" ? 0 : draftChars(session));
}
