// What the user says about rounds that are to be undone, and about what is left of them.
import { assertNever } from "../../../shared/assert-never.ts";
import { isRefusal, type Refusal } from "../../../shared/refusal.ts";
import type { QuestionAnswer } from "../../questions/question.ts";
import type { OptionOf } from "../../questions/question-kinds.ts";
import { acceptedEndingType } from "../../termination.ts";
import type { Draft } from "../draft.ts";
import { requestEnding } from "../end-session.ts";
import { enterPause } from "../halt.ts";
import { escalate } from "../judged-turn.ts";
import { endingFacts } from "../owed.ts";
import { editedDecision, namedDecisions, recoverDecisions } from "../recover-decisions.ts";
import { adjustmentsOf, orderRollback, simplestGaps, untakableGap } from "../roll-back.ts";
import { skipTurn } from "./answer-turn-questions.ts";
import type { AnsweredQuestion } from "./answered-question.ts";

export function answerRollback(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const option = answer.option as OptionOf<"rollback">;
  const adjustments = adjustmentsOf(draft.session);
  const text = answer.text?.trim() ?? "";
  switch (option) {
    case "same":
      return orderRollback(draft, { way: "same", userDecision: "try again with the same prompt" });
    case "narrow":
      return orderRollback(draft, {
        way: "narrow",
        adjustments,
        gaps: simplestGaps(draft.session),
        userDecision: "try again with the simplest gap",
      });
    case "context":
      return orderWithContext(draft, answer);
    case "several": {
      const target = /\d{1,3}/.exec(text)?.[0];
      if (target === undefined)
        return { refused: "answer-incomplete", message: "no round is named", fix: "--text 5" };
      const to = Number(target);
      const userDecision = `go back to the end of round ${to}`;
      return orderRollback(draft, { way: "same", to, adjustments, userDecision });
    }
    case "skip":
      return dropRollback(draft, `${question.id} answered skip`, "ask");
    default:
      return assertNever(option);
  }
}

export function answerRootCause(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const option = answer.option as OptionOf<"root-cause">;
  const adjustments = adjustmentsOf(draft.session);
  switch (option) {
    case "split": {
      const [split] = draft.session.work.rollback?.rootCause?.splits ?? [];
      if (split === undefined) return { refused: "option", message: "no split was found to propose" };
      const parts = split.titles.map((title) => `"${title}"`).join(", ");
      return orderRollback(draft, {
        way: "split",
        split,
        adjustments,
        userDecision: `split ${split.gap} into ${parts}`,
      });
    }
    case "context":
      return orderWithContext(draft, answer);
    case "reassign": {
      const idle = untakableGap(draft.session, answer.gaps);
      if (idle !== null)
        return {
          refused: "no-gap",
          message: `the round cannot take ${idle}: it is no gap that is open then`,
        };
      return orderRollback(draft, {
        way: "reassign",
        adjustments,
        gaps: answer.gaps,
        userDecision: `take ${answer.gaps.join(", ")} instead`,
      });
    }
    case "force":
      return dropRollback(draft, `${question.id} answered force`, "skip");
    case "pause": {
      const refused = dropRollback(draft, `${question.id} answered pause`, "ask");
      enterPause(draft, answer.by, `${question.id} answered pause`);
      return refused;
    }
    default:
      return assertNever(option);
  }
}

function orderWithContext(draft: Draft, { question, text, by, via }: QuestionAnswer): Refusal | null {
  return orderRollback(draft, {
    way: "context",
    adjustments: adjustmentsOf(draft.session),
    context: { text: text?.trim() ?? "", by, question, ...(via === undefined ? {} : { via }) },
    userDecision: "try again with more context",
  });
}

/** A turn that could not go on, and was not undone, still needs a way on. */
export function dropRollback(draft: Draft, reason: string, then: "ask" | "skip"): Refusal | null {
  if (draft.session.work.rollback === null)
    return { refused: "no-rollback", message: "no rollback is under way", fix: "parley archive list" };
  draft.emit("RollbackDropped", { reason });
  const { round, questions } = { ...draft.session.work };
  const turns = round === null ? [] : [...round.lanes, ...(round.reviewer === null ? [] : [round.reviewer])];
  for (const turn of turns) {
    const { state } = turn;
    const stuck =
      state.at === "returned" ||
      (state.at === "asking" && !questions.some(({ id }) => id === state.question));
    if (!stuck || turn.failures.length === 0) continue;
    if (then === "skip") skipTurn(draft, turn);
    else escalate(draft, turn);
  }
  return null;
}

export function answerRollbackLimit(draft: Draft, { question, answer }: AnsweredQuestion): Refusal | null {
  const because = `${question.id} answered ${answer.option}`;
  const option = answer.option as OptionOf<"rollback-limit">;
  switch (option) {
    case "review":
      draft.emit("ReviewExportRequested", {});
      enterPause(draft, answer.by, because);
      return null;
    case "accept":
      return requestEnding(draft, acceptedEndingType(endingFacts(draft.session)), because);
    case "abandon":
      return requestEnding(draft, "ABANDONED", because);
    case "refresh":
      draft.emit("PromptsRefreshed", { because });
      return null;
    default:
      return assertNever(option);
  }
}

export function answerDecisions(draft: Draft, { answer }: AnsweredQuestion): Refusal | null {
  const option = answer.option as OptionOf<"decisions">;
  const { setAside } = draft.session.ledger;
  const text = answer.text?.trim() ?? "";
  switch (option) {
    case "all":
      return recoverDecisions(
        draft,
        setAside.map(({ decision }) => ({ id: decision.id, text: null })),
        answer.by,
      );
    case "some": {
      const ids = namedDecisions(text);
      if (isRefusal(ids)) return ids;
      return recoverDecisions(
        draft,
        ids.map((id) => ({ id, text: null })),
        answer.by,
      );
    }
    case "edit": {
      const edited = editedDecision(text);
      return isRefusal(edited) ? edited : recoverDecisions(draft, [edited], answer.by);
    }
    case "leave":
      draft.emit("SetAsideLeft", { decisions: setAside.map(({ decision }) => decision.id) });
      return null;
    default:
      return assertNever(option);
  }
}

/** Carried out by whoever comes next. */
export function answerArchives(draft: Draft, { answer }: AnsweredQuestion): Refusal | null {
  draft.emit("ArchivesSettled", { option: answer.option as OptionOf<"archives"> });
  return null;
}
