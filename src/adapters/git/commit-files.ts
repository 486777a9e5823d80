// Which files a commit changed, as the git program tells.
import { GitFailure, runGit } from "./git-program.ts";

interface CommitFilesRequest {
  /** A folder of the repository. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Oldest first; more than a few are told by the last ones. */
  readonly commits: readonly string[];
  readonly cancel: AbortSignal;
}

const COMMITS_MAX = 20;
const FILES_MAX = 1_000;
/** For all commits together: whoever waits for this wanted something else. */
const GIT_MS_MAX = 5_000;
const GIT_BYTES_MAX = 4 * 1024 * 1024;
/** What could be an option, a range or a path is none. */
const COMMIT = /^[0-9a-f]{4,64}$/i;

/** From the top of the repository, each once; none where git cannot tell. */
export async function commitFiles(request: CommitFilesRequest): Promise<readonly string[]> {
  const commits = [...new Set(request.commits)].filter((commit) => COMMIT.test(commit)).slice(-COMMITS_MAX);
  const deadlineMs = performance.now() + GIT_MS_MAX;
  const files = new Set<string>();
  for (const commit of commits) {
    const leftMs = Math.floor(deadlineMs - performance.now());
    if (leftMs <= 0 || files.size >= FILES_MAX) break;
    for (const file of await filesOf(commit, request, leftMs)) files.add(file);
  }
  return [...files].slice(0, FILES_MAX);
}

// A merge is what it brought to the branch it went into. Nothing of a repository's own settings is to start a program.
const SETTINGS = ["-c", "core.fsmonitor=false", "-c", "log.showSignature=false"];
const WHAT = ["--name-only", "--format=", "-z", "--no-ext-diff", "-m", "--first-parent", "--end-of-options"];

async function filesOf(
  commit: string,
  { root, env: { PATH, HOME }, cancel }: CommitFilesRequest,
  timeoutMs: number,
): Promise<readonly string[]> {
  try {
    const { exitCode, stdout } = await runGit({
      options: SETTINGS,
      args: ["show", ...WHAT, `${commit}^{commit}`],
      ...{ cwd: root, env: { PATH, HOME }, timeoutMs, cancel, bytesMax: GIT_BYTES_MAX },
    });
    return exitCode === 0 ? stdout.toString("utf8").split("\0").filter(isPlain) : [];
  } catch (error) {
    if (error instanceof GitFailure) return [];
    throw error;
  }
}

/** A name with line ends or other control characters could pass for more than one. */
function isPlain(path: string): boolean {
  return path !== "" && !/\p{Cc}/u.test(path);
}
