// The board written into a checklist that people keep; what is not the board's stays to the byte.
import { join } from "node:path";
import { readText } from "../../adapters/files/read-text.ts";
import { writeAtomically } from "../../adapters/files/write-atomically.ts";
import type { Who } from "../../core/board/who.ts";
import { NAMED_FILE_BYTES_MAX } from "../../core/shared/bounds.ts";
import { checklistBoard } from "../../document/checklist/checklist-board.ts";
import { type WrittenChecklist, writeChecklist } from "../../document/checklist/write-checklist.ts";
import { type Failure, failureOfFile, isFailure, lockedFailure, type Outcome } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { binary, unreadFailure } from "../read-document.ts";
import { withProject } from "../sessions/with-project.ts";
import type { ExportedChecklist } from "../wire/checklist.ts";
import { whileLocked } from "../with-file-lock.ts";
import { changeBoard, readBoard } from "./change-board.ts";
import {
  type ChecklistOutcome,
  type ChecklistWork,
  checklistName,
  detachedContext,
} from "./take-in-checklist.ts";

export interface ExportResult {
  readonly checklist: ExportedChecklist;
  /** What whoever asked should hear beside it. */
  readonly notices: readonly string[];
}

export async function writeOutChecklist({
  place,
  by,
  ...around
}: ChecklistWork): Promise<ChecklistOutcome<ExportResult>> {
  const { context, warnings } = detachedContext(around);
  const outcome =
    by === null
      ? await withProject(context, "read-only", async (project) => {
          const made = await prepareChecklist(project, place);
          if (isFailure(made)) return made;
          return {
            checklist: { ...exportSummary(made), dryRun: true, text: made.written.text },
            notices: [],
          };
        })
      : await withProject(context, "read-write", (project) =>
          // Two that read the same file and write it would lose what one of them wrote.
          whileLocked(
            { path: join(project.folder, "checklist.lock"), waitMs: LOCK_WAIT_MS },
            () => writeExport(project, by, place),
            checklistLocked,
          ),
        );
  return { outcome, warnings };
}

interface PreparedChecklist {
  readonly file: string;
  readonly before: string | null;
  readonly written: WrittenChecklist;
}

async function prepareChecklist(project: OpenProject, place: string): Outcome<PreparedChecklist> {
  const before = await textAt(place);
  if (isFailure(before)) return before;
  const file = checklistName(project, place);
  const board = checklistBoard(await readBoard(project));
  return { file, before, written: writeChecklist(before ?? "", board, file) };
}

async function writeExport(project: OpenProject, by: Who, place: string): Outcome<ExportResult> {
  const made = await prepareChecklist(project, place);
  if (isFailure(made)) return made;
  const outcome = exportSummary(made);
  if (outcome.differs) {
    const failed = await writeChecklistFile(place, made.written.text);
    if (failed !== null) return failed;
  }
  const { places, gone } = made.written;
  const noted = await changeBoard(project, by, () => ({ type: "NotePlaces", places, gone }));
  if (isFailure(noted)) return noted;
  return { checklist: { ...outcome, dryRun: false, text: null }, notices: noted.notices };
}

async function writeChecklistFile(place: string, text: string): Outcome<null> {
  try {
    await writeAtomically(place, text);
    return null;
  } catch (error) {
    return failureOfFile(error, { doing: "write the checklist", place });
  }
}

function exportSummary({ file, before, written }: PreparedChecklist) {
  const { changed, added, linked, removed, overwritten, level, notes, text } = written;
  return { file, differs: text !== before, changed, added, linked, removed, overwritten, level, notes };
}

/** A file that is not there is one that holds nothing yet; one that is no text must not be written over. */
async function textAt(place: string): Outcome<string | null> {
  const read = await readText(place, NAMED_FILE_BYTES_MAX, "strictly");
  if (read.at === "missing") return null;
  if (read.at !== "read") return unreadFailure(read, { place, kind: "document" });
  return read.text.includes("\0") ? binary(place) : read.text;
}

const LOCK_WAIT_MS = 10_000;

function checklistLocked(): Failure {
  return lockedFailure(
    "checklist-locked",
    "another parley process is writing a checklist",
    "wait for it, then run the same command again",
  );
}
