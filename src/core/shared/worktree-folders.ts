/** In parley's folder of a project: a worktree for each task, called as that is. */
export const WORKTREES = "worktrees";

/** Where a document lies in a worktree, which is to hold nothing else of parley's; no commit takes it along. */
export const OUT_FOLDER = ".parley-out";
