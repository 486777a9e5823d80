import type { Decider } from "../shared/decider.ts";
import { BOARD_START, type Board } from "./board.ts";
import type { BoardCommand } from "./board-command.ts";
import { type BoardEvent, upcast } from "./board-event.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";

export const boardDecider: Decider<BoardCommand, Board, BoardEvent> = {
  initial: BOARD_START,
  decide,
  evolve,
  upcast,
};

/** Snapshots of another shape are left alone. A test tells the value: a hash of what streams that never change fold to. */
export const BOARD_SHAPE = "board 3e9c42c813c46bdc";
