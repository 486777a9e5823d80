// The branch that a task's worktree is on: parley's own, and never one that somebody else has put work on.
import { isCheckedOut } from "./land.ts";
import { branchRef, branchRefs, historyRefs, taskBranch } from "./refs.ts";
import type { RepositoryGit } from "./repository.ts";

/** Names that are tried: `parley/task/ID`, `parley/task/ID-2` and so on. */
const NAMES_MAX = 9;

const branchNumbered = (task: string, number: number): string =>
  number === 1 ? taskBranch(task) : `${taskBranch(task)}-${number}`;

/** As the worktree was opened last. */
export async function ownBranch(git: RepositoryGit, task: string): Promise<string> {
  const [ref = branchRef(task, 1)] = (await git.listRefs(branchRefs(task))).keys();
  return branchNumbered(task, Number(ref.slice(branchRefs(task).length)) || 1);
}

/** Notes the name for a worktree that begins at the commit; `null`: others have all of them. */
export async function takeBranch(git: RepositoryGit, task: string, commit: string): Promise<string | null> {
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const branch = branchNumbered(task, number);
    const isFree = (await git.readRef(`refs/heads/${branch}`)) === null;
    if (!isFree && !(await mayRemove(git, task, branch))) continue;
    for (const ref of (await git.listRefs(branchRefs(task))).keys()) await git.removeRef(ref);
    await git.setRef(branchRef(task, number), commit);
    return branch;
  }
  return null;
}

/** What others put on it meanwhile stays, by its name. */
export async function dropBranch(git: RepositoryGit, task: string): Promise<void> {
  const branch = await ownBranch(git, task);
  if (await mayRemove(git, task, branch)) await git.removeRef(`refs/heads/${branch}`);
  for (const ref of (await git.listRefs(branchRefs(task))).keys()) await git.removeRef(ref);
}

/** It ends on a commit that parley made or keeps, and nobody has it checked out. */
async function mayRemove(git: RepositoryGit, task: string, branch: string): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  const tip = await git.readRef(ref);
  const known = new Set((await git.listRefs(...historyRefs(task))).values());
  return tip !== null && known.has(tip) && !(await isCheckedOut(git, ref));
}
