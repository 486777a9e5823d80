import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { releaseGap } from "../take-engineer-output.ts";
import { placeOf } from "../turn.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";
import { giveInput, putAside } from "./user-moves.ts";

export function answerBlocked(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "gap") throw new Error(`${question.id} is about no gap`);
  const { gap } = question.subject;
  switch (answer.option) {
    case "input":
      return giveInput(draft, { gap, text: answer.text ?? "", by: answer.by });
    case "defer":
      return putAside(draft, {
        gaps: [gap],
        to: "USER_DEFERRED",
        by: answer.by,
        reasonFor: () => rationaleFor(answer, gap),
      });
    case "other":
      return null;
    case "end-round":
      stopReplacements(draft, question.subject.round);
      return null;
    default:
      throw new Error(`a blocked question has no option ${answer.option}`);
  }
}

/** A replacement that has not begun is taken back; one that runs is the last. */
function stopReplacements(draft: Draft, askedIn: number): void {
  const { round } = draft.session.work;
  if (round === null || round.number !== askedIn) return;
  draft.emit("ReplacementsStopped", { round: round.number });
  if (round.replacements === 0) return;
  for (const turn of round.lanes.filter(
    ({ state, attempt, launch }) => state.at === "due" && attempt > 1 && launch === 1,
  )) {
    if (turn.retries > 0) continue;
    for (const gap of turn.gaps) releaseGap(draft, gap, round.number);
    draft.emit("TurnSettled", {
      ...placeOf(turn),
      outcome: "BLOCKED",
      detail: "ended by the user",
      document: null,
    });
  }
}
