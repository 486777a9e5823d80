// What parley stands on: Node, the disk, permissions.

import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { kindOf } from "../../adapters/files/create-file.ts";
import { lookAtLineage } from "../../adapters/host/process-lineage.ts";
import { reasonOf } from "../../adapters/shared/system-error.ts";
import type { DoctorRow } from "../wire/project.ts";

const NODE_MINIMUM = [20, 19] as const;
const MB = 1024 * 1024;
const SPACE_WARN_BYTES = 1024 * MB;
const SPACE_FAIL_BYTES = 50 * MB;
const OTHERS_MAY_WRITE = 0o002;

export function checkNode(version: string): DoctorRow {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1]);
  if (enough) return { check: "node", status: "ok", detail: version };
  const fix = `install Node ${NODE_MINIMUM.join(".")} or later`;
  return { check: "node", status: "fail", detail: `${version} is too old`, fix };
}

export async function checkSpace(folder: string): Promise<DoctorRow> {
  const check = "disk space";
  try {
    const { bavail, bsize } = await statfs(folder);
    return spaceRow(check, bavail * bsize);
  } catch (error) {
    return { check, status: "skip", detail: `cannot be told: ${reasonOf(error)}` };
  }
}

export function spaceRow(check: string, freeBytes: number): DoctorRow {
  const detail = `${sizeText(freeBytes)} free`;
  if (freeBytes >= SPACE_WARN_BYTES) return { check, status: "ok", detail };
  const fix = "free some space: documents and agent logs need room";
  return { check, status: freeBytes < SPACE_FAIL_BYTES ? "fail" : "warn", detail, fix };
}

export function sizeText(bytes: number): string {
  if (bytes >= 1024 * MB) return `${(bytes / (1024 * MB)).toFixed(1)} GB`;
  if (bytes >= MB) return `${(bytes / MB).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1024)} KB`;
}

export async function checkUserFolder(folder: string | null): Promise<DoctorRow> {
  const check = "user folder";
  if (folder !== null) return checkFolder(check, folder);
  const fix = "set HOME or XDG_CONFIG_HOME to an absolute path";
  return { check, status: "warn", detail: "you have no home folder", fix };
}

/** A folder that parley writes to; one that does not exist yet must be possible to create. */
export async function checkFolder(check: string, folder: string): Promise<DoctorRow> {
  const kind = await kindOf(folder);
  if (kind === "nothing") return checkCreatable(check, folder);
  if (kind === "other" || kind === "file") {
    return { check, status: "fail", detail: `${folder} is not a folder`, fix: "move it away" };
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const fix = `make it yours: chmod u+rwx ${folder}`;
    return { check, status: "fail", detail: `${folder}: ${reasonOf(error)}`, fix };
  }
  const { mode } = await stat(folder);
  if ((mode & OTHERS_MAY_WRITE) === 0) return { check, status: "ok", detail: folder };
  const detail = `everybody on this machine may write to ${folder}`;
  return { check, status: "warn", detail, fix: `chmod o-w ${folder}` };
}

async function checkCreatable(check: string, folder: string): Promise<DoctorRow> {
  let parent = dirname(folder);
  while ((await kindOf(parent)) === "nothing") parent = dirname(parent);
  const why = await folderProblem(parent);
  if (why === null) return { check, status: "ok", detail: `${folder} (created when needed)` };
  return {
    check,
    status: "warn",
    detail: `${folder} cannot be created: ${why} at ${parent}`,
    fix: "let your user write there, or point XDG_CONFIG_HOME elsewhere",
  };
}

const SOMEBODY_MAY_WRITE = 0o222;

/** Looked at, not tried, since a diagnosis changes nothing. `null` where a folder can be made. */
async function folderProblem(parent: string): Promise<string | null> {
  try {
    await access(parent, constants.W_OK | constants.X_OK);
    const about = await stat(parent);
    if (!about.isDirectory()) return "a part of the path is not a folder";
    // To root everything is permitted, also in folders that take nothing, as those of /proc.
    return (about.mode & SOMEBODY_MAY_WRITE) === 0 ? "nobody may write" : null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** How well a command that comes from inside an agent's run is known here, so that it cannot decide for the user. */
export async function checkRuns(): Promise<DoctorRow> {
  const check = "agents' commands";
  const look = await lookAtLineage();
  if (look.at === "unseen" || look.lineage.relatives.length === 0) {
    const why = look.at === "unseen" ? look.why : "the system does not show who started a process";
    const detail = `what an agent starts is only known by its environment, which it can change: ${why}`;
    return { check, status: "warn", detail, fix: "run agents as another user or in a container" };
  }
  const environments = look.lineage.relatives.some(({ env }) => env !== null);
  const by = environments ? "ancestors, environment, group and session" : "ancestors and group";
  return { check, status: "ok", detail: `commands that an agent starts are recognised by their ${by}` };
}
