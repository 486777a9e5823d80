// What events make of the settings of a build, its calls and its questions.
import type { Board } from "../board/board.ts";
import type { BoardEventOf } from "../board/board-event.ts";
import type { BoardFold } from "../board/board-fold.ts";
import type { TaskId } from "../board/board-id.ts";
import { valuesOf } from "../board/id-map.ts";
import { PERSON } from "../refinement/role.ts";
import { isByHand } from "../refinement/session/session.ts";
import type { SpentAmounts } from "../refinement/session/spend.ts";
import { MINUTE_MS } from "../shared/time-units.ts";
import { tokensOf } from "../shared/usage.ts";
import { BUILD_START, type BuildCall, type BuildState } from "./build-state.ts";
import { changeWork, WORK_FOLD } from "./evolve-work.ts";
import { isWorkRole, NOTHING_SPENT, roleOf } from "./task-work.ts";

export const BUILD_FOLD = {
  ...WORK_FOLD,
  BuildBegun: (board, { run, settings, scope }) =>
    changeBuild(board, ({ calls, named, questionsAsked, testsLanded }) => ({
      ...BUILD_START,
      run,
      settings,
      scope,
      calls,
      named,
      questionsAsked,
      testsLanded,
    })),
  BuildPaused: (board, { because }) => changeBuild(board, () => ({ paused: because })),
  TaskTaken: (board, { task }) =>
    changeBuild(board, ({ taken }) => ({ taken: [...taken.filter((id) => id !== task), task] })),
  AgentCallStarted: (board, data) => {
    const { key, task, agent, purpose, prompt, seal } = data;
    const call: BuildCall = {
      key,
      agent,
      prompt: prompt?.sha256 ?? null,
      standingChars: prompt?.standingChars ?? 0,
      ...(seal === undefined ? {} : { seal }),
      task,
      role: roleOf(purpose, data.about),
      inWorktree: data.about === null,
    };
    const started = changeBuild(WORK_FOLD.AgentCallStarted(board, data), ({ calls }) => ({
      calls: [...calls, call],
    }));
    return spend(started, call, { calls: 1 });
  },
  AgentCallSealed: (board, { key, seal }) =>
    changeBuild(board, ({ calls }) => ({
      calls: calls.map((call) => (call.key === key ? { ...call, seal } : call)),
    })),
  AgentCallFinished: (board, data) => {
    const call = board.build.calls.find(({ key }) => key === data.key);
    const finished = changeBuild(WORK_FOLD.AgentCallFinished(board, data), ({ calls }) => ({
      calls: calls.filter((one) => one !== call),
    }));
    if (call === undefined) return finished;
    const { usage, elapsedMs } = data;
    return spend(finished, call, {
      tokens: tokensOf(usage),
      usd: usage.usd ?? 0,
      minutes: elapsedMs / MINUTE_MS,
    });
  },
  AgentChosen: (board, { role, agent, insteadOf }) =>
    changeBuild(board, ({ settings, chosen, named, givenUp }) => ({
      chosen: { ...chosen, [role]: agent },
      named:
        insteadOf === null
          ? {
              ...named,
              [role]: { agent, insteadOf: named[role]?.insteadOf ?? settings?.agents[role] ?? null },
            }
          : Object.fromEntries(Object.entries(named).filter(([one]) => one !== role)),
      givenUp:
        insteadOf === null || !isWorkRole(role)
          ? givenUp
          : { ...givenUp, [role]: [...givenUp[role], insteadOf] },
    })),
  BoardQuestionAsked: (board, { question }) => ({
    ...changeBuild(board, ({ questionsAsked }) => ({ questionsAsked: questionsAsked + 1 })),
    questions: [...board.questions, question],
  }),
  BoardQuestionAnswered: (board, { answer }) => withoutQuestion(board, answer.question),
  BoardQuestionWithdrawn: (board, { question }) => withoutQuestion(board, question),
  LimitRaised: (board, { task, measure, to }) =>
    task === null
      ? changeBuild(board, ({ raisedLimits }) => ({ raisedLimits: { ...raisedLimits, [measure]: to } }))
      : changeWork(board, task, ({ raisedLimits }) => ({ raisedLimits: { ...raisedLimits, [measure]: to } })),
  LandingMissed: (board, data) => noteFinishing(WORK_FOLD.LandingMissed(board, data), data),
  BranchPushed: (board, data) => noteFinishing(WORK_FOLD.BranchPushed(board, data), data),
  RepositoryTroubled: (board, data) => noteFinishing(WORK_FOLD.RepositoryTroubled(board, data), data),
  WorktreeClosed: (board, data) => {
    const closed = WORK_FOLD.WorktreeClosed(board, data);
    return isUnderWay(closed) ? closed : changeBuild(closed, () => ({ named: {} }));
  },
  TaskLanded: (board, data) => {
    const landed = noteFinishing(WORK_FOLD.TaskLanded(board, data), data);
    return changeBuild(landed, () => ({ testsLanded: data.tests }));
  },
} satisfies Partial<BoardFold>;

function isUnderWay({ work }: Board): boolean {
  return [...valuesOf(work)].some(({ stage }) => stage.at !== "closed");
}

function changeBuild(board: Board, change: (build: BuildState) => Partial<BuildState>): Board {
  return { ...board, build: { ...board.build, ...change(board.build) } };
}

function noteFinishing(board: Board, { task }: { readonly task: TaskId }): Board {
  return changeBuild(board, ({ finishing }) => ({
    finishing: [...finishing.filter((id) => id !== task), task],
  }));
}

function withoutQuestion(
  board: Board,
  question: BoardEventOf<"BoardQuestionWithdrawn">["data"]["question"],
): Board {
  return { ...board, questions: board.questions.filter(({ id }) => id !== question) };
}

/** For the task and for the build; a person's document costs nothing. */
function spend(board: Board, call: BuildCall, amounts: Partial<SpentAmounts>): Board {
  if (isByHand(call) || call.agent === PERSON) return board;
  const added = changeBuild(board, ({ spent }) => ({ spent: addAmounts(spent, amounts) }));
  return changeWork(added, call.task, ({ spent }) => ({ spent: addAmounts(spent, amounts) }));
}

function addAmounts(spent: SpentAmounts, more: Partial<SpentAmounts>): SpentAmounts {
  const { tokens, usd, minutes, calls } = { ...NOTHING_SPENT, ...more };
  return {
    tokens: spent.tokens + tokens,
    usd: spent.usd + usd,
    minutes: spent.minutes + minutes,
    calls: spent.calls + calls,
  };
}
