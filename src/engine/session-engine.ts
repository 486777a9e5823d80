import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import type { KnownLimitation } from "../core/documents/summary-document.ts";
import { FULL_WEIGHTS, HEURISTICS, type Weights } from "../core/refinement/conflicts/flag.ts";
import { lastRound } from "../core/refinement/records/round-log.ts";
import { sessionFiles } from "../core/refinement/records/session-files.ts";
import { agentRoleOf } from "../core/refinement/role.ts";
import type { RollbackAnalysis } from "../core/refinement/rollback/rollback-analysis.ts";
import { sessionDecider } from "../core/refinement/session/decide.ts";
import { type CallOrder, RULES_OF_EDITS } from "../core/refinement/session/owed.ts";
import { newestRound } from "../core/refinement/session/roll-back.ts";
import type { LiveSession, Session } from "../core/refinement/session/session.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import { placeOfKey } from "../core/refinement/session/turn.ts";
import type { Timestamp } from "../core/shared/timestamp.ts";
import { Documents } from "./documents.ts";
import type { DecisionOutcome } from "./execute.ts";
import type { PackedState } from "./kept-parts.ts";
import { lookUpPlaces } from "./look-up-places.ts";
import {
  type Blobs,
  type Cancel,
  type Folder,
  type NewSeal,
  type ProjectReader,
  type Seals,
  type Snapshot,
  type StoredCommand,
  WorkGivenUp,
  type Workplace,
} from "./ports.ts";
import { type BuiltPrompt, quotedDocuments } from "./prompt-for.ts";
import { isTransient, roundOfFile, sessionViews } from "./session-documents.ts";
import { SESSION_SNAPSHOT_SHAPE, SessionParts } from "./session-parts.ts";
import { sessionStream } from "./session-stream.ts";
import { draftChars, LongWork, type SpecToPublish } from "./session-work.ts";
import { type BareCommand, storedCommand } from "./stored-command.ts";
import { StreamEngine, type StreamPorts, type Submission, type SubmissionOutcome } from "./stream-engine.ts";
import type { ViewFile } from "./sync-files.ts";

export interface SessionPorts extends StreamPorts {
  readonly store: StreamPorts["store"] & Blobs;
  readonly seals: Pick<Seals, "make">;
  /** For texts that take long to read; where there is none, they are read in place. */
  readonly workplace?: Workplace;
  /** What the project has learned about the heuristics so far; where nobody learns, each is worth everything. */
  readonly weights?: () => Promise<Weights>;
  /** For places that a document names; where there is none, none of them can be looked up. */
  readonly project?: ProjectReader;
}

type WithoutTime<Command> = Command extends { readonly at: Timestamp } ? Omit<Command, "at"> : never;

/** A command whose time is that of its submission. */
export type SessionCommandInput = WithoutTime<BareCommand>;

export type SessionOutcome = SubmissionOutcome<SessionEvent>;

/** A document without these words names no place to look up. */
const NAMES_GROUND = /\brests on\b/i;

/** Every session has one, from its first moment on. */
const STATUS_FILE = "status.md";

/** One session at hand. */
export class SessionEngine extends StreamEngine<BareCommand, Session, SessionEvent> {
  readonly id: string;
  readonly documents: Documents;
  readonly #seals: SessionPorts["seals"];
  readonly #work: LongWork;
  readonly #project: ProjectReader | undefined;
  readonly #parts: SessionParts;
  readonly #weights: SessionPorts["weights"];
  /** Whether the folder was looked at since the session was opened: somebody may have taken it away before. */
  #looked = false;

  private constructor(id: string, ports: SessionPorts) {
    super(sessionStream(id), { ...sessionDecider, shape: SESSION_SNAPSHOT_SHAPE }, ports);
    this.id = id;
    this.#seals = ports.seals;
    this.#project = ports.project;
    this.documents = new Documents({ blobs: ports.store, hash: ports.hash, utf8: ports.utf8 });
    this.#work = new LongWork(this.documents, ports.workplace);
    this.#parts = new SessionParts(this.stream, ports);
    this.#weights = ports.weights;
  }

  static async open(id: string, ports: SessionPorts): Promise<SessionEngine> {
    return await new SessionEngine(id, ports).openFromSnapshot();
  }

  get session(): Session {
    return this.state;
  }

  /** For callers that know it has started. */
  get live(): LiveSession {
    if (this.session.at === "none") throw new Error(`the session ${this.id} has not started`);
    return this.session;
  }

  /** Whoever runs the session may want to end before a long text is read: then `WorkStopped` is thrown. */
  stopReadingOn(stop: Cancel): void {
    this.#work.stop = stop;
  }

  async submit(wanted: SessionCommandInput, submission: Submission): Promise<SessionOutcome> {
    await this.placeEdits();
    const wish = await this.#weighed(await this.#withPlaces(wanted));
    try {
      return await this.#submitNow(wish, submission);
    } catch (error) {
      if (!(error instanceof WorkGivenUp) || !("document" in wish) || wish.document === null) throw error;
      // The log says so, that a replay does not try again: the gate sends it back, whatever it may say.
      const document = { ...wish.document, unread: error.message };
      return await this.#submitNow({ ...wish, document }, submission);
    }
  }

  /** The weights in force go with an Engineer's document, so that a replay does not look at what was learned since. */
  async #weighed(wish: SessionCommandInput): Promise<SessionCommandInput> {
    if (this.#weights === undefined || !bringsEngineer(wish)) return wish;
    const weights = await this.#weights();
    return HEURISTICS.every((heuristic) => weights[heuristic] === FULL_WEIGHTS[heuristic])
      ? wish
      : { ...wish, weights };
  }

  /** What a document rests on is looked up when it comes in, and never again. */
  async #withPlaces(wish: SessionCommandInput): Promise<SessionCommandInput> {
    if (this.session.at === "none" || !("document" in wish)) return wish;
    const role = wish.type === "FinishCall" ? placeOfKey(wish.key).role : wish.role;
    if (wish.document === null || role === null || agentRoleOf(role) !== "engineer") return wish;
    if (!NAMES_GROUND.test(await this.documents.text(wish.document.sha256))) return wish;
    try {
      const document = await this.engineerDocument(wish.document.sha256);
      const sources = { session: this.live, documents: this.documents, project: this.#project };
      const places = document === null ? [] : await lookUpPlaces(document, sources);
      return places.length === 0 ? wish : { ...wish, places };
    } catch (error) {
      if (error instanceof WorkGivenUp) return wish;
      throw error;
    }
  }

  /** Before anything else is decided in a session that began under older rules: its texts get their places. */
  async placeEdits(): Promise<void> {
    if (this.session.at === "none" || this.session.rules >= RULES_OF_EDITS) return;
    await this.refresh();
    if (this.live.rules >= RULES_OF_EDITS) return;
    const session = this.live;
    const { command, blobs } = await this.#work.do("place-edits", { session }, draftChars(session));
    await this.#submitNow(command, { id: `${this.stream}/place-edits`, actor: "parley", blobs });
  }

  async #submitNow(wish: SessionCommandInput, submission: Submission): Promise<SessionOutcome> {
    const command = { ...wish, at: this.now() } as BareCommand;
    return await this.submitTo(() => command, submission);
  }

  protected toStored(command: BareCommand, by: Pick<Submission, "id" | "actor">): StoredCommand {
    return storedCommand(command, by);
  }

  protected async decide(stored: StoredCommand, session: Session): Promise<DecisionOutcome<SessionEvent>> {
    return await this.#work.decide(stored, session);
  }

  protected override pack(session: Session): PackedState {
    return this.#parts.pack(session);
  }

  protected override unpack(snapshot: Snapshot): Session {
    return this.#parts.unpack(snapshot);
  }

  protected files(since: Session | null): readonly ViewFile[] {
    if (this.session.at === "none") return [];
    return sessionViews(this.session, this.documents, { sinceRound: this.#oldestChanged(since) });
  }

  /** What came in by an answer that was given otherwise, or by a run that a rollback put back, goes with it. */
  protected override isObsolete(path: string, since: Session | null): boolean {
    if (this.session.at === "none" || isTransient(path)) return isTransient(path);
    const round = roundOfFile(path);
    return round >= this.#oldestChanged(since) && round <= lastRound(this.session.work);
  }

  /** The first round whose files may have changed: once the next has begun, only by an answer that is, or was, awaited. */
  #oldestChanged(since: Session | null): number {
    if (this.session.at === "none" || since === null || since.at === "none") return 0;
    const works = [since.work, this.session.work];
    return Math.min(
      ...works.flatMap((work) => [lastRound(work), ...work.answering.map(({ turn }) => turn.round)]),
    );
  }

  /** A round that is long over is the newest again once those after it are undone; those begin from nothing. */
  protected override mayReturn(path: string): boolean {
    return this.session.at !== "none" && roundOfFile(path) <= lastRound(this.session.work);
  }

  protected override async isFolderGone(folder: Folder): Promise<boolean> {
    if (this.#looked) return false;
    this.#looked = true;
    return (await folder.read(STATUS_FILE)) === null;
  }

  /** `session`: as it would stand, where it is not the one at hand. */
  async prompt(order: CallOrder, session: LiveSession = this.live): Promise<BuiltPrompt> {
    let chars = draftChars(session);
    for (const sha256 of quotedDocuments(session, order)) chars += (await this.documents.text(sha256)).length;
    return await this.#work.do("prompt", { session, order }, chars);
  }

  finishedSpec(limitations: readonly KnownLimitation[]): Promise<SpecToPublish> {
    const session = this.live;
    return this.#work.do("finish-spec", { session, limitations }, draftChars(session));
  }

  /** What the newest round shows, before it is undone. */
  async analyseRound(): Promise<RollbackAnalysis> {
    const session = this.live;
    const written = sessionFiles(session, { sinceRound: newestRound(session) });
    const blobs = written.flatMap(({ content }) =>
      content.of === "blob" ? [content.sha256] : content.of === "merged" ? content.blobs : [],
    );
    let chars = draftChars(session);
    for (const sha256 of blobs) chars += (await this.documents.text(sha256)).length;
    return await this.#work.do("analyse-round", { session }, chars);
  }

  async engineerDocument(sha256: string): Promise<EngineerDocument | null> {
    const { length } = await this.documents.text(sha256);
    return await this.#work.do("read-engineer", { sha256 }, length);
  }

  newSeal(): NewSeal {
    return this.#seals.make();
  }
}

function bringsEngineer(
  wish: SessionCommandInput,
): wish is Extract<SessionCommandInput, { readonly document: unknown }> {
  if (!("document" in wish) || wish.document === null) return false;
  const role = wish.type === "FinishCall" ? placeOfKey(wish.key).role : wish.role;
  return role === "engineer" || role === "answer-issue";
}
