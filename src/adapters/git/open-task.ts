// A task's worktree on a branch of its own, and that branch on its way to a remote.
import type {
  BuildTarget,
  CommitSha,
  LandingTrouble,
  OpenWorktree,
  TaskPlace,
} from "../../engine/build-ports.ts";
import { fetchTarget } from "./find-target.ts";
import { GitFailure } from "./git-program.ts";
import { isCheckedOut, type LandingContext, pushTo } from "./land.ts";
import { baseRef, keptBranch, openRef, taskBranch } from "./refs.ts";
import type { RepositoryGit } from "./repository.ts";
import { ownBranch, takeBranch } from "./task-branch.ts";
import { fillWorktree, makeWorktree, removeWorktree, worktreeFault } from "./worktrees.ts";

export async function openTask(
  context: LandingContext,
  path: string,
  place: TaskPlace,
  target: BuildTarget,
): Promise<OpenWorktree | LandingTrouble> {
  const { git, settings } = context;
  const known = await git.readRef(baseRef(place));
  const isWhole = known !== null && (await git.readRef(openRef(place))) !== null;
  if (isWhole && (await worktreeFault(git, path)) === null) {
    return { path, branch: await ownBranch(git, place.task), base: known };
  }
  const base = known ?? (await fetchTarget(context, target));
  if (typeof base !== "string") return base;
  await removeWorktree(git, path);
  const branch = await takeBranch(git, place.task, base);
  if (branch === null) return noBranchLeft(place.task);
  await git.removeRef(openRef(place));
  await git.setRef(baseRef(place), base);
  await makeWorktree(git, { path, commit: base, branch, settings });
  await git.setRef(openRef(place), base);
  return { path, branch, base };
}

function noBranchLeft(task: string): LandingTrouble {
  return {
    at: "trouble",
    again: false,
    message: `${taskBranch(task)}, and each name like it, is a branch with work of somebody else's, or checked out`,
    fix: "rename those branches: git branch --list 'parley/task/*'",
  };
}

/** True where it was made anew. */
export async function mendTask(
  { git, settings }: Pick<LandingContext, "git" | "settings">,
  path: string,
  { task }: TaskPlace,
  { base, commit }: { readonly base: CommitSha; readonly commit: CommitSha },
): Promise<boolean> {
  if ((await worktreeFault(git, path)) === null) return false;
  await removeWorktree(git, path);
  const branch = await takeBranch(git, task, base);
  if (branch === null) throw new GitFailure(noBranchLeft(task).message, "refused");
  await makeWorktree(git, { path, commit: base, branch, settings });
  if (commit !== base) await fillWorktree(git, path, commit, settings);
  return true;
}

const SHORT_SHA_CHARS = 10;

/** Under its own name, or, where other work has that name, under one that no other work can have. */
export async function pushTaskBranch(
  context: LandingContext,
  { task, commit, target }: TaskPlace & { readonly commit: CommitSha; readonly target: BuildTarget },
): Promise<{ readonly at: "pushed"; readonly branch: string } | LandingTrouble> {
  const { remote } = target;
  const usual = remote === null ? keptBranch(task) : taskBranch(task);
  for (const branch of [usual, `${usual}-${commit.slice(0, SHORT_SHA_CHARS)}`]) {
    const pushed =
      remote === null
        ? await keepBranch(context.git, branch, commit)
        : await pushTo(context, remote, commit, branch);
    if (pushed === "pushed") return { at: "pushed", branch };
    if (pushed !== "not-on-top") return pushed;
  }
  return {
    at: "trouble",
    again: true,
    message: `${usual} cannot be pushed: there is another branch by that name`,
    fix: "look at the branches there: git branch --all",
  };
}

/** Nobody's branch is taken back, nor moved under anybody's feet. */
async function keepBranch(
  git: RepositoryGit,
  branch: string,
  commit: CommitSha,
): Promise<"pushed" | "not-on-top"> {
  const ref = `refs/heads/${branch}`;
  const was = await git.readRef(ref);
  if (was !== null && (await git.isAncestor(commit, was))) return "pushed";
  if (was !== null && (!(await git.isAncestor(was, commit)) || (await isCheckedOut(git, ref))))
    return "not-on-top";
  const none = "0".repeat(commit.length);
  const { exitCode } = await git.ask(["update-ref", "--no-deref", ref, commit, was ?? none]);
  return exitCode === 0 ? "pushed" : "not-on-top";
}
