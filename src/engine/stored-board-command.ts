// The board's commands as they are stored, and made again: of a document they carry only its reference.
import type { Board } from "../core/board/board.ts";
import type { BoardCommand } from "../core/board/board-command.ts";
import { WORK_PURPOSES, type WorkPurpose } from "../core/build/task-work.ts";
import type { DocumentRef } from "../core/refinement/session/session-event.ts";
import { type CallKey, callKeyParts } from "../core/shared/call-key.ts";
import type { StoredCommand } from "./ports.ts";
import type { Texts } from "./texts.ts";

type Bare<Command> = Command extends { readonly output: unknown }
  ? Omit<Command, "output"> & { readonly document: DocumentRef | null }
  : Command;

/** A command with a reference in place of what was read. */
export type BareBoardCommand = Bare<BoardCommand>;

type WithoutAuthor<Command> = Command extends unknown ? Omit<Command, "at" | "by"> : never;
/** A command that does not know yet when and by whom. */
export type BoardCommandInput = WithoutAuthor<BareBoardCommand>;

/** The command that was stored; its document is read anew, as what was asked for on this board. */
export async function boardCommandOf(
  { type, at, data }: StoredCommand,
  board: Board,
  texts: Texts,
): Promise<BoardCommand> {
  const bare = { ...data, type, at } as unknown as BareBoardCommand;
  if (!("document" in bare)) return bare as BoardCommand;
  const { document, ...rest } = bare;
  // Most commands bring no document.
  const { readBuildOutput } = await import("./build-output.ts");
  // An answer need not bring one; of a call it is told that it left none.
  const isMissing = document === null && bare.type === "AnswerBoardQuestion";
  const output = isMissing ? null : await readBuildOutput(purposeOf(bare, board), document, texts);
  return { ...rest, output } as BoardCommand;
}

type WithDocument = Extract<BareBoardCommand, { readonly document: unknown }>;

/** What its document was asked for as; a person supplies the one that the question is about. */
function purposeOf(command: WithDocument, { questions }: Board): WorkPurpose | null {
  if (command.type === "FinishCall") return purposeOfCall(command.key);
  const subject = questions.find(({ id }) => id === command.answer.question)?.subject;
  return subject?.of === "turn" ? subject.role : null;
}

/** `null`: of no call of the loop. */
export function purposeOfCall(key: CallKey): WorkPurpose | null {
  const { purpose } = callKeyParts(key);
  return WORK_PURPOSES.find((one) => one === purpose) ?? null;
}
