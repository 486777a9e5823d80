// What is found out about a repository and about work on a task: facts that a build is decided by.

/** A commit by its full hash. */
export type CommitSha = string;

/** Where approved work goes. */
export interface BuildTarget {
  /** Such as `main`; `parley/landed` where there is no remote. */
  readonly branch: string;
  /** `null`: there is none, and work stays in this repository. */
  readonly remote: string | null;
}

export const ALARMS = [
  "outside-worktree",
  "worktree-lost",
  "project-changed",
  "own-history",
  "protected",
  "submodule",
  "link-out",
  "huge",
  "secret",
  "odd-path",
  "out-of-scope",
  "tests-weakened",
] as const;
export type AlarmKind = (typeof ALARMS)[number];

/** Something about a coder's work that must be looked at before anybody reviews it. */
export interface Alarm {
  readonly kind: AlarmKind;
  /** Where, from the top of the worktree; `null` where it is in no file of it. */
  readonly path: string | null;
  /** In a line; never the secret itself. */
  readonly what: string;
}

export interface CommitMessage {
  readonly title: string;
  readonly body: string;
  /** `Parley-Task: ID` and the like, in this order. */
  readonly trailers: readonly (readonly [name: string, value: string])[];
}

export interface ChangedFile {
  readonly path: string;
  readonly change: "added" | "changed" | "removed" | "renamed";
  /** What it was called before. */
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
}

export type InspectedWork =
  /** Nothing differs from the base. */
  | { readonly at: "unchanged"; readonly alarms: readonly Alarm[] }
  | {
      readonly at: "committed";
      /** One commit on the base with all of the worktree's content, kept by a ref of parley's. */
      readonly commit: CommitSha;
      readonly tree: string;
      readonly files: readonly ChangedFile[];
      readonly alarms: readonly Alarm[];
    }
  /** It cannot be committed at all; the alarms say why. */
  | { readonly at: "refused"; readonly files: readonly ChangedFile[]; readonly alarms: readonly Alarm[] }
  /** git cannot do it here: a signature that needs somebody, a full disk. */
  | {
      readonly at: "failed";
      readonly message: string;
      readonly fix: string;
      /** The repository is as it was before the coder ran: what changes from now on was not the coder. */
      readonly untouched?: true;
    };

export type PreparedLanding =
  /** `commit` stands on the target as it is; `moved`: the target is not the base any more, so that it was put on top of it. */
  | { readonly at: "ready"; readonly commit: CommitSha; readonly onto: CommitSha; readonly moved: boolean }
  | {
      readonly at: "conflict";
      readonly onto: CommitSha;
      readonly files: readonly string[];
      readonly text: string;
    }
  /** The target holds all of it already. */
  | { readonly at: "landed"; readonly commit: CommitSha }
  | LandingTrouble;

export type PushedLanding =
  | { readonly at: "landed" }
  /** Somebody else was quicker: prepare it again. */
  | { readonly at: "moved" }
  | LandingTrouble;

/** `again`: the remote may answer the next time. */
export interface LandingTrouble {
  readonly at: "trouble";
  readonly again: boolean;
  readonly message: string;
  readonly fix: string;
}

export const CHECK_STEPS = ["setup", "build", "test"] as const;
export type CheckStep = (typeof CHECK_STEPS)[number];
