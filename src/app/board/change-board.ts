// The one way to the board: its state read, and a wish decided on exactly the state it was made for.
import { randomBytes, randomUUID } from "node:crypto";
import { reasonOf } from "../../adapters/files/errno.ts";
import type { Board } from "../../core/board/board.ts";
import { BOARD_START, BOARD_STREAM } from "../../core/board/board.ts";
import type { BoardCommand } from "../../core/board/board-command.ts";
import { boardDecider } from "../../core/board/board-decider.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import { ID_DIGITS } from "../../core/board/board-id.ts";
import type { Who } from "../../core/board/who.ts";
import type { JsonObject } from "../../core/shared/json.ts";
import type { Refusal } from "../../core/shared/refusal.ts";
import { timestampFromMs } from "../../core/shared/timestamp.ts";
import { execute } from "../../engine/execute.ts";
import { type EventLog, type Snapshots, type StoredCommand, StoreFailure } from "../../engine/ports.ts";
import { type Failure, failureOfThrown, isFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { systemClock } from "../sessions/system-ports.ts";
import { boardFailure } from "./board-failure.ts";
import { areDisputesLevel, DISPUTES_FILE } from "./disputes-cursor.ts";

/** To be changed with the shape of the board, or with what folds it: older snapshots are then left alone. */
const SNAPSHOT_SHAPE = "board 3";
const COMMAND_VERSION = 1;
/** So many events are folded in no time … */
const SNAPSHOT_EVENTS_MIN = 500;
/** … and a large board is not written anew for a small share of it. */
const SNAPSHOT_SHARE = 20;
/** Each means that somebody else got on. */
const WISHES_MAX = 1_000;

interface BoardChange {
  readonly board: Board;
  /** None where everything is as wished already. */
  readonly events: readonly BoardEvent[];
  /** What whoever asked should hear beside the outcome. */
  readonly notices: readonly string[];
}

type Bare<Command> = Command extends BoardCommand ? Omit<Command, "at" | "by"> : never;
/** A command that does not know yet when and by whom. */
export type BoardWish = Bare<BoardCommand>;

/** Eight digits by chance, of which ids are made. */
export function randomHex(): string {
  return randomBytes(ID_DIGITS / 2).toString("hex");
}

/** Where somebody else was quicker, `wish` is asked again with what they left. */
export async function changeBoard(
  project: OpenProject,
  by: Who,
  wish: (board: Board) => BoardWish | Failure,
): Promise<BoardChange | Failure> {
  const { store } = project;
  const opened = await openBoard(store);
  let { board } = opened;
  for (let tries = 0; tries < WISHES_MAX; tries += 1) {
    const wished = wish(board);
    if (isFailure(wished)) return wished;
    const outcome = await decideOn(store, board, { ...wished, at: now(), by } as BoardCommand);
    switch (outcome.at) {
      case "done":
        await saveNowAndThen(store, outcome.board, opened.savedAt);
        return { ...outcome, notices: await levelled(project, outcome.board) };
      case "moved":
        board = await caughtUp(store, board);
        break;
      case "refused":
        return boardFailure(outcome.refusal);
    }
  }
  throw new Error(`the board changed ${WISHES_MAX} times while one command was decided`);
}

export async function readBoard({ store }: Pick<OpenProject, "store">): Promise<Board> {
  return (await openBoard(store)).board;
}

function now() {
  return timestampFromMs(systemClock.nowMs());
}

interface OpenedBoard {
  readonly board: Board;
  /** The version of the snapshot; 0 without one. */
  readonly savedAt: number;
}

async function openBoard(store: EventLog & Snapshots): Promise<OpenedBoard> {
  const snapshot = await store.findSnapshot(BOARD_STREAM, SNAPSHOT_SHAPE);
  const start = snapshot === null ? BOARD_START : (JSON.parse(snapshot.text) as Board);
  return { board: await caughtUp(store, start), savedAt: snapshot?.version ?? 0 };
}

/** The number of its events is the version of the stream. */
async function caughtUp(log: EventLog, board: Board): Promise<Board> {
  const events = await log.load(BOARD_STREAM, board.entries);
  return events.map(boardDecider.upcast).reduce(boardDecider.evolve, board);
}

type Outcome =
  | { readonly at: "done"; readonly board: Board; readonly events: readonly BoardEvent[] }
  | { readonly at: "moved" }
  | { readonly at: "refused"; readonly refusal: Refusal };

const MOVED: Refusal = { refused: "moved", message: "the board is another by now" };

async function decideOn(log: EventLog, board: Board, command: BoardCommand): Promise<Outcome> {
  const executed = await execute({
    log,
    decider: {
      ...boardDecider,
      // What was wished for one board may mean something else on another: a shortened id, a list taken in.
      decide: (wanted: BoardCommand, state: Board) =>
        state === board ? boardDecider.decide(wanted, state) : MOVED,
    },
    stream: BOARD_STREAM,
    commandFor: () => ({ command }),
    stored: storedCommand(command),
    from: { state: board, version: board.entries },
  });
  switch (executed.at) {
    case "done":
      return { at: "done", board: executed.state, events: executed.events };
    case "unchanged":
    case "repeated":
      return { at: "done", board: executed.state, events: [] };
    case "refused": {
      const { refusal } = executed;
      return refusal === MOVED || refusal.refused === "id-taken" ? { at: "moved" } : executed;
    }
    case "fenced":
    case "command-reused":
      throw new Error(`a fresh command was ${executed.at}`);
  }
}

function storedCommand(command: BoardCommand): StoredCommand {
  const { type, at, ...data } = command;
  const actor = command.by.actor;
  return { id: randomUUID(), at, actor, type, v: COMMAND_VERSION, data: data as unknown as JsonObject };
}

async function saveNowAndThen(store: Snapshots, board: Board, savedAt: number): Promise<void> {
  const size = board.tasks.size + board.disputes.size + board.sections.size;
  if (board.entries - savedAt < Math.max(SNAPSHOT_EVENTS_MIN, size / SNAPSHOT_SHARE)) return;
  const snapshot = { version: board.entries, text: JSON.stringify(board) };
  try {
    await store.putSnapshot(BOARD_STREAM, SNAPSHOT_SHAPE, snapshot);
  } catch (error) {
    // A cache: the change is recorded without it, and the next one saves it.
    if (!(error instanceof StoreFailure)) throw error;
  }
}

/**
 * Also what somebody left who was killed after a dispute was recorded and before it was shown. A view that cannot be
 * written fails nothing: what was asked for is recorded, and whoever asked again would have it twice.
 */
async function levelled(project: OpenProject, board: Board): Promise<readonly string[]> {
  try {
    if (await areDisputesLevel(project.store, board)) return [];
    // Most commands need no document.
    const { levelDisputes } = await import("./level-disputes.ts");
    return await levelDisputes(project, board);
  } catch (error) {
    const { code, message } = failureOfThrown(error);
    if (code === "internal") throw error;
    const reason = code === "file" ? reasonOf(error) : message;
    return [`${DISPUTES_FILE} could not be written: ${reason}; the next change of the board tries again`];
  }
}
