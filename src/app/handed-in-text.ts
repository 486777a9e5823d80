// What a person hands in, from a file, our own input, or the form that was laid out; refused where it is no text, too
// long, written for another task or before this one was changed, or says nothing that was not said before.
import { stat } from "node:fs/promises";
import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { readText } from "../adapters/files/read-text.ts";
import { DOCUMENT_BYTES_MAX } from "../core/shared/bounds.ts";
import { runNamedIn, withoutTask } from "../prompts/human-template.ts";
import { findRenewal } from "./call-folder.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, isFailure, type Outcome, refusedFailure } from "./failure.ts";
import type { Project } from "./project.ts";
import { binary, unreadFailure } from "./read-document.ts";
import type { AwaitedDocument } from "./wire/awaited.ts";

interface HandedIn {
  readonly awaited: Pick<AwaitedDocument, "file" | "prompt" | "key">;
  /** `-` is our own input; without one, the file that was laid out. */
  readonly file: string | undefined;
  /** Why a text says nothing new; it would cost an attempt. `null`: it does. */
  unchanged(text: string): Promise<string | null>;
}

/** Without our comment, and how many lines that had. */
export interface HandedInText {
  readonly text: string;
  readonly linesAbove: number;
}

export async function readHandedInText(
  { cwd, input }: CommandContext,
  { folder }: Pick<Project, "folder">,
  { awaited, file, unchanged }: HandedIn,
): Outcome<HandedInText> {
  const place = file === "-" ? "stdin" : file === undefined ? awaited.file : resolve(cwd, file);
  const read = file === "-" ? await inputText(input ?? []) : await fileText(place);
  if (isFailure(read)) return read;
  const runs = resolve(folder, "runs");
  const run = runOf(runs, awaited.file);
  if ([runOf(runs, place), runNamedIn(read)].some((other) => other !== null && other !== run))
    return refuseText("other-task", place, {
      message:
        "it was written for another task than the one that is awaited, which may have been laid out anew since",
      fix: `read ${awaited.prompt}, and hand in ${awaited.file}`,
    });
  const text = withoutTask(read);
  if (text === null) {
    return refuseText("comment", place, {
      message: "it is not clear where the comment at the top ends",
      fix: "close the comment with --> above the first heading, or take it out",
    });
  }
  const said = text.trim() === "" ? "nothing is written there yet" : await unchanged(text.trim());
  if (said === null && (await wasWrittenBefore(folder, { awaited, file, place, text })))
    return refuseText("task-changed", place, {
      message: "the task was laid out anew after this was written, since what the user said changes it",
      fix: `read ${awaited.prompt}; if it holds all the same, save ${awaited.file} and hand that in by its name`,
    });
  const linesAbove = read.slice(0, read.length - text.length).split("\n").length - 1;
  return said === null
    ? { text, linesAbove }
    : refuseText("nothing-new", place, { message: said, fix: "write in it first" });
}

interface HandedInPlace {
  readonly awaited: HandedIn["awaited"];
  readonly file: string | undefined;
  readonly place: string;
  readonly text: string;
}

/** Of a form that was only taken along, and of a file of one's own that is older than the task. */
async function wasWrittenBefore(
  folder: string,
  { awaited, file, place, text }: HandedInPlace,
): Promise<boolean> {
  if (file === "-") return false;
  const renewal = await findRenewal({ folder }, awaited.key, basename(awaited.file));
  if (renewal === null) return false;
  if (file === undefined) return text.trim() === renewal.kept.trim();
  const written = await stat(place).catch(() => null);
  return written !== null && written.mtimeMs < renewal.laidOutMs;
}

/** The run in whose folder a file lies; `null`: in none. */
export function runOf(runs: string, file: string): string | null {
  const [run = ".."] = relative(runs, file).split(sep);
  return run === ".." || isAbsolute(run) ? null : run;
}

async function inputText(input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Outcome<string> {
  const bytes = await readInput(input, DOCUMENT_BYTES_MAX);
  if (bytes === null) return unreadFailure({ at: "too-large", bytesMax: DOCUMENT_BYTES_MAX }, STDIN);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return isText(text) && Buffer.from(text).equals(bytes) ? text : notText(STDIN.place);
}

const STDIN = { place: "stdin", kind: "document" } as const;

async function fileText(place: string): Outcome<string> {
  const read = await readText(place, DOCUMENT_BYTES_MAX, "leniently");
  if (read.at !== "read") return unreadFailure(read, { place, kind: "document" });
  return isText(read.text) && !read.damaged ? read.text : notText(place);
}

function isText(text: string): boolean {
  return !text.includes("\0");
}

/** A person's document is text throughout: what an agent scrambles is for the gate to say, a person is told at once. */
function notText(place: string): Failure {
  return { ...binary(place), failed: "refused" };
}

function refuseText(
  code: string,
  place: string,
  { message, fix }: { readonly message: string; readonly fix: string },
): Failure {
  return refusedFailure(code, message, fix, place);
}

/** What comes on an input, up to a bound; `null` where there is more. */
async function readInput(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > bytesMax) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
