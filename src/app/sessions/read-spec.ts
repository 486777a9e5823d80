import { resolve } from "node:path";
import { readText } from "../../adapters/files/read-text.ts";
import type { Failure } from "../failure.ts";
import type { Surroundings } from "../surroundings.ts";

/** Larger than any spec two agents could argue over. */
const SPEC_BYTES_MAX = 8 * 1024 * 1024;

/** The spec as its author wrote it, to the byte: nothing of it may be lost on the way to the finished one. */
export async function readSpec({ cwd }: Surroundings, file: string): Promise<string | Failure> {
  const place = resolve(cwd, file);
  const read = await readText(place, SPEC_BYTES_MAX, "strictly");
  switch (read.at) {
    case "read":
      if (read.text.trim() === "")
        return refused(
          "empty",
          "this file is empty",
          place,
          "write down what is known first, and mark what is open",
        );
      return read.text.includes("\0")
        ? refused("binary", "this is not a text file", place, "name a Markdown file in UTF-8")
        : read.text;
    case "missing":
      return {
        failed: "not-found",
        code: "no-file",
        message: "there is no such file",
        place,
        fix: "check the path; relative paths are meant from the current folder",
      };
    case "too-large":
      return refused(
        "too-large",
        `larger than ${read.bytesMax / 1024 / 1024} MB, which no spec is`,
        place,
        "split the file, or name another one",
      );
    case "unreadable":
      return {
        failed: "failed",
        code: "unreadable",
        message: `cannot be read: ${read.reason}`,
        place,
        fix: "name a Markdown file in UTF-8 that you may read",
      };
  }
}

function refused(code: string, message: string, place: string, fix: string): Failure {
  return { failed: "refused", code, message, place, fix };
}
