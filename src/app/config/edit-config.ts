// A settings file in the person's own editor. What they type goes into a copy beside it, which takes the file's place once it
// is valid; until then it stays, whatever happens.
import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openEditor } from "../../adapters/agent-human/editor.ts";
import { createFile, createFolders } from "../../adapters/files/create-file.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { writeAtomically } from "../../adapters/files/write-atomically.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, failureOfFile, isFailure, type Outcome, refusedFailure } from "../failure.ts";
import { cancelOf } from "../sessions/system-ports.ts";
import { editorOf } from "../sessions/write-by-hand.ts";
import { trustOwnChange } from "../trust/project-trust.ts";
import type { EditedConfig } from "../wire/config.ts";
import { combinedProblems, requireFile, whileConfigLocked } from "./change-config.ts";
import { configFiles, type Layer } from "./config-files.ts";
import { CONFIG_BYTES_MAX, parseConfigText } from "./config-text.ts";
import { invalidConfig, layerOf } from "./layers.ts";

/** Nobody mends a file more often in one sitting. */
const EDITINGS_MAX = 100;

interface EditingPerson {
  /** The copy holds what they typed earlier and what never took the file's place. */
  onKept(copy: string): void;
  /** Whether they want to mend what is wrong now. */
  wantsToMend(failure: Failure): Promise<boolean>;
}

interface Editing {
  readonly layer: Layer;
  readonly file: string;
  readonly copy: string;
  /** What the file said when the editing began. */
  readonly before: string;
}

export async function editConfig(
  context: CommandContext,
  layer: Layer,
  person: EditingPerson,
): Outcome<EditedConfig> {
  const file = requireFile(context, await configFiles(context), layer);
  if (isFailure(file)) return file;
  const editor = await editorOf(context.env);
  if (editor === null) return noEditor(file);
  try {
    const editing = {
      layer,
      file,
      copy: join(dirname(file), "config.edited.yaml"),
      before: await textOf(file),
    };
    await createFolders(dirname(file));
    if (!(await createFile(editing.copy, editing.before))) person.onKept(editing.copy);
    return await editUntilValid(context, editing, { editor, person });
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "edit the settings", place: file });
  }
}

async function editUntilValid(
  context: CommandContext,
  editing: Editing,
  { editor, person }: { readonly editor: string; readonly person: EditingPerson },
): Outcome<EditedConfig> {
  const { copy: file, before } = editing;
  const { env, cancelNow } = context;
  for (let time = 0; time < EDITINGS_MAX; time += 1) {
    const edited = await openEditor({ command: editor, file, env, cancel: cancelOf([cancelNow]) });
    const text = await textOf(file);
    if (text === before) {
      await rm(file, { force: true });
      return edited.at === "failed" ? notEdited(`${editor}: ${edited.why}`) : unchanged(editing);
    }
    if (edited.at === "failed") return withKeptText(notEdited(`${editor}: ${edited.why}`), editing);
    const problem = await problemOf(context, editing, text);
    if (problem === null) return await takePlace(context, editing, text);
    if (!(await person.wantsToMend(problem))) return withKeptText(problem, editing);
  }
  return withKeptText(notEdited(`it was edited ${EDITINGS_MAX} times`), editing);
}

function unchanged({ file }: Editing): EditedConfig {
  return { file, changed: false };
}

async function problemOf(
  context: CommandContext,
  { layer, copy }: Editing,
  text: string,
): Promise<Failure | null> {
  const read = layerOf(layer, copy, text);
  if ("problems" in read) return invalidConfig(read.problems);
  const problems = await combinedProblems({ layer, files: await configFiles(context) }, read);
  return problems.length === 0 ? null : invalidConfig(problems);
}

async function takePlace(context: CommandContext, editing: Editing, text: string): Outcome<EditedConfig> {
  const { file, copy, before, layer } = editing;
  return await whileConfigLocked<EditedConfig>(file, async () => {
    if ((await textOf(file)) !== before) return withKeptText(changedMeanwhile(file), editing);
    await writeAtomically(file, text);
    await rm(copy, { force: true });
    const [old, now] = [parseConfigText(file, before), parseConfigText(file, text)];
    if (layer === "project" && !("problems" in now))
      await trustOwnChange(context, { before: "problems" in old ? {} : old.value, after: now.value });
    return { file, changed: true };
  });
}

/** Nothing for one that is not there yet. Bytes that are no text are somebody's, and nothing is made of them. */
async function textOf(file: string): Promise<string> {
  const read = await readText(file, CONFIG_BYTES_MAX);
  if (read.at === "read") return read.text;
  return read.at === "missing" ? "" : await readFile(file, "utf8");
}

function withKeptText(failure: Failure, { copy }: Editing): Failure {
  const kept = `what you typed is kept in ${copy}: \`parley config edit\` goes on with it`;
  return { ...failure, fix: [failure.fix ?? [], kept].flat().join("; ") };
}

function notEdited(why: string): Failure {
  return { failed: "failed", code: "not-edited", message: `nothing was changed: ${why}` };
}

function changedMeanwhile(file: string): Failure {
  const message = "the file was changed while you were editing it";
  return refusedFailure("changed-meanwhile", message, "compare the two", file);
}

function noEditor(file: string): Failure {
  return {
    failed: "failed",
    code: "no-editor",
    message: "there is no editor to open the settings in",
    place: file,
    fix: "set EDITOR, or use `parley config set KEY VALUE`",
  };
}
