import { documentPath, type RunFolder, type RunPlace } from "./run-folder.ts";

/** What each process of a run carries in its environment; the run's id alone may be another project's too. */
export function runMarks(run: RunFolder, place: RunPlace): { PARLEY_RUN: string; PARLEY_OUT: string } {
  return { PARLEY_RUN: run.runId, PARLEY_OUT: documentPath(run, place) };
}
