// An answer is given otherwise: the session is put back to where it stood before it, and the new answer and all that were
// given after the old one are carried out from there.

import { type CallKey, ONLY_LANE } from "../../../shared/call-key.ts";
import { canonicalJson } from "../../../shared/json.ts";
import type { Refusal } from "../../../shared/refusal.ts";
import type { Question, QuestionAnswer } from "../../questions/question.ts";
import { roleTitle } from "../../role.ts";
import type { Draft } from "../draft.ts";
import { followUp } from "../follow-up.ts";
import { questionOf } from "../given-answers.ts";
import { alignConvergence, goOn } from "../halt.ts";
import { letGoOfTasks } from "../person-calls.ts";
import type { AmendableAnswer, FixingFact, LiveSession } from "../session.ts";
import type { CommandOf } from "../session-command.ts";
import { placeOfKey } from "../turn.ts";
import { answerQuestion } from "./answer-question.ts";

export function amendAnswer(draft: Draft, { answer, output }: CommandOf<"AmendAnswer">): Refusal | null {
  if (answer.by.startsWith("policy:"))
    return { refused: "by-policy", message: "only a person gives an answer otherwise" };
  const { amendable } = draft.session;
  const index = amendable.findIndex((one) => one.answer.question === answer.question);
  const former = amendable[index];
  if (former === undefined) return amendmentRefusal(draft.session, answer.question);
  const later = amendable.slice(index + 1);
  takeBack(draft, former, { later, by: answer.by });
  const refused = answerQuestion(draft, { answer, output }, { amends: true });
  const first = later.reduce((so, one) => so ?? answerAgain(draft, one), refused);
  if (first === null && draft.session.at !== "ended") alignConvergence(draft);
  return first;
}

function takeBack(
  draft: Draft,
  former: AmendableAnswer,
  { later, by }: { readonly later: readonly AmendableAnswer[]; readonly by: string },
): void {
  letGoOfTasks(draft, former);
  const { work } = draft.session;
  draft.emit("AnswersTakenBack", {
    question: former.answer.question,
    with: later.map(({ answer }) => answer.question),
    decisions: work.decisions.slice(former.before.work.decisions.length).map(({ id }) => id),
    by,
  });
  const paused = former.before.at === "active" && former.answer.option === "pause";
  if (paused && draft.session.at === "paused") goOn(draft, by);
}

/** Questions about disagreement come of what is argued about: where they do not, there is nothing to ask. */
const COMES_BY_ITSELF: readonly Question["kind"][] = [
  "conflict",
  "conflict-batch",
  "disagree-rate",
  "implicit",
];

/** What followed from the answer before it has followed again; a question that was asked meanwhile is asked again. */
function answerAgain(draft: Draft, entry: AmendableAnswer): Refusal | null {
  const asked = questionOf(entry);
  const refused = putAgain(draft, asked) ?? carryOutAgain(draft, asked, entry.answer);
  if (refused === null) return null;
  return {
    refused: "later-answer",
    message: `${asked.id}, answered ${entry.answer.option} after it, does not fit the new answer: ${refused.message}`,
    fix: `amend ${asked.id} first`,
  };
}

const NOT_ASKED = { refused: "not-asked", message: "it would not be asked" } as const;

function putAgain(draft: Draft, asked: Question): Refusal | null {
  followUp(draft);
  if (draft.session.at === "ended") return { refused: "ended", message: "the session would be over" };
  if (findOpen(draft.session, asked) !== null) return null;
  if (COMES_BY_ITSELF.includes(asked.kind)) return NOT_ASKED;
  const { id: _, session: __, askedAt: ___, ...question } = asked;
  draft.ask(question);
  followUp(draft);
  return null;
}

function carryOutAgain(draft: Draft, asked: Question, answer: QuestionAnswer): Refusal | null {
  const open = findOpen(draft.session, asked);
  if (open === null) return NOT_ASKED;
  return answerQuestion(draft, { answer: { ...answer, question: open.id }, output: null }, { again: true });
}

/** It goes by its number, or is asked again in the same words. */
function findOpen({ work: { questions } }: LiveSession, asked: Question): Question | null {
  const same = ({ kind, subject }: Question): boolean =>
    kind === asked.kind && canonicalJson(subject) === canonicalJson(asked.subject);
  return questions.find(({ id }) => id === asked.id) ?? questions.find(same) ?? null;
}

/** Why an answer stands. */
export function amendmentRefusal(session: LiveSession, question: QuestionAnswer["question"]): Refusal {
  const { work, ledger } = session;
  const refused = "answer-stands";
  if (work.questions.some(({ id }) => id === question))
    return { refused: "question-open", message: `${question} is open`, fix: "answer it without --amend" };
  const fixed = ledger.fixedAnswers.findLast((one) => one.question === question);
  if (fixed === undefined)
    return { refused, message: `${question} has no answer that could be given otherwise` };
  const message = `the answer to ${question} stands: ${fixingWords(fixed.by)}`;
  if (fixed.by.of === "kind") return { refused, message };
  return { refused, message, fix: "see `parley gap` for what can still be changed of the gaps it is about" };
}

function callerOf(key: string): string {
  const { role, lane, round } = placeOfKey(key as CallKey);
  return `the ${roleTitle(role)} of round ${round}${lane === ONLY_LANE ? "" : `, on ${lane},`}`;
}

function fixingWords({ of, id }: FixingFact): string {
  switch (of) {
    case "call":
      return `${callerOf(id)} was given it`;
    case "output":
      return `what ${callerOf(id)} wrote was taken in after it`;
    case "round":
      return `round ${id} was completed on it`;
    case "gap":
      return `${id} was accepted on it`;
    case "answer":
      return `${id} was answered after it`;
    case "decision":
      return `${id} was decided after it`;
    case "settings":
      return `the settings were changed after it (${id})`;
    case "ending":
      return `the session was to end as ${id} after it`;
    case "fork":
      return `it was given in the session that ${id} was forked from`;
    case "rollback":
      return `a rollback to the end of round ${id} was asked for after it`;
    case "kind":
      return `gates, endings and rollbacks are answered once (${id})`;
  }
}
