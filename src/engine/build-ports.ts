// What the build loop needs from a repository and from this machine, beside agents and the log. Everything in here may be
// asked for again after a crash: each call finds what an earlier one left, and comes to the same end.
import type {
  Alarm,
  BuildTarget,
  CheckStep,
  CommitMessage,
  CommitSha,
  InspectedWork,
  LandingTrouble,
  PreparedLanding,
  PushedLanding,
} from "../core/build/work-facts.ts";
import type { Cancel } from "./ports.ts";

export type {
  Alarm,
  BuildTarget,
  ChangedFile,
  CommitMessage,
  CommitSha,
  InspectedWork,
  LandingTrouble,
  PreparedLanding,
  PushedLanding,
} from "../core/build/work-facts.ts";

/** What a build is held by, so that one runs at a time. */
export const BUILD_LEASE = "build";

/** The repository as a build finds it. */
export type RepositoryLook =
  | {
      readonly at: "ready";
      /** From the top of the repository to the project, with `/`; empty where they are the same. */
      readonly prefix: string;
      readonly target: BuildTarget;
      readonly identity: { readonly name: string; readonly email: string };
      /** What a person should know and a build can do without, a line each: a dirty tree, a detached head, no remote. */
      readonly notes: readonly string[];
    }
  /** Why nothing can be built here, and what to do. */
  | { readonly at: "unfit"; readonly code: string; readonly message: string; readonly fix: string };

export interface TaskPlace {
  /** The task's id. */
  readonly task: string;
  readonly incarnation: number;
}

export interface OpenWorktree {
  /** The folder, absolute. */
  readonly path: string;
  readonly branch: string;
  /** Where it was begun: the tip of the target then. */
  readonly base: CommitSha;
}

export type MarkedPart = "config" | "hooks" | "parley" | "project";

/** What must not change while a coder works, as hashes; compared by `inspect`. */
export interface RepositoryMark {
  readonly config: string;
  readonly hooks: string;
  /** Refs by name, but those of this task and of parley. */
  readonly refs: Readonly<Record<string, CommitSha>>;
  readonly head: string;
  /** parley's own settings in the project's folder: whatever a build goes by, and does not write itself. */
  readonly parley: string;
  /** Files of the person's tree that differ from their index or are untracked, with hashes of what is in them. */
  readonly project: string;
  /** Hashes by name, as many as are told: what changed is found here, and whether something did is found above. */
  readonly names: Readonly<Record<MarkedPart, Readonly<Record<string, string>>>>;
}

export interface InspectRequest extends TaskPlace {
  readonly base: CommitSha;
  /** The number of this commit among the task's. */
  readonly number: number;
  /** `null`: no call was made since the worktree was opened. */
  readonly before: RepositoryMark | null;
  /** Globs the work is to stay in; none: anywhere. */
  readonly files: readonly string[];
  readonly message: CommitMessage;
  /** Of the commit's author and committer; milliseconds since 1970. */
  readonly atMs: number;
}

export interface LandRequest extends TaskPlace {
  readonly commit: CommitSha;
  readonly base: CommitSha;
  readonly target: BuildTarget;
  readonly message: CommitMessage;
  readonly atMs: number;
}

export interface TaskRepository {
  look(wanted: { readonly target: string | null }): Promise<RepositoryLook>;
  /** Fetches the target where there is a remote; opens the task's worktree, or finds it as it was left. */
  openWorktree(place: TaskPlace, target: BuildTarget): Promise<OpenWorktree | LandingTrouble>;
  /** Where the task's worktree is, whether it is there or not. */
  worktreePath(place: TaskPlace): string;
  /**
   * Where the task's worktree is not as it was made, it is made anew with what the commit holds. True: it was; what
   * nobody had committed is lost.
   */
  mendWorktree(
    place: TaskPlace,
    work: { readonly base: CommitSha; readonly commit: CommitSha },
  ): Promise<boolean>;
  mark(place: TaskPlace): Promise<RepositoryMark>;
  /** What of it is not as it was, with names. */
  changesSince(place: TaskPlace, before: RepositoryMark): Promise<readonly Alarm[]>;
  inspect(request: InspectRequest): Promise<InspectedWork>;
  /** The change of a commit against its parent as a diff, at most so many characters, cut between files and said where. */
  diff(commit: CommitSha, maxChars: number): Promise<string>;
  /** The same of what differs between two commits. */
  diffBetween(from: CommitSha, to: CommitSha, maxChars: number): Promise<string>;
  /** The text of a file as a commit has it, by its path from the project's root; `null` where it has none. */
  fileAt(commit: CommitSha, path: string): Promise<string | null>;
  /** In a worktree of parley's own; what is prepared is kept by a ref of parley's. */
  prepareLanding(request: LandRequest): Promise<PreparedLanding>;
  /** The folder in which what was prepared lies, for checks. */
  landingPath(): string;
  push(landing: { readonly commit: CommitSha; readonly target: BuildTarget }): Promise<PushedLanding>;
  /** The task's branch alone. */
  pushBranch(
    request: TaskPlace & { readonly commit: CommitSha; readonly target: BuildTarget },
  ): Promise<{ readonly at: "pushed"; readonly branch: string } | LandingTrouble>;
  /** Whether the target holds a commit, as far as is known without asking the remote again. */
  holds(target: BuildTarget, commit: CommitSha): Promise<boolean>;
  /** Takes worktree and branch away, unless the task was begun anew since; what was committed stays. However often. */
  closeWorktree(place: TaskPlace): Promise<void>;
  /** Worktrees, branches and locks of parley's that no task in the list needs any more are taken away. */
  tidyUp(needed: readonly TaskPlace[]): Promise<void>;
}

// --- Checks --------------------------------------------------------------------------------------

export interface CheckRequest {
  readonly folder: string;
  readonly step: CheckStep;
  /** A line for the shell. */
  readonly command: string;
  readonly timeLimitMs: number;
}

export interface CheckResult {
  readonly step: CheckStep;
  readonly command: string;
  readonly outcome: "passed" | "failed" | "timeout" | "not-started" | "cancelled";
  readonly exitCode: number | null;
  readonly elapsedMs: number;
  /** Both streams as they came, control characters and secrets taken out; its middle is left out where it is too long. */
  readonly output: string;
  /** How many tests it said that it ran, where its format is known. */
  readonly tests: number | null;
}

export interface CheckRunner {
  /** Its processes are gone when it comes back. */
  run(request: CheckRequest, onLine: (line: string) => void, cancel: Cancel): Promise<CheckResult>;
}

/** What a folder seems to be built and tested with. */
export interface DetectedCommands {
  readonly setup: string | null;
  readonly build: string | null;
  readonly test: string | null;
  /** By which files, a line each. */
  readonly because: readonly string[];
}
