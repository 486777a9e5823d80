// A repository to try things in: a folder's files as its first commit, and a bare remote beside it.
import { type Environment, GitFailure, runGit } from "./git-program.ts";

interface ScratchRepository {
  /** Where the files are. */
  readonly folder: string;
  /** Where the remote is made. */
  readonly remote: string;
  readonly env: Environment;
}

const BRANCH = "main";

/** Nobody's settings count for it but its own, and nothing is signed or hooked. */
const SETTINGS: readonly (readonly [name: string, value: string])[] = [
  ["user.name", "parley demo"],
  ["user.email", "demo@example.invalid"],
  ["commit.gpgSign", "false"],
  ["core.hooksPath", ".git/hooks"],
  ["core.autocrlf", "false"],
];

export async function makeScratchRepository({ folder, remote, env }: ScratchRepository): Promise<void> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("GIT_")));
  const plain = { ...own, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const git = async (...args: readonly [string, ...string[]]): Promise<void> => {
    const { exitCode, stderr } = await runGit({ args, cwd: folder, env: plain });
    if (exitCode !== 0) throw new GitFailure(`git ${args[0]}: ${stderr.trim()}`, "refused");
  };
  await git("init", "-q", "-b", BRANCH);
  for (const [name, value] of SETTINGS) await git("config", name, value);
  await git("add", "--all");
  await git("commit", "-q", "-m", "What is there to begin with");
  await git("init", "-q", "--bare", "-b", BRANCH, remote);
  await git("remote", "add", "origin", remote);
  await git("push", "-q", "--set-upstream", "origin", BRANCH);
  await git("remote", "set-head", "origin", BRANCH);
}
