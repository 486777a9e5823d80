// One stream at hand: its folded state, what may be asked of it, and its files in step with it.
import type { Fact } from "../core/shared/decider.ts";
import type { JsonObject } from "../core/shared/json.ts";
import { isRefusal, type Refusal } from "../core/shared/refusal.ts";
import { type Timestamp, timestampFromMs } from "../core/shared/timestamp.ts";
import { type DecisionOutcome, execute, type FoldedState } from "./execute.ts";
import type { PackedState, StateFold } from "./kept-parts.ts";
import type {
  Blob,
  Clock,
  EventLog,
  Fence,
  FileCursors,
  Folder,
  Hash,
  Snapshot,
  Snapshots,
  StoredCommand,
  Utf8,
} from "./ports.ts";
import {
  isKnownInStep,
  type SetAsideFile,
  type SyncedFiles,
  syncFiles,
  type ViewFile,
} from "./sync-files.ts";

export interface StreamPorts {
  readonly store: EventLog & Snapshots & FileCursors;
  /** Where its files go. */
  readonly folder: Folder;
  readonly clock: Clock;
  readonly hash: Hash;
  readonly utf8: Utf8;
  /** Lets no other process write the files meanwhile; absent where there is none. */
  readonly exclusively?: (work: () => Promise<void>) => Promise<void>;
  /** Told of what hinders the writing of views and snapshots; true: work goes on without them. */
  readonly unwritten?: (error: unknown, what: "files" | "snapshot") => boolean;
}

/** How a stream is folded, and the shape in which its folded state is kept. */
interface StreamFold<State, Event extends Fact> extends StateFold<State, Event> {
  /** Changes with the shape of the state, or with what folds it: older snapshots are then left alone. */
  readonly shape: string;
}

export interface Submission {
  readonly id: string;
  readonly actor: string;
  /** A runner proves that it still holds its lease. */
  readonly fence?: Fence;
  /** The documents it brings. */
  readonly blobs?: readonly Blob[];
}

export type SubmissionOutcome<Event> =
  | { readonly at: "done"; readonly events: readonly Event[] }
  /** It was there already, or changes nothing. */
  | { readonly at: "known" }
  | { readonly at: "refused"; readonly refusal: Refusal }
  | { readonly at: "fenced" };

/** Every pass but the first means that somebody else got on meanwhile, and syncs by itself. */
const SYNC_PASSES_MAX = 100;

export abstract class StreamEngine<Command, State, Event extends Fact> {
  readonly stream: string;
  readonly #fold: StreamFold<State, Event>;
  readonly #ports: StreamPorts;
  #folded: FoldedState<State>;
  readonly #followers = new Set<(event: Event) => void>();
  #snapshotAt = 0;
  /** Written, and not yet safe from a power cut. */
  readonly #unflushed = new Set<string>();
  /** The state that the files were last in step with. */
  #synced: State | null = null;

  protected constructor(stream: string, fold: StreamFold<State, Event>, ports: StreamPorts) {
    this.stream = stream;
    this.#fold = fold;
    this.#ports = ports;
    this.#folded = { state: fold.initial, version: 0 };
  }

  /** A command as it is stored: everything it is decided by, but for the state. */
  protected abstract toStored(command: Command, by: Pick<Submission, "id" | "actor">): StoredCommand;
  /** Decides a stored command, today or in a replay. */
  protected abstract decide(
    stored: StoredCommand,
    state: State,
  ): Promise<DecisionOutcome<Event>> | DecisionOutcome<Event>;
  /** Those that may have changed since they were in step with an earlier state; `null`: all. */
  protected abstract files(since: State | null): readonly ViewFile[];

  /** Whether a file that is not among `files` since then is to be taken away. */
  protected isObsolete(_path: string, _since: State | null): boolean {
    return false;
  }

  /** Whether a file that is not among those to show may be so again. */
  protected mayReturn(_path: string): boolean {
    return false;
  }

  /** Whether somebody may have taken files away since. */
  protected async isFolderGone(_folder: Folder): Promise<boolean> {
    return false;
  }

  /** The state as it is kept. */
  protected pack(state: State): PackedState {
    return { text: JSON.stringify(state) };
  }

  protected unpack({ text }: Snapshot): State {
    return JSON.parse(text) as State;
  }

  protected async openFromSnapshot(): Promise<this> {
    const snapshot = await this.#ports.store.findSnapshot(this.stream, this.#fold.shape);
    if (snapshot !== null) {
      this.#folded = { state: this.unpack(snapshot), version: snapshot.version };
      this.#snapshotAt = snapshot.version;
    }
    await this.refresh();
    return this;
  }

  get state(): State {
    return this.#folded.state;
  }

  get version(): number {
    return this.#folded.version;
  }

  /** How many events the next to open it would have to fold. */
  get eventsSinceSnapshot(): number {
    return this.version - this.#snapshotAt;
  }

  now(): Timestamp {
    return timestampFromMs(this.nowMs());
  }

  nowMs(): number {
    return this.#ports.clock.nowMs();
  }

  /**
   * Tells every event from now on, in order and once it is folded, whoever appended it: the log's `follow` for whoever has
   * the stream at hand, and need not wait. What comes back ends it.
   */
  follow(tell: (event: Event) => void): () => void {
    this.#followers.add(tell);
    return () => this.#followers.delete(tell);
  }

  #advance({ state, version }: FoldedState<State>, events: readonly Event[]): void {
    this.#folded = { state, version };
    for (const event of events) for (const tell of this.#followers) tell(event);
  }

  /** Takes in what others have appended; true where there was something. */
  async refresh(): Promise<boolean> {
    const recorded = await this.#ports.store.load(this.stream, this.version);
    const events = recorded.map((event) => this.#fold.upcast(event));
    const state = events.reduce(this.#fold.evolve, this.state);
    this.#advance({ state, version: recorded.at(-1)?.version ?? this.version }, events);
    return events.length > 0;
  }

  /** `commandFor`: asked again with the state as it is by then, where somebody else was quicker. */
  protected async submitTo(
    commandFor: (state: State) => Command | Refusal,
    { id, actor, fence, blobs = [] }: Submission,
  ): Promise<SubmissionOutcome<Event>> {
    const executed = await execute({
      log: this.#ports.store,
      fold: this.#fold,
      stream: this.stream,
      stored: (state: State) => {
        const command = commandFor(state);
        return isRefusal(command) ? command : this.toStored(command, { id, actor });
      },
      decide: (stored, state) => this.decide(stored, state),
      blobs,
      from: this.#folded,
      ...(fence === undefined ? {} : { fence }),
    });
    switch (executed.at) {
      case "done":
        this.#advance(executed, [...executed.before, ...executed.events]);
        return { at: "done", events: executed.events };
      case "repeated":
      case "unchanged":
        this.#advance(executed, executed.before);
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
   * Syncs the files on disk; tells which of them somebody had edited. Thoroughly: also those that have not
   * changed since they were written, should somebody have edited or deleted one. They are flushed at once, or by
   * whoever goes on and looks at them thoroughly after a crash.
   */
  async sync({ thoroughly = false, flushLater = false } = {}): Promise<readonly SetAsideFile[]> {
    const aside: SetAsideFile[] = [];
    const exclusively = this.#ports.exclusively ?? ((work) => work());
    await this.#tolerateUnwritten("files", async () => {
      if (!thoroughly && (await this.#isKnownInStep())) return;
      await exclusively(async () => {
        const all = thoroughly || (await this.isFolderGone(this.#ports.folder));
        aside.push(...(await this.#syncAlone(all)));
      });
    });
    if (!flushLater) await this.flush();
    return aside;
  }

  async flush(): Promise<void> {
    const paths = [...this.#unflushed];
    this.#unflushed.clear();
    if (paths.length > 0) await this.#tolerateUnwritten("files", () => this.#ports.folder.flush(paths));
  }

  async saveSnapshot(): Promise<void> {
    if (this.eventsSinceSnapshot === 0) return;
    const { version } = this;
    const { text, parts } = this.pack(this.state);
    await this.#tolerateUnwritten("snapshot", async () => {
      await this.#ports.store.putSnapshot(this.stream, this.#fold.shape, { version, text }, parts);
      this.#snapshotAt = version;
    });
  }

  /** What is recorded is recorded: nobody fails because it cannot be shown. */
  async #tolerateUnwritten(what: "files" | "snapshot", work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#ports.unwritten?.(error, what) !== true) throw error;
    }
  }

  async #isKnownInStep(): Promise<boolean> {
    const files = this.files(this.#synced);
    if (files.some(({ changedAt }) => changedAt === undefined)) return false;
    const cursors = files.length === 0 ? [] : await this.#ports.store.fileCursors(this.stream);
    return files.every((file) => isKnownInStep(file, cursors));
  }

  async #syncAlone(thoroughly: boolean): Promise<readonly SetAsideFile[]> {
    const { store, folder, hash, utf8 } = this.#ports;
    const ports = { cursors: store, folder, hash, utf8 };
    const aside: SetAsideFile[] = [];
    let written: SyncedFiles["written"] = new Map();
    for (let pass = 0; pass < SYNC_PASSES_MAX; pass += 1) {
      const { stream, version } = this;
      const since = thoroughly ? null : this.#synced;
      const files = this.files(since);
      const synced = await syncFiles(ports, {
        stream,
        version,
        files,
        isObsolete: (path) => this.isObsolete(path, since),
        mayReturn: (path) => this.mayReturn(path),
        written,
        thoroughly,
      });
      aside.push(...synced.aside);
      written = synced.written;
      for (const path of written.keys()) this.#unflushed.add(path);
      // Whoever was slow may have written over what a quicker one had: it shows in the log.
      if (!(await this.refresh())) break;
    }
    this.#synced = this.state;
    return aside;
  }
}

const WHOLE_COMMAND_VERSION = 1;

/** A command that is stored as it is. */
export function wholeCommand<Command extends { readonly type: string; readonly at: Timestamp }>(
  { type, at, ...data }: Command,
  { id, actor }: Pick<Submission, "id" | "actor">,
): StoredCommand {
  return { id, at, actor, type, v: WHOLE_COMMAND_VERSION, data: data as unknown as JsonObject };
}
