// A checklist that people keep, from its file to the board: a long one beside the event loop.
import { resolve } from "node:path";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import { runOrScheduleHooks } from "../hooks/run-hooks.ts";
import { findProject } from "../project.ts";
import { binary, readDocument } from "../read-document.ts";
import { workOnText } from "../work/file-work.ts";
import { boardActor } from "./board-actor.ts";
import type { ImportResult } from "./take-in-checklist.ts";

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
): Promise<ImportResult | Failure> {
  const document = await readDocument(context, file);
  if (isFailure(document)) return document;
  const place = resolve(context.cwd, file);
  if (document.text.includes("\0")) return binary(place);
  const by = dryRun ? null : boardActor(context, { as: undefined, model: undefined });
  if (isFailure(by)) return by;
  const { cwd, env, now } = context;
  const { outcome, warnings } = await workOnText("import-checklist", {
    ...{ text: document.text, place, update, by },
    ...{ cwd, env: { ...env }, now },
  });
  for (const warning of warnings) context.warn?.(warning);
  const project = by === null ? null : await findProject(cwd);
  if (project !== null) await runOrScheduleHooks(context, project);
  return outcome;
}
