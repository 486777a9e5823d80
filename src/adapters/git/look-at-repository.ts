// Whether tasks can be built in a repository, and what a person should know before.
import { join } from "node:path";
import type { BuildTarget, RepositoryLook } from "../../engine/build-ports.ts";
import { findTarget } from "./find-target.ts";
import { identityIn } from "./make-commit.ts";
import type { FoundRepository, RepositoryGit } from "./repository.ts";
import { isTrue, lastOf, type RepositorySettings } from "./settings.ts";
import { isFolder } from "./worktrees.ts";

type Unfit = Extract<RepositoryLook, { at: "unfit" }>;

const unfit = (code: string, message: string, fix: string): Unfit => ({ at: "unfit", code, message, fix });

export function lookWhereNone(found: Exclude<FoundRepository, { at: "found" }>): Unfit {
  switch (found.at) {
    case "no-git":
      return unfit("no-git", "git is not on this machine's path", "install git");
    case "none":
      return unfit(
        "no-repository",
        "the project is in no git repository",
        "git init, and make a first commit",
      );
    case "bare":
      return unfit("bare-repository", "the project is a bare repository", "work in a clone of it");
    case "refused":
      return unfit("refused", found.message, "see that git works here: git status");
  }
}

interface LookContext {
  readonly git: RepositoryGit;
  readonly settings: RepositorySettings;
  readonly remoteMs: number;
}

export async function lookAtRepository(context: LookContext, wanted: string | null): Promise<RepositoryLook> {
  const { git, settings } = context;
  const identity = identityIn(settings.values, git.env);
  if (identity === null) {
    const fix = 'git config user.name "…", and git config user.email "…"';
    return unfit("no-identity", "git does not know whose commits these will be", fix);
  }
  if (lastOf(settings.values, "extensions.partialclone") !== null) {
    const message =
      "the repository is a partial clone: what is missing would have to be fetched file by file";
    return unfit("partial-clone", message, "build in a whole clone");
  }
  const head = await git.readRef("HEAD");
  if (head === null) return unfit("no-commit", "there is no commit yet", "make a first commit");
  const found = await findTarget(context, wanted);
  if (found.at === "unfit") return found;
  return {
    ...{ at: "ready", prefix: git.place.prefix.replace(/\/$/, ""), target: found.target, identity },
    notes: [...found.notes, ...(await unpushedNote(git, found.target)), ...(await notesOn(git, settings))],
  };
}

/** Tasks begin where the remote's branch stands. */
async function unpushedNote(git: RepositoryGit, { remote, branch }: BuildTarget): Promise<readonly string[]> {
  if (remote === null) return [];
  const counted = await git.ask(["rev-list", "--count", `refs/remotes/${remote}/${branch}..HEAD`]);
  const count = counted.exitCode === 0 ? Number(counted.stdout.toString("utf8")) : 0;
  if (count === 0) return [];
  const said =
    count === 1 ? ["1 commit is", "it until it is"] : [`${count} commits are`, "them until they are"];
  return [`${said[0]} not on ${remote}/${branch}: tasks do not see ${said[1]} pushed`];
}

async function notesOn(git: RepositoryGit, { values }: RepositorySettings): Promise<readonly string[]> {
  const { top, gitDir } = git.place;
  const inTree = { options: [`--work-tree=${top}`] };
  const dirty = await git.run(
    ["diff-index", "--name-only", "-z", "--ignore-submodules=dirty", "HEAD"],
    inTree,
  );
  const branch = await git.ask(["symbolic-ref", "-q", "HEAD"]);
  const attributes = await git.ask(["cat-file", "blob", "HEAD:.gitattributes"]);
  const underWay = ["rebase-merge", "rebase-apply"].map((name) => isFolder(join(gitDir, name)));
  const notes: readonly (readonly [boolean, string])[] = [
    [
      dirty.length > 0,
      "the project has changes that are in no commit: they stay as they are, and tasks do not see them",
    ],
    [branch.exitCode !== 0, "no branch is checked out: that stays as it is"],
    [(await Promise.all(underWay)).includes(true), "a rebase is under way: it stays as it is"],
    [
      (await git.ask(["cat-file", "-e", "HEAD:.gitmodules"])).exitCode === 0,
      "submodules are not set up in the worktrees of tasks",
    ],
    [
      attributes.exitCode === 0 && /\bfilter=/.test(attributes.stdout.toString("utf8")),
      "filters of .gitattributes, such as Git LFS, are not run: tasks see files as git keeps them",
    ],
    [isTrue(lastOf(values, "commit.gpgsign")), "commits are signed: the key must not ask for a passphrase"],
  ];
  return notes.flatMap(([holds, note]) => (holds ? [note] : []));
}
