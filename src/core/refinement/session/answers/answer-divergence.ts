import { assertNever } from "../../../shared/assert-never.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import { answerDivergence, type DivergenceAnswer } from "../../divergence-answer.ts";
import type { Draft } from "../draft.ts";
import { requestEnding } from "../end-session.ts";
import { enterPause } from "../halt.ts";
import { type AnsweredQuestion, rationaleFor } from "./answered-question.ts";
import { putAside } from "./user-moves.ts";

export function answerDivergenceQuestion(
  draft: Draft,
  { question, answer }: AnsweredQuestion,
): Refusal | null {
  const {
    settings,
    work: { convergence },
  } = draft.session;
  const option = answer.option as DivergenceAnswer["option"];
  const wish: DivergenceAnswer = option === "narrow" ? { option, gaps: answer.gaps } : { option };
  const effect = answerDivergence(convergence, wish, settings.thresholds);
  if (isRefusal(effect)) return effect;
  const because = `${question.id} answered ${option}`;
  switch (effect.do) {
    case "go-on": {
      if (effect.thresholds !== settings.thresholds) {
        draft.emit("SettingsChanged", { settings: { ...settings, thresholds: effect.thresholds }, because });
      }
      const nextFocus = effect.nextRound === "foundations" ? null : effect.nextRound;
      draft.emit("ConvergenceChanged", { state: effect.state, nextFocus, because });
      const reasonFor = (gap: string) => rationaleFor(answer, gap) || "narrowed after a divergence warning";
      return putAside(draft, { gaps: effect.defer, to: "USER_DEFERRED", by: answer.by, reasonFor });
    }
    case "pause":
      enterPause(draft, answer.by, because);
      return null;
    case "force":
      return requestEnding(draft, "STALL_EXIT", because);
    case "rollback":
      return { refused: "option", message: "rollback is not offered" };
    default:
      return assertNever(effect);
  }
}
