// Where approved work goes, and what the target holds.
import type { BuildTarget, CommitSha, LandingTrouble, RepositoryLook } from "../../engine/build-ports.ts";
import { LANDED_BRANCH, targetRef } from "./refs.ts";
import { askRemote, isTrouble, troubleOf } from "./remote.ts";
import type { RepositoryGit } from "./repository.ts";
import type { RepositorySettings } from "./settings.ts";

interface TargetContext {
  readonly git: RepositoryGit;
  readonly settings: RepositorySettings;
  readonly remoteMs: number;
}

type Unfit = Extract<RepositoryLook, { at: "unfit" }>;

interface FoundTarget {
  readonly at: "found";
  readonly target: BuildTarget;
  readonly notes: readonly string[];
}

export async function findTarget(
  context: TargetContext,
  wanted: string | null,
): Promise<FoundTarget | Unfit> {
  const remotes = remotesIn(context.settings.values);
  const remote = remotes.includes("origin") ? "origin" : (remotes[0] ?? null);
  if (remote === null) {
    const ignored =
      wanted === null || wanted === LANDED_BRANCH
        ? []
        : [`there is no remote, so build.target (${wanted}) does not count`];
    const notes = [`no remote: approved work lands on ${LANDED_BRANCH}`, ...ignored];
    return { at: "found", target: { branch: LANDED_BRANCH, remote: null }, notes };
  }
  const notes = remotes.length > 1 ? [`of ${remotes.length} remotes, ${remote} is used`] : [];
  const branch = wanted ?? (await defaultBranch(context, remote));
  return typeof branch === "string" ? { at: "found", target: { branch, remote }, notes } : branch;
}

function remotesIn(values: RepositorySettings["values"]): readonly string[] {
  const names = [...values.keys()].flatMap(
    (name) => /^remote\.(.+)\.(?:url|pushurl)$/s.exec(name)?.[1] ?? [],
  );
  return [...new Set(names)].filter((name) => !name.startsWith("-")).sort();
}

/** As this repository notes it, else as the remote says. */
async function defaultBranch(
  { git, settings, remoteMs }: TargetContext,
  remote: string,
): Promise<string | Unfit> {
  const beginning = `refs/remotes/${remote}/`;
  const noted = await git.ask(["symbolic-ref", "-q", `${beginning}HEAD`]);
  const name = noted.stdout.toString("utf8").trim();
  if (noted.exitCode === 0 && name.startsWith(beginning)) return name.slice(beginning.length);
  const answer = await askRemote({
    git,
    settings,
    timeoutMs: remoteMs,
    args: ["ls-remote", "--symref", remote, "HEAD"],
  });
  const trouble = isTrouble(answer)
    ? answer
    : answer.exitCode === 0
      ? null
      : troubleOf(`the remote ${remote} cannot be asked`, answer);
  if (trouble !== null) {
    return {
      at: "unfit",
      code: "no-target",
      message: trouble.message,
      fix: `${trouble.fix}, or name the branch: build.target`,
    };
  }
  const head = isTrouble(answer)
    ? null
    : /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(answer.stdout.toString("utf8"));
  return (
    head?.[1] ?? {
      at: "unfit",
      code: "no-target",
      message: `the remote ${remote} names no default branch`,
      fix: "push a first commit there, or name the branch: build.target",
    }
  );
}

/** The target's tip, asked of the remote where there is one. */
export async function fetchTarget(
  { git, settings, remoteMs }: TargetContext,
  { branch, remote }: BuildTarget,
): Promise<CommitSha | LandingTrouble> {
  if (remote === null) return localTip(git, branch);
  const args = [
    ...(["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-maintenance"] as const),
    ...[
      "--no-prune",
      "--no-prune-tags",
      "--no-write-commit-graph",
      "--no-recurse-submodules",
      "--refmap=",
      "--",
      remote,
      `+refs/heads/${branch}:${targetRef(branch)}`,
    ],
  ] as const;
  // A fetch goes where a symbolic ref leads; ours leads nowhere.
  if ((await git.ask(["symbolic-ref", "-q", targetRef(branch)])).exitCode === 0) {
    await git.removeRef(targetRef(branch));
  }
  const answer = await askRemote({ git, settings, timeoutMs: remoteMs, args });
  if (isTrouble(answer)) return answer;
  if (answer.exitCode !== 0) {
    if (/couldn't find remote ref/i.test(answer.stderr)) {
      return {
        at: "trouble",
        again: false,
        message: `the remote ${remote} has no branch ${branch}`,
        fix: `push it, or name another: build.target`,
      };
    }
    return troubleOf(`${branch} could not be fetched from ${remote}`, answer);
  }
  const tip = await git.readRef(targetRef(branch));
  return tip ?? troubleOf(`${branch} could not be fetched from ${remote}`, answer);
}

/** Without a remote work begins where the person stands, and goes on where the last one landed. */
async function localTip(git: RepositoryGit, branch: string): Promise<CommitSha | LandingTrouble> {
  const tip = (await git.readRef(`refs/heads/${branch}`)) ?? (await git.readRef("HEAD"));
  return (
    tip ?? {
      at: "trouble",
      again: false,
      message: "there is no commit yet",
      fix: "make a first commit",
    }
  );
}

/** What was last known of the target. */
export function knownTip(git: RepositoryGit, { branch, remote }: BuildTarget): Promise<CommitSha | null> {
  return git.readRef(remote === null ? `refs/heads/${branch}` : targetRef(branch));
}
