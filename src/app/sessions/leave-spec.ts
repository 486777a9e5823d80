import { owesSpec } from "../../core/refinement/session/owed.ts";
import type { SessionEngine } from "../../engine/session-engine.ts";
import { publishSpec } from "../../engine/step.ts";
import { type Failure, failureOfFile } from "../failure.ts";
import type { OpenProject } from "../project.ts";
import { shelfOf } from "./open-session.ts";

/** A session that has just ended leaves its spec behind, whoever ended it; its documents are level then. */
export async function leaveSpec(project: OpenProject, engine: SessionEngine): Promise<Failure | null> {
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
