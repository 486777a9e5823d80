// Taking a call's run folder for oneself. The folder appears whole, by a rename that only one can win, so that a call
// is never started twice and is never found half prepared.
import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { LeaseHolder } from "../../engine/ports.ts";
import { flushFolder, writeFlushed } from "../shared/durable-file.ts";
import { isSystemError } from "../shared/system-error.ts";
import { type RunFolder, runFolderAt } from "./run-folder.ts";
import { type RunRequest, recordText, type ViewRecord } from "./run-records.ts";

type ClaimOutcome = "claimed" | "taken";

interface RunToClaim {
  readonly run: RunFolder;
  readonly request: RunRequest;
  readonly prompt: string;
  /** Lays in the view what the agent may look at; the folder it is given is not the run's own yet. */
  layView(run: RunFolder): Promise<ViewRecord>;
}

export async function claimRun({ run, request, prompt, layView }: RunToClaim): Promise<ClaimOutcome> {
  return await createFolder(run, request.starter, async (unfinished) => {
    await mkdir(unfinished.view);
    await writeFile(unfinished.stdout, "");
    await writeFile(unfinished.stderr, "");
    await writeFlushed(unfinished.prompt, prompt);
    await writeFlushed(unfinished.request, recordText(request));
    await writeFlushed(unfinished.fingerprint, recordText(await layView(unfinished)));
  });
}

/** Takes the place of a launch that never began: whoever slept before starting it finds that it is too late. */
export async function giveUpRun(run: RunFolder, by: LeaseHolder): Promise<ClaimOutcome> {
  return await createFolder(run, by, (unfinished) => writeFlushed(unfinished.givenUp, ""));
}

async function createFolder(
  run: RunFolder,
  claimer: LeaseHolder,
  fill: (unfinished: RunFolder) => Promise<void>,
): Promise<ClaimOutcome> {
  const runsDir = dirname(run.path);
  await mkdir(runsDir).catch(ignoreExisting);
  const unfinished = runFolderAt(join(runsDir, halfMadeName(run, claimer)), run.runId);
  try {
    await mkdir(unfinished.path);
    await fill(unfinished);
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

/** It begins with a dot and says who makes it, so that what a killed claimer left can be told from what is being made. */
function halfMadeName({ runId }: RunFolder, { host, pid, processStart }: LeaseHolder): string {
  const who = Buffer.from(JSON.stringify([host, pid, processStart])).toString("base64url");
  return `.${runId}.${randomUUID()}.${who}`;
}

const HALF_MADE = /^\.[0-9a-f]{16}\.[0-9a-f-]{36}(?:\.([\w-]{1,200}))?$/;
/** One that does not say who makes it is of an older version; by then nobody does. */
const UNSIGNED_MS_MAX = 24 * 60 * 60 * 1_000;
const claimerSchema = z.tuple([z.string(), z.int(), z.string()]);

/** Takes away what claimers that are dead left half made; what cannot be taken away stays. */
export async function removeHalfMade(
  runsDir: string,
  { isDead, nowMs }: { isDead(holder: LeaseHolder): boolean; readonly nowMs: number },
): Promise<void> {
  for (const name of await readdir(runsDir).catch(() => [])) {
    const parts = HALF_MADE.exec(name);
    if (parts === null) continue;
    const folder = join(runsDir, name);
    const claimer = claimerOf(parts[1]);
    const isLeft =
      claimer === null
        ? nowMs - ((await lstat(folder).catch(() => null))?.mtimeMs ?? nowMs) > UNSIGNED_MS_MAX
        : isDead(claimer);
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function claimerOf(who: string | undefined): LeaseHolder | null {
  try {
    const read = claimerSchema.parse(JSON.parse(Buffer.from(who ?? "", "base64url").toString()));
    return { host: read[0], pid: read[1], processStart: read[2] };
  } catch {
    return null;
  }
}

function ignoreExisting(error: unknown): void {
  if (!isSystemError(error) || error.code !== "EEXIST") throw error;
}
