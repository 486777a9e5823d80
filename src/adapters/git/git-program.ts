// The git program, in an environment that says what of a repository's settings may count.
import { runBounded } from "../shared/run-bounded.ts";
import { reasonOf } from "../shared/system-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitCall {
  /** What stands before the command: `-c name=value`, `--git-dir`. */
  readonly options?: readonly string[];
  /** The command and what it is told. */
  readonly args: readonly [command: string, ...rest: string[]];
  readonly cwd: string;
  /** All that git sees. */
  readonly env: Environment;
  readonly input?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly cancel?: AbortSignal;
  /** More than this is a failure, and never a shorter answer. */
  readonly bytesMax?: number;
}

export interface GitAnswer {
  /** `null`: a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export type GitProgram = (call: GitCall) => Promise<GitAnswer>;

/** git was not there, did not end in time, or said no where it has no reason to. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly why: "refused" | "timed-out" | "cancelled" | "not-started" | "too-long";

  constructor(message: string, why: GitFailure["why"]) {
    super(message);
    this.why = why;
  }
}

/** A whole checkout of a large repository on a slow disk. */
const GIT_MS_MAX = 600_000;
const GIT_BYTES_MAX = 256 * 1024 * 1024;
const STDERR_BYTES_MAX = 64 * 1024;
/** Half an answer would be taken for a whole one: what git has said is read to its end, however busy the machine. */
const DRAIN_MS = 60_000;

/** What stands in every call, whatever the repository's settings say. */
const ALWAYS_ENV = {
  LC_ALL: "C",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ATTR_NOSYSTEM: "1",
  GIT_EDITOR: "true",
  GIT_PAGER: "cat",
};

export const runGit: GitProgram = async (call) => {
  const { options = [], args, cwd, env, input, timeoutMs, cancel, bytesMax } = call;
  const said: Record<"stdout" | "stderr", Uint8Array[]> = { stdout: [], stderr: [] };
  const left = { stdout: bytesMax ?? GIT_BYTES_MAX, stderr: STDERR_BYTES_MAX };
  const end = await runBounded(
    {
      argv: ["git", "--no-pager", ...options, ...args],
      cwd,
      env: { ...env, ...ALWAYS_ENV },
      input: input ?? null,
      timeoutMs: timeoutMs ?? GIT_MS_MAX,
      drainMs: DRAIN_MS,
      leavesNothing: true,
      cancel: cancel ?? new AbortController().signal,
    },
    (stream, bytes) => {
      if (left[stream] > 0) said[stream].push(bytes.subarray(0, left[stream]));
      left[stream] -= bytes.length;
      return left.stdout >= 0;
    },
  );
  const name = `git ${args[0]}`;
  if (end.at === "not-started") {
    throw new GitFailure(`git could not be started: ${reasonOf(end.error)}`, "not-started");
  }
  if (end.at === "cancelled") throw new GitFailure(`${name} was called off`, "cancelled");
  if (end.at !== "ended") throw new GitFailure(`${name} did not end in time`, "timed-out");
  if (left.stdout < 0) throw new GitFailure(`${name} said more than can be read`, "too-long");
  const stderr = Buffer.concat(said.stderr).toString("utf8");
  return { exitCode: end.exitCode, stdout: Buffer.concat(said.stdout), stderr };
};

/** For a failure that nobody expects. */
export function refuseAnswer(call: Pick<GitCall, "args">, { exitCode, stderr }: GitAnswer): GitFailure {
  return new GitFailure(
    `git ${call.args[0]} ended with ${exitCode ?? "a signal"}: ${shortened(stderr)}`,
    "refused",
  );
}

const SHORT_CHARS_MAX = 1_000;

/** What git said, for a message of a few lines. */
export function shortened(stderr: string): string {
  return stderr
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, SHORT_CHARS_MAX);
}
