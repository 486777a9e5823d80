import { BOARD_STREAM, type Board } from "../core/board/board.ts";
import { BOARD_SHAPE, boardDecider } from "../core/board/board-decider.ts";
import type { BoardEvent } from "../core/board/board-event.ts";
import { disputesDocument } from "../core/board/disputes-document.ts";
import type { Who } from "../core/board/who.ts";
import type { Refusal } from "../core/shared/refusal.ts";
import { BoardParts } from "./board-parts.ts";
import type { DecisionOutcome } from "./execute.ts";
import type { PackedState } from "./kept-parts.ts";
import type { Blobs, Snapshot, StoredCommand } from "./ports.ts";
import { type BareBoardCommand, type BoardCommandInput, boardCommandOf } from "./stored-board-command.ts";
import {
  StreamEngine,
  type StreamPorts,
  type Submission,
  type SubmissionOutcome,
  wholeCommand,
} from "./stream-engine.ts";
import type { ViewFile } from "./sync-files.ts";
import { Texts } from "./texts.ts";

/** So many events are folded in no time, and change so many parts at most. */
const SNAPSHOT_EVENTS_MIN = 100;

export const DISPUTES_FILE = "dispute.md";

interface BoardPorts extends StreamPorts {
  readonly store: StreamPorts["store"] & Pick<Blobs, "get">;
}

/** Who asks, and whatever else goes with a command. */
interface BoardSubmission extends Omit<Submission, "actor"> {
  readonly by: Who;
}

/** The board of a project at hand. */
export class BoardEngine extends StreamEngine<BareBoardCommand, Board, BoardEvent> {
  /** Prompts, documents and outputs of checks. */
  readonly texts: Texts;
  readonly #parts: BoardParts;

  private constructor(ports: BoardPorts) {
    super(BOARD_STREAM, { ...boardDecider, shape: `${BOARD_SHAPE} in parts` }, ports);
    this.#parts = new BoardParts(BOARD_STREAM, ports);
    this.texts = new Texts({ blobs: ports.store, hash: ports.hash, utf8: ports.utf8 });
  }

  static async open(ports: BoardPorts): Promise<BoardEngine> {
    return await new BoardEngine(ports).openFromSnapshot();
  }

  /**
   * What was wished for one board may mean something else on another, such as a shortened id or a list taken in: where
   * somebody else was quicker, `wish` is asked again with what they left.
   */
  async submit(
    wish: (board: Board) => BoardCommandInput | Refusal,
    { by, ...about }: BoardSubmission,
  ): Promise<SubmissionOutcome<BoardEvent>> {
    return await this.submitTo(
      (board) => {
        const wished = wish(board);
        return "refused" in wished ? wished : ({ ...wished, at: this.now(), by } as BareBoardCommand);
      },
      { ...about, actor: by.actor },
    );
  }

  protected toStored(command: BareBoardCommand, by: Pick<Submission, "id" | "actor">): StoredCommand {
    return wholeCommand(command, by);
  }

  protected async decide(stored: StoredCommand, board: Board): Promise<DecisionOutcome<BoardEvent>> {
    const command = await boardCommandOf(stored, board, this.texts);
    return { decided: boardDecider.decide(command, board), blobs: [] };
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
