// Talking to a remote: in the person's name, with their settings, and only as long as those are what they were.
import { resolve } from "node:path";
import type { LandingTrouble } from "../../engine/build-ports.ts";
import { type GitAnswer, type GitCall, GitFailure, shortened } from "./git-program.ts";
import { NOTHING_STARTED, personalEnvironment, type RepositoryGit } from "./repository.ts";
import { lastOf, type RepositorySettings } from "./settings.ts";

interface RemoteCall {
  readonly git: RepositoryGit;
  readonly settings: RepositorySettings;
  readonly timeoutMs: number;
  readonly args: GitCall["args"];
  /** Where git stands; only a push has the person's `pre-push` beside it. */
  readonly at?: { readonly gitDir: string; readonly workTree: string };
}

/** Ways to a repository that start no program that its address names. */
const PROTOCOLS = "file:git:http:https:ssh";

export async function askRemote({
  git,
  settings,
  timeoutMs,
  args,
  at,
}: RemoteCall): Promise<GitAnswer | LandingTrouble> {
  const hooks = at === undefined ? [] : ["-c", `core.hooksPath=${settings.hooksPath}`];
  const wanted = [
    "-c",
    "push.followTags=false",
    "-c",
    "push.recurseSubmodules=no",
    "-c",
    "fetch.recurseSubmodules=no",
  ];
  try {
    return await git.program({
      options: [
        `--git-dir=${at?.gitDir ?? git.place.gitDir}`,
        ...NOTHING_STARTED,
        ...wanted,
        ...hooks,
        ...wholeAddresses(git, settings),
      ],
      args,
      cwd: at?.workTree ?? git.place.top,
      env: remoteEnvironment(git, settings),
      timeoutMs,
      ...(git.cancel === undefined ? {} : { cancel: git.cancel }),
    });
  } catch (error) {
    if (!(error instanceof GitFailure) || error.why !== "timed-out") throw error;
    return {
      at: "trouble",
      again: true,
      message: `the remote did not answer within ${Math.round(timeoutMs / 1_000)} seconds`,
      fix: "look whether the remote can be reached without a prompt: git ls-remote",
    };
  }
}

/** A relative path is meant from the top of the person's tree, wherever git stands. */
function wholeAddresses({ place }: RepositoryGit, { values }: RepositorySettings): readonly string[] {
  const addresses = [...values].flatMap(([name, all]) =>
    /^remote\.(.+)\.(?:url|pushurl)$/s.test(name) ? all : [],
  );
  return addresses
    .filter((address) => /^\.\.?(?:\/|$)/.test(address))
    .flatMap((address) => ["-c", `url.${resolve(place.top, address)}.insteadOf=${address}`]);
}

function remoteEnvironment(git: RepositoryGit, { values }: RepositorySettings): GitCall["env"] {
  const { env } = git;
  const ssh =
    env.GIT_SSH_COMMAND ?? lastOf(values, "core.sshcommand") ?? (env.GIT_SSH === undefined ? "ssh" : null);
  return {
    ...personalEnvironment(env),
    GIT_ALLOW_PROTOCOL: PROTOCOLS,
    GIT_ASKPASS: env.GIT_ASKPASS ?? "true",
    SSH_ASKPASS_REQUIRE: "never",
    ...(ssh === null ? {} : { GIT_SSH_COMMAND: withoutQuestions(ssh) }),
  };
}

/** Other programs than OpenSSH have no such option. */
function withoutQuestions(command: string): string {
  const [program = ""] = command.trim().split(" ");
  return /(?:^|\/)ssh$/.test(program) ? `${command} -o BatchMode=yes` : command;
}

const NO_LEAVE =
  /authentication failed|permission denied|could not read (?:username|password)|host key verification|access denied|returned error: 40[134]/i;

/** A remote that says no needs somebody; one that cannot be heard may come back. */
export function troubleOf(what: string, { stderr }: GitAnswer): LandingTrouble {
  const again = !NO_LEAVE.test(stderr);
  return {
    at: "trouble",
    again,
    message: `${what}: ${shortened(stderr)}`,
    fix: again
      ? "wait until the remote can be reached"
      : "see that git can do it here without a prompt, as it does for you: credentials, keys, rights",
  };
}

export function isTrouble(value: object): value is LandingTrouble {
  return "at" in value && value.at === "trouble";
}
