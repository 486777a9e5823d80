// A plan in the person's own editor. The file stays where it is until its tasks are added.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openEditor } from "../../adapters/agent-human/editor.ts";
import { type Failure, isFailure } from "../failure.ts";
import { requireProject } from "../project.ts";
import { readDocument } from "../read-document.ts";
import { cancelOf } from "../sessions/cancel-of.ts";
import { editorOf } from "../sessions/write-by-hand.ts";
import type { Surroundings } from "../surroundings.ts";
import type { ProposedPlan } from "./plan-session.ts";

export interface EditedPlan {
  readonly text: string;
  /** To be called once nobody needs the file any more. */
  discard(): Promise<void>;
}

export async function editPlan(
  surroundings: Surroundings,
  { session, text }: ProposedPlan,
): Promise<EditedPlan | Failure> {
  const project = await requireProject(surroundings);
  if (isFailure(project)) return project;
  const command = await editorOf(surroundings.env);
  if (command === null) return noEditor(session);
  const file = join(project.folder, "plans", `${session}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  const { env, cancelNow } = surroundings;
  const edited = await openEditor({ command, file, env, cancel: cancelOf([cancelNow]) });
  if (edited.at === "failed") return notNow(`${command}: ${edited.why}`, { file, session });
  const read = await readDocument(surroundings, file);
  return isFailure(read) ? read : { text: read.text, discard: () => rm(file, { force: true }) };
}

function noEditor(session: string): Failure {
  return {
    failed: "failed",
    code: "no-editor",
    message: "there is no editor to open the plan in",
    fix: `set EDITOR, or: parley plan ${session} --dry-run > plan.md, edit it, then parley plan ${session} --from plan.md`,
  };
}

function notNow(
  message: string,
  { file, session }: { readonly file: string; readonly session: string },
): Failure {
  return {
    failed: "failed",
    code: "not-edited",
    message: `nothing was added: ${message}`,
    place: file,
    fix: `what you wrote is kept: parley plan ${session} --from ${file}`,
  };
}
