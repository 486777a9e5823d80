import type { EngineerDocument } from "../core/documents/engineer-document.ts";
import type { KnownLimitation } from "../core/documents/summary-document.ts";
import type { SessionRecord } from "../core/refinement/records/session-record.ts";
import { lastRound } from "../core/refinement/records/session-record.ts";
import { type CallOrder, RULES_OF_EDITS } from "../core/refinement/session/owed.ts";
import type { LiveSession, Session } from "../core/refinement/session/session.ts";
import type { SessionEvent } from "../core/refinement/session/session-event.ts";
import type { Decider } from "../core/shared/decider.ts";
import type { Refusal } from "../core/shared/refusal.ts";
import { type Timestamp, timestampFromMs } from "../core/shared/timestamp.ts";
import { Documents } from "./documents.ts";
import { execute, type Folded } from "./execute.ts";
import { type FoldedSession, foldedDecider, SNAPSHOT_SHAPE } from "./folded-session.ts";
import type {
  Blob,
  Blobs,
  Cancel,
  Clock,
  EventLog,
  Fence,
  FileCursors,
  Folder,
  Hash,
  NewSeal,
  Seals,
  Snapshots,
  Utf8,
  Workplace,
} from "./ports.ts";
import { WorkGivenUp } from "./ports.ts";
import { type BuiltPrompt, documentsShown } from "./prompt-for.ts";
import { type Levelled, levelDocuments, type SetAside } from "./session-documents.ts";
import { sessionStream } from "./session-stream.ts";
import { type Decided, draftChars, LongWork, type SpecToPublish } from "./session-work.ts";
import { type BareCommand, storedCommand } from "./stored-command.ts";

export interface SessionPorts {
  readonly store: EventLog & Blobs & Snapshots & FileCursors;
  readonly folder: Folder;
  readonly clock: Clock;
  readonly hash: Hash;
  readonly utf8: Utf8;
  readonly seals: Pick<Seals, "make">;
  /** Lets no other process write this session's documents meanwhile; absent where there is none. */
  readonly exclusively?: (work: () => Promise<void>) => Promise<void>;
  /** Told of what hinders the writing of documents; true: they are views, and work goes on without them. */
  readonly unwritten?: (error: unknown) => boolean;
  /** For texts that take long to read; where there is none, they are read in place. */
  readonly workplace?: Workplace;
}

type Timeless<Command> = Command extends { readonly at: Timestamp } ? Omit<Command, "at"> : never;

/** A command whose time is that of its submission. */
export type Wish = Timeless<BareCommand>;

interface Submission {
  readonly id: string;
  readonly actor: string;
  /** A runner proves that it still holds its lease. */
  readonly fence?: Fence;
  /** The documents it brings. */
  readonly blobs?: readonly Blob[];
}

export type Submitted =
  | { readonly at: "done"; readonly events: readonly SessionEvent[] }
  /** It was there already, or changes nothing. */
  | { readonly at: "known" }
  | { readonly at: "refused"; readonly refusal: Refusal }
  | { readonly at: "fenced" };

/** Every session has one, from its first moment on. */
const STATUS_FILE = "status.md";
/** What is left where a command was decided already, wherever that was: to record it. */
const decidedAlready: Decider<Decided["decided"], FoldedSession, SessionEvent> = {
  ...foldedDecider,
  decide: (decided) => decided,
};

/** Every pass but the first means that somebody else got on meanwhile, and levels by itself. */
const LEVEL_PASSES_MAX = 100;

/** One session at hand: its folded state, and the ways to ask something of it. */
export class SessionEngine {
  readonly id: string;
  readonly stream: string;
  readonly documents: Documents;
  readonly #ports: SessionPorts;
  readonly #work: LongWork;
  #folded: Folded<FoldedSession> = { state: foldedDecider.initial, version: 0 };
  #snapshotAt = 0;
  /** Written, and not yet safe from a power cut. */
  readonly #unflushed = new Set<string>();
  /** The rounds before it have their files, and those do not change. */
  #levelFrom = 0;
  /** Whether the folder was looked at since the session was opened: somebody may have taken it away before. */
  #looked = false;

  private constructor(id: string, ports: SessionPorts) {
    this.id = id;
    this.stream = sessionStream(id);
    this.#ports = ports;
    this.documents = new Documents({ blobs: ports.store, hash: ports.hash, utf8: ports.utf8 });
    this.#work = new LongWork(this.documents, ports.workplace);
  }

  static async open(id: string, ports: SessionPorts): Promise<SessionEngine> {
    const engine = new SessionEngine(id, ports);
    const snapshot = await ports.store.findSnapshot(engine.stream, SNAPSHOT_SHAPE);
    if (snapshot !== null) {
      engine.#folded = { state: JSON.parse(snapshot.text) as FoldedSession, version: snapshot.version };
      engine.#snapshotAt = snapshot.version;
    }
    await engine.refresh();
    return engine;
  }

  get session(): Session {
    return this.#folded.state.session;
  }

  /** For callers that know it has started. */
  get live(): LiveSession {
    if (this.session.at === "none") throw new Error(`the session ${this.id} has not started`);
    return this.session;
  }

  get record(): SessionRecord {
    return this.#folded.state.record;
  }

  get version(): number {
    return this.#folded.version;
  }

  /** Whoever runs the session may want to end before a long text is read: then `WorkStopped` is thrown. */
  stopReadingOn(stop: Cancel): void {
    this.#work.stop = stop;
  }

  now(): Timestamp {
    return timestampFromMs(this.nowMs());
  }

  nowMs(): number {
    return this.#ports.clock.nowMs();
  }

  /** Takes in what others have appended; true where there was something. */
  async refresh(): Promise<boolean> {
    const events = await this.#ports.store.load(this.stream, this.version);
    let { state, version } = this.#folded;
    for (const event of events) {
      state = foldedDecider.evolve(state, foldedDecider.upcast(event));
      version = event.version;
    }
    this.#folded = { state, version };
    return events.length > 0;
  }

  async submit(wish: Wish, submission: Submission): Promise<Submitted> {
    await this.placeEdits();
    try {
      return await this.#submit(wish, submission);
    } catch (error) {
      if (!(error instanceof WorkGivenUp) || !("document" in wish) || wish.document === null) throw error;
      // The log says so, that a replay does not try again: the gate sends it back, whatever it may say.
      const document = { ...wish.document, unread: error.message };
      return await this.#submit({ ...wish, document }, submission);
    }
  }

  /** Before anything else is decided in a session that began under older rules: its texts get their places. */
  async placeEdits(): Promise<void> {
    if (this.session.at === "none" || this.session.rules >= RULES_OF_EDITS) return;
    await this.refresh();
    if (this.live.rules >= RULES_OF_EDITS) return;
    const session = this.live;
    const { command, blobs } = await this.#work.do("place-edits", { session }, draftChars(session));
    await this.#submit(command, { id: `${this.stream}/place-edits`, actor: "parley", blobs });
  }

  async #submit(wish: Wish, { id, actor, fence, blobs }: Submission): Promise<Submitted> {
    const stored = storedCommand({ ...wish, at: this.now() } as BareCommand, { id, actor });
    const executed = await execute({
      log: this.#ports.store,
      decider: decidedAlready,
      stream: this.stream,
      commandFor: async ({ session }: FoldedSession) => {
        const { decided, blobs: read } = await this.#work.decide(stored, session);
        return { command: decided, blobs: [...(blobs ?? []), ...read] };
      },
      stored,
      from: this.#folded,
      ...(fence === undefined ? {} : { fence }),
    });
    switch (executed.at) {
      case "done":
        this.#folded = { state: executed.state, version: executed.version };
        return { at: "done", events: executed.events };
      case "repeated":
      case "unchanged":
        this.#folded = { state: executed.state, version: executed.version };
        return { at: "known" };
      case "command-reused":
        await this.refresh();
        return { at: "known" };
      case "refused":
        await this.refresh();
        return executed;
      case "fenced":
        return { at: "fenced" };
    }
  }

  /**
   * Brings the documents on disk level; tells which of them somebody had edited. Thoroughly: also those that have not
   * changed since they were written, should somebody have edited or deleted one. They are flushed at once, or by
   * whoever goes on and looks at them thoroughly after a crash.
   */
  async level({ thoroughly = false, flushLater = false } = {}): Promise<readonly SetAside[]> {
    if (this.session.at === "none") return [];
    const aside: SetAside[] = [];
    const exclusively = this.#ports.exclusively ?? ((work) => work());
    await this.#asView(() =>
      exclusively(async () => {
        aside.push(...(await this.#levelAlone(thoroughly || (await this.#isFolderGone()))));
      }),
    );
    if (!flushLater) await this.flush();
    return aside;
  }

  async #isFolderGone(): Promise<boolean> {
    if (this.#looked) return false;
    this.#looked = true;
    return (await this.#ports.folder.read(STATUS_FILE)) === null;
  }

  async flush(): Promise<void> {
    const paths = [...this.#unflushed];
    this.#unflushed.clear();
    if (paths.length > 0) await this.#asView(() => this.#ports.folder.flush(paths));
  }

  /** What is recorded is recorded: nobody fails because it cannot be shown. */
  async #asView(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#ports.unwritten?.(error) !== true) throw error;
    }
  }

  async #levelAlone(thoroughly: boolean): Promise<readonly SetAside[]> {
    const { store, folder, hash, utf8 } = this.#ports;
    const ports = { cursors: store, folder, hash, utf8, documents: this.documents };
    const aside: SetAside[] = [];
    let written: Levelled["written"] = new Map();
    for (let pass = 0; pass < LEVEL_PASSES_MAX; pass += 1) {
      const { stream, record, version } = this;
      const request = {
        stream,
        record,
        version,
        sinceRound: thoroughly ? 0 : this.#levelFrom,
        written,
        thoroughly,
      };
      const levelled = await levelDocuments(ports, request);
      aside.push(...levelled.aside);
      written = levelled.written;
      for (const path of written.keys()) this.#unflushed.add(path);
      // Whoever was slow may have written over what a quicker one had: it shows in the log.
      if (!(await this.refresh())) break;
    }
    this.#levelFrom = lastRound(this.record);
    return aside;
  }

  async saveSnapshot(): Promise<void> {
    if (this.version === this.#snapshotAt) return;
    const { version } = this;
    const text = JSON.stringify(this.#folded.state);
    await this.#asView(async () => {
      await this.#ports.store.putSnapshot(this.stream, SNAPSHOT_SHAPE, { version, text });
      this.#snapshotAt = version;
    });
  }

  /** `session`: as it would stand, where it is not the one at hand. */
  async prompt(order: CallOrder, session: LiveSession = this.live): Promise<BuiltPrompt> {
    let chars = draftChars(session);
    for (const sha256 of documentsShown(session, order)) chars += (await this.documents.text(sha256)).length;
    return await this.#work.do("prompt", { session, order }, chars);
  }

  finishedSpec(limitations: readonly KnownLimitation[]): Promise<SpecToPublish> {
    const session = this.live;
    return this.#work.do("finish-spec", { session, limitations }, draftChars(session));
  }

  async engineerDocument(sha256: string): Promise<EngineerDocument | null> {
    const { length } = await this.documents.text(sha256);
    return await this.#work.do("read-engineer", { sha256 }, length);
  }

  newSeal(): NewSeal {
    return this.#ports.seals.make();
  }
}
