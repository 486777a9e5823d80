// The use cases that change a settings file: set and unset.

import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { createFolders } from "../../adapters/files/create-file.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { finalTargetOf, writeAtomically } from "../../adapters/files/write-atomically.ts";
import type { CommandContext } from "../command-context.ts";
import {
  configFailure,
  type Failure,
  failureOfFile,
  isFailure,
  lockedFailure,
  notFoundFailure,
  type Outcome,
  type PlacedProblem,
} from "../failure.ts";
import { noProject } from "../project.ts";
import { trustOwnChange } from "../trust/project-trust.ts";
import type { ChangedConfig, ConfigFiles } from "../wire/config.ts";
import { whileLocked } from "../with-file-lock.ts";
import { configFiles, LAYERS, type Layer, noHome } from "./config-files.ts";
import { CONFIG_BYTES_MAX, parseConfigText } from "./config-text.ts";
import { type EditOutcome, withKey, withoutKey } from "./edit-text.ts";
import { findKey, type KeyPath, keyText } from "./key-tree.ts";
import { combine, invalidConfig, layerOf, readLayer, type ValidLayer } from "./layers.ts";
import { valueAt } from "./raw-config.ts";
import { requireKey } from "./read-config.ts";

/** How long to wait for another process that is changing the same file. */
const LOCK_WAIT_MS = 5_000;

interface ConfigChange {
  readonly key: string;
  readonly layer: Layer;
  /** YAML; absent to take the key away. */
  readonly value?: string;
}

interface Edit {
  readonly key: string;
  readonly path: KeyPath;
  readonly layer: Layer;
  readonly files: ConfigFiles;
  readonly file: string;
  readonly wanted: { readonly value: unknown } | "gone";
}

export async function changeConfig(context: CommandContext, change: ConfigChange): Outcome<ChangedConfig> {
  const path = requireKey(change.key);
  if (isFailure(path)) return path;
  const files = await configFiles(context);
  const file = requireFile(context, files, change.layer);
  if (isFailure(file)) return file;
  const wanted = change.value === undefined ? "gone" : wantedValue(path, change.value);
  if (isFailure(wanted)) return wanted;
  return whileConfigLocked(file, () =>
    applyEdit(context, { key: change.key, path, layer: change.layer, files, file, wanted }),
  );
}

/** Where the settings of a layer are to be kept, be they there or not. */
export function requireFile({ cwd }: CommandContext, files: ConfigFiles, layer: Layer): string | Failure {
  const file = files[layer]?.path;
  if (file !== undefined) return file;
  if (layer === "user") return noHome();
  return { ...noProject(cwd), fix: "run `parley init` first, or add --user for your own settings" };
}

/** YAML; but for a key that holds text, what was typed is the text, unless it is quoted. */
function wantedValue(path: KeyPath, typed: string): { readonly value: unknown } | Failure {
  const node = findKey(path);
  if (node?.kind === "value" && node.isText && !/^\s*["']/.test(typed)) return { value: typed };
  const parsed = parseConfigText("VALUE", typed);
  if (!("problems" in parsed)) return { value: parsed.value };
  const why = parsed.problems[0]?.message ?? "";
  return configFailure(
    "bad-value",
    `VALUE cannot be read: ${why}`,
    "quote it for the shell, for example '[a, b]' or '{ usd: 5 }'",
  );
}

export async function whileConfigLocked<Result>(file: string, act: () => Outcome<Result>): Outcome<Result> {
  try {
    await createFolders(dirname(file));
    const target = await finalTargetOf(file);
    const path = join(dirname(target), `${basename(target)}.lock`);
    return await whileLocked({ path, waitMs: LOCK_WAIT_MS }, act, ({ by }) => configLocked(path, by?.pid));
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "change the settings", place: file });
  }
}

function configLocked(path: string, pid: number | undefined): Failure {
  const who = pid === undefined ? "another process" : `another process (pid ${pid})`;
  return lockedFailure(
    "config-locked",
    `${who} is changing this file and did not finish within ${LOCK_WAIT_MS / 1000} s`,
    "try again; if that process has nothing to do with parley, remove the lock file",
    path,
  );
}

async function applyEdit(context: CommandContext, edit: Edit): Outcome<ChangedConfig> {
  const read = await readText(edit.file, CONFIG_BYTES_MAX);
  if (read.at !== "read" && read.at !== "missing") {
    const layer = await readLayer(edit.layer, edit.file);
    return invalidConfig(typeof layer === "object" && "problems" in layer ? layer.problems : []);
  }
  const source = read.at === "read" ? read.text : "";
  const before = parseConfigText(edit.file, source);
  if ("problems" in before) return invalidConfig(before.problems);
  const held = valueAt(before.value, edit.path);
  if (edit.wanted === "gone" && held === undefined) return keyNotSet(edit);
  const { key, file, wanted } = edit;
  const value = wanted === "gone" ? {} : { value: wanted.value };
  if (wanted !== "gone" && isDeepStrictEqual(held, wanted.value))
    return { key, ...value, file, changed: false };

  const text = await checkedText(edit, source);
  if (isFailure(text)) return text;
  await writeAtomically(file, text);
  const after = parseConfigText(file, text);
  if (edit.layer === "project" && !("problems" in after))
    await trustOwnChange(context, { before: before.value, after: after.value });
  return { key, ...value, file, changed: true };
}

function changedText({ path, wanted }: Edit, source: string): EditOutcome {
  return wanted === "gone" ? withoutKey(source, path) : withKey(source, path, wanted.value);
}

/** The very text that is about to be written is read back and judged, alone and with the other file. */
async function checkedText(edit: Edit, source: string): Outcome<string> {
  const edited = changedText(edit, source);
  if (edited.at === "impossible") return cannotEdit(edit, source, edited.message);
  const layer = layerOf(edit.layer, edit.file, edited.text);
  if ("problems" in layer) return rejectChange(edit.file, layer.problems);
  const problems = await combinedProblems(edit, layer);
  if (problems.length > 0) return rejectChange(edit.file, problems);
  const expected = edit.wanted === "gone" ? undefined : edit.wanted.value;
  if (!isDeepStrictEqual(valueAt(layer.text.value, edit.path), expected)) {
    throw new Error(`${edit.key} would not be written as asked`);
  }
  return edited.text;
}

/** What does not go together of a changed layer and the other one. */
export async function combinedProblems(
  edit: Pick<Edit, "files" | "layer">,
  changed: ValidLayer,
): Promise<readonly PlacedProblem[]> {
  const layers: ValidLayer[] = [];
  for (const layer of LAYERS) {
    const file = edit.files[layer];
    const read =
      layer === edit.layer ? changed : file === null ? "missing" : await readLayer(layer, file.path);
    // A mistake in the other file is not this change's fault.
    if (read !== "missing" && !("problems" in read)) layers.push(read);
  }
  const combined = combine(layers);
  return "problems" in combined ? combined.problems : [];
}

/** What is wrong with the file itself is the better answer, if anything is. */
function cannotEdit({ layer, path, file }: Edit, source: string, why: string): Failure {
  const asItIs = layerOf(layer, file, source);
  if ("problems" in asItIs) return rejectChange(file, asItIs.problems);
  const message = `${keyText(path)} cannot be changed in this file as it is written: ${why}`;
  return configFailure("cannot-edit", message, "edit the file by hand", file);
}

/** The line of a problem may only exist in the text that was not written, so the file alone is its place. */
function rejectChange(file: string, problems: readonly PlacedProblem[]): Failure {
  const failure = invalidConfig(problems);
  const fix = problems.length === 1 ? (problems[0]?.fix ?? "give a value that fits") : failure.fix;
  return { ...failure, message: `nothing was changed: ${failure.message}`, place: file, ...(fix && { fix }) };
}

function keyNotSet({ key, file }: Edit): Failure {
  return notFoundFailure(
    "not-set",
    `${key} is not set in this file`,
    "run `parley config show` to see where it comes from",
    file,
  );
}
