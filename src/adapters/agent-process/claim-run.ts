// Taking a call's run folder for oneself. The folder appears whole, by a rename that only one can win, so that a call
// is never started twice and is never found half prepared.
import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flushFolder, isSystemError, writeFlushed } from "./durable-file.ts";
import { type RunFolder, runFolderAt } from "./run-folder.ts";
import { type RunRequest, recordText, type ViewRecord } from "./run-records.ts";

export type Claim = "claimed" | "taken";

export interface RunToClaim {
  readonly run: RunFolder;
  readonly request: RunRequest;
  readonly prompt: string;
  /** Lays in the view what the agent may look at; the folder it is given is not the run's own yet. */
  layView(run: RunFolder): Promise<ViewRecord>;
}

/** What a killed claimer leaves behind begins with a dot and is nobody's run. */
export async function claimRun({ run, request, prompt, layView }: RunToClaim): Promise<Claim> {
  const runsDir = dirname(run.path);
  await mkdir(runsDir).catch(ignoreExisting);
  const unfinished = runFolderAt(join(runsDir, `.${run.runId}.${randomUUID()}`), run.runId);
  try {
    await mkdir(unfinished.path);
    await mkdir(unfinished.view);
    await writeFile(unfinished.stdout, "");
    await writeFile(unfinished.stderr, "");
    await writeFlushed(unfinished.prompt, prompt);
    await writeFlushed(unfinished.request, recordText(request));
    await writeFlushed(unfinished.fingerprint, recordText(await layView(unfinished)));
    await flushFolder(unfinished.path);
    await rename(unfinished.path, run.path);
  } catch (error) {
    await rm(unfinished.path, { recursive: true, force: true });
    if (isSystemError(error) && (error.code === "ENOTEMPTY" || error.code === "EEXIST")) return "taken";
    throw error;
  }
  await flushFolder(runsDir);
  return "claimed";
}

function ignoreExisting(error: unknown): void {
  if (!isSystemError(error) || error.code !== "EEXIST") throw error;
}
