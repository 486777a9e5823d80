import type { Board } from "./board.ts";
import type { BoardEventOf, BoardEventType } from "./board-event.ts";

/** What each event makes of the board. */
export type BoardFold = {
  readonly [Type in BoardEventType]: (board: Board, data: BoardEventOf<Type>["data"]) => Board;
};
