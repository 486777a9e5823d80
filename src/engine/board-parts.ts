// A board as it is kept: a small text with its counts, and the things on it in parts that are read when somebody looks
// for one of them. So whoever changes one task of a hundred thousand reads and writes a few parts.
import { BOARD_START, type Board } from "../core/board/board.ts";
import { upcast } from "../core/board/board-event.ts";
import { evolve } from "../core/board/evolve.ts";
import {
  type Branch,
  type Identified,
  type IdMap,
  leavesAt,
  type PackedBranch,
  type PackedIdMap,
  packIdMap,
  partNames,
  unpackIdMap,
} from "../core/board/id-map.ts";
import type { EventLog, Hash, Snapshot, Snapshots } from "./ports.ts";
import type { PackedState } from "./stream-engine.ts";

const MAPS = ["sections", "tasks", "disputes", "unplanned", "removed"] as const;
type MapName = (typeof MAPS)[number];

type PackedBoard = Omit<Board, MapName> & Record<MapName, PackedIdMap<Identified>>;

const NAME_DIGITS = 32;

interface PartPorts {
  readonly store: Pick<EventLog, "loadAtOnce"> & Pick<Snapshots, "findPart">;
  readonly hash: Hash;
}

export class BoardParts {
  readonly #stream: string;
  readonly #ports: PartPorts;
  /** How the branches are kept that have not changed since. */
  readonly #packed = new WeakMap<Branch<unknown>, PackedBranch>();
  /** The parts of the last snapshot that was read or made. */
  #last: ReadonlySet<string> = new Set();

  constructor(stream: string, ports: PartPorts) {
    this.#stream = stream;
    this.#ports = ports;
  }

  pack(board: Board): PackedState {
    const fresh = new Map<string, string>();
    const packing = {
      find: (branch: Branch<unknown>) => this.#packed.get(branch) ?? null,
      keep: (leaves: unknown) => {
        const text = JSON.stringify(leaves);
        const name = this.#nameOf(text);
        fresh.set(name, text);
        return name;
      },
    };
    const packed = mapsOf((name) => packIdMap<Identified>(board[name], packing));
    const names = new Set(MAPS.flatMap((name) => [...partNames(packed[name])]));
    const former = this.#last;
    this.#last = names;
    return { text: JSON.stringify({ ...board, ...packed }), parts: { names, former, fresh } };
  }

  unpack({ text, version }: Snapshot): Board {
    let folded: Board | null = null;
    // A part is damaged, or two others have kept the board meanwhile: the log makes it again.
    const wholeMap = (name: MapName): IdMap<Identified> => {
      folded ??= this.#fold(version);
      return folded[name];
    };
    const packed = JSON.parse(text) as PackedBoard;
    this.#last = new Set(MAPS.flatMap((name) => [...partNames(packed[name])]));
    const maps = mapsOf((name) =>
      unpackIdMap(packed[name], {
        read: (part, prefix) => this.#read(part) ?? leavesAt(wholeMap(name), prefix),
        note: (branch, kept) => this.#packed.set(branch, kept),
      }),
    );
    return { ...packed, ...maps } as Board;
  }

  #read(part: string): (readonly Identified[] | null)[] | null {
    const text = this.#ports.store.findPart(this.#stream, part);
    return text === null || this.#nameOf(text) !== part ? null : JSON.parse(text);
  }

  #fold(version: number): Board {
    const events = this.#ports.store.loadAtOnce(this.#stream, version);
    return events.reduce((board, event) => evolve(board, upcast(event)), BOARD_START);
  }

  #nameOf(text: string): string {
    return this.#ports.hash.sha256(text).slice(0, NAME_DIGITS);
  }
}

function mapsOf<Value>(make: (name: MapName) => Value): Record<MapName, Value> {
  return Object.fromEntries(MAPS.map((name) => [name, make(name)])) as Record<MapName, Value>;
}
