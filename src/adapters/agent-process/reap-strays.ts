import { execFile } from "node:child_process";
import { REAP_SCRIPT } from "./reap-script.ts";
import { documentPath, type RunFolder } from "./run-folder.ts";

const REAP_PROGRAM_MS_MAX = 10_000;

/** What each process of a run carries in its environment; the run's id alone may be another project's too. */
export function runMarks(run: RunFolder, document: string): { PARLEY_RUN: string; PARLEY_OUT: string } {
  return { PARLEY_RUN: run.runId, PARLEY_OUT: documentPath(run, document) };
}

export interface Reaped {
  /** What was ended. */
  readonly strays: readonly string[];
  /** What could not be. */
  readonly left: readonly string[];
}

const NOT_REAPED: Reaped = { strays: [], left: ["whatever it left running: the search for it failed"] };

/** Ends what is left of a run that has no wrapper any more to do it, as far as that can be found here. */
export async function reapStrays(run: RunFolder, document: string): Promise<Reaped> {
  const marks = Object.entries(runMarks(run, document)).map(([name, value]) => `${name}=${value}`);
  const args = ["--input-type=commonjs", "-e", REAP_SCRIPT, ...marks];
  const about = { env: {}, timeout: REAP_PROGRAM_MS_MAX, killSignal: "SIGKILL" as const };
  return await new Promise((resolve) => {
    execFile(process.execPath, args, about, (error, stdout) => {
      resolve(error === null ? (JSON.parse(stdout) as Reaped) : NOT_REAPED);
    });
  });
}
