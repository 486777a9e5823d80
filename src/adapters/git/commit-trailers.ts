// The trailers of a commit's message, as the git program reads them.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

interface TrailersRequest {
  /** A folder of the repository. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Its hash or the beginning of it. */
  readonly commit: string;
  readonly cancel: AbortSignal;
}

interface CommitTrailers {
  /** The whole hash. */
  readonly commit: string;
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

const GIT_MS_MAX = 5_000;
const GIT_BYTES_MAX = 1024 * 1024;

const run = promisify(execFile);

const SHOW = [
  ...["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "--no-pager"],
  ...["show", "--no-patch", "--format=%H%n%(trailers:only,unfold)", "--end-of-options"],
];

/** `null` where git knows no such commit here, or cannot tell. */
export async function trailersOf({
  root,
  env,
  commit,
  cancel,
}: TrailersRequest): Promise<CommitTrailers | null> {
  try {
    const { stdout } = await run("git", [...SHOW, `${commit}^{commit}`], {
      cwd: root,
      env: { PATH: env.PATH, HOME: env.HOME, GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" },
      timeout: GIT_MS_MAX,
      killSignal: "SIGKILL",
      maxBuffer: GIT_BYTES_MAX,
      signal: cancel,
    });
    const [hash = "", ...lines] = stdout.split("\n");
    return { commit: hash, trailers: lines.flatMap(trailerIn) };
  } catch {
    return null;
  }
}

function trailerIn(line: string): readonly (readonly [string, string])[] {
  const colon = line.indexOf(": ");
  return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 2).trim()]];
}
