// What was said beside the work: a position in a dispute, or a draft of guidance.
import { findDispute, findTask } from "../../board/board.ts";
import type { TaskId } from "../../board/board-id.ts";
import type { Draft } from "../../board/draft.ts";
import { asideLane } from "../asides.ts";
import type { AsideSubject } from "../board-question.ts";
import { findWork } from "../evolve-work.ts";
import type { FinishedRun } from "./finished-run.ts";

/** There is one attempt: what is not in its form was not said. */
export function takeAside(draft: Draft, { task, agent, output }: FinishedRun, about: AsideSubject): void {
  const { content } = output;
  if (content === null || content.reading.at === "refused") {
    giveUpAside(draft, task, about, "its document could not be taken");
  } else if (about.of === "dispute" && content.of === "position") {
    settlePosition(draft, about, { at: "given", text: content.reading.form.position, model: agent });
    settle(draft, task, about, null);
  } else if (about.of === "question" && content.of === "guide") {
    const { guidance, why } = content.reading.form;
    const status = findTask(draft.board, task)?.status ?? null;
    const text = `${guidance}\n\n${why}`;
    const said = { kind: "draft", text, question: about.question, dispute: null, from: agent } as const;
    draft.emit("GuidanceGiven", { task, status, ...said });
    settle(draft, task, about, null);
  } else throw new Error(`a ${content.of} is no answer about a ${about.of}`);
}

export function giveUpAside(draft: Draft, task: TaskId, about: AsideSubject, why: string): void {
  if (about.of === "dispute") settlePosition(draft, about, { at: "not-given" });
  settle(draft, task, about, why);
}

type GivenPosition =
  | { readonly at: "given"; readonly text: string; readonly model: string }
  | { readonly at: "not-given" };

/** Also after the decision: what was asked for is not thrown away. */
function settlePosition(
  draft: Draft,
  { dispute: id, side }: Extract<AsideSubject, { readonly of: "dispute" }>,
  position: GivenPosition,
): void {
  const dispute = findDispute(draft.board, id);
  if (dispute === null || dispute.positions[side].at !== "awaited") return;
  const status = findTask(draft.board, dispute.task)?.status ?? null;
  draft.emit("PositionSettled", { dispute: id, task: dispute.task, status, side, position });
}

function settle(draft: Draft, task: TaskId, about: AsideSubject, why: string | null): void {
  const lane = asideLane(about);
  const turn = findWork(draft.board, task)?.asides.find((aside) => aside.turn.lane === lane)?.turn;
  if (turn === undefined) return;
  const { incarnation, round, purpose } = turn;
  const outcome = why === null ? "given" : "not-given";
  draft.emit("AsideSettled", { task, incarnation, round, purpose, lane, outcome, detail: why });
}
