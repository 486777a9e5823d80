// In a terminal, what is awaited from a person is written in that person's editor.

import { openEditor } from "../../adapters/agent-human/editor.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { findProgram } from "../../adapters/host/find-program.ts";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { CommandContext, Environment } from "../command-context.ts";
import { type Failure, isFailure, type Outcome } from "../failure.ts";
import type { AwaitedDocument, SubmittedDocument } from "../wire/awaited.ts";
import { submitDocument } from "./submit-document.ts";
import { cancelOf } from "./system-ports.ts";

export type WritingStep =
  | { readonly at: "opened"; readonly editor: string }
  | { readonly at: "no-editor" }
  /** Closed as it was, or by force: what stands in the file is kept. */
  | { readonly at: "not-now"; readonly because: string }
  | { readonly at: "refused"; readonly failure: Failure }
  | { readonly at: "handed-in"; readonly submitted: SubmittedDocument };

type OnStep = (awaited: AwaitedDocument, step: WritingStep) => void;

/** Nobody writes more in one sitting. */
const WRITINGS_MAX = 200;

/** Opens one after the other, also what becomes due on the way; tells how many documents were handed in. */
export async function writeByHand(
  context: CommandContext,
  awaited: readonly AwaitedDocument[],
  onStep: OnStep,
): Promise<number> {
  const left = new Set<CallKey>();
  let due: readonly AwaitedDocument[] = awaited;
  let handedIn = 0;
  for (let writing = 0; writing < WRITINGS_MAX; writing += 1) {
    const next = due.find(({ key }) => !left.has(key));
    if (next === undefined || context.cancel.aborted) break;
    const step = await writeOne(context, next, onStep);
    onStep(next, step);
    left.add(next.key);
    if (step.at === "no-editor") break;
    if (step.at !== "handed-in") continue;
    handedIn += 1;
    due = step.submitted.awaited;
  }
  return handedIn;
}

async function writeOne(
  context: CommandContext,
  awaited: AwaitedDocument,
  onStep: OnStep,
): Promise<WritingStep> {
  const { file } = awaited;
  const editor = await editorOf(context.env);
  if (editor === null) return { at: "no-editor" };
  onStep(awaited, { at: "opened", editor });
  const before = await textOf(file);
  const cancel = cancelOf([context.cancelNow]);
  const edited = await openEditor({ command: editor, file, env: context.env, cancel });
  if (edited.at === "failed") return { at: "not-now", because: `${editor}: ${edited.why}` };
  if (context.cancel.aborted) return { at: "not-now", because: "interrupted" };
  if ((await textOf(file)) === before) return { at: "not-now", because: "nothing was changed" };
  const submitted = await handIn(context, awaited);
  if (!isFailure(submitted)) return { at: "handed-in", submitted };
  return submitted.code === "nothing-new"
    ? { at: "not-now", because: submitted.message }
    : { at: "refused", failure: submitted };
}

async function handIn(context: CommandContext, awaited: AwaitedDocument): Outcome<SubmittedDocument> {
  const { file, key: call } = awaited;
  if (awaited.session !== null)
    return await submitDocument(context, {
      role: awaited.role,
      session: awaited.session,
      file,
      gap: undefined,
      call,
    });
  // Whoever writes for a session does without what a build needs.
  const { submitWork } = await import("../build/submit-work.ts");
  return await submitWork(context, { role: awaited.role, task: awaited.task.id, file, call });
}

async function textOf(file: string): Promise<string | null> {
  const read = await readText(file, DOCUMENT_BYTES_MAX, "leniently");
  return read.at === "read" ? read.text : null;
}

const EDITORS = ["vi", "nano"];

/** The one that was chosen, else one that is nearly everywhere. */
export async function editorOf(env: Environment): Promise<string | null> {
  const chosen = chosenEditor(env);
  if (chosen !== null) return chosen;
  const { PATH } = env;
  for (const name of EDITORS) if ((await findProgram(name, PATH ?? "")) !== null) return name;
  return null;
}

/** The one that was chosen, for whoever can do without. */
export function chosenEditor({ VISUAL, EDITOR }: Environment): string | null {
  return [VISUAL, EDITOR].map((name) => name?.trim() ?? "").find((name) => name !== "") ?? null;
}
