// What events make of the work on a task.
import type { Board } from "../board/board.ts";
import { findTask } from "../board/board.ts";
import type { BoardEventOf } from "../board/board-event.ts";
import type { BoardFold } from "../board/board-fold.ts";
import type { TaskId } from "../board/board-id.ts";
import { getById, putById, removeById } from "../board/id-map.ts";
import type { FindingAnswer } from "../documents/coder-document.ts";
import { timestampToMs } from "../shared/timestamp.ts";
import type { BuildCall } from "./build-state.ts";
import {
  type Aside,
  type Finding,
  NOTHING_SPENT,
  type RoundOutcome,
  type Stage,
  type TaskWork,
  type WorkCommit,
  type WorkTurn,
} from "./task-work.ts";
import { endCall, newWorkTurn, nextAttempt, renewTurn, startTurn } from "./work-turn.ts";

/** More guidance than that is for a person to sum up. */
const GUIDANCE_KEPT = 20;

export const WORK_FOLD = {
  WorkBegun: (board, { task, incarnation }) => {
    const { carried, raised, ...work } = findWork(board, task) ?? newWork(task);
    return putWork(board, {
      ...work,
      incarnation,
      stage: { at: "worktree" },
      commit: null,
      refused: [],
      said: null,
      mark: null,
      allowed: [],
      carried,
      raised: null,
      trouble: null,
      basis: null,
    });
  },
  WorktreeOpened: (board, { task, branch, base }) =>
    changeWork(board, task, () => ({
      worktree: { branch, base },
      stage: { at: "inspect", turn: null },
      trouble: null,
      testsBefore: board.build.testsLanded,
    })),
  RoundBegun: (board, { task, round }) =>
    changeWork(board, task, (work) => ({
      round,
      stage: { at: "coder", turn: newWorkTurn({ ...work, round }, "coder") },
      basis: null,
      raised: null,
    })),
  ReviewBegun: (board, { task, round }) =>
    changeWork(board, task, (work) => ({
      round,
      stage: { at: "reviewer", turn: newWorkTurn({ ...work, round }, "reviewer") },
    })),
  AgentCallStarted: (board, data) => {
    const { task, about, mark, purpose, lane } = data;
    const known = findWork(board, task) === null ? putWork(board, newWork(task)) : board;
    return changeWork(known, task, (work) => {
      if (about === null)
        return { ...withTurn(work, (turn) => startTurn(turn, data)), mark: work.mark ?? mark };
      const asked = work.asides.find(({ turn }) => isOf(turn, data));
      const turn = startTurn(asked?.turn ?? newWorkTurn({ ...work, ...data }, purpose, lane), data);
      return { asides: [...withoutAside(work.asides, data), { subject: about, turn }] };
    });
  },
  AgentCallFinished: (board, data) =>
    changeWork(board, data.task, (work) => {
      const ended = (turn: WorkTurn): WorkTurn =>
        turn.state.at === "running" && turn.state.key === data.key ? endCall(turn, data) : turn;
      return {
        ...withTurn(work, ended),
        asides: work.asides.map(({ subject, turn }) => ({ subject, turn: ended(turn) })),
      };
    }),
  AttemptFailed: (board, { task, retry }) =>
    changeWork(board, task, (work) => {
      const turn = turnOf(work);
      if (turn === null) return {};
      const next = nextAttempt(turn, retry);
      return {
        stage: next.purpose === "reviewer" ? { at: "reviewer", turn: next } : { at: "coder", turn: next },
      };
    }),
  TurnRenewed: (board, { task, retry }) =>
    changeWork(board, task, (work) => withTurn(work, (turn) => renewTurn(turn, retry))),
  AsideSettled: (board, data) =>
    changeWork(board, data.task, ({ asides, asidesSettled }) => ({
      asides: withoutAside(asides, data),
      asidesSettled: [...asidesSettled, data.lane],
    })),
  CoderReported: (board, data) => {
    const { task, round, agent, outcome, why, answers, raised, document, at } = data;
    const { summary = "", notDone = "" } = data;
    const disagrees = answers.some(isDisagreement);
    return changeWork(board, task, (work) => ({
      stage: { at: "inspect", turn: turnOf(work) },
      said: { round, agent, outcome, summary, notDone, why, disagrees, document, at },
      raised,
      findings: work.findings.map((finding) => {
        const answer = answers.find((one) => one.finding === finding.id);
        return answer === undefined
          ? finding
          : { ...finding, answer: { status: answer.status, where: answer.where } };
      }),
    }));
  },
  WorkInspected: (board, data) =>
    changeWork(board, data.task, (work) => ({
      commits: data.number,
      mark: null,
      trouble: null,
      commit: inspectedCommit(work, data),
      refused: data.commit === null ? data.alarms : [],
      stage: { at: "test", turn: turnOf(work) },
      rounds: roundsAfter(work, data),
    })),
  ChecksRun: (board, { task, on, green, results, alarms = [] }) =>
    changeWork(board, task, (work) => {
      const { commit, stage } = work;
      const checks = { green, results };
      if (on === "work") {
        if (commit === null) return {};
        const place = { round: commit.round, incarnation: work.incarnation };
        return {
          commit: { ...commit, checks, alarms: [...commit.alarms, ...alarms] },
          rounds: withRound(work, place, (before) => ({
            green,
            reds: (before?.reds ?? 0) + (green ? 0 : 1),
          })),
        };
      }
      if (stage.at !== "land" || stage.landing.prepared === null) return {};
      const { landing } = stage;
      return {
        stage: { at: "land", landing: { ...landing, prepared: { ...stage.landing.prepared, checks } } },
      };
    }),
  ReviewGiven: (board, data) =>
    changeWork(board, data.task, (work) => {
      const { commit, findings } = work;
      const { verdict, remarks = "" } = data;
      return {
        commit: commit === null ? null : { ...commit, verdict },
        findings: findingsAfter(findings, data),
        rounds: withRound(work, data, (before) =>
          before === null ? { ...reviewedAnew(commit), verdict, remarks } : { verdict, remarks },
        ),
      };
    }),
  GuidanceGiven: (board, { task, kind, text, question, dispute, from, at }) =>
    changeWork(board, task, ({ guidance }) => ({
      guidance: [...guidance, { kind, text, question, dispute, by: from, at }].slice(-GUIDANCE_KEPT),
    })),
  FindingsSettled: (board, { task, findings: settled, as }) =>
    changeWork(board, task, ({ findings }) => ({
      findings: findings.map((finding) =>
        settled.includes(finding.id) ? { ...finding, state: as } : finding,
      ),
    })),
  WeakeningAllowed: (board, { task, weakenings }) =>
    changeWork(board, task, ({ allowed }) => ({ allowed: [...new Set([...allowed, ...weakenings])] })),
  LandingOpened: (board, { task, basis }) =>
    changeWork(board, task, () => ({
      basis,
      trouble: null,
      stage: { at: "land", landing: { since: board.entries, tries: 0, prepared: null } },
    })),
  LandingPrepared: (board, { task, commit, onto, moved }) =>
    changeWork(board, task, ({ stage }) => {
      if (stage.at !== "land") return {};
      const prepared = { commit, onto, moved, checks: null };
      return { trouble: null, stage: { at: "land", landing: { ...stage.landing, prepared } } };
    }),
  LandingMissed: (board, { task, because }) =>
    changeWork(board, task, ({ stage, redOnTarget }) => {
      if (stage.at !== "land") return {};
      const { since, tries } = stage.landing;
      return {
        trouble: null,
        redOnTarget: because === "red" ? redOnTarget + 1 : redOnTarget,
        stage: { at: "land", landing: { since, tries: tries + 1, prepared: null } },
      };
    }),
  TaskLanded: (board, { task, incarnation, commit, target: { branch }, basis }) =>
    changeWork(board, task, () => ({
      landed: { commit, incarnation, branch, basis },
      redOnTarget: 0,
      trouble: null,
      carried: null,
      stage: { at: "close" },
    })),
  BranchWanted: (board, { task, next }) =>
    changeWork(board, task, () => ({ trouble: null, stage: { at: "push-branch", next } })),
  BranchPushed: (board, { task }) =>
    changeWork(board, task, ({ stage }) => ({
      trouble: null,
      stage: stage.at === "push-branch" ? afterBranch(stage) : stage,
    })),
  RepositoryTroubled: (board, { task, waitMs, untouched, at }) =>
    changeWork(board, task, ({ trouble, mark }) => ({
      // What the person is now asked to put right is not held against the coder.
      mark: untouched === true ? null : mark,
      trouble: {
        count: (trouble?.count ?? 0) + 1,
        notBeforeMs: waitMs === null ? null : timestampToMs(at) + waitMs,
      },
    })),
  TroubleForgiven: (board, { task }) =>
    changeWork(board, task, ({ stage }) => ({
      trouble: null,
      stage: stage.at === "land" ? { at: "land", landing: { ...stage.landing, tries: 0 } } : stage,
    })),
  WorkEnded: (board, { task, carried }) =>
    changeWork(board, task, ({ worktree }) => ({
      carried,
      raised: null,
      trouble: null,
      stage: worktree === null ? { at: "closed" } : { at: "close" },
    })),
  WorktreeClosed: (board, { task }) =>
    findTask(board, task) === null
      ? { ...board, work: removeById(board.work, task) }
      : changeWork(board, task, () => ({ worktree: null, stage: { at: "closed" } })),
} satisfies Partial<BoardFold>;

export function findWork({ work }: Board, task: TaskId): TaskWork | null {
  return getById(work, task);
}

function putWork(board: Board, work: TaskWork): Board {
  return { ...board, work: putById(board.work, work) };
}

export function changeWork(board: Board, task: TaskId, change: (work: TaskWork) => Partial<TaskWork>): Board {
  const work = findWork(board, task);
  // A task that was removed is still told what became of its calls.
  return work === null ? board : putWork(board, { ...work, ...change(work) });
}

function newWork(id: TaskId): TaskWork {
  return {
    id,
    incarnation: 0,
    round: 0,
    stage: { at: "closed" },
    worktree: null,
    commits: 0,
    commit: null,
    refused: [],
    said: null,
    mark: null,
    findings: [],
    guidance: [],
    allowed: [],
    carried: null,
    raised: null,
    asides: [],
    asidesSettled: [],
    trouble: null,
    spent: NOTHING_SPENT,
    raisedLimits: {},
    basis: null,
    redOnTarget: 0,
    testsBefore: null,
    landed: null,
    rounds: [],
  };
}

/** A task that takes more is looked up in the audit. */
const ROUNDS_KEPT = 40;
const ROUND_BEGUN = {
  ...{ commit: null, files: 0, green: null, reds: 0, verdict: null },
  ...{ summary: "", notDone: "", remarks: "" },
};

function withRound(
  { rounds }: TaskWork,
  { round, incarnation }: Pick<RoundOutcome, "round" | "incarnation">,
  change: (before: RoundOutcome | null) => Partial<RoundOutcome>,
): readonly RoundOutcome[] {
  const place = { round, incarnation };
  const at = rounds.findIndex((one) => one.round === round && one.incarnation === incarnation);
  const before = rounds[at] ?? null;
  const now = { ...ROUND_BEGUN, ...before, ...place, ...change(before) };
  return before === null ? [...rounds, now].slice(-ROUNDS_KEPT) : rounds.with(at, now);
}

/** What was found before the coder has said anything is of no round. */
function roundsAfter(work: TaskWork, data: BoardEventOf<"WorkInspected">["data"]): TaskWork["rounds"] {
  if (work.said === null) return work.rounds;
  const { commit, files } = data;
  const { summary, notDone } = work.said;
  return withRound(work, data, (before) => ({
    ...ROUND_BEGUN,
    reds: before?.reds ?? 0,
    commit,
    files: files.length,
    summary,
    notDone,
  }));
}

/** In a round in which the coder had nothing to do. */
function reviewedAnew(commit: WorkCommit | null): Partial<RoundOutcome> {
  if (commit === null) return {};
  return { commit: commit.commit, files: commit.files.length, green: commit.checks?.green ?? null };
}

/** The coder's or the reviewer's, also while what the coder left is looked at. */
export function turnOf({ stage }: Pick<TaskWork, "stage">): WorkTurn | null {
  return "turn" in stage ? stage.turn : null;
}

/** The turn that waits for a call, of a task that is still on the board; `null`: nobody waits for it any more. */
export function findTurnOfCall(
  board: Board,
  { key, task }: Pick<BuildCall, "key" | "task">,
): WorkTurn | null {
  const work = findTask(board, task) === null ? null : findWork(board, task);
  if (work === null) return null;
  const turns = [turnOf(work), ...work.asides.map(({ turn }) => turn)];
  return turns.find((turn) => turn?.state.at === "running" && turn.state.key === key) ?? null;
}

function withTurn({ stage }: TaskWork, change: (turn: WorkTurn) => WorkTurn): { readonly stage: Stage } {
  return "turn" in stage && stage.turn !== null
    ? { stage: { ...stage, turn: change(stage.turn) } as Stage }
    : { stage };
}

function isOf(turn: WorkTurn, { purpose, lane }: Pick<WorkTurn, "purpose" | "lane">): boolean {
  return turn.purpose === purpose && turn.lane === lane;
}

function withoutAside(asides: readonly Aside[], place: Pick<WorkTurn, "purpose" | "lane">): readonly Aside[] {
  return asides.filter(({ turn }) => !isOf(turn, place));
}

function isDisagreement({ status }: Pick<FindingAnswer, "status">): boolean {
  return status === "DISAGREE";
}

function inspectedCommit(
  { worktree, commit: before }: TaskWork,
  { number, at: _, commit, tree, round, files, alarms }: BoardEventOf<"WorkInspected">["data"],
): WorkCommit | null {
  if (commit === null || worktree === null) return null;
  const repeats = tree !== null && before?.tree === tree;
  return {
    number,
    commit,
    tree,
    base: worktree.base,
    round,
    repeats,
    files,
    alarms,
    checks: null,
    verdict: null,
  };
}

function afterBranch({ next }: Extract<Stage, { readonly at: "push-branch" }>): Stage {
  return next === "close" ? { at: "close" } : { at: "set-aside", until: next };
}

const STATE_BY_FATE = { FIXED: "fixed", OPEN: "open", WITHDRAWN: "withdrawn" } as const;

/** A person's word on a finding is the last. */
export function isVoid({ state }: Pick<Finding, "state">): boolean {
  return state === "overruled" || state === "answered";
}

function findingsAfter(
  findings: readonly Finding[],
  { findings: found, fates }: BoardEventOf<"ReviewGiven">["data"],
): readonly Finding[] {
  const kept = findings.map((finding): Finding => {
    const restated = found.find(({ id }) => id === finding.id);
    const fate = fates.find((one) => one.finding === finding.id);
    const said = fate === undefined ? finding.fate : { status: fate.status, why: fate.why };
    const state =
      restated !== undefined ? "open" : fate === undefined ? finding.state : STATE_BY_FATE[fate.status];
    return { ...finding, ...restated, fate: said, state: isVoid(finding) ? finding.state : state };
  });
  const known = new Set(findings.map(({ id }) => id));
  const raised = found
    .filter(({ id }) => !known.has(id))
    .map((finding): Finding => ({ ...finding, state: "open", fate: null, answer: null }));
  return [...kept, ...raised];
}
