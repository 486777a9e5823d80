import type { Judgement } from "../validation/judgement.ts";
import type { Draft } from "./draft.ts";
import { nextKey, placeOf, type Turn } from "./turn.ts";

/** What the gate said of an output, whoever wrote it. */
export function logJudgement(draft: Draft, turn: Turn, judgement: Judgement): void {
  const { verdict, warnings, gapsAddressed } = judgement;
  draft.emit("OutputJudged", {
    ...placeOf(turn),
    key: nextKey(draft.session.id, turn),
    attempt: turn.attempt,
    failure: verdict.ok ? null : verdict.failureType,
    message: verdict.message,
    line: verdict.ok ? null : verdict.line,
    warnings,
    gapsAddressed,
  });
}
