// Brings `dispute.md` level with the board. It is a view: whoever edits it finds the edit beside it.
import { join } from "node:path";
import { acquireFileLock } from "../../adapters/files/file-lock.ts";
import { diskFolder } from "../../adapters/files/folder.ts";
import { isDeadProcess, thisProcess } from "../../adapters/host/process-identity.ts";
import { BOARD_STREAM, type Board } from "../../core/board/board.ts";
import { disputesDocument } from "../../core/board/disputes-document.ts";
import { renderDisputes } from "../../document/disputes/render-disputes.ts";
import type { FileCursor, FileCursors, Folder } from "../../engine/ports.ts";
import type { OpenProject } from "../project.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import { DISPUTES_FILE, disputesCursor } from "./disputes-cursor.ts";

/** Whoever holds it writes one small file; one that holds it for so long hangs, and the later version wins all the same. */
const LOCK_WAIT_MS = 10_000;

/** What whoever changed the board should hear, such as where an edit is kept. */
export async function levelDisputes(project: OpenProject, board: Board): Promise<readonly string[]> {
  const lock = await acquireFileLock({
    path: join(project.folder, `${DISPUTES_FILE}.lock`),
    holder: thisProcess(),
    waitMs: LOCK_WAIT_MS,
    isDead: isDeadProcess,
  });
  try {
    return await level({ cursors: project.store, folder: diskFolder(project.root) }, board);
  } finally {
    if (lock.at === "held") await lock.release();
  }
}

interface LevelPorts {
  readonly cursors: FileCursors;
  readonly folder: Folder;
}

/** Does nothing where another has been at it with a later version. */
async function level({ cursors, folder }: LevelPorts, board: Board): Promise<readonly string[]> {
  const version = board.entries;
  const cursor = await disputesCursor(cursors);
  if (cursor !== null && cursor.version > version) return [];
  const bytes = systemUtf8.encode(renderDisputes(disputesDocument(board)));
  const sha256 = systemHash.sha256(bytes);
  const present = await folder.read(DISPUTES_FILE);
  const found = present === null ? null : systemHash.sha256(present);
  const set = async (cells: Pick<FileCursor, "sha256" | "next">): Promise<void> =>
    await cursors.setFileCursors(BOARD_STREAM, [{ path: DISPUTES_FILE, version, ...cells }]);
  if (found === sha256) {
    await set({ sha256, next: null });
    return [];
  }
  const ours = [null, cursor?.sha256, cursor?.next].includes(found);
  // A write that was cut off left the one or the other: what stands there now is what we know of.
  await set({ sha256: ours ? found : (cursor?.sha256 ?? null), next: sha256 });
  const keptAs = ours ? null : await folder.setAside(DISPUTES_FILE);
  await folder.write(DISPUTES_FILE, bytes);
  await folder.flush([DISPUTES_FILE]);
  await set({ sha256, next: null });
  return keptAs === null ? [] : [`${DISPUTES_FILE} had been edited: the edit is kept as ${keptAs}`];
}
