// The files of a project that agents may see: those that git knows or would take, else those that a walk finds.
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { ListedFiles, ReadableProject } from "../../engine/ports.ts";

/** A list that is longer helps nobody who has to read it. */
const FILES_MAX = 20_000;
const FOLDERS_MAX = 5_000;
const DEPTH_MAX = 32;
const GIT_MS_MAX = 20_000;
const GIT_BYTES_MAX = 32 * 1024 * 1024;

interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function readableProject(root: string, env: Place["env"]): ReadableProject {
  return { root, list: () => listFiles({ root, env }) };
}

async function listFiles(place: Place): Promise<ListedFiles> {
  // In a folder that git ignores it knows of nothing.
  const known = (await gitFiles(place)) ?? [];
  const found = known.some((path) => path !== "") ? known : await walkFiles(place);
  const paths = [...new Set(found)].filter((path) => isPlain(path) && !isHidden(path)).sort();
  return { paths: paths.slice(0, FILES_MAX), isCut: paths.length > FILES_MAX };
}

/** A name with line ends or other control characters could pass for more than one. */
function isPlain(path: string): boolean {
  return path !== "" && !/\p{Cc}/u.test(path) && !path.startsWith("/") && !path.split("/").includes("..");
}

/** What no agent gets to see: our own and others' housekeeping, and files that are likely to hold a key. */
const HIDDEN_FOLDERS = new Set([
  ".git",
  ".parley",
  "node_modules",
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
]);
const HIDDEN_FILES =
  /^(?:\.env(?:\.(?!example$|sample$|template$).*|rc)?|\.npmrc|\.netrc|_netrc|\.pypirc|\.git-credentials|\.htpasswd|\.pgpass|id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-].*)?|(?:credentials?|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt|xml|properties|conf|cfg|csv))?|service-account.*\.json|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|env))$/;

/** A path from the project's root, with `/`. */
export function isHidden(path: string): boolean {
  const steps = path.toLowerCase().split("/");
  return steps.some((step) => HIDDEN_FOLDERS.has(step)) || HIDDEN_FILES.test(steps.at(-1) ?? "");
}

const run = promisify(execFile);

/** `null` where git cannot tell. */
async function gitFiles({ root, env }: Place): Promise<readonly string[] | null> {
  // A project's own settings may name a program to watch its files; listing them must not start it.
  const args = ["-c", "core.fsmonitor=false", "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { PATH, HOME } = env;
  try {
    const { stdout } = await run("git", args, {
      cwd: root,
      env: { PATH, HOME, GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" },
      timeout: GIT_MS_MAX,
      maxBuffer: GIT_BYTES_MAX,
    });
    return stdout.split("\0");
  } catch {
    return null;
  }
}

async function walkFiles({ root }: Place): Promise<readonly string[]> {
  const files: string[] = [];
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: "", depth: 0 }];
  for (let seen = 0; seen < FOLDERS_MAX && files.length <= FILES_MAX; seen += 1) {
    const folder = folders.shift();
    if (folder === undefined) break;
    const entries = await readdir(join(root, folder.path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      // A link is neither, and is not followed.
      const isOpen = entry.isDirectory() && !isHidden(path) && folder.depth < DEPTH_MAX;
      if (isOpen) folders.push({ path, depth: folder.depth + 1 });
    }
  }
  return files;
}
