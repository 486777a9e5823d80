import { BOARD_STREAM, type Board } from "../core/board/board.ts";
import type { BoardCommand } from "../core/board/board-command.ts";
import { BOARD_SHAPE, boardDecider } from "../core/board/board-decider.ts";
import type { BoardEvent } from "../core/board/board-event.ts";
import { disputesDocument } from "../core/board/disputes-document.ts";
import type { Who } from "../core/board/who.ts";
import type { Refusal } from "../core/shared/refusal.ts";
import { BoardParts } from "./board-parts.ts";
import type { PackedState } from "./kept-parts.ts";
import type { Snapshot } from "./ports.ts";
import { type StreamPorts, type SubmissionOutcome, WholeCommandEngine } from "./stream-engine.ts";
import type { ViewFile } from "./sync-files.ts";

/** So many events are folded in no time, and change so many parts at most. */
const SNAPSHOT_EVENTS_MIN = 100;

export const DISPUTES_FILE = "dispute.md";

type WithoutAuthor<Command> = Command extends BoardCommand ? Omit<Command, "at" | "by"> : never;
/** A command that does not know yet when and by whom. */
export type BoardCommandInput = WithoutAuthor<BoardCommand>;

/** The board of a project at hand. */
export class BoardEngine extends WholeCommandEngine<BoardCommand, Board, BoardEvent> {
  readonly #parts: BoardParts;

  private constructor(ports: StreamPorts) {
    super(BOARD_STREAM, { decider: boardDecider, shape: `${BOARD_SHAPE} in parts` }, ports);
    this.#parts = new BoardParts(BOARD_STREAM, ports);
  }

  static async open(ports: StreamPorts): Promise<BoardEngine> {
    return await new BoardEngine(ports).openFromSnapshot();
  }

  /**
   * What was wished for one board may mean something else on another, such as a shortened id or a list taken in: where
   * somebody else was quicker, `wish` is asked again with what they left.
   */
  async submit(
    wish: (board: Board) => BoardCommandInput | Refusal,
    { by, id }: { readonly by: Who; readonly id: string },
  ): Promise<SubmissionOutcome<BoardEvent>> {
    return await this.submitTo(
      (board) => {
        const wished = wish(board);
        return "refused" in wished ? wished : ({ ...wished, at: this.now(), by } as BoardCommand);
      },
      { id, actor: by.actor },
    );
  }

  async saveSnapshotNowAndThen(): Promise<void> {
    if (this.eventsSinceSnapshot >= SNAPSHOT_EVENTS_MIN) await this.saveSnapshot();
  }

  protected override pack(board: Board): PackedState {
    return this.#parts.pack(board);
  }

  protected override unpack(snapshot: Snapshot): Board {
    return this.#parts.unpack(snapshot);
  }

  protected files(): readonly ViewFile[] {
    return disputesFiles(this.state);
  }
}

/** `dispute.md`, once there is something to show. */
export function disputesFiles(board: Board): readonly ViewFile[] {
  if (board.disputesAt === 0) return [];
  return [
    {
      path: DISPUTES_FILE,
      changedAt: board.disputesAt,
      // Most commands need no document.
      text: async () => {
        const { renderDisputes } = await import("../document/disputes/render-disputes.ts");
        return renderDisputes(disputesDocument(board));
      },
    },
  ];
}
