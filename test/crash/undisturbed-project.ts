import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Undisturbed, undisturbedRun } from "./crash-point.ts";
import { callsWith, prepareProject, type Surveyors } from "./crash-session.ts";

const PREPARE_MS_MAX = 300_000;

/** Prepares the session and runs it once without a crash, for all tests of a file. */
export function undisturbedProject(surveyors: Surveyors = "nobody"): () => Undisturbed {
  let folder: string | null = null;
  let undisturbed: Undisturbed | null = null;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "parley-crash-"));
    const prepared = join(folder, "prepared");
    await prepareProject(prepared, surveyors);
    undisturbed = await undisturbedRun(prepared, join(folder, "undisturbed"), callsWith(surveyors));
  }, PREPARE_MS_MAX);
  afterAll(() => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (undisturbed === null) throw new Error("the undisturbed run is not over");
    return undisturbed;
  };
}
