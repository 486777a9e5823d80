import type { Refusal } from "../../../shared/refusal.ts";
import type { Question, QuestionAnswer, QuestionOption } from "../../questions/question.ts";
import type { Need, QuestionKind } from "../../questions/question-kinds.ts";
import type { Draft } from "../draft.ts";
import type { CommandOf, Output } from "../session-command.ts";
import type { SessionEventOf } from "../session-event.ts";
import { answerConflict, answerConflictBatch, answerDisagreeRate, answerFlag } from "./answer-conflict.ts";
import { answerBlocked, answerLoss, answerRepeat } from "./answer-gap-questions.ts";
import {
  answerArchives,
  answerDecisions,
  answerRollback,
  answerRollbackLimit,
  answerRootCause,
} from "./answer-rollback.ts";
import {
  answerDivergenceQuestion,
  answerEnding,
  answerGate,
  answerMaxRounds,
  answerSpend,
} from "./answer-session-questions.ts";
import { answerSurvey } from "./answer-survey.ts";
import { answerBothEmpty, answerEscalation, answerExecution } from "./answer-turn-questions.ts";
import type { AnsweredQuestion } from "./answered-question.ts";

const NEED_OPTIONS: Record<Need, string> = {
  text: "--text …",
  rationale: "--rationale …",
  gaps: "--gap GAP-…",
  phrase: "--phrase …",
  severities: "--severity ISSUE-…=LOW",
};

type Handler = (draft: Draft, answering: AnsweredQuestion) => Refusal | null;

const HANDLERS: Record<QuestionKind, Handler> = {
  escalation: answerEscalation,
  blocked: answerBlocked,
  "both-empty": answerBothEmpty,
  conflict: answerConflict,
  "conflict-batch": answerConflictBatch,
  "disagree-rate": answerDisagreeRate,
  divergence: answerDivergenceQuestion,
  "max-rounds": answerMaxRounds,
  ending: answerEnding,
  gate: answerGate,
  execution: answerExecution,
  implicit: answerFlag,
  loss: answerLoss,
  repeat: answerRepeat,
  spend: answerSpend,
  survey: answerSurvey,
  rollback: answerRollback,
  "root-cause": answerRootCause,
  "rollback-limit": answerRollbackLimit,
  decisions: answerDecisions,
  archives: answerArchives,
};

type GivenAnswer = Pick<CommandOf<"AnswerQuestion">, "answer" | "output">;

/** The first answer wins; a second finds the question closed. */
export function answerQuestion(
  draft: Draft,
  { answer, output }: GivenAnswer,
  about: Pick<SessionEventOf<"QuestionAnswered">["data"], "amends" | "again"> = {},
): Refusal | null {
  const question = draft.session.work.questions.find(({ id }) => id === answer.question);
  if (question === undefined) return refuseNotOpen(draft, answer);
  const option = question.options.find(({ id }) => id === answer.option);
  if (option === undefined) return refuseOption(question, answer);
  const lacking = question.kind === "gate" ? null : refuseMissing(option, answer, output);
  if (lacking !== null) return lacking;
  draft.emit("QuestionAnswered", { answer, ...about });
  return draft.carryOut(answer, () => HANDLERS[question.kind](draft, { question, answer, output }));
}

function refuseNotOpen({ session }: Draft, { question }: QuestionAnswer): Refusal {
  const open = session.work.questions.map(({ id }) => id);
  return {
    refused: "question-closed",
    message: `${question} is not open: it was answered or withdrawn, or was never asked`,
    fix: open.length === 0 ? "No question is open." : `Open: ${open.join(", ")}.`,
  };
}

function refuseOption(question: Question, { option }: QuestionAnswer): Refusal {
  return {
    refused: "option",
    message: `${question.id} (${question.kind}) does not offer ${option}`,
    fix: `It offers ${question.options.map(({ id }) => id).join(", ")}.`,
  };
}

/** Not asked of a gate, which looks at its phrase and rationales itself, to say exactly what is wrong. */
function refuseMissing(
  { id, needs }: QuestionOption,
  answer: QuestionAnswer,
  output: Output | null,
): Refusal | null {
  const given = {
    text: (answer.text?.trim() ?? "") !== "" || output !== null,
    rationale: Object.values(answer.rationales).some((text) => text.trim() !== ""),
    gaps: answer.gaps.length > 0,
    phrase: true,
    severities: Object.keys(answer.severities ?? {}).length > 0,
  };
  const lacking = needs.filter((need) => !given[need]);
  if (lacking.length === 0) return null;
  return {
    refused: "answer-incomplete",
    message: `${id} needs ${lacking.join(" and ")}`,
    fix: lacking.map((need) => NEED_OPTIONS[need]).join(" "),
  };
}
