import { resolve } from "node:path";
import { type ReadText, readText } from "../adapters/files/read-text.ts";
import { NAMED_FILE_BYTES_MAX, SPEC_BYTES_MAX } from "../core/shared/bounds.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, notFoundFailure, type Outcome, refusedFailure } from "./failure.ts";

interface DocumentText {
  readonly text: string;
  /** Bytes that were no text were replaced. */
  readonly damaged: boolean;
}

/** Reads a document that somebody else wrote, whatever is in it. */
export async function readDocument({ cwd }: CommandContext, file: string): Outcome<DocumentText> {
  const place = resolve(cwd, file);
  const read = await readText(place, NAMED_FILE_BYTES_MAX, "leniently");
  switch (read.at) {
    case "read":
      return isBinary(read.text) ? binary(place) : read;
    default:
      return unreadFailure(read, { place, kind: "document" });
  }
}

/** Why a file that a person named was not read. */
export function unreadFailure(
  read: Exclude<ReadText, { readonly at: "read" }>,
  { place, kind }: { readonly place: string; readonly kind: "document" | "spec" },
): Failure {
  switch (read.at) {
    case "missing":
      return notFoundFailure(
        "no-file",
        "there is no such file",
        "check the path; relative paths are meant from the current folder",
        place,
      );
    case "too-large":
      return refusedFailure(
        "too-large",
        `larger than ${read.bytesMax / 1024 / 1024} MB, which no ${kind} is`,
        "split the file, or name another one",
        place,
      );
    case "unreadable":
      return {
        failed: "failed",
        code: "unreadable",
        message: `cannot be read: ${read.reason}`,
        place,
        fix: "name a text file that you may read",
      };
  }
}

/** A few odd characters are an agent's; a text that is mostly those is no text. */
function isBinary(text: string): boolean {
  const start = text.slice(0, 8_192);
  const odd = start.match(/[\0\uFFFD]/g)?.length ?? 0;
  return odd > 0 && odd / start.length > 0.1;
}

export function binary(place: string): Failure {
  return {
    failed: "failed",
    code: "binary",
    message: "this is not a text file",
    place,
    fix: "name a Markdown or plain text file in UTF-8",
  };
}

/** The spec as its author wrote it, to the byte: nothing of it may be lost on the way to the finished one. */
export async function readSpec({ cwd }: CommandContext, file: string): Outcome<string> {
  const place = resolve(cwd, file);
  const read = await readText(place, SPEC_BYTES_MAX, "strictly");
  if (read.at !== "read") return unreadFailure(read, { place, kind: "spec" });
  if (read.text.includes("\0")) return binary(place);
  return read.text.trim() === "" ? emptySpec(place) : read.text;
}

function emptySpec(place: string): Failure {
  return refusedFailure(
    "empty",
    "this file is empty",
    "write down what is known first, and mark what is open",
    place,
  );
}
