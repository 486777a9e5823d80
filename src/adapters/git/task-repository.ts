// The repository that tasks are built in, through the git program.
import { join } from "node:path";
import { WORKTREES } from "../../core/shared/worktree-folders.ts";
import type {
  Alarm,
  BuildTarget,
  CommitSha,
  InspectedWork,
  InspectRequest,
  LandingTrouble,
  LandRequest,
  OpenWorktree,
  PreparedLanding,
  PushedLanding,
  RepositoryLook,
  RepositoryMark,
  TaskPlace,
  TaskRepository,
} from "../../engine/build-ports.ts";
import type { Secret } from "../shared/redact.ts";
import { isSystemError, reasonOf } from "../shared/system-error.ts";
import { knownTip } from "./find-target.ts";
import { type Environment, GitFailure, type GitProgram, runGit } from "./git-program.ts";
import { inspectWork } from "./inspect-work.ts";
import { type LandingContext, prepareLanding, pushLanding } from "./land.ts";
import { lookAtRepository, lookWhereNone } from "./look-at-repository.ts";
import { alarmsOfMarks, markRepository } from "./mark-repository.ts";
import { mendTask, openTask, pushTaskBranch } from "./open-task.ts";
import { isTrouble } from "./remote.ts";
import { findRepository, RepositoryGit } from "./repository.ts";
import { isSameMark, type RepositorySettings, readSettings } from "./settings.ts";
import { closeTask, tidyUp } from "./tidy-up.ts";
import { diffOf } from "./work-diff.ts";
import { LANDING } from "./worktrees.ts";

export interface GitTasksOptions {
  /** The project's folder. */
  readonly root: string;
  readonly env: Environment;
  /** Whose values may stand in no file that a task brings. */
  readonly secrets?: readonly Secret[];
  /** How long a remote may take. */
  readonly remoteMs?: number;
  readonly program?: GitProgram;
  /** Ends what waits for a remote at once. */
  readonly cancel?: AbortSignal | undefined;
}

interface AgreedRepository {
  readonly git: RepositoryGit;
  readonly settings: RepositorySettings;
}

const REMOTE_MS_MAX = 120_000;

export class GitTasks implements TaskRepository {
  readonly #root: string;
  readonly #context: {
    readonly env: Environment;
    readonly program: GitProgram;
    readonly scratches: Set<string>;
    readonly cancel: AbortSignal | undefined;
  };
  readonly #remoteMs: number;
  readonly #secrets: readonly Secret[];
  /** As they were when the repository was looked at. */
  #agreed: AgreedRepository | null = null;

  constructor({
    root,
    env,
    secrets = [],
    remoteMs = REMOTE_MS_MAX,
    program = runGit,
    cancel,
  }: GitTasksOptions) {
    this.#root = root;
    this.#secrets = secrets;
    this.#context = { env, program, scratches: new Set(), cancel };
    this.#remoteMs = remoteMs;
  }

  async look({ target }: { readonly target: string | null }): Promise<RepositoryLook> {
    const found = await findRepository(this.#root, this.#context);
    if (found.at !== "found") return lookWhereNone(found);
    const git = new RepositoryGit(found.place, this.#context);
    const settings = await readSettings(git);
    this.#agreed = { git, settings };
    return lookAtRepository({ git, settings, remoteMs: this.#remoteMs }, target);
  }

  worktreePath({ task }: TaskPlace): string {
    return join(this.#worktrees, task);
  }

  landingPath(): string {
    return join(this.#worktrees, LANDING);
  }

  openWorktree(place: TaskPlace, target: BuildTarget): Promise<OpenWorktree | LandingTrouble> {
    return orTrouble(async () => {
      const context = await this.#asAgreed();
      return isTrouble(context) ? context : openTask(context, this.worktreePath(place), place, target);
    });
  }

  async mendWorktree(
    place: TaskPlace,
    work: { readonly base: CommitSha; readonly commit: CommitSha },
  ): Promise<boolean> {
    const repository = await this.#repository();
    return mendTask(repository, this.worktreePath(place), place, work);
  }

  async mark(_place: TaskPlace): Promise<RepositoryMark> {
    const { git, settings } = await this.#repository();
    return markRepository(git, await readSettings(git), [settings]);
  }

  async changesSince(_place: TaskPlace, before: RepositoryMark): Promise<readonly Alarm[]> {
    const { git, settings } = await this.#repository();
    const after = await markRepository(git, await readSettings(git), [settings, before]);
    return alarmsOfMarks(git, before, after);
  }

  async inspect(request: InspectRequest): Promise<InspectedWork> {
    try {
      const { git, settings: agreed } = await this.#repository();
      const path = this.worktreePath(request);
      const settings = await readSettings(git);
      return await inspectWork({ git, settings, agreed, path, secrets: this.#secrets, request });
    } catch (error) {
      const { message, fix } = troubleBy(error);
      return { at: "failed", message, fix };
    }
  }

  async diff(commit: CommitSha, maxChars: number): Promise<string> {
    const { git, settings } = await this.#repository();
    return diffOf(git, settings, { from: `${commit}^1`, to: commit, maxChars });
  }

  async diffBetween(from: CommitSha, to: CommitSha, maxChars: number): Promise<string> {
    const { git, settings } = await this.#repository();
    return diffOf(git, settings, { from, to, maxChars });
  }

  async fileAt(commit: CommitSha, path: string): Promise<string | null> {
    const { git } = await this.#repository();
    const read = await git.ask(["cat-file", "blob", `${commit}:${git.place.prefix}${path}`]);
    return read.exitCode === 0 ? read.stdout.toString("utf8") : null;
  }

  prepareLanding(request: LandRequest): Promise<PreparedLanding> {
    return orTrouble(async () => {
      const context = await this.#asAgreed();
      return isTrouble(context) ? context : prepareLanding(context, request);
    });
  }

  push(landing: { readonly commit: CommitSha; readonly target: BuildTarget }): Promise<PushedLanding> {
    return orTrouble(async () => {
      const context = await this.#asAgreed();
      return isTrouble(context) ? context : pushLanding(context, landing);
    });
  }

  pushBranch(
    request: TaskPlace & { readonly commit: CommitSha; readonly target: BuildTarget },
  ): Promise<{ readonly at: "pushed"; readonly branch: string } | LandingTrouble> {
    return orTrouble(async () => {
      const context = await this.#asAgreed();
      return isTrouble(context) ? context : pushTaskBranch(context, request);
    });
  }

  async holds(target: BuildTarget, commit: CommitSha): Promise<boolean> {
    const { git } = await this.#repository();
    const tip = await knownTip(git, target);
    return tip !== null && (await git.isAncestor(commit, tip));
  }

  async closeWorktree(place: TaskPlace): Promise<void> {
    const { git } = await this.#repository();
    await closeTask(git, place);
  }

  async tidyUp(needed: readonly TaskPlace[]): Promise<void> {
    const { git } = await this.#repository();
    await tidyUp(git, needed);
  }

  get #worktrees(): string {
    return this.#agreed?.git.place.worktrees ?? join(this.#root, ".parley", WORKTREES);
  }

  async #repository(): Promise<AgreedRepository> {
    if (this.#agreed !== null) return this.#agreed;
    const found = await findRepository(this.#root, this.#context);
    if (found.at !== "found") throw new GitFailure(lookWhereNone(found).message, "refused");
    const git = new RepositoryGit(found.place, this.#context);
    this.#agreed = { git, settings: await readSettings(git) };
    return this.#agreed;
  }

  /** For what starts programs of the person's, or talks to others: only as long as nobody has changed what they are. */
  async #asAgreed(): Promise<LandingContext | LandingTrouble> {
    const { git, settings } = await this.#repository();
    const now = await readSettings(git);
    if (isSameMark(now, settings)) {
      return { git, settings, remoteMs: this.#remoteMs, landingPath: this.landingPath() };
    }
    return {
      at: "trouble",
      again: false,
      message: "the repository's settings or hooks are not what they were when the build looked at them",
      fix: "see what changed (git config --list --show-origin, .git/hooks), and begin the build again",
    };
  }
}

async function orTrouble<Result>(work: () => Promise<Result>): Promise<Result | LandingTrouble> {
  try {
    return await work();
  } catch (error) {
    return troubleBy(error);
  }
}

/** What git or the system says no to, as a value; anything else is a bug. */
function troubleBy(error: unknown): LandingTrouble {
  if (error instanceof GitFailure) {
    return {
      at: "trouble",
      again: error.why === "timed-out" || error.why === "cancelled",
      message: error.message,
      fix: "see that git works here: git status",
    };
  }
  if (!isSystemError(error)) throw error;
  return {
    at: "trouble",
    again: false,
    message: `${error.path ?? "the disk"}: ${reasonOf(error)}`,
    fix: "free the disk, or see to the folder's rights",
  };
}
