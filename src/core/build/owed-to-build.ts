// What the newest build owes: derived from the board alone, never stored. After a crash the same debt is derived again.
import { type Board, byPosition, findTask, sectionRank } from "../board/board.ts";
import type { TaskId } from "../board/board-id.ts";
import { valuesOf } from "../board/id-map.ts";
import { isSkipped, nextTask, tasksHolding } from "../board/next-task.ts";
import type { Task } from "../board/task.ts";
import type { TaskStatus } from "../board/task-status.ts";
import { PERSON } from "../refinement/role.ts";
import { timestampToMs } from "../shared/timestamp.ts";
import { owedAsides } from "./asides.ts";
import type { BuildEffect } from "./build-effect.ts";
import type { BuildSettings } from "./build-settings.ts";
import { commitMessage } from "./commit-message.ts";
import { findWork } from "./evolve-work.ts";
import { areApart } from "./file-globs.ts";
import { isHeld, isRepositoryHeld } from "./held.ts";
import { roleOf, type Stage, type TaskWork, type WorkTurn } from "./task-work.ts";
import { agentFor, mayCall, wallMs } from "./who-plays.ts";
import { resumeTurn, turnKey } from "./work-turn.ts";

/** Independent things that may go on now, without the calls already started. */
export function owedToBuild(board: Board): readonly BuildEffect[] {
  const { settings, paused } = board.build;
  // Until a person has looked at it, nobody touches the repository.
  if (settings === null || isRepositoryHeld(board)) return [];
  const closing = worksAt(board, "close").flatMap((work) => closeStep(board, work));
  if (paused !== null || isHeld(board, null)) return closing;
  const finishing = finishingWorks(board);
  const active = activeWorks(board, settings);
  return [
    ...closing,
    ...landSteps(board, settings, finishing),
    ...owedAsides(board),
    ...active.flatMap((work) => workSteps(board, settings, work)),
    ...takeStep(board, settings, [...finishing.filter(({ trouble }) => trouble === null), ...active]),
  ];
}

/** Whether this very effect is owed; whoever was quicker has done another. */
export function isOwed<Kind extends BuildEffect["do"]>(
  board: Board,
  kind: Kind,
  is: (effect: Extract<BuildEffect, { readonly do: Kind }>) => boolean,
): boolean {
  return owedToBuild(board).some(
    (effect) => effect.do === kind && is(effect as Extract<BuildEffect, { readonly do: Kind }>),
  );
}

/** Places whose worktrees are in use, or will be. */
export function openWorktrees(
  board: Board,
): readonly { readonly task: TaskId; readonly incarnation: number }[] {
  return [...valuesOf(board.work)]
    .filter(({ stage }) => stage.at !== "closed")
    .map(({ id, incarnation }) => ({ task: id, incarnation }));
}

function worksAt(board: Board, ...stages: readonly Stage["at"][]): TaskWork[] {
  return [...valuesOf(board.work)].filter(({ stage }) => stages.includes(stage.at)).sort(byId);
}

function byId(a: TaskWork, b: TaskWork): number {
  return a.id < b.id ? -1 : 1;
}

/** What is approved or disputed goes on whatever the build is about. */
function finishingWorks(board: Board): readonly TaskWork[] {
  return worksAt(board, "land", "push-branch").filter(({ id }) => !isHeld(board, id));
}

/** Nobody's worktree is taken away while an agent is in it. */
function closeStep(board: Board, { id: task, incarnation }: TaskWork): readonly BuildEffect[] {
  const inUse = board.build.calls.some((call) => call.task === task && call.inWorktree);
  return inUse ? [] : [{ do: "close-worktree", task, incarnation }];
}

const AT_WORK: Partial<Record<Stage["at"], true>> = {
  worktree: true,
  coder: true,
  inspect: true,
  test: true,
  reviewer: true,
};
const RANK: Partial<Record<TaskStatus, number>> = { review: 0, in_progress: 1, pending: 2 };

/** As many as may go on at once: those with an agent at work, then as tasks come. */
function activeWorks(board: Board, { parallel, onMajor }: BuildSettings): readonly TaskWork[] {
  const rank = sectionRank(board);
  const running = new Set(board.build.calls.filter(({ inWorktree }) => inWorktree).map(({ task }) => task));
  const workable = board.build.taken.flatMap((id) => {
    const [task, work] = [findTask(board, id), findWork(board, id)];
    if (task === null || work === null || AT_WORK[work.stage.at] === undefined) return [];
    if (RANK[task.status] === undefined || isSkipped(board, task) || isHeld(board, id)) return [];
    return tasksHolding(board, task, { onMajor }).length > 0 ? [] : [{ task, work }];
  });
  type Candidate = (typeof workable)[number];
  const turn = ({ task }: Candidate): number => (running.has(task.id) ? -1 : (RANK[task.status] ?? 0));
  const inTurn = workable.sort(
    (a, b) => turn(a) - turn(b) || rank(a.task.section) - rank(b.task.section) || byPosition(a.task, b.task),
  );
  return inTurn.slice(0, parallel).map(({ work }) => work);
}

function takeStep(
  board: Board,
  { parallel, onMajor }: BuildSettings,
  busy: readonly TaskWork[],
): readonly BuildEffect[] {
  if (busy.length >= parallel) return [];
  const { scope, taken } = board.build;
  const mayTake = (task: Task): boolean => {
    if (scope.task !== null && task.id !== scope.task) return false;
    if (scope.section !== null && task.section !== scope.section) return false;
    if (scope.once && taken.length > 0 && !taken.includes(task.id)) return false;
    const work = findWork(board, task.id);
    if (work !== null && !isTakeable(board, work)) return false;
    return !isHeld(board, task.id) && busy.every((other) => areIndependent(board, task, other));
  };
  const next = nextTask(board, { onMajor, mayTake });
  return next.at === "task" ? [{ do: "take-task", task: next.task.id }] : [];
}

/** Begun by an earlier build, or to be begun anew. */
function isTakeable({ build }: Board, { id, stage }: TaskWork): boolean {
  if (stage.at === "closed") return !build.calls.some((call) => call.task === id && call.inWorktree);
  return AT_WORK[stage.at] === true && !build.taken.includes(id);
}

/** Neither in one's way, nor in the same files, as far as is known of both. */
function areIndependent(board: Board, task: Task, other: TaskWork): boolean {
  if (task.id === other.id) return false;
  const theirs = findTask(board, other.id);
  return areApart(filesOf(task, findWork(board, task.id)), filesOf(theirs, other));
}

function filesOf(task: Task | null, work: TaskWork | null): readonly string[] {
  const touched = (work?.commit?.files ?? []).flatMap(({ path, from }) =>
    from === undefined ? [path] : [path, from],
  );
  const globs = task?.files ?? [];
  return globs.length === 0 ? [] : [...globs, ...touched];
}

function workSteps(board: Board, settings: BuildSettings, work: TaskWork): readonly BuildEffect[] {
  const { id: task, incarnation, stage, trouble, worktree, commit } = work;
  const notBeforeMs = trouble?.notBeforeMs ?? null;
  const place = { task, incarnation };
  switch (stage.at) {
    case "worktree":
      return [{ do: "open-worktree", ...place, target: settings.target, notBeforeMs }];
    case "coder":
    case "reviewer":
      return callStep(board, settings, work, stage.turn);
    case "inspect": {
      const found = findTask(board, task);
      if (found === null || worktree === null) return [];
      const agent = work.said?.agent ?? agentFor(board.build, "coder") ?? PERSON;
      const { said, mark, commits } = work;
      const message = commitMessage(found, agent);
      const atMs = timestampToMs(said?.at ?? found.updatedAt);
      const { base } = worktree;
      const { files } = found;
      const asked = { number: commits + 1, base, mark, files, message, atMs, notBeforeMs };
      return [{ do: "inspect-work", ...place, ...asked }];
    }
    case "test":
      if (commit === null || commit.checks !== null) return [];
      return [{ do: "run-checks", ...place, on: "work", commit: commit.commit, checks: settings.checks }];
    default:
      return [];
  }
}

function callStep(
  board: Board,
  settings: BuildSettings,
  { id: task, incarnation }: TaskWork,
  turn: WorkTurn,
): readonly BuildEffect[] {
  const { purpose, round, lane, retry, lastCall, state } = turn;
  const role = roleOf(purpose, null);
  const agent = agentFor(board.build, role);
  if (state.at === "running" || agent === null || !mayCall(board, task)) return [];
  const resume = resumeTurn(turn, agent);
  const ours = lastCall?.agent === agent ? lastCall : null;
  const order = {
    key: turnKey(task, turn),
    ...{ task, incarnation, round, purpose, lane, role, agent, about: null, retry, resume },
    wallMs: wallMs(settings),
    access: purpose === "coder" ? ("write" as const) : ("read-only" as const),
    told: resume === null ? [] : (ours?.told ?? []),
    notBeforeMs: ours?.notBeforeMs ?? null,
  };
  return [{ do: "call", order }];
}

/** One landing at a time: the earliest, as long as nobody is asked about it. */
function landSteps(
  board: Board,
  settings: BuildSettings,
  finishing: readonly TaskWork[],
): readonly BuildEffect[] {
  const branches = finishing.filter(({ stage }) => stage.at === "push-branch");
  const landings = finishing.flatMap((work) =>
    work.stage.at === "land" ? [{ work, landing: work.stage.landing }] : [],
  );
  const [first] = landings.sort((a, b) => a.landing.since - b.landing.since);
  return [
    ...branches.flatMap((work) => branchStep(settings, work)),
    ...(first === undefined ? [] : landStep(board, settings, first)),
  ];
}

function branchStep({ target }: BuildSettings, work: TaskWork): readonly BuildEffect[] {
  const { id: task, incarnation, commit, trouble } = work;
  if (commit === null) return [];
  const notBeforeMs = trouble?.notBeforeMs ?? null;
  return [{ do: "push-branch", task, incarnation, commit: commit.commit, target, notBeforeMs }];
}

interface OpenLanding {
  readonly work: TaskWork;
  readonly landing: Extract<Stage, { readonly at: "land" }>["landing"];
}

function landStep(
  board: Board,
  { target, checks }: BuildSettings,
  { work, landing: { prepared } }: OpenLanding,
): readonly BuildEffect[] {
  const { id, incarnation, commit, trouble } = work;
  const task = findTask(board, id);
  if (commit === null || task === null) return [];
  const asked = { task: id, incarnation, notBeforeMs: trouble?.notBeforeMs ?? null };
  if (prepared === null) {
    const message = commitMessage(task, work.said?.agent ?? PERSON);
    const atMs = timestampToMs(work.said?.at ?? task.createdAt);
    const { commit: sha, base } = commit;
    return [{ do: "prepare-landing", ...asked, commit: sha, base, target, message, atMs }];
  }
  if (prepared.moved && prepared.checks === null && checks.length > 0) {
    const place = { task: id, incarnation, on: "target", commit: prepared.commit } as const;
    return [{ do: "run-checks", ...place, checks }];
  }
  return [{ do: "push-landing", ...asked, commit: prepared.commit, target }];
}
