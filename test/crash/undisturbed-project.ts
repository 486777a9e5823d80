import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Undisturbed, undisturbedRun } from "./crash-point.ts";
import { callsWith, prepareProject, type Surveyors } from "./crash-session.ts";

const PREPARE_MS_MAX = 300_000;

/** A session that is killed again and again. */
interface CrashScene {
  prepare(project: string): Promise<void>;
  /** How many calls of agents it has. */
  readonly agentCalls: number;
  /** What must hold whenever a runner was killed; tells what does not. */
  readonly wrongAfterKill?: Undisturbed["wrongAfterKill"];
}

export function undisturbedProject(surveyors: Surveyors = "nobody"): () => Undisturbed {
  return undisturbedScene({
    prepare: (project) => prepareProject(project, surveyors),
    agentCalls: callsWith(surveyors),
  });
}

/** Prepares the session and runs it once without a crash, for all tests of a file. */
export function undisturbedScene({ prepare, agentCalls, wrongAfterKill }: CrashScene): () => Undisturbed {
  let folder: string | null = null;
  let undisturbed: Undisturbed | null = null;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "parley-crash-"));
    const prepared = join(folder, "prepared");
    await prepare(prepared);
    const ran = await undisturbedRun(prepared, join(folder, "undisturbed"), agentCalls);
    undisturbed = { ...ran, ...(wrongAfterKill === undefined ? {} : { wrongAfterKill }) };
  }, PREPARE_MS_MAX);
  afterAll(() => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (undisturbed === null) throw new Error("the undisturbed run is not over");
    return undisturbed;
  };
}
