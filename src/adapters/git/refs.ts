// Names of parley's own refs and branches.
import type { CommitSha, TaskPlace } from "../../engine/build-ports.ts";

export const PARLEY_REFS = "refs/parley/";
export const PARLEY_BRANCHES = "refs/heads/parley/";
export const LANDED_BRANCH = "parley/landed";
const TASK_BRANCHES = "parley/task/";

export const taskBranch = (task: string): string => `${TASK_BRANCHES}${task}`;
export const taskBranchRefs = `refs/heads/${TASK_BRANCHES}`;
/** Where work goes that is pushed alone, and has no remote to go to. */
export const keptBranch = (task: string): string => `parley/kept/${task}`;

export const baseRefs = (task: string): string => `${PARLEY_REFS}base/${task}/`;
/** Where an incarnation of a task was begun; there until it is closed. */
export const baseRef = ({ task, incarnation }: TaskPlace): string => `${baseRefs(task)}${incarnation}`;
export const openRefs = (task: string): string => `${PARLEY_REFS}open/${task}/`;
/** There as long as its worktree is whole. */
export const openRef = ({ task, incarnation }: TaskPlace): string => `${openRefs(task)}${incarnation}`;
export const workRef = (task: string, number: number): string => `${PARLEY_REFS}work/${task}/${number}`;
export const coderRefs = (task: string): string => `${PARLEY_REFS}coder/${task}/`;
export const coderRef = (task: string, number: number): string => `${coderRefs(task)}${number}`;
/** How that very work was prepared: a task may land several times. */
export const landingRef = ({
  task,
  incarnation,
  commit,
}: TaskPlace & { readonly commit: CommitSha }): string =>
  `${PARLEY_REFS}prepared/${task}/${incarnation}/${commit}`;
export const branchRefs = (task: string): string => `${PARLEY_REFS}branch/${task}/`;
/** Under which number of its names a task's branch was made, and where it began. */
export const branchRef = (task: string, number: number): string => `${branchRefs(task)}${number}`;
/** Commits on a task that are parley's, or kept by it. */
export const historyRefs = (task: string): readonly string[] =>
  ["base", "branch", "work", "coder", "prepared"].map((kind) => `${PARLEY_REFS}${kind}/${task}/`);
/** What the target of that name was last known to hold. */
export const targetRef = (branch: string): string => `${PARLEY_REFS}target/${branch}`;
