// Where the finished spec may go, and putting it there.
import { resolve } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { nameTooLong } from "../../adapters/files/spec-shelf.ts";
import { owesSpec } from "../../core/refinement/session/owed.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { publishSpec } from "../../engine/step.ts";
import { type Failure, failureOfFile, type Outcome, refusedFailure, usageFailure } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { shelfOf } from "./open-session.ts";

/**
 * Absolute; `null` where nothing is named, and it goes beside the source. Whoever names a place that will not do should
 * hear so now, and not at the end.
 */
export async function outputPlace(
  wanted: string | undefined,
  { cwd, source }: { readonly cwd: string; readonly source: string },
): Outcome<string | null> {
  const out = wanted === undefined ? null : resolve(cwd, wanted);
  const long = nameTooLong({ source, out });
  if (long !== null) {
    return usageFailure(
      "name-too-long",
      `with its number the name of the finished spec would have ${long.bytes} bytes, and file systems take ${long.max}`,
      "name a shorter file with --out FILE",
      out ?? source,
    );
  }
  // What is there is never written over.
  if (out === null || (await kindOf(out)) === "nothing") return out;
  return refusedFailure(
    "output-exists",
    "the finished spec would go here, but something is there already",
    "name another file with --out, or leave it out for the next free number beside the spec",
    out,
  );
}

/** A session that has just ended leaves its spec behind, whoever ended it; its documents are level then. */
export async function leaveSpec(project: OpenProject, engine: SessionEngine): Outcome<null> {
  if (owesSpec(engine.live)) {
    try {
      await publishSpec(engine, await shelfOf(project, engine));
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      await engine.sync();
      return placingFailure(error, project, engine);
    }
  }
  await engine.sync();
  return null;
}

export function placingFailure(error: unknown, { root }: OpenProject, { id, live }: SessionEngine): Failure {
  const place = "path" in (error as object) ? String((error as { path: unknown }).path) : root;
  return {
    ...failureOfFile(error, { doing: "write the finished spec", place }),
    code: "spec-not-written",
    fix: `the session has ended as ${live.ledger.ended?.type} and nothing is lost: make room there, then run \`parley resume ${id}\`, or name another place with \`parley resume ${id} --out FILE\``,
  };
}
