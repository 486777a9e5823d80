import { resolve } from "node:path";
import { readText } from "../../adapters/files/read-text.ts";
import { SPEC_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { CommandContext } from "../command-context.ts";
import type { Failure } from "../failure.ts";
import { binary, unreadFailure } from "../read-document.ts";

/** The spec as its author wrote it, to the byte: nothing of it may be lost on the way to the finished one. */
export async function readSpec({ cwd }: CommandContext, file: string): Promise<string | Failure> {
  const place = resolve(cwd, file);
  const read = await readText(place, SPEC_BYTES_MAX, "strictly");
  if (read.at !== "read") return unreadFailure(read, { place, kind: "spec" });
  if (read.text.includes("\0")) return binary(place);
  return read.text.trim() === "" ? emptySpec(place) : read.text;
}

function emptySpec(place: string): Failure {
  return {
    failed: "refused",
    code: "empty",
    message: "this file is empty",
    place,
    fix: "write down what is known first, and mark what is open",
  };
}
