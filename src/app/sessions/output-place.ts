// Where the finished spec may go: whoever names a place that will not do should hear so now, and not at the end.
import { resolve } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { nameTooLong } from "../../adapters/files/spec-shelf.ts";
import type { Failure } from "../failure.ts";

/** Absolute; `null` where nothing is wished, and it goes beside the source. */
export async function outputPlace(
  wish: string | undefined,
  { cwd, source }: { readonly cwd: string; readonly source: string },
): Promise<string | null | Failure> {
  const out = wish === undefined ? null : resolve(cwd, wish);
  const long = nameTooLong({ source, out });
  if (long !== null) {
    return {
      failed: "usage",
      code: "name-too-long",
      message: `with its number the name of the finished spec would have ${long.bytes} bytes, and file systems take ${long.max}`,
      place: out ?? source,
      fix: "name a shorter file with --out FILE",
    };
  }
  // What is there is never written over.
  if (out === null || (await kindOf(out)) === "nothing") return out;
  return {
    failed: "refused",
    code: "output-exists",
    message: "the finished spec would go here, but something is there already",
    place: out,
    fix: "name another file with --out, or leave it out for the next free number beside the spec",
  };
}
