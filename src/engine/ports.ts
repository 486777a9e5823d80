// What the engine needs from the world. Adapters implement these; nothing here knows how.
import type { Access } from "../core/shared/access.ts";
import type { AgentOutcome } from "../core/shared/agent-outcome.ts";
import type { CallKey } from "../core/shared/call-key.ts";
import type { Fact } from "../core/shared/decider.ts";
import { canonicalJson } from "../core/shared/json.ts";
import type { LaunchSeal } from "../core/shared/launch-seal.ts";
import type { Usage } from "../core/shared/usage.ts";

// --- The event log -------------------------------------------------------------------------------

export interface RecordedEvent extends Fact {
  readonly stream: string;
  /** 1, 2, 3 … within its stream, without holes. */
  readonly version: number;
  /** 1, 2, 3 … over all streams. */
  readonly position: number;
  readonly commandId: string;
}

/** A command as it is stored beside its events: everything `decide` needed besides the state. */
export interface StoredCommand extends Fact {
  readonly id: string;
  /** The time the command carries; its events take their times from here. */
  readonly at: string;
  /** `human:name`, `model:name` or `parley`. */
  readonly actor: string;
}

/** What makes a command the same one: two with one id and equal payloads are one command sent twice. */
export function commandPayload(stream: string, { type, v, at, actor, data }: StoredCommand): string {
  return canonicalJson({ stream, type, v, at, actor, data });
}

export interface RecordedCommand extends StoredCommand {
  readonly stream: string;
  /** The versions its events have in the stream, both ends included. */
  readonly firstVersion: number;
  readonly lastVersion: number;
}

export interface AppendRequest {
  readonly stream: string;
  /** The version the decision was made at; 0 for a stream that does not exist yet. */
  readonly expectedVersion: number;
  readonly command: StoredCommand;
  readonly events: readonly [Fact, ...Fact[]];
  /** A runner proves that it still holds its lease; a user's command needs none. */
  readonly fence?: Fence;
  /** What the command or its events refer to: kept with them, or not at all. */
  readonly blobs?: readonly Blob[];
  /**
   * What the events up to `expectedVersion` fold to, as the projection of the stream folds them: without it they are
   * folded again.
   */
  readonly state?: unknown;
}

/** What no store may take: it would come back as something else, or not at all. Only a bug asks for it. */
export function assertAppendable({ stream, command, events }: AppendRequest): void {
  const names = [
    stream,
    command.id,
    command.type,
    command.actor,
    command.at,
    ...events.map(({ type }) => type),
  ];
  const unfit = names.find((name) => name === "" || /[\0\p{Surrogate}]/u.test(name));
  if (unfit !== undefined) throw new TypeError(`${JSON.stringify(unfit)} cannot be a name in the log`);
  const versions = [command.v, ...events.map(({ v }) => v)];
  if (!versions.every((v) => Number.isSafeInteger(v) && v > 0))
    throw new TypeError("a shape's version is 1, 2, 3 …");
  if (events.length === 0) throw new TypeError("a command without events is not recorded");
}

export interface Fence {
  readonly resource: string;
  readonly epoch: number;
}

export type AppendOutcome =
  | { readonly at: "appended" | "repeated"; readonly firstVersion: number; readonly lastVersion: number }
  | { readonly at: "version-conflict"; readonly expected: number; readonly actual: number }
  | { readonly at: "command-reused"; readonly commandId: string }
  | { readonly at: "fenced"; readonly fence: Fence; readonly currentEpoch: number };

export interface EventLog {
  /** All or nothing; the same command again is `repeated`, the same id with another payload refused. */
  append(request: AppendRequest): Promise<AppendOutcome>;
  /** The events of one stream after a version, in order. */
  load(stream: string, afterVersion?: number): Promise<readonly RecordedEvent[]>;
  /** The events of one stream up to a version, for whoever cannot wait. */
  loadAtOnce(stream: string, upToVersion: number): readonly RecordedEvent[];
  /** The commands of one stream, in the order of their events. */
  commands(stream: string): Promise<readonly RecordedCommand[]>;
  findCommand(id: string): Promise<RecordedCommand | null>;
  streams(): Promise<readonly StreamHead[]>;
  /** Each append is hashed with the hash before it: equal heads are equal logs. */
  head(): Promise<LogHead>;
  /** The hash of the append that an event belongs to, by its position; `null` where there is none. */
  chainHashAt(position: number): Promise<string | null>;
  /** At most `limit` events of all streams after a position. */
  tail(afterPosition: number, limit: number): Promise<readonly RecordedEvent[]>;
  /** The events after a position as they come, until cancelled. */
  follow(afterPosition: number, cancel: Cancel): AsyncIterable<RecordedEvent>;
  /** The rows of a projected table with at least its columns; a table that is out of sync with the log is `older`. */
  rows(table: Table, query?: RowQuery): Promise<readonly Row[]>;
}

/** The last append of all: the position of its last event, and the hash of everything up to it. */
export interface LogHead {
  readonly position: number;
  readonly hash: string;
}

interface StreamHead {
  readonly stream: string;
  readonly version: number;
}

// --- Projections ---------------------------------------------------------------------------------

export type Cell = string | number | null;
export type Row = { readonly [column: string]: Cell };
type ColumnType = "text" | "integer" | "real";

/** A plain table for anyone to query. A new `version` makes the store fill it again. */
export interface Table {
  readonly table: string;
  readonly version: number;
  readonly key: string;
  readonly columns: { readonly [column: string]: ColumnType };
}

/** Tables that follow from the streams of one kind, kept level inside the append's transaction. */
export interface Projection {
  readonly tables: readonly Table[];
  covers(stream: string): boolean;
  /** Whoever opens a store whose tables are level does not load how rows come about. */
  load(): Promise<RowMaker>;
}

/** How rows are made from the state of a stream. */
export interface RowMaker<State = unknown> {
  readonly initial: State;
  evolve(state: State, event: RecordedEvent): State;
  /** The rows of the state after an event, where they differ from those of the state before it. */
  changes(step: EvolvedStep<State>): readonly RowChange[];
}

export interface EvolvedStep<State> {
  readonly event: RecordedEvent;
  readonly before: State;
  readonly after: State;
}

export type RowChange = { readonly table: string } & (
  | { readonly do: "put"; readonly row: Row }
  | { readonly do: "patch"; readonly key: string | number; readonly cells: Row }
  | { readonly do: "delete"; readonly key: string | number }
);

/** Which rows, in which order. A column that the table does not have is a bug of whoever asks. */
export interface RowQuery {
  /** What the cells of a row must be: one value, or any of several. */
  readonly where?: { readonly [column: string]: Cell | readonly Cell[] };
  /** The first counts most; rows that are equal in these, and all without them, go by the key. */
  readonly order?: readonly RowOrder[];
  readonly limit?: number;
}

export type RowOrder = string | { readonly column: string; readonly descending: true };

// --- Leases --------------------------------------------------------------------------------------

/** Who holds a lease, precisely enough to tell a dead process from its pid's next owner. */
export interface LeaseHolder {
  readonly host: string;
  readonly pid: number;
  readonly processStart: string;
}

export interface Lease extends Fence {
  readonly holder: LeaseHolder;
  readonly expiresAtMs: number;
}

type AcquireOutcome =
  | { readonly at: "acquired"; readonly lease: Lease }
  | { readonly at: "held"; readonly by: Lease };

export interface Leases {
  /** Takes a free, expired or orphaned lease under a new epoch. */
  acquire(request: AcquireRequest): Promise<AcquireOutcome>;
  /** Extends a lease that is still ours; `null` when another epoch has taken over. */
  heartbeat(lease: Lease, nowMs: number, leaseMs: number): Promise<Lease | null>;
  /** Gives a lease back; one that was lost meanwhile stays with its new holder. */
  release(lease: Lease): Promise<void>;
  /** The lease on a resource as it stands, expired or not. */
  find(resource: string): Promise<Lease | null>;
}

interface AcquireRequest {
  readonly resource: string;
  readonly holder: LeaseHolder;
  readonly nowMs: number;
  readonly leaseMs: number;
  /** True only for a holder that is known to be gone; an unknown one is left to expire. */
  isDead(holder: LeaseHolder): boolean;
}

// --- Blobs ---------------------------------------------------------------------------------------

/** Some bytes and their address. */
export interface Blob {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Documents, prompts and backups, addressed by the sha256 of their bytes in hex. */
export interface Blobs {
  put(bytes: Uint8Array): Promise<string>;
  get(sha256: string): Promise<Uint8Array | null>;
  /** For whoever cannot wait. */
  getAtOnce(sha256: string): Uint8Array | null;
}

// --- Caches and files made from events ------------------------------------------------------------

/** A folded state as it stood at a version: a cache that may be deleted at any time. */
export interface Snapshot {
  readonly version: number;
  readonly text: string;
}

export interface Snapshots {
  /** `null` also where the one kept is of another shape. */
  findSnapshot(stream: string, shape: string): Promise<Snapshot | null>;
  /** Not where one of its parts is missing. */
  putSnapshot(stream: string, shape: string, snapshot: Snapshot, parts?: SnapshotParts): Promise<void>;
  /** For whoever cannot wait; `null` for one that is not there, or not any more. */
  findPart(stream: string, name: string): string | null;
}

/** What a snapshot refers to and does not hold itself: by hashes of the texts, in hexadecimal digits. */
export interface SnapshotParts {
  readonly names: ReadonlySet<string>;
  /** Of the one before, which somebody may have opened just now: these stay. All others are forgotten. */
  readonly former: ReadonlySet<string>;
  /** The texts of those that may not be there yet. */
  readonly fresh: ReadonlyMap<string, string>;
}

/** What stands in a file that is made from events, as far as we have written it. */
export interface FileCursor {
  readonly path: string;
  /** Of what was written last; `null` before that. */
  readonly sha256: string | null;
  /** Of what is being written; after a crash the file holds one or the other. */
  readonly next: string | null;
  /** The version of the stream it was made at. */
  readonly version: number;
}

export interface FileCursors {
  fileCursors(stream: string): Promise<readonly FileCursor[]>;
  /**
   * All or none; a cursor with neither hash is taken away. One of an earlier version than the cursor that is kept
   * changes nothing: whoever brings it is behind.
   */
  setFileCursors(stream: string, cursors: readonly FileCursor[]): Promise<void>;
}

/** The folder of a session's documents; paths are relative, with `/`. */
export interface Folder {
  read(path: string): Promise<Uint8Array | null>;
  /** Old or new, never half. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Makes sure that files that were written survive a power cut. */
  flush(paths: readonly string[]): Promise<void>;
  remove(path: string): Promise<void>;
  /** Keeps a file that somebody edited under another name, and tells which. */
  setAside(path: string): Promise<string>;
}

/** What agents may see of the project beside the spec. */
export interface ReadableProject {
  readonly root: string;
  /** Without those that are likely to hold a key. */
  list(): Promise<ListedFiles>;
}

export interface ListedFiles {
  /** From the root, with `/`, in their order. */
  readonly paths: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Looks at what agents may see of the project. */
export interface ProjectReader {
  /** From the root, with `/`. What leads elsewhere, or is kept from agents, is not there. */
  read(path: string): Promise<ProjectText>;
}

export type ProjectText =
  | { readonly at: "text"; readonly text: string }
  /** Why not, as the end of a sentence. */
  | { readonly at: "none"; readonly why: string };

/** Where the finished spec of a session goes. */
export interface SpecShelf {
  /**
   * Never over another text; the same text goes to the same place, however often. Tells where, from the project's root.
   */
  put(bytes: Uint8Array): Promise<string>;
}

// --- Archives of undone rounds --------------------------------------------------------------------

export interface ArchivedFile {
  /** Inside the round's folder, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ArchiveToWrite {
  /** Such as `round_005_rolled_back_1.tar.gz`. */
  readonly name: string;
  readonly round: number;
  /** What is recorded of the round, and what tells why it was undone. */
  readonly files: readonly ArchivedFile[];
  /** When the round was undone: every file in the archive carries it, so that equal files make equal bytes. */
  readonly undoneAtMs: number;
}

export interface WrittenArchive {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Everything it holds, in its order. */
  readonly files: readonly string[];
  /** Those that the log does not have: changed or added by hand. */
  readonly byHand: readonly string[];
  /** What lies in the round's folder and is not in the archive: links, and files too large to keep twice. It stays there. */
  readonly left: readonly string[];
}

export interface ListedArchive {
  readonly name: string;
  readonly bytes: number;
  readonly undoneAtMs: number;
  /** Whether somebody said that it is to stay, whatever becomes of the others. */
  readonly kept: boolean;
}

export type ReadArchive =
  | {
      readonly at: "read";
      readonly place: string;
      readonly sha256: string;
      readonly bytes: number;
      readonly files: readonly ArchivedFile[];
    }
  | { readonly at: "missing"; readonly place: string }
  /** Why it cannot be read, as the end of a sentence; it stays where it is. */
  | { readonly at: "damaged"; readonly place: string; readonly why: string };

/** Where the rounds that were undone are kept, as archives beside the session's documents. */
export interface RoundArchives {
  /**
   * With these files, and with whatever else lies in the round's folder: kept under its own name, or as `NAME.edited` where
   * a recorded file has that name with other bytes. It appears whole and read back, or not at all; one that holds all of
   * it already stays as it is.
   */
  write(archive: ArchiveToWrite): Promise<WrittenArchive>;
  /** Takes from the round's folder what the archive holds byte for byte, and the folder once it is empty; however often. */
  removeArchived(archive: Pick<ArchiveToWrite, "name" | "round">): Promise<void>;
  list(): Promise<readonly ListedArchive[]>;
  read(name: string): Promise<ReadArchive>;
  /** Marks it to be kept; false where it is not there. */
  keep(name: string): Promise<boolean>;
  /** With its mark; however often. */
  remove(name: string): Promise<void>;
}

// --- Agents --------------------------------------------------------------------------------------

/** One launch of a call, told from every other: also from one under the same key in a log that was put back. */
export interface Launch {
  readonly key: CallKey;
  /** `null` for a call that an older version started: it is found by its key alone. */
  readonly mark: LaunchMark | null;
}

export interface LaunchMark extends LaunchSeal {
  /** The sha256 of the prompt in hex. */
  readonly promptHash: string;
}

/** What makes one launch unlike any other: chance, and a pair of keys of its own. */
export interface NewSeal extends LaunchSeal {
  /** The private half. It is never written down: whoever loses it has lost the launch. */
  readonly sealWith: string;
}

export interface Seals {
  make(): NewSeal;
  sign(text: string, sealWith: string): string;
  /** Whether a signature of a text was made with the other half of a key. */
  holds(text: string, signature: string, sealKey: string): boolean;
}

/** What an agent or a person is to do in a call. */
export interface AgentTask {
  readonly key: CallKey;
  readonly prompt: string;
  /** How much of it, from its beginning, is the same in every call of the role: its system prompt, where it has one. */
  readonly standingChars: number;
  /** The name of the document the agent is asked to write, such as `engineer.md`. */
  readonly document: string;
  /** Stop the agent after this long; `null`: the adapter's own bound. */
  readonly wallMs: number | null;
  readonly access: Access;
  /** Whether it may look at the project, of which it gets a copy or tools to read. */
  readonly readsProject: boolean;
  /** What an earlier call of the same turn gave as `sessionRef`: the agent goes on where it was. */
  readonly resume: string | null;
  /**
   * Where it works in place of a folder of its own: a coder's worktree, all of which it may change. Its document then lies
   * in `.parley-out/` there.
   */
  readonly worktree?: string;
  /** Whether it may run commands in its worktree; without it: where the agent's own sandbox holds them. */
  readonly shell?: boolean;
  /** What it gets a copy of in place of the project, where it may look: the reviewed state of a task. */
  readonly projectFolder?: string;
}

/** One launch of an agent. The same one is never started twice; a started one is recovered instead. */
export interface AgentRequest extends AgentTask {
  readonly mark: LaunchMark;
  /** The private half of the launch's pair. */
  readonly sealWith: string;
}

/** A sign of life, for whoever watches; nothing is decided by it. */
export type AgentEvent =
  | { readonly at: "started"; readonly pid: number | null }
  | { readonly at: "said"; readonly text: string }
  | { readonly at: "used"; readonly usage: Usage }
  /** It tries by itself to get over something, such as a limit of its provider. */
  | { readonly at: "troubled"; readonly about: string }
  /** What lay in its folder is not its own: it counts for nothing, and is kept under another name. */
  | { readonly at: "set-aside"; readonly because: string; readonly keptAs: string };

/** An agent's document: hostile text. `text` is cut at the bound; `bytes` tells how large it really was. */
export interface AgentDocument {
  readonly text: string;
  readonly bytes: number;
  /** Whether bytes that are no UTF-8 were replaced. */
  readonly repaired: boolean;
}

export interface AgentResult {
  readonly outcome: AgentOutcome;
  /** The file it wrote; `null` where there is none. */
  readonly document: AgentDocument | null;
  /** Its final answer in words; stands for the document where no file was written. */
  readonly text: AgentDocument | null;
  readonly usage: Usage;
  readonly elapsedMs: number;
  /** What the outcome rests on, a line each. */
  readonly evidence: readonly string[];
  /** Why parley stopped it before its end. */
  readonly stoppedBecause?: string;
  /** How long the provider is to be left alone, where it says so. */
  readonly waitMs?: number;
  /** What to resume the agent with; only the adapter that gave it knows what it means. */
  readonly sessionRef?: string;
}

export type RecoveredCall =
  | { readonly at: "finished"; readonly result: AgentResult }
  | { readonly at: "running"; readonly done: Promise<AgentResult> }
  /** Nothing of it is known here: it never began, and under this mark it does not begin any more. */
  | { readonly at: "unknown" }
  /** It may have begun; nothing is left of it that counts. */
  | { readonly at: "lost" };

export interface AgentPort {
  start(request: AgentRequest, onEvent: (event: AgentEvent) => void, cancel: Cancel): Promise<AgentResult>;
  /** What became of a launch that an earlier process started. */
  recover(launch: Launch, onEvent: (event: AgentEvent) => void, cancel: Cancel): Promise<RecoveredCall>;
  /** The log has what came of it: what a recovered launch left is cleaned of keys, now that nobody needs it as it was. */
  tidyUp?(launch: Launch): Promise<void>;
}

/**
 * Stands for a person among the agents: the task of a call is laid out, and the call then waits, for as long as it
 * takes, until somebody submits the document.
 */
export interface HumanInbox {
  /** What lies there for this call already stays as it is; of what lies there for another, the name it is kept under. */
  layOut(task: AgentTask): Promise<string | null>;
}

/**
 * Until when providers are to be left alone, as every run of this user has found out. A provider is told by its address
 * and by what lets one in there: another key has limits of its own.
 */
export interface ProviderWaits {
  /** In milliseconds since 1970; `null` where nothing is known, or the time is past. */
  until(provider: string): Promise<number | null>;
  /** The later time counts, whoever knows it. */
  note(provider: string, untilMs: number): Promise<void>;
  /** Somebody wants it to be asked again now, whatever was known of it until then. */
  lift(provider: string): Promise<void>;
  /** Whether that was so, and nobody has been turned away since. */
  isLifted(provider: string): Promise<boolean>;
}

// --- The store as a whole ------------------------------------------------------------------------

export interface Finding {
  readonly check: string;
  readonly message: string;
}

/** What speaks against a database that is sound in itself. */
export interface StoreWarning {
  readonly message: string;
  readonly place: string;
  readonly fix: string;
}

export interface Store extends EventLog, Leases, Blobs, Snapshots, FileCursors {
  close(): void;
}

/** A store that outlives its process, and can be looked after. */
export interface DurableStore extends Store {
  /** The version of the file's format. */
  readonly format: number;
  /** Everything that is wrong with the stored data; empty when all is well. */
  integrity(): Promise<readonly Finding[]>;
  /** Whether this is an older log than the one that was last written here, or another; `null` where it is not. */
  doubt(): Promise<StoreWarning | null>;
  /** A consistent copy while others write; never over an existing file. */
  backup(target: string): Promise<void>;
}

export type StoreFailureCode =
  | "busy"
  | "full"
  | "read-only"
  | "corrupt"
  | "newer"
  | "older"
  | "foreign"
  | "missing"
  | "blank"
  | "gone"
  | "exists"
  | "io";

/** The store cannot do its work: not a decision of ours, but a state of the machine. */
export class StoreFailure extends Error {
  readonly code: StoreFailureCode;
  readonly place: string;
  readonly fix: string;

  constructor(about: {
    code: StoreFailureCode;
    message: string;
    place: string;
    fix: string;
    cause?: unknown;
  }) {
    super(about.message, about.cause === undefined ? undefined : { cause: about.cause });
    this.name = "StoreFailure";
    this.code = about.code;
    this.place = about.place;
    this.fix = about.fix;
  }
}

// --- Work that takes long ------------------------------------------------------------------------

/** A piece of pure work: its name, and all it needs as plain data, but for the texts it names by their hashes. */
export interface Work {
  readonly name: string;
  readonly input: unknown;
}

/** Where work is done that would keep everything else in this process waiting. */
export interface Workplace {
  /**
   * The same as if it were done on the spot. Throws `WorkGivenUp` where it takes more time or memory than there is, and
   * `WorkStopped` where somebody does not want to wait for it.
   */
  do(work: Work, around: WorkContext): Promise<unknown>;
}

export interface WorkContext {
  readonly texts: Pick<Blobs, "get">;
  readonly stop?: Cancel;
}

/** Whoever wanted the work wants to end now. */
export class WorkStopped extends Error {
  constructor() {
    super("the work was stopped");
    this.name = "WorkStopped";
  }
}

/** A text that is too much for us; nothing was decided by it. */
export class WorkGivenUp extends Error {
  constructor(because: string) {
    super(because);
    this.name = "WorkGivenUp";
  }
}

// --- Small things --------------------------------------------------------------------------------

export interface Cancel {
  readonly cancelled: boolean;
  /** Calls back once, at once if already cancelled; returns how to stop listening. */
  onCancel(callback: () => void): () => void;
}

export interface Clock {
  nowMs(): number;
}

/** Text to bytes and back; bytes that are no text come out with replacement characters. */
export interface Utf8 {
  encode(text: string): Uint8Array;
  decode(bytes: Uint8Array): string;
}

export interface Hash {
  sha256(text: string | Uint8Array): string;
}
