import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf, reasonOf } from "../../adapters/shared/system-error.ts";
import { BOARD_STREAM } from "../../core/board/board.ts";
import { DISPUTES_FILE, disputesFiles } from "../../engine/board-engine.ts";
import type { FileCursor } from "../../engine/ports.ts";
import { isKnownInStep } from "../../engine/sync-files.ts";
import { readBoard } from "../board/change-board.ts";
import { openProject, type Project } from "../project.ts";
import { systemHash } from "../sessions/system-ports.ts";
import type { Row } from "../wire/project.ts";

/** Nothing where there is no dispute, or where all is well; what a database lacks is told with the database. */
export async function checkDisputes(project: Project | null): Promise<readonly Row[]> {
  const known = project === null ? null : await whatIsKnown(project).catch(() => null);
  if (project === null || known === null) return [];
  const file = join(project.root, DISPUTES_FILE);
  const about = (await whyUnwritable(project.root, file)) ?? (await whyNotLevel(file, known));
  return about === null ? [] : [{ check: DISPUTES_FILE, status: "warn", ...about }];
}

interface Known {
  readonly level: boolean;
  readonly cursor: FileCursor | null;
}

async function whatIsKnown(project: Project): Promise<Known | null> {
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

type About = Pick<Row, "detail" | "fix">;

/** Looked at, not tried, since a diagnosis changes nothing. */
async function whyUnwritable(root: string, file: string): Promise<About | null> {
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

async function whyNotLevel(file: string, { level, cursor }: Known): Promise<About | null> {
  if (!level) return { detail: `${file} does not show all disputes yet`, fix: WRITTEN_NEXT };
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) {
    return { detail: `${file} is not there`, fix: "the next change of a dispute writes it" };
  }
  if (systemHash.sha256(bytes) === cursor?.sha256) return null;
  const fix = `the next change of a dispute keeps your edit as ${DISPUTES_FILE}.edited and writes it anew`;
  return { detail: `${file} was edited: it is a view, and nothing reads it back`, fix };
}
