// What is said beside the work: the other side's position in a dispute, and a draft of guidance. Nobody waits for it.
import { type Board, findTask } from "../board/board.ts";
import type { TaskId } from "../board/board-id.ts";
import { DISPUTE_SIDES } from "../board/dispute.ts";
import { valuesOf } from "../board/id-map.ts";
import type { AsideSubject } from "./board-question.ts";
import type { BuildEffect } from "./build-effect.ts";
import { findWork } from "./evolve-work.ts";
import { roleOf, type WorkPurpose } from "./task-work.ts";
import { agentFor, mayCall, wallMs } from "./who-plays.ts";
import { newWorkTurn, turnKey } from "./work-turn.ts";

export function owedAsides(board: Board): readonly BuildEffect[] {
  return [...positionsWanted(board), ...draftsWanted(board)].flatMap((wanted) => asideStep(board, wanted));
}

interface WantedAside {
  readonly task: TaskId;
  readonly about: AsideSubject;
}

/** Asked for once, of each side that has not spoken. */
function positionsWanted({ disputes }: Board): readonly WantedAside[] {
  return [...valuesOf(disputes)]
    .filter(({ weight, state }) => weight === "major" && state.at === "open")
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id: dispute, task, positions }) =>
      DISPUTE_SIDES.filter((side) => positions[side].at === "awaited").map((side) => ({
        task,
        about: { of: "dispute", dispute, side } as const,
      })),
    );
}

function draftsWanted({ questions }: Board): readonly WantedAside[] {
  return questions.flatMap(({ id: question, kind, task }) =>
    kind === "rejections" && task !== null ? [{ task, about: { of: "question", question } as const }] : [],
  );
}

export function asideLane(about: AsideSubject): string {
  return about.of === "dispute" ? `${about.dispute}-${about.side}` : about.question;
}

function asideStep(board: Board, { task, about }: WantedAside): readonly BuildEffect[] {
  const { build } = board;
  const purpose: WorkPurpose = about.of === "dispute" ? "position" : "guide";
  const lane = asideLane(about);
  const role = roleOf(purpose, about);
  const agent = agentFor(build, role);
  const { task: only } = build.scope;
  if (build.settings === null || agent === null || (only !== null && only !== task)) return [];
  if (findTask(board, task) === null || !mayCall(board, task)) return [];
  const work = findWork(board, task);
  if (work?.asidesSettled.includes(lane) === true) return [];
  const begun = work?.asides.find(({ turn }) => turn.purpose === purpose && turn.lane === lane)?.turn;
  const turn =
    begun ?? newWorkTurn({ incarnation: work?.incarnation ?? 0, round: work?.round ?? 0 }, purpose, lane);
  if (turn.state.at === "running") return [];
  const { incarnation, round } = turn;
  const order = {
    key: turnKey(task, turn),
    ...{ task, incarnation, round, purpose, lane, role, agent, about },
    ...{ retry: turn.retry, resume: null, told: [], access: "read-only" as const },
    wallMs: wallMs(build.settings),
    notBeforeMs: turn.lastCall?.agent === agent ? turn.lastCall.notBeforeMs : null,
  } as const;
  return [{ do: "call", order }];
}
