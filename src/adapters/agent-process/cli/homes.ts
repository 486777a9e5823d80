// Private homes of command-line agents: their settings and what they remember of a conversation, by session and role.
// An agent writes there whatever it likes, also what it was told not to say, so that none is kept longer than needed.

import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type CallKey, callKeyParts, ONLY_LANE } from "../../../core/shared/call-key.ts";
import { sha256Of } from "../../shared/sha256.ts";
import { isSystemError } from "../../shared/system-error.ts";
import type { LaidFile } from "./user-login.ts";

const PRIVATE = 0o700;
const PRIVATE_FILE = 0o600;
/** Beside what the agent makes: the call that lives there. */
const TENANT = "call";

/** Runs side by side have a home each, since none expects another to change its files meanwhile. */
export function homeFolder(homesDir: string, key: CallKey): string {
  const { subject, purpose, lane } = callKeyParts(key);
  const role = lane === ONLY_LANE ? purpose : `${purpose}.${folderName(lane)}`;
  const of = subject.of === "task" ? `task.${subject.id}` : subject.id;
  return join(homesOfSession(homesDir, of), role);
}

interface HomeRequest {
  readonly homesDir: string;
  readonly home: string;
  /** The agent's own folder in it, which some want to be there. */
  readonly homeName: string;
  readonly key: CallKey;
  /** Only a call that goes on in a conversation needs what the one before it left. */
  readonly resumes: boolean;
  /** What must be there for this call. */
  readonly laid: readonly LaidFile[];
}

export async function prepareHome(request: HomeRequest): Promise<void> {
  const { homesDir, home, homeName, key, resumes, laid } = request;
  if (!resumes) await rm(home, { recursive: true, force: true });
  await mkdir(resolve(homesDir), { recursive: true });
  const folders = [resolve(homesDir), dirname(home), home, join(home, homeName)];
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: PRIVATE });
    await chmod(folder, PRIVATE);
  }
  await writeFile(join(home, TENANT), key);
  await layFiles(home, laid);
}

/** Also over what an agent has left there in their place. */
export async function layFiles(folder: string, laid: readonly LaidFile[]): Promise<void> {
  for (const file of laid) {
    const path = join(folder, file.path);
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE });
    if ("linkTo" in file) {
      await rm(path, { recursive: true, force: true });
      await symlink(file.linkTo, path);
    } else if (file.text === null) {
      await mkdir(path, { recursive: true, mode: PRIVATE });
    } else {
      await rm(path, { recursive: true, force: true });
      await writeFile(path, file.text, { mode: PRIVATE_FILE });
    }
  }
}

/** Removes a home, unless a later call lives there by now. */
export async function removeHomeOf(home: string, key: CallKey): Promise<void> {
  const tenant = await readFile(join(home, TENANT), "utf8").catch(() => key);
  if (tenant === key) await removeFolder(home);
}

/** Removes all homes of a session, for when it has ended; nothing where it has none. */
export async function removeHomes(homesDir: string, session: string): Promise<void> {
  await removeFolder(homesOfSession(homesDir, session));
}

/** What cannot be removed stays private, and must not cost what the call gained. */
async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function homesOfSession(homesDir: string, session: string): string {
  return join(resolve(homesDir), folderName(session));
}

/** A name may be anything without blanks and bars; as a folder it must lead nowhere else. */
function folderName(name: string): string {
  if (/^\w[\w.-]{0,99}$/.test(name)) return name;
  return sha256Of(name).slice(0, 16);
}
