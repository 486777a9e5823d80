// The board written into a checklist that people keep: a large one beside the event loop.
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuseRole } from "../../core/board/decide.ts";
import type { Who } from "../../core/board/who.ts";
import { TASKS_TABLE } from "../../engine/board-tables.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import { runOrScheduleHooks } from "../hooks/run-hooks.ts";
import { findProject } from "../project.ts";
import { withProject } from "../sessions/with-project.ts";
import { workOnText } from "../work/file-work.ts";
import { boardActor } from "./board-actor.ts";
import { boardFailure } from "./board-failure.ts";
import type { ExportResult } from "./write-out-checklist.ts";

interface ExportChecklistInput {
  readonly file: string;
  /** Only tells what it would hold. */
  readonly dryRun: boolean;
}

export async function exportChecklist(
  context: CommandContext,
  { file, dryRun }: ExportChecklistInput,
): Promise<ExportResult | Failure> {
  const { cwd, env, now } = context;
  const place = resolve(cwd, file);
  const by = dryRun ? null : checklistWriter(context);
  if (isFailure(by)) return by;
  const chars = await expectedChars(context, place);
  const work = { place, by, cwd, env: { ...env }, now };
  const { outcome, warnings } = await workOnText("export-checklist", work, chars);
  for (const warning of warnings) context.warn?.(warning);
  const project = by === null ? null : await findProject(cwd);
  if (project !== null) await runOrScheduleHooks(context, project);
  return outcome;
}

/** Whoever may not note where the tasks stand must not write them there either. */
function checklistWriter(context: CommandContext): Who | Failure {
  const by = boardActor(context, { as: undefined, model: undefined });
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
