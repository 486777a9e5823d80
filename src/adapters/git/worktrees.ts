// parley's own worktrees of a person's repository: linked by git, filled and emptied by us.
import { chmod, lstat, readdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { writeDurably } from "../shared/durable-file.ts";
import { errnoOf } from "../shared/system-error.ts";
import { GitFailure } from "./git-program.ts";
import { PlainGit } from "./plain-git.ts";
import type { RepositoryGit } from "./repository.ts";
import type { RepositorySettings } from "./settings.ts";

/** Folders on their way out: nobody may take half a worktree for a whole one. */
export const GONE = ".gone-";

/** The worktree in which landings are prepared; no task is called that. */
export const LANDING = "landing";

interface NewWorktree {
  readonly path: string;
  readonly commit: string;
  /** `null`: on no branch. */
  readonly branch: string | null;
  readonly settings: RepositorySettings;
}

/** Nothing may stand there yet. The branch is ours, and begins at the commit. */
export async function makeWorktree(
  git: RepositoryGit,
  { path, commit, branch, settings }: NewWorktree,
): Promise<void> {
  if (branch !== null) await git.setRef(`refs/heads/${branch}`, commit);
  const where = branch === null ? ["--detach", path, commit] : [path, branch];
  await git.run(["worktree", "add", "--force", "--no-checkout", ...where]);
  await fillWorktree(git, path, commit, settings);
}

/** The commit's content, under the index that belongs to the worktree; what is ignored there stays. */
export async function fillWorktree(
  git: RepositoryGit,
  path: string,
  commit: string,
  settings: RepositorySettings,
): Promise<void> {
  const admin = await adminFolder(git, path);
  if (admin === null) throw new GitFailure(`git does not know the worktree ${path}`, "refused");
  await rm(join(admin, "index.lock"), { force: true });
  await PlainGit.use(git, settings, "through", async (plain) => {
    const own = { workTree: path, index: join(admin, "index") };
    await plain.run(["read-tree", "--reset", "-u", commit], own);
    const left = (await plain.run(["ls-files", "-z", "--others", "--exclude-standard"], own)).toString(
      "latin1",
    );
    for (const name of left.split("\0").filter((entry) => entry !== "")) {
      await rm(Buffer.concat([Buffer.from(`${path}/`), Buffer.from(name, "latin1")]), {
        recursive: true,
        force: true,
      });
    }
  });
}

/** Where git keeps what it knows of a worktree; `null` where it knows none. */
export async function adminFolder(git: RepositoryGit, path: string): Promise<string | null> {
  const [first = null] = await adminFolders(git, (worktree) => worktree === path);
  return first;
}

/** A folder may be noted twice: what a person's hand or a crash left counts as ours, too. */
export async function adminFolders(
  git: RepositoryGit,
  isWanted: (path: string) => boolean,
): Promise<readonly string[]> {
  return (await linkedWorktrees(git)).filter(({ path }) => isWanted(path)).map(({ admin }) => admin);
}

/** Those that git knows of, with the folder in which it keeps what it knows. */
export async function linkedWorktrees(
  git: RepositoryGit,
): Promise<readonly { readonly path: string; readonly admin: string }[]> {
  const all = join(git.place.commonDir, "worktrees");
  const found: { readonly path: string; readonly admin: string }[] = [];
  for (const name of await namesIn(all)) {
    const admin = join(all, name);
    const link = (await readFile(join(admin, "gitdir"), "utf8").catch(() => "")).trim();
    if (basename(link) === ".git") found.push({ path: dirname(link), admin });
  }
  return found;
}

/**
 * `lost`: it is gone, or what makes it a worktree is. `replaced`: something else stands in its place, or its `.git` leads
 * elsewhere. Whatever lies in such a folder is nobody's work.
 */
export async function worktreeFault(git: RepositoryGit, path: string): Promise<"lost" | "replaced" | null> {
  const link = join(path, ".git");
  for (const [name, isRight] of [
    [path, "isDirectory"],
    [link, "isFile"],
  ] as const) {
    const about = await lstat(name).catch((error: unknown) => {
      if (errnoOf(error) === "ENOENT") return null;
      throw error;
    });
    if (about === null) return "lost";
    if (!about[isRight]()) return "replaced";
  }
  const admins = await adminFolders(git, (worktree) => worktree === path);
  if (admins.length === 0) return "lost";
  const named = /^gitdir: (.+)\n?$/.exec(await readFile(link, "utf8"))?.[1];
  const leadsTo = named === undefined ? null : await realPathOf(resolve(path, named));
  for (const admin of admins) {
    if (leadsTo === null || leadsTo !== (await realPathOf(admin))) continue;
    const common = (await readFile(join(admin, "commondir"), "utf8").catch(() => "")).trim();
    if ((await realPathOf(resolve(admin, common))) === (await realPathOf(git.place.commonDir))) return null;
  }
  return "replaced";
}

function realPathOf(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}

/** A worktree of parley's goes by the settings of the repository that it belongs to, and has none of its own. */
export async function settleAdmin(git: RepositoryGit, admin: string): Promise<void> {
  await rm(join(admin, "config.worktree"), { force: true });
  await writeDurably(join(admin, "commondir"), `${git.place.commonDir}\n`);
}

/** However often, and whatever is there of it. */
export async function removeWorktree(git: RepositoryGit, path: string): Promise<void> {
  await removeFolder(path, git.place.worktrees);
  for (const admin of await adminFolders(git, (worktree) => worktree === path)) {
    await removeFolder(admin, join(git.place.commonDir, "worktrees"));
  }
}

/** Out of sight first, under a name beside the others; a link goes, and not what it leads to. */
export async function removeFolder(path: string, beside: string): Promise<void> {
  const gone = join(beside, `${GONE}${crypto.randomUUID()}`);
  try {
    await rename(path, gone);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return;
    throw error;
  }
  try {
    await rm(gone, { recursive: true, force: true });
  } catch (error) {
    if (errnoOf(error) !== "EACCES" && errnoOf(error) !== "EPERM") throw error;
    await makeWritable(gone);
    await rm(gone, { recursive: true, force: true });
  }
}

/** Folders that may not be written cannot be emptied: some tools keep their caches so. */
async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch {
    return false;
  }
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}
