// How the rows of the tables over all sessions are made from a session's state.
import type { Question } from "../core/refinement/questions/question.ts";
import { lastRound, roundsOf } from "../core/refinement/records/round-log.ts";
import { sessionDecider } from "../core/refinement/session/decide.ts";
import type { Session } from "../core/refinement/session/session.ts";
import type { EvolvedStep, Row, RowChange, RowMaker } from "./ports.ts";
import { rowChange } from "./row-change.ts";
import { QUESTIONS_TABLE, SESSIONS_TABLE } from "./session-tables.ts";

export const SESSION_ROWS: RowMaker<Session> = {
  initial: sessionDecider.initial,
  evolve: (state, event) => sessionDecider.evolve(state, sessionDecider.upcast(event)),
  changes: (step) => {
    const session = rowChange(SESSIONS_TABLE, sessionRow(step.before), sessionRow(step.after));
    return [...(session === null ? [] : [session]), ...questionRows(step)];
  },
};

function sessionRow(session: Session): Row | null {
  if (session.at === "none") return null;
  const { work, ledger } = session;
  const completed = roundsOf(work).findLast(({ convergence }) => convergence !== null);
  return {
    session: session.id,
    spec: session.spec.path,
    state: ledger.ended?.type ?? work.convergence.at,
    round: lastRound(work),
    initial_gaps: work.initialGaps,
    open_after_round: completed?.convergence?.gapsEnd ?? work.initialGaps,
    started_at: session.startedAt,
    updated_at: session.lastEventAt,
    output: ledger.published?.path ?? "",
  };
}

function questionRows({ before, after, event }: EvolvedStep<Session>): readonly RowChange[] {
  const [was, is] = [openQuestions(before), openQuestions(after)];
  if (was === is) return [];
  const asked = is.filter((question) => !was.includes(question));
  const closed = was.filter((question) => !is.includes(question));
  const { table } = QUESTIONS_TABLE;
  return [
    ...closed.map((question) => ({ table, do: "delete", key: keyOf(question) }) as const),
    ...asked.map((question) => ({ table, do: "put", row: questionRow(question, event.position) }) as const),
  ];
}

const NO_QUESTIONS: readonly Question[] = [];

function openQuestions(session: Session): readonly Question[] {
  return session.at === "none" ? NO_QUESTIONS : session.work.questions;
}

function keyOf({ session, id }: Question): string {
  return `${session}/${id}`;
}

/** `position`: of the event that asked. */
function questionRow(question: Question, position: number): Row {
  const { session, id, kind, why, askedAt } = question;
  return {
    id: keyOf(question),
    position,
    session,
    question: id,
    kind,
    why,
    asked_at: askedAt,
    data: JSON.stringify(question),
  };
}
