// The folders that parley writes to, and whether the documents of sessions show what is recorded.

import { access, constants, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { diskFolder } from "../../adapters/files/folder.ts";
import { errnoOf, reasonOf } from "../../adapters/shared/system-error.ts";
import { BOARD_STREAM } from "../../core/board/board.ts";
import { DISPUTES_FILE, disputesFiles } from "../../engine/board-engine.ts";
import type { FileCursor } from "../../engine/ports.ts";
import { sessionViews } from "../../engine/session-documents.ts";
import { isKnownInStep, staleFiles } from "../../engine/sync-files.ts";
import { readBoard } from "../board/change-board.ts";
import { failureOfThrown } from "../failure.ts";
import { openProject, type Project } from "../project.ts";
import { listSessionRows } from "../sessions/find-session.ts";
import { engineOf, sessionFolder } from "../sessions/open-session.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import type { DoctorRow } from "../wire/project.ts";

const FOLDERS = ["sessions", "runs"] as const;
const CHECK = "documents";
/** A list that is longer tells no more. */
const NAMED_MAX = 3;

export async function checkDocuments(project: Project | null): Promise<readonly DoctorRow[]> {
  if (project === null) return [];
  const folders: DoctorRow[] = [];
  for (const name of FOLDERS) folders.push(...(await checkOwnFolder(join(project.folder, name))));
  return [...folders, ...(await checkViews(project))];
}

/** One that is missing is made again by whoever writes to it. */
async function checkOwnFolder(folder: string): Promise<readonly DoctorRow[]> {
  const kind = await kindOf(folder);
  if (kind === "nothing") return [];
  if (kind !== "folder") {
    const fix = "move it away: the next command makes the folder again";
    return [{ check: CHECK, status: "fail", detail: `${folder} is not a folder`, fix }];
  }
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return [];
  } catch {
    const fix = `make it writable for you: chmod u+rwx '${folder}'`;
    return [{ check: CHECK, status: "fail", detail: `${folder} cannot be written to`, fix }];
  }
}

async function checkViews(project: Project): Promise<readonly DoctorRow[]> {
  try {
    const open = await openProject(project, "read-only");
    try {
      const rows: DoctorRow[] = [];
      const listed = await listSessionRows(open.store);
      for (const { session } of listed) rows.push(...(await checkSession(open, session)));
      if (rows.length > 0 || listed.length === 0) return rows;
      return [{ check: CHECK, status: "ok", detail: "all documents show what is recorded" }];
    } finally {
      open.store.close();
    }
  } catch (error) {
    const { failed, message } = failureOfThrown(error);
    // What is wrong with the database stands in a row of its own.
    return failed === "not-found"
      ? []
      : [{ check: CHECK, status: "warn", detail: `not checked: ${message}` }];
  }
}

async function checkSession(
  open: Awaited<ReturnType<typeof openProject>>,
  session: string,
): Promise<readonly DoctorRow[]> {
  const engine = await engineOf(open, session);
  const { stream, version, live, documents } = engine;
  const folder = diskFolder(sessionFolder(open, session));
  const stale = await staleFiles(
    { cursors: open.store, folder, hash: systemHash, utf8: systemUtf8 },
    { stream, version, files: sessionViews(live, documents) },
  );
  if (stale.length === 0) return [];
  const more = stale.length > NAMED_MAX ? ` and ${stale.length - NAMED_MAX} more` : "";
  return [
    {
      check: CHECK,
      status: "warn",
      detail: `${session}: missing, changed or not up to date: ${stale.slice(0, NAMED_MAX).join(", ")}${more}`,
      fix: `\`parley resume ${session}\` writes them again, also where the session has ended; nothing that was recorded is lost`,
    },
  ];
}

/** Nothing where there is no dispute, or where all is well; what a database lacks is told with the database. */
export async function checkDisputes(project: Project | null): Promise<readonly DoctorRow[]> {
  const known = project === null ? null : await readSyncState(project).catch(() => null);
  if (project === null || known === null) return [];
  const file = join(project.root, DISPUTES_FILE);
  const about = (await unwritableReason(project.root, file)) ?? (await explainOutOfSync(file, known));
  return about === null ? [] : [{ check: DISPUTES_FILE, status: "warn", ...about }];
}

interface SyncState {
  readonly level: boolean;
  readonly cursor: FileCursor | null;
}

async function readSyncState(project: Project): Promise<SyncState | null> {
  const opened = await openProject(project, "read-only");
  try {
    const [file] = disputesFiles(await readBoard(opened));
    if (file === undefined) return null;
    const cursors = await opened.store.fileCursors(BOARD_STREAM);
    const cursor = cursors.find(({ path }) => path === file.path) ?? null;
    return { level: isKnownInStep(file, cursors), cursor };
  } finally {
    opened.store.close();
  }
}

type RowText = Pick<DoctorRow, "detail" | "fix">;

/** Looked at, not tried, since a diagnosis changes nothing. */
async function unwritableReason(root: string, file: string): Promise<RowText | null> {
  const there = await stat(file).catch(() => null);
  if (there !== null && !there.isFile()) {
    const what = there.isDirectory() ? "it is a folder" : "it is not a regular file";
    return { detail: `${file} cannot be written: ${what}`, fix: "take it away: parley writes a file there" };
  }
  const closed = await refusalOf(root);
  if (closed !== null) {
    return { detail: `${file} cannot be written: ${closed}`, fix: `let your user write to ${root}` };
  }
  // A file that is merely read-only is replaced; one that is marked as immutable stays.
  const fixed = there === null ? null : await refusalOf(file, ["EPERM", "EROFS"]);
  if (fixed === null) return null;
  return { detail: `${file} cannot be written: ${fixed}`, fix: `allow changes to it: chattr -i ${file}` };
}

/** `null` where it may be written to, or where the refusal is not one of `codes`. */
async function refusalOf(place: string, codes?: readonly string[]): Promise<string | null> {
  try {
    await access(place, constants.W_OK);
    return null;
  } catch (error) {
    const counts = codes === undefined || codes.includes(errnoOf(error) ?? "");
    return counts ? reasonOf(error) : null;
  }
}

const WRITTEN_NEXT = "the next change of the board writes it";

async function explainOutOfSync(file: string, { level, cursor }: SyncState): Promise<RowText | null> {
  if (!level) return { detail: `${file} does not show all disputes yet`, fix: WRITTEN_NEXT };
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) {
    return { detail: `${file} is not there`, fix: "the next change of a dispute writes it" };
  }
  if (systemHash.sha256(bytes) === cursor?.sha256) return null;
  const fix = `the next change of a dispute keeps your edit as ${DISPUTES_FILE}.edited and writes it anew`;
  return { detail: `${file} was edited: it is a view, and nothing reads it back`, fix };
}
