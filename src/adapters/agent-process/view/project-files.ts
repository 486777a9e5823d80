// Which files of a project an agent may look at: what git would keep, or everything where there is no git.
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../environment.ts";

/** An agent needs no more to understand a project, and a copy is made for each run. */
export const PROJECT_FILES_MAX = 5_000;
/** Looked at without git, whether they are copied or not. */
const ENTRIES_MAX = 50_000;
const GIT_MS_MAX = 20_000;
const GIT_BYTES_MAX = 64 * 1024 * 1024;

/** Folders that are no part of what a project says, wherever they lie. */
const NEVER_INSIDE = new Set([".git", ".parley", "node_modules"]);
/** Files that are there to hold secrets; an example of one is for everybody. */
const SECRET_FILE =
  /^(?:\.env(?:\.(?!example$|sample$|template$).*)?|\.netrc|\.npmrc|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:pem|key|p12|pfx|keystore))$/i;

export interface ProjectFiles {
  /** From the project's root, with `/`. */
  readonly paths: readonly string[];
  /** More than were taken. */
  readonly cut: boolean;
}

export async function projectFiles(root: string, env: Environment): Promise<ProjectFiles> {
  const listed = (await listedByGit(root, env)) ?? (await walked(root));
  const paths = [...new Set(listed)].filter(mayBeSeen).sort();
  return { paths: paths.slice(0, PROJECT_FILES_MAX), cut: paths.length > PROJECT_FILES_MAX };
}

function mayBeSeen(path: string): boolean {
  const parts = path.split("/");
  return !parts.some((part) => NEVER_INSIDE.has(part)) && !SECRET_FILE.test(parts.at(-1) ?? "");
}

/** `null` where git is not there, or the project is none of its. */
async function listedByGit(root: string, env: Environment): Promise<readonly string[] | null> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  // Variables of a git that runs us, in a hook, would point it to another repository.
  const { PATH, HOME } = env;
  const about = { cwd: root, env: { PATH, HOME }, timeout: GIT_MS_MAX, maxBuffer: GIT_BYTES_MAX };
  return await new Promise((resolve) => {
    execFile("git", args, about, (error, stdout) => {
      resolve(error === null ? stdout.split("\0").filter((path) => path !== "") : null);
    });
  });
}

/** Links are not followed. */
async function walked(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const folders = [""];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inside = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of inside) {
      entries += 1;
      if (entries > ENTRIES_MAX) return paths;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NEVER_INSIDE.has(entry.name)) folders.push(path);
      if (entry.isFile()) paths.push(path);
    }
  }
  return paths;
}
