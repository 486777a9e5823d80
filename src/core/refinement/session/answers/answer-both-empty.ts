import type { Refusal } from "../../../shared/refusal.ts";
import type { Draft } from "../draft.ts";
import { requestEnding } from "../end-session.ts";
import { activeGaps } from "../owed.ts";
import { restart, skipTurn } from "./answer-escalation.ts";
import { type AnsweredQuestion, rationaleFor, turnOf } from "./answered-question.ts";
import { supplyDocument } from "./supply-document.ts";
import { putAside } from "./user-moves.ts";

export function answerBothEmpty(draft: Draft, answering: AnsweredQuestion): Refusal | null {
  const { question, answer } = answering;
  const turn = turnOf(draft, question);
  switch (answer.option) {
    case "retry-fresh":
      restart(draft, turn, {
        gaps: activeGaps(draft.session, turn),
        retries: 0,
        guidance: null,
        because: "afresh, as the user wished",
      });
      return null;
    case "wont-fix":
    case "defer": {
      const to = answer.option === "defer" ? "USER_DEFERRED" : "WONT_FIX";
      const reasonFor = (gap: string) => rationaleFor(answer, gap);
      const { gaps, by, phrase } = answer;
      const refused = putAside(draft, { gaps, to, by, reasonFor, phrase });
      if (refused === null) skipTurn(draft, turn);
      return refused;
    }
    case "abandon":
      return requestEnding(draft, "ABANDONED", `${question.id} answered abandon`);
    case "human":
      return supplyDocument(draft, turn, answering);
    default:
      throw new Error(`a both-empty question has no option ${answer.option}`);
  }
}
