import { BOARD_STREAM, type Board } from "../../core/board/board.ts";
import type { FileCursor, FileCursors } from "../../engine/ports.ts";

export const DISPUTES_FILE = "dispute.md";

/** What is known of `dispute.md` as parley left it. */
export async function disputesCursor(cursors: FileCursors): Promise<FileCursor | null> {
  return (await cursors.fileCursors(BOARD_STREAM)).find(({ path }) => path === DISPUTES_FILE) ?? null;
}

/** Whether `dispute.md` shows all that it is to show. */
export async function areDisputesLevel(cursors: FileCursors, { disputesAt }: Board): Promise<boolean> {
  if (disputesAt === 0) return true;
  const cursor = await disputesCursor(cursors);
  return cursor !== null && cursor.next === null && cursor.version >= disputesAt;
}
