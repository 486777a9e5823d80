// Approved work onto its target: prepared in parley's own worktree, pushed without force.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type {
  BuildTarget,
  CommitSha,
  LandingTrouble,
  LandRequest,
  PreparedLanding,
  PushedLanding,
} from "../../engine/build-ports.ts";
import { fetchTarget, knownTip } from "./find-target.ts";
import { type GitAnswer, refuseAnswer, shortened } from "./git-program.ts";
import { failedToSign, makeCommit, SigningFailure } from "./make-commit.ts";
import { PlainGit } from "./plain-git.ts";
import { landingRef, targetRef } from "./refs.ts";
import { askRemote, isTrouble, troubleOf } from "./remote.ts";
import type { RepositoryGit } from "./repository.ts";
import type { RepositorySettings } from "./settings.ts";
import {
  adminFolder,
  fillWorktree,
  isFolder,
  makeWorktree,
  namesIn,
  removeWorktree,
  settleAdmin,
} from "./worktrees.ts";

export interface LandingContext {
  readonly git: RepositoryGit;
  readonly settings: RepositorySettings;
  readonly remoteMs: number;
  readonly landingPath: string;
}

export async function prepareLanding(
  context: LandingContext,
  request: LandRequest,
): Promise<PreparedLanding> {
  const { git, settings } = context;
  const onto = await fetchTarget(context, request.target);
  if (typeof onto !== "string") return onto;
  const ref = landingRef(request);
  const before = await git.readRef(ref);
  for (const commit of [before, request.commit]) {
    if (commit !== null && (await git.isAncestor(commit, onto))) return { at: "landed", commit };
  }
  try {
    return await PlainGit.use(git, settings, "apart", async (plain): Promise<PreparedLanding> => {
      const merged = await treeOnto(plain, request, onto);
      if (typeof merged !== "string") return { at: "conflict", onto, ...merged };
      if (merged === (await plain.hash(["rev-parse", `${onto}^{tree}`])))
        return { at: "landed", commit: onto };
      const commit = await makeCommit(
        git,
        plain,
        { settings, mayStart: true },
        {
          ...{ tree: merged, parent: onto, message: request.message, atMs: request.atMs, before },
        },
      );
      await plain.keep();
      await git.setRef(ref, commit);
      await layOut(context, commit);
      return { at: "ready", commit, onto, moved: onto !== request.base };
    });
  } catch (error) {
    if (!(error instanceof SigningFailure)) throw error;
    return { ...failedToSign(error), at: "trouble", again: false };
  }
}

interface Conflict {
  readonly files: readonly string[];
  readonly text: string;
}

const CONFLICT_CHARS_MAX = 20_000;
/** Of commits that only say what a merge is to begin from, and which nobody keeps. */
const UNNAMED = { name: "parley", email: "parley", date: "@0 +0000" };

/** The target's tree with the work's change put on top of it. */
async function treeOnto(
  plain: PlainGit,
  { commit, base }: LandRequest,
  onto: CommitSha,
): Promise<string | Conflict> {
  if (onto === base) return plain.hash(["rev-parse", `${commit}^{tree}`]);
  const { name, email, date } = UNNAMED;
  const env = {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  };
  const alone = (of: string, ...parents: readonly string[]): Promise<string> =>
    plain.hash(["commit-tree", `${of}^{tree}`, ...parents, "-m", "-"], { env });
  const from = await alone(base);
  const [theirs, ours] = await Promise.all([alone(onto, "-p", from), alone(commit, "-p", from)]);
  const args = ["merge-tree", "--write-tree", "-z", "--name-only", "--messages", theirs, ours] as const;
  const answer = await plain.ask([...args]);
  if (answer.exitCode !== 0 && answer.exitCode !== 1) throw refuseAnswer({ args: [...args] }, answer);
  const [tree = "", ...rest] = answer.stdout.toString("utf8").split("\0");
  if (answer.exitCode === 0) return tree.trim();
  const end = rest.indexOf("");
  const said = rest.slice(end + 1).filter((part) => part.includes("\n"));
  return { files: [...new Set(rest.slice(0, end))].sort(), text: said.join("").slice(0, CONFLICT_CHARS_MAX) };
}

/** The folder as the commit has it; what is ignored there, such as what its set-up brought, stays. */
async function layOut({ git, settings, landingPath }: LandingContext, commit: CommitSha): Promise<void> {
  const admin = await adminFolder(git, landingPath);
  if (admin === null || !(await isFolder(landingPath))) {
    await removeWorktree(git, landingPath);
    await makeWorktree(git, { path: landingPath, commit, branch: null, settings });
    return;
  }
  await git.run(["update-ref", "--no-deref", "HEAD", commit], { options: [`--git-dir=${admin}`] });
  await fillWorktree(git, landingPath, commit, settings);
}

export async function pushLanding(
  context: LandingContext,
  { commit, target }: { readonly commit: CommitSha; readonly target: BuildTarget },
): Promise<PushedLanding> {
  const { git } = context;
  const known = await knownTip(git, target);
  if (known !== null && (await git.isAncestor(commit, known))) return { at: "landed" };
  if (target.remote === null) return landHere(git, commit, target.branch);
  const pushed = await pushTo(context, target.remote, commit, target.branch);
  if (pushed !== "pushed") return pushed === "not-on-top" ? { at: "moved" } : pushed;
  await git.setRef(targetRef(target.branch), commit);
  await followTarget(git, target.branch, commit);
  return { at: "landed" };
}

/** The branch goes on from the commit's parent, or it has been moved meanwhile. */
async function landHere(git: RepositoryGit, commit: CommitSha, branch: string): Promise<PushedLanding> {
  const ref = `refs/heads/${branch}`;
  const was = await git.readRef(ref);
  if (was !== null && !(await git.isAncestor(was, commit))) return { at: "moved" };
  if (was !== null && (await isCheckedOut(git, ref))) {
    return {
      at: "trouble",
      again: false,
      message: `${branch} is checked out, and is not moved under anybody's feet`,
      fix: `check out another branch`,
    };
  }
  // Noted first: whoever compares marks is to know whose step it was.
  await git.setRef(targetRef(branch), commit);
  const none = "0".repeat(commit.length);
  const { exitCode } = await git.ask(["update-ref", "--no-deref", ref, commit, was ?? none]);
  return { at: exitCode === 0 ? "landed" : "moved" };
}

/** In brackets at the end of what git says of a ref that it did not push: somebody was quicker. */
const MOVED =
  /\((?:fetch first|non-fast-forward|stale info|already exists|failed to update ref|cannot lock ref|incorrect old value)/;

/** To the remote's branch, which must be an ancestor of the commit or not there. */
export async function pushTo(
  context: LandingContext,
  remote: string,
  commit: CommitSha,
  branch: string,
): Promise<"pushed" | "not-on-top" | LandingTrouble> {
  const { git, settings, remoteMs: timeoutMs, landingPath } = context;
  const admin = await adminFolder(git, landingPath);
  const isLaidOut = admin !== null && (await isFolder(landingPath));
  if (isLaidOut) await settleAdmin(git, admin);
  const at = isLaidOut
    ? { gitDir: admin, workTree: landingPath }
    : { gitDir: git.place.gitDir, workTree: git.place.top };
  const args = [
    "push",
    "--porcelain",
    "--no-recurse-submodules",
    "--",
    remote,
    `${commit}:refs/heads/${branch}`,
  ] as const;
  const answer = await askRemote({ git, settings, timeoutMs, args: [...args], at });
  if (isTrouble(answer) || answer.exitCode === 0) return isTrouble(answer) ? answer : "pushed";
  if (MOVED.test(refusedLine(answer) ?? "")) return "not-on-top";
  return refusedPush(`${branch} was not pushed to ${remote}`, answer);
}

/** `!`, tab, the refs, tab, `[rejected] (why)`: a ref that was not pushed. */
function refusedLine({ stdout }: GitAnswer): string | null {
  const line = stdout
    .toString("utf8")
    .split("\n")
    .find((text) => text.startsWith("!\t"));
  return line?.split("\t")[2] ?? null;
}

const HOOK_CHARS_MAX = 600;

function refusedPush(what: string, answer: GitAnswer): LandingTrouble {
  const reason = refusedLine(answer);
  if (reason !== null) {
    return {
      ...{ at: "trouble", again: false, message: `${what}: ${shortened(`${reason} ${answer.stderr}`)}` },
      fix: "see what the remote asks for: a protected branch, a hook, a right",
    };
  }
  // git says this last, and alone, where the hook before a push said no.
  const isHook = /^error: failed to push some refs/m.test(answer.stderr) && !/^fatal:/m.test(answer.stderr);
  // Its own output may be on either; what a program ends with says most.
  const printed = answer.stdout.toString("utf8").slice(-HOOK_CHARS_MAX);
  return isHook
    ? {
        ...{ at: "trouble", again: false, message: `${what}: ${shortened(`${printed}\n${answer.stderr}`)}` },
        fix: "look at what the repository's pre-push hook says",
      }
    : troubleOf(what, answer);
}

/** A branch of the same name goes along where that is a step forward and nobody stands on it. */
async function followTarget(git: RepositoryGit, branch: string, commit: CommitSha): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const was = await git.readRef(ref);
  if (was === null || was === commit || !(await git.isAncestor(was, commit))) return;
  if (await isCheckedOut(git, ref)) return;
  await git.ask(["update-ref", "--no-deref", ref, commit, was]);
}

/** In any work tree; one in the middle of a rebase or a search stands on what it came from. */
export async function isCheckedOut(git: RepositoryGit, ref: string): Promise<boolean> {
  const { commonDir } = git.place;
  const listed = (await git.run(["worktree", "list", "--porcelain"])).toString("utf8").split("\n");
  if (listed.includes(`branch ${ref}`)) return true;
  const folders = [
    commonDir,
    ...(await namesIn(join(commonDir, "worktrees"))).map((name) => join(commonDir, "worktrees", name)),
  ];
  for (const folder of folders) {
    for (const name of ["rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"]) {
      const text = (await readFile(join(folder, name), "utf8").catch(() => "")).trim();
      if (text === ref || `refs/heads/${text}` === ref) return true;
    }
  }
  return false;
}
