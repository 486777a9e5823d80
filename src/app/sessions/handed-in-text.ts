// Reading what a person hands in: from a file, our own input, or the form that was laid out.

import { resolve } from "node:path";
import { readInput } from "../../adapters/agent-human/read-input.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { findTurn, type StartedCall } from "../../core/refinement/session/session.ts";
import { placeOfKey } from "../../core/refinement/session/turn.ts";
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { formOf, withoutTask } from "../../prompts/human-template.ts";
import type { CommandContext } from "../command-context.ts";
import { type Failure, isFailure } from "../failure.ts";
import type { Project } from "../project.ts";
import { binary, unreadFailure } from "../read-document.ts";
import { awaitedDocument } from "./awaited-documents.ts";
import { findDocumentToMend, taskOf } from "./human-inbox.ts";
import type { OpenSession } from "./open-session.ts";

/** Refused where it is no text, too long, or says nothing that was not said before. */
export async function readHandedInText(
  { cwd, input }: CommandContext,
  { project, engine }: OpenSession,
  { call, file }: { readonly call: StartedCall; readonly file: string | undefined },
): Promise<string | Failure> {
  const sheet = awaitedDocument(project, engine.live, call).file;
  const place = file === "-" ? "stdin" : file === undefined ? sheet : resolve(cwd, file);
  const read = file === "-" ? await inputText(input ?? []) : await fileText(place);
  if (isFailure(read)) return read;
  const text = withoutTask(read);
  if (text === null) {
    return refuseText("comment", place, {
      message: "it is not clear where the comment at the top ends",
      fix: "close the comment with --> above the first heading, or take it out",
    });
  }
  const said = await isUnchangedText(project, engine, { call, text: text.trim() });
  return said === null ? text : refuseText("nothing-new", place, { message: said, fix: "write in it first" });
}

/** What a person left as it was is not handed in: it would cost an attempt. */
async function isUnchangedText(
  project: Project,
  engine: SessionEngine,
  { call, text }: { readonly call: StartedCall; readonly text: string },
): Promise<string | null> {
  const turn = findTurn(engine.live, placeOfKey(call.key));
  if (text === "") return "nothing is written there yet";
  if (turn === null) return null;
  const task = taskOf(project, engine.live, { turn, key: call.key });
  if (text === formOf(task).trim()) return "nothing is filled in there yet";
  return text === (await findDocumentToMend(engine, turn, task))?.trim()
    ? "this is the text that did not pass, unchanged"
    : null;
}

async function inputText(input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string | Failure> {
  const bytes = await readInput(input, DOCUMENT_BYTES_MAX);
  if (bytes === null) return unreadFailure({ at: "too-large", bytesMax: DOCUMENT_BYTES_MAX }, STDIN);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return isText(text) && Buffer.from(text).equals(bytes) ? text : notText(STDIN.place);
}

const STDIN = { place: "stdin", kind: "document" } as const;

async function fileText(place: string): Promise<string | Failure> {
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
  return { failed: "refused", code, message, place, fix };
}
