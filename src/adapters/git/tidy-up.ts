// What earlier runs left behind, and nobody needs any more.
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TaskPlace } from "../../engine/build-ports.ts";
import { SCRATCH } from "./plain-git.ts";
import { baseRefs, openRefs, PARLEY_BRANCHES, PARLEY_REFS, taskBranchRefs } from "./refs.ts";
import type { RepositoryGit } from "./repository.ts";
import { dropBranch } from "./task-branch.ts";
import {
  adminFolders,
  GONE,
  isFolder,
  LANDING,
  linkedWorktrees,
  namesIn,
  removeFolder,
  removeWorktree,
} from "./worktrees.ts";

/** Worktree and branch of a task go, unless it was begun anew since; where somebody has the branch checked out, it stays. */
export async function closeTask(git: RepositoryGit, { task, incarnation }: TaskPlace): Promise<void> {
  const begun = [...(await git.listRefs(baseRefs(task))).keys()];
  if (begun.some((ref) => Number(ref.slice(baseRefs(task).length)) > incarnation)) return;
  for (const ref of (await git.listRefs(openRefs(task))).keys()) await git.removeRef(ref);
  await removeWorktree(git, join(git.place.worktrees, task));
  await dropBranch(git, task);
  for (const ref of begun) await git.removeRef(ref);
}

/** Whatever there is of it. */
function closeWholly(git: RepositoryGit, task: string): Promise<void> {
  return closeTask(git, { task, incarnation: Number.POSITIVE_INFINITY });
}

export async function tidyUp(git: RepositoryGit, needed: readonly TaskPlace[]): Promise<void> {
  const { worktrees, commonDir } = git.place;
  const tasks = new Set(needed.map(({ task }) => task));
  await removeStaleLocks(git);
  for (const name of await namesIn(worktrees)) {
    const path = join(worktrees, name);
    if (name.startsWith(SCRATCH) || name.startsWith(GONE)) {
      if (!git.scratches.has(path)) await rm(path, { recursive: true, force: true });
    } else if (name === LANDING) {
      if (tasks.size === 0) await removeWorktree(git, path);
    } else if (!tasks.has(name)) await closeWholly(git, name);
  }
  const branches = [...(await git.listRefs(taskBranchRefs)).keys()].map((ref) =>
    ref.slice(taskBranchRefs.length).replace(/-\d$/, ""),
  );
  const others = await tasksElsewhere(git);
  for (const task of new Set(branches))
    if (!tasks.has(task) && !others.has(task)) await closeWholly(git, task);
  const gone = (await namesIn(join(commonDir, "worktrees"))).filter((name) => name.startsWith(GONE));
  for (const name of gone) await rm(join(commonDir, "worktrees", name), { recursive: true, force: true });
  // What git notes of a worktree of ours that is not there.
  const left = new Set((await namesIn(worktrees)).map((name) => join(worktrees, name)));
  for (const admin of await adminFolders(
    git,
    (path) => path.startsWith(`${worktrees}/`) && !left.has(path),
  )) {
    await removeFolder(admin, join(commonDir, "worktrees"));
  }
}

/** Of other projects in the same repository: their worktrees are called by their tasks, too. */
async function tasksElsewhere(git: RepositoryGit): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { path } of await linkedWorktrees(git)) {
    if (dirname(path) !== git.place.worktrees && (await isFolder(path))) names.add(basename(path));
  }
  return names;
}

const LOCK_FOLDERS_MAX = 10_000;

/** A git that was killed leaves its locks; on refs of parley's own nobody else has any. */
async function removeStaleLocks({ place }: RepositoryGit): Promise<void> {
  const folders = [PARLEY_REFS, PARLEY_BRANCHES].map((beginning) => join(place.commonDir, beginning));
  for (let at = 0; at < folders.length && at < LOCK_FOLDERS_MAX; at += 1) {
    const folder = folders[at] ?? "";
    for (const name of await namesIn(folder)) {
      const path = join(folder, name);
      if (await isFolder(path)) folders.push(path);
      else if (name.endsWith(".lock")) await rm(path, { force: true });
    }
  }
}
