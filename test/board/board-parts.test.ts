// A board that is kept in parts is the board that the log folds to, whatever was read of it and whatever is lost.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256Of } from "../../src/adapters/shared/sha256.ts";
import { BOARD_START, BOARD_STREAM, type Board, findTask } from "../../src/core/board/board.ts";
import type { BoardCommand, ImportedTask } from "../../src/core/board/board-command.ts";
import { boardDecider } from "../../src/core/board/board-decider.ts";
import { taskIdFromHex } from "../../src/core/board/board-id.ts";
import type { JsonObject } from "../../src/core/shared/json.ts";
import { isRefusal } from "../../src/core/shared/refusal.ts";
import { BoardParts } from "../../src/engine/board-parts.ts";
import type { Snapshots, Store } from "../../src/engine/ports.ts";
import { command } from "../support/board-world.ts";
import { openMemoryStore } from "../support/memory-store.ts";
import { randomCommands } from "./random-commands.ts";

const SHAPE = "board";
const hash = { sha256: sha256Of };

/** A board on a log, kept and opened again as it pleases. */
class KeptBoard {
  readonly store: Store = openMemoryStore([]);
  board: Board = BOARD_START;
  /** The names of the parts that were read. */
  readonly read: string[] = [];
  findPart: Snapshots["findPart"] = (stream, name) => this.store.findPart(stream, name);
  #parts = this.#newParts();
  #version = 0;

  async carryOut(one: BoardCommand): Promise<void> {
    const decided = boardDecider.decide(one, this.board);
    if (isRefusal(decided)) return;
    const [first, ...rest] = decided;
    if (first === undefined) return;
    const { type, at, by, ...data } = one;
    await this.store.append({
      stream: BOARD_STREAM,
      expectedVersion: this.#version,
      command: {
        id: `c${this.#version}`,
        at,
        actor: by.actor,
        type,
        v: 1,
        data: data as unknown as JsonObject,
      },
      events: [first, ...rest],
    });
    this.board = decided.reduce(boardDecider.evolve, this.board);
    this.#version += decided.length;
  }

  /** Tells how many parts were new. */
  async keep(): Promise<number> {
    const { text, parts } = this.#parts.pack(this.board);
    await this.store.putSnapshot(BOARD_STREAM, SHAPE, { version: this.#version, text }, parts);
    return parts?.fresh.size ?? 0;
  }

  async open(): Promise<void> {
    const snapshot = await this.store.findSnapshot(BOARD_STREAM, SHAPE);
    if (snapshot === null) throw new Error("the board was not kept");
    this.#parts = this.#newParts();
    this.board = this.#parts.unpack(snapshot);
    const since = await this.store.load(BOARD_STREAM, snapshot.version);
    this.board = since.map(boardDecider.upcast).reduce(boardDecider.evolve, this.board);
  }

  async folded(): Promise<Board> {
    const events = await this.store.load(BOARD_STREAM);
    return events.map(boardDecider.upcast).reduce(boardDecider.evolve, BOARD_START);
  }

  #newParts(): BoardParts {
    const findPart = (stream: string, name: string): string | null => {
      this.read.push(name);
      return this.findPart(stream, name);
    };
    const loadAtOnce = this.store.loadAtOnce.bind(this.store);
    return new BoardParts(BOARD_STREAM, { store: { findPart, loadAtOnce }, hash });
  }
}

function manyTasks(count: number): BoardCommand {
  return command({
    type: "ImportTasks",
    sections: [],
    tasks: Array.from(
      { length: count },
      (_, number): ImportedTask => ({
        id: taskIdFromHex(sha256Of(String(number))),
        title: `Task ${number}`,
        section: null,
        sourceFile: null,
        after: [],
        notes: "",
        status: "pending",
        origin: null,
        place: { at: "last" },
      }),
    ),
  });
}

const addOne = (number: number): BoardCommand =>
  command({
    type: "AddTask",
    id: taskIdFromHex(sha256Of(`new ${number}`)),
    title: "One more",
    section: null,
    sourceFile: null,
    after: [],
    notes: "",
  });

describe("a board kept in parts", () => {
  it("given any commands between which it is kept and opened, then it is what the log folds to", async () => {
    const chance = fc.array(fc.constantFrom("go on", "keep", "open", "keep and open"), {
      minLength: 120,
      maxLength: 120,
    });
    const loss = fc.constantFrom("none", "gone", "damaged");
    await fc.assert(
      fc.asyncProperty(randomCommands(), fc.nat(300), chance, loss, async (commands, count, then, lost) => {
        const kept = new KeptBoard();
        let asked = 0;
        kept.findPart = (stream, name) => {
          asked += 1;
          if (lost === "none" || asked % 3 > 0) return kept.store.findPart(stream, name);
          return lost === "gone" ? null : "[[]]";
        };
        await kept.carryOut(manyTasks(count));
        await kept.keep();
        for (const [index, make] of commands.entries()) {
          await kept.carryOut(make(kept.board));
          if (then[index]?.startsWith("keep")) await kept.keep();
          if (then[index]?.endsWith("open")) await kept.open();
        }
        await kept.keep();
        await kept.open();
        expect(kept.board).toEqual(await kept.folded());
      }),
      { numRuns: 60 },
    );
  });

  it("given a board of any size, when a task is added, then a few parts are read, and no more are written", async () => {
    for (const count of [300, 3_000, 30_000]) {
      const kept = new KeptBoard();
      await kept.carryOut(manyTasks(count));
      await kept.keep();
      await kept.open();
      await kept.carryOut(addOne(1));
      expect(kept.board.tasks.size).toBe(count + 1);
      expect(kept.read.length, `parts read of ${count} tasks`).toBeLessThanOrEqual(4);
      expect(await kept.keep(), `parts written of ${count} tasks`).toBeLessThanOrEqual(4);
    }
  });

  it("given somebody who opened it, when others keep it again and again, then nothing is amiss with what is read late", async () => {
    const slow = new KeptBoard();
    await slow.carryOut(manyTasks(1_000));
    await slow.keep();
    await slow.open();
    const { board: early } = slow;
    const before = await slow.folded();
    for (let number = 0; number < 40; number += 1) {
      await slow.open();
      await slow.carryOut(addOne(number));
      await slow.keep();
    }
    expect(findTask(early, taskIdFromHex(sha256Of("new 39")))).toBeNull();
    expect(early).toEqual(before);
  });
});
