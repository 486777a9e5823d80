// A checklist that people keep, taken in or written from the board: a long one beside the event loop.
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuseRole } from "../../core/board/decide.ts";
import type { Who } from "../../core/board/who.ts";
import { TASKS_TABLE } from "../../engine/board-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome } from "../failure.ts";
import { runOrScheduleHooks } from "../hooks/run-hooks.ts";
import { findProject } from "../project.ts";
import { binary, readDocument } from "../read-document.ts";
import { withProject } from "../sessions/with-project.ts";
import { workOnText } from "../work/file-work.ts";
import { boardActor } from "./board-actor.ts";
import { boardFailure } from "./change-board.ts";
import type { ChecklistOutcome, ImportResult } from "./take-in-checklist.ts";
import type { ExportResult } from "./write-out-checklist.ts";

interface ImportChecklistInput {
  readonly file: string;
  /** Take what was changed by hand in lines that are tasks already. */
  readonly update: boolean;
  /** Only tells what would come of it. */
  readonly dryRun: boolean;
}

export async function importChecklist(
  context: CommandContext,
  { file, update, dryRun }: ImportChecklistInput,
): Outcome<ImportResult> {
  const document = await readDocument(context, file);
  if (isFailure(document)) return document;
  const place = resolve(context.cwd, file);
  if (document.text.includes("\0")) return binary(place);
  const by = dryRun ? null : boardActor(context);
  if (isFailure(by)) return by;
  const { cwd, env, now } = context;
  const work = { text: document.text, place, update, by, cwd, env: { ...env }, now };
  return await finishWork(context, by, await workOnText("import-checklist", work));
}

interface ExportChecklistInput {
  readonly file: string;
  /** Only tells what it would hold. */
  readonly dryRun: boolean;
}

export async function exportChecklist(
  context: CommandContext,
  { file, dryRun }: ExportChecklistInput,
): Outcome<ExportResult> {
  const { cwd, env, now } = context;
  const place = resolve(cwd, file);
  const by = dryRun ? null : checklistWriter(context);
  if (isFailure(by)) return by;
  const chars = await expectedChars(context, place);
  const work = { place, by, cwd, env: { ...env }, now };
  return await finishWork(context, by, await workOnText("export-checklist", work, chars));
}

/** What the work could not do where it was done: warn, and set hooks off for what was written. */
async function finishWork<Result>(
  context: CommandContext,
  by: Who | null,
  { outcome, warnings }: ChecklistOutcome<Result>,
): Outcome<Result> {
  for (const warning of warnings) context.warn?.(warning);
  const project = by === null ? null : await findProject(context.cwd);
  if (project !== null) await runOrScheduleHooks(context, project);
  return outcome;
}

/** Whoever may not note where the tasks stand must not write them there either. */
function checklistWriter(context: CommandContext): Who | Failure {
  const by = boardActor(context);
  if (isFailure(by)) return by;
  const refused = refuseRole("NotePlaces", by.role);
  return refused === null ? by : boardFailure(refused);
}

/** A line with a title of usual length and its comment. */
const TASK_CHARS = 80;

/** How much there is to read and write, near enough to tell whether it takes long; the work tells what is wrong. */
async function expectedChars(context: CommandContext, place: string): Promise<number> {
  const ids = { ...TASKS_TABLE, columns: { id: "text" } } as const;
  const tasks = await withProject(context, "read-only", ({ store }) => store.rows(ids)).catch(() => []);
  const there = await stat(place).catch(() => null);
  return (there?.size ?? 0) + (isFailure(tasks) ? 0 : tasks.length * TASK_CHARS);
}
