// A board as it is kept: a small text with its counts, and the things on it in parts.
import { BOARD_START, type Board } from "../core/board/board.ts";
import { type BoardEvent, upcast } from "../core/board/board-event.ts";
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
import { KeptParts, type PackedState, type PartPorts } from "./kept-parts.ts";
import type { Snapshot } from "./ports.ts";

const MAPS = ["sections", "tasks", "disputes", "unplanned", "removed", "work"] as const;
type MapName = (typeof MAPS)[number];

type PackedBoard = Omit<Board, MapName> & Record<MapName, PackedIdMap<Identified>>;

export class BoardParts {
  readonly #parts: KeptParts<Board, BoardEvent>;
  /** How the branches are kept that have not changed since. */
  readonly #packed = new WeakMap<Branch<unknown>, PackedBranch>();

  constructor(stream: string, ports: PartPorts) {
    this.#parts = new KeptParts(stream, { initial: BOARD_START, evolve, upcast }, ports);
  }

  pack(board: Board): PackedState {
    const packing = {
      find: (branch: Branch<unknown>) => this.#packed.get(branch) ?? null,
      keep: (leaves: unknown) => this.#parts.keep(leaves),
    };
    const packed = mapsOf((name) => packIdMap<Identified>(board[name], packing));
    return this.#parts.pack({ ...board, ...packed }, namesIn(packed));
  }

  unpack({ text, version }: Snapshot): Board {
    let folded: Board | null = null;
    const wholeMap = (name: MapName): IdMap<Identified> => {
      folded ??= this.#parts.foldTo(version);
      return folded[name];
    };
    const packed = JSON.parse(text) as PackedBoard;
    this.#parts.noteOpened(namesIn(packed));
    const maps = mapsOf((name) =>
      unpackIdMap(packed[name], {
        read: (part, prefix) => this.#read(part) ?? leavesAt(wholeMap(name), prefix),
        note: (branch, kept) => this.#packed.set(branch, kept),
      }),
    );
    return { ...packed, ...maps } as Board;
  }

  #read(part: string): (readonly Identified[] | null)[] | null {
    return this.#parts.read(part) as (readonly Identified[] | null)[] | null;
  }
}

function namesIn(packed: Record<MapName, PackedIdMap<Identified>>): readonly string[] {
  return MAPS.flatMap((name) => [...partNames(packed[name])]);
}

function mapsOf<Value>(make: (name: MapName) => Value): Record<MapName, Value> {
  return Object.fromEntries(MAPS.map((name) => [name, make(name)])) as Record<MapName, Value>;
}
