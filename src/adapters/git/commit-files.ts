// Which files a commit changed, as the git program tells.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

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

const run = promisify(execFile);

// A merge is what it brought to the branch it went into. Nothing of a repository's own settings is to start a program.
const SHOW = [
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "--no-pager"],
  ...["show", "--name-only", "--format=", "-z", "--no-ext-diff", "-m", "--first-parent", "--end-of-options"],
];

async function filesOf(
  commit: string,
  { root, env: { PATH, HOME }, cancel }: CommitFilesRequest,
  timeout: number,
): Promise<readonly string[]> {
  try {
    const { stdout } = await run("git", [...SHOW, `${commit}^{commit}`], {
      cwd: root,
      env: { PATH, HOME, GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" },
      timeout,
      killSignal: "SIGKILL",
      maxBuffer: GIT_BYTES_MAX,
      signal: cancel,
    });
    return stdout.split("\0").filter(isPlain);
  } catch {
    return [];
  }
}

/** A name with line ends or other control characters could pass for more than one. */
function isPlain(path: string): boolean {
  return path !== "" && !/\p{Cc}/u.test(path);
}
