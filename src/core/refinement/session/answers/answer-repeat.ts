import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";
import { acceptGap, putAside, recordInput } from "./user-moves.ts";

/** Closed by now, the question no longer holds its gap: whatever is left of it is assigned again. */
export function answerRepeat(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  if (question.subject.of !== "gap") throw new Error(`${question.id} is about no gap`);
  const { gap } = question.subject;
  const { by } = answer;
  switch (answer.option) {
    case "accept":
      return acceptGap(draft, { gap, reason: rationaleFor(answer, gap), by });
    case "context": {
      const text = answer.text?.trim() ?? "";
      draft.emit("InputGiven", { gap, text });
      return recordInput(draft, { gap, text, by, to: "NEEDS_REVISION" });
    }
    case "other-agent":
      draft.emit("AgentChosen", { role: "engineer", agent: answer.text?.trim() ?? "" });
      return null;
    case "defer":
      return putAside(draft, {
        gaps: [gap],
        to: "USER_DEFERRED",
        by,
        reasonFor: () => rationaleFor(answer, gap),
      });
    default:
      throw new Error(`a repeat question has no option ${answer.option}`);
  }
}
