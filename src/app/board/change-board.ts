// The one way to the board: its state read, and a command decided on exactly the state it was made for.
import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { diskFolder } from "../../adapters/files/folder.ts";
import { reasonOf } from "../../adapters/shared/system-error.ts";
import type { Board } from "../../core/board/board.ts";
import type { BoardEvent } from "../../core/board/board-event.ts";
import { ID_DIGITS } from "../../core/board/board-id.ts";
import type { BoardRefusalCode } from "../../core/board/board-refusal.ts";
import type { Who } from "../../core/board/who.ts";
import type { Refusal } from "../../core/shared/refusal.ts";
import { BoardEngine, DISPUTES_FILE } from "../../engine/board-engine.ts";
import type { BoardOutcome } from "../../engine/build-step.ts";
import { StoreFailure } from "../../engine/ports.ts";
import type { BoardCommandInput } from "../../engine/stored-board-command.ts";
import { type Failure, type FailureKind, failureOfThrown, isFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { systemClock, systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import { withFileLock } from "../with-file-lock.ts";

export type { BoardCommandInput } from "../../engine/stored-board-command.ts";

interface BoardChange {
  readonly board: Board;
  /** None where everything is so already. */
  readonly events: readonly BoardEvent[];
  /** What whoever asked should hear beside the outcome. */
  readonly notices: readonly string[];
}

/** Eight digits by chance, of which ids are made. */
export function randomHex(): string {
  return randomBytes(ID_DIGITS / 2).toString("hex");
}

const DECLINED: Refusal = { refused: "declined", message: "there is nothing to decide" };

/** The board, to be changed, and what whoever does so should hear beside the outcome. */
interface OpenedBoard {
  readonly engine: BoardEngine;
  readonly notices: string[];
}

export async function openBoardToChange(project: OpenProject): Promise<OpenedBoard> {
  const notices: string[] = [];
  return { engine: await openBoard(project, (notice) => notices.push(notice)), notices };
}

/** Where somebody else was quicker, `commandFor` is asked again with what they left. */
export async function changeBoard(
  project: OpenProject,
  by: Who,
  commandFor: (board: Board) => BoardCommandInput | Failure,
): Outcome<BoardChange> {
  const opened = await openBoardToChange(project);
  let failure: Failure | null = null;
  const submitted = await opened.engine.submit(
    (board) => {
      const command = commandFor(board);
      if (!isFailure(command)) return command;
      failure = command;
      return DECLINED;
    },
    { by, id: randomUUID() },
  );
  return failure ?? (await boardChange(opened, submitted));
}

/** What came of a command, with `dispute.md` brought level. */
export async function boardChange(
  { engine, notices }: OpenedBoard,
  submitted: BoardOutcome,
): Outcome<BoardChange> {
  switch (submitted.at) {
    case "refused":
      return boardFailure(submitted.refusal);
    case "fenced":
      throw new Error("a command of the board needs no lease");
    case "done":
    case "known": {
      await engine.saveSnapshotNowAndThen();
      const board = engine.state;
      // Also what somebody left who was killed after a dispute was recorded and before it was shown.
      for (const { path, keptAs } of await engine.sync())
        notices.push(`${path} had been edited: the edit is kept as ${keptAs}`);
      return { board, events: submitted.at === "done" ? submitted.events : [], notices };
    }
  }
}

export async function readBoard(project: Pick<OpenProject, "store" | "root" | "folder">): Promise<Board> {
  return (await openBoard(project)).state;
}

export async function openBoard(
  { store, root, folder }: Pick<OpenProject, "store" | "root" | "folder">,
  notice: (text: string) => void = () => undefined,
): Promise<BoardEngine> {
  return await BoardEngine.open({
    store,
    folder: diskFolder(root),
    clock: systemClock,
    hash: systemHash,
    utf8: systemUtf8,
    exclusively: (work) => withFileLock(join(folder, `${DISPUTES_FILE}.lock`), work),
    unwritten: (error, what) => {
      // A snapshot is a cache: the change is recorded without it, and the next one saves it.
      if (what === "snapshot") return error instanceof StoreFailure;
      const text = unwrittenReason(error);
      if (text !== null) notice(text);
      return text !== null;
    },
  });
}

/**
 * A view that cannot be written fails nothing: what was asked for is recorded, and whoever asked again would have it
 * twice. `null` where something else went wrong.
 */
function unwrittenReason(error: unknown): string | null {
  const { code, message } = failureOfThrown(error);
  if (code === "internal") return null;
  const reason = code === "file" ? reasonOf(error) : message;
  return `${DISPUTES_FILE} could not be written: ${reason}; the next change of the board tries again`;
}

/** What is not named here cannot be in this state of the board. */
const KINDS: Partial<Record<BoardRefusalCode, FailureKind>> = {
  "unknown-task": "not-found",
  "unknown-section": "not-found",
  "unknown-dispute": "not-found",
  "unknown-entry": "not-found",
  // These would be refused whatever the board holds: something is missing from the command, or unfit.
  "unfit-text": "usage",
  "notes-needed": "usage",
  "detail-needed": "usage",
};

export function boardFailure({ refused, message, fix }: Refusal): Failure {
  const failed = KINDS[refused as BoardRefusalCode] ?? "refused";
  return { failed, code: refused, message, ...(fix === undefined ? {} : { fix }) };
}
