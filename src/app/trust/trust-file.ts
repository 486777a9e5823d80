// Whose settings somebody has looked at and agreed to: a file of the user's, never of the project.

import { dirname, join } from "node:path";
import { createFolders } from "../../adapters/files/create-file.ts";
import { readText } from "../../adapters/files/read-text.ts";
import { writeAtomically } from "../../adapters/files/write-atomically.ts";
import type { Environment } from "../command-context.ts";
import { noHome } from "../config/config-files.ts";
import { type Failure, failureOfFile, lockedFailure, type Outcome } from "../failure.ts";
import { userStateFolder } from "../user-folders.ts";
import type { TrustEntry } from "../wire/project.ts";
import { whileLocked } from "../with-file-lock.ts";

const FILE = "trusted.json";
const BYTES_MAX = 4 * 1024 * 1024;
const LOCK_WAIT_MS = 5_000;
/** Older ones are forgotten: to be asked once more does no harm. */
const ENTRIES_MAX = 1_000;

/** What cannot be read is not trust. */
export async function readTrust(env: Environment): Promise<readonly TrustEntry[]> {
  const file = trustFile(env);
  if (file === null) return [];
  const read = await readText(file, BYTES_MAX);
  return read.at === "read" ? entriesIn(read.text) : [];
}

function entriesIn(text: string): readonly TrustEntry[] {
  try {
    const entries = (JSON.parse(text) as { readonly projects?: unknown }).projects;
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is TrustEntry {
  if (typeof entry !== "object" || entry === null) return false;
  const { root, fingerprint, at } = entry as Partial<Record<keyof TrustEntry, unknown>>;
  return [root, fingerprint, at].every((word) => typeof word === "string");
}

/** `null` once it is on disk. */
export async function changeTrust(
  env: Environment,
  change: (entries: readonly TrustEntry[]) => readonly TrustEntry[],
): Outcome<null> {
  const file = trustFile(env);
  if (file === null) return noHome();
  try {
    await createFolders(dirname(file));
    const path = `${file}.lock`;
    const write = async (): Promise<null> => {
      const projects = change(await readTrust(env)).slice(-ENTRIES_MAX);
      await writeAtomically(file, `${JSON.stringify({ projects }, null, 2)}\n`);
      return null;
    };
    return await whileLocked({ path, waitMs: LOCK_WAIT_MS }, write, () => trustFileLocked(path));
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "note whose settings you trust", place: file });
  }
}

function trustFile(env: Environment): string | null {
  const folder = userStateFolder(env);
  return folder === null ? null : join(folder, FILE);
}

function trustFileLocked(place: string): Failure {
  return lockedFailure(
    "trust-locked",
    `another process is changing whose settings are trusted, and did not finish within ${LOCK_WAIT_MS / 1000} s`,
    "try again",
    place,
  );
}
