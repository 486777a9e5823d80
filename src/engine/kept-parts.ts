// Pieces of a state that lie beside its snapshot, each under the hash of its text, and are read when somebody looks
// into them. So whoever changes one task of a hundred thousand reads and writes a few of them.
import type { Decider, Fact } from "../core/shared/decider.ts";
import type { EventLog, Hash, SnapshotParts, Snapshots } from "./ports.ts";

export type StateFold<State, Event extends Fact> = Pick<
  Decider<never, State, Event>,
  "initial" | "evolve" | "upcast"
>;

export interface PackedState {
  readonly text: string;
  readonly parts?: SnapshotParts;
}

export interface PartPorts {
  readonly store: Pick<EventLog, "loadAtOnce"> & Pick<Snapshots, "findPart">;
  readonly hash: Hash;
}

const NAME_DIGITS = 32;

export class KeptParts<State, Event extends Fact> {
  readonly #stream: string;
  readonly #fold: StateFold<State, Event>;
  readonly #ports: PartPorts;
  /** Those of the last snapshot that was read or made. */
  #last: ReadonlySet<string> = new Set();
  #fresh = new Map<string, string>();

  constructor(stream: string, fold: StateFold<State, Event>, ports: PartPorts) {
    this.#stream = stream;
    this.#fold = fold;
    this.#ports = ports;
  }

  /** Tells the name under which the next snapshot refers to it. */
  keep(part: unknown): string {
    const text = JSON.stringify(part);
    const name = this.#nameOf(text);
    this.#fresh.set(name, text);
    return name;
  }

  /** `names`: of all parts that `state` refers to. */
  pack(state: unknown, names: Iterable<string>): PackedState {
    const parts = { names: new Set(names), former: this.#last, fresh: this.#fresh };
    this.#last = parts.names;
    this.#fresh = new Map();
    return { text: JSON.stringify(state), parts };
  }

  noteOpened(names: Iterable<string>): void {
    this.#last = new Set(names);
  }

  /** `null` where it is damaged, or two others have kept the state meanwhile. */
  read(name: string): unknown {
    const text = this.#ports.store.findPart(this.#stream, name);
    return text === null || this.#nameOf(text) !== name ? null : JSON.parse(text);
  }

  /** What the log makes again of a state whose parts cannot be read. */
  foldTo(version: number): State {
    const { initial, evolve, upcast } = this.#fold;
    const events = this.#ports.store.loadAtOnce(this.#stream, version);
    return events.map(upcast).reduce(evolve, initial);
  }

  #nameOf(text: string): string {
    return this.#ports.hash.sha256(text).slice(0, NAME_DIGITS);
  }
}
