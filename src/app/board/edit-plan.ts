// A plan in the person's own editor. The file stays where it is until its tasks are added; one that was left by an
// earlier editing is somebody's work, and is never touched.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openEditor } from "../../adapters/agent-human/editor.ts";
import { createFile, createFolder } from "../../adapters/files/create-file.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import { requireProject } from "../project.ts";
import { readDocument } from "../read-document.ts";
import { cancelOf } from "../sessions/system-ports.ts";
import { editorOf } from "../sessions/write-by-hand.ts";
import type { ProposedPlan } from "./plan-session.ts";

/** Whoever has left so many plans unfinished is told to look through them. */
const PLANS_KEPT_MAX = 100;

export interface PlanInEditor {
  readonly text: string;
  /** The same failure, which also tells where the edited plan is. */
  refused(failure: Failure): Failure;
  /** To be called once nobody needs the file any more. */
  discard(): Promise<void>;
}

/** `onKept` hears of plans that earlier editings have left. */
export async function editPlan(
  context: CommandContext,
  { session, text }: Pick<ProposedPlan, "session" | "text">,
  onKept: (files: readonly string[]) => void,
): Outcome<PlanInEditor> {
  const project = await requireProject(context);
  if (isFailure(project)) return project;
  const command = await editorOf(context.env);
  if (command === null) return noEditor(session);
  const folder = join(project.folder, "plans");
  await createFolder(folder);
  const kept = await listKeptPlans(folder, session);
  if (kept.length > 0) onKept(kept);
  const file = await fileFor(folder, { session, text });
  if (file === null) return tooManyPlans(folder);
  const { env, cancel, cancelNow } = context;
  const edited = await openEditor({ command, file, env, cancel: cancelOf([cancelNow]) });
  const plan = { file, session };
  if (edited.at === "failed") return planNotEdited(`${command}: ${edited.why}`, plan);
  if (cancel.aborted) return { ...planNotEdited("interrupted", plan), failed: "interrupted" };
  const read = await readDocument(context, file);
  if (isFailure(read)) return read;
  return {
    text: read.text,
    refused: (failure) => ({
      ...failure,
      fix: [failure.fix ?? [], describeKeptPlan(plan)].flat().join("; "),
    }),
    discard: () => rm(file, { force: true }),
  };
}

/** `checkout.md`, `checkout.2.md`: a session's name has no dots. */
function nameOf(session: string, number: number): string {
  return number === 1 ? `${session}.md` : `${session}.${number}.md`;
}

async function listKeptPlans(folder: string, session: string): Promise<readonly string[]> {
  const there = new Set(await readdir(folder));
  const names = Array.from({ length: PLANS_KEPT_MAX }, (_, index) => nameOf(session, index + 1));
  return names.filter((name) => there.has(name)).map((name) => join(folder, name));
}

/** One of its own, also beside somebody who edits the same plan just now. */
async function fileFor(
  folder: string,
  { session, text }: Pick<ProposedPlan, "session" | "text">,
): Promise<string | null> {
  for (let number = 1; number <= PLANS_KEPT_MAX; number += 1) {
    const file = join(folder, nameOf(session, number));
    if (await createFile(file, text)) return file;
  }
  return null;
}

interface PlanFile {
  readonly file: string;
  readonly session: string;
}

function describeKeptPlan({ file, session }: PlanFile): string {
  return `what you wrote is kept: parley plan ${session} --from ${file}`;
}

function noEditor(session: string): Failure {
  return {
    failed: "failed",
    code: "no-editor",
    message: "there is no editor to open the plan in",
    fix: `set EDITOR, or: parley plan ${session} --dry-run > plan.md, edit it, then parley plan ${session} --from plan.md`,
  };
}

function planNotEdited(message: string, plan: PlanFile): Failure {
  return {
    failed: "failed",
    code: "not-edited",
    message: `nothing was added: ${message}`,
    place: plan.file,
    fix: describeKeptPlan(plan),
  };
}

function tooManyPlans(folder: string): Failure {
  return refusedFailure(
    "plans-kept",
    `${PLANS_KEPT_MAX} edited plans of this session were never added`,
    "add those you want with --from, and delete the others",
    folder,
  );
}
