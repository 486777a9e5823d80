// How the rows of the tables over all sessions are made from a session's state.
import type { DecisionEntry } from "../core/documents/decisions-document.ts";
import { confirmsFlag } from "../core/refinement/conflicts/flag.ts";
import type { Question } from "../core/refinement/questions/question.ts";
import { lastRound, roundsOf } from "../core/refinement/records/round-log.ts";
import { sessionDecider } from "../core/refinement/session/decide.ts";
import { cutWords } from "../core/refinement/session/fork.ts";
import { isBeingCopied } from "../core/refinement/session/open-fork.ts";
import type { RaisedFlag, Session } from "../core/refinement/session/session.ts";
import { canonicalJson, type Json } from "../core/shared/json.ts";
import type { EvolvedStep, Row, RowChange, RowMaker } from "./ports.ts";
import { rowChange } from "./row-change.ts";
import { DECISIONS_TABLE, FLAGS_TABLE, QUESTIONS_TABLE, SESSIONS_TABLE } from "./session-tables.ts";

export const SESSION_ROWS: RowMaker<Session> = {
  initial: sessionDecider.initial,
  evolve: (state, event) => sessionDecider.evolve(state, sessionDecider.upcast(event)),
  changes: (step) => {
    if (isBeingCopied(step.after)) return [];
    // What was copied is shown at once, but for flags: what was said of them was said in the origin.
    const shown = isBeingCopied(step.before) ? { ...step, before: sessionDecider.initial } : step;
    const session = rowChange(SESSIONS_TABLE, sessionRow(shown.before), sessionRow(shown.after));
    return [
      ...(session === null ? [] : [session]),
      ...questionRows(shown),
      ...decisionRows(shown),
      ...flagRows(step),
    ];
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
    origin: session.fork?.origin ?? "",
    origin_cut: session.fork === undefined ? "" : cutWords(session.fork.cut),
  };
}

function questionRows({ before, after, event }: EvolvedStep<Session>): readonly RowChange[] {
  const [was, is] = [openQuestions(before), openQuestions(after)];
  if (was === is) return [];
  const asked = withoutThose(is, was);
  const closed = withoutThose(was, is);
  const known = new Map(was.map((question) => [question.id, question]));
  const reworded = is.filter((question) => (known.get(question.id) ?? question) !== question);
  const { table } = QUESTIONS_TABLE;
  return [
    ...closed.map((question) => ({ table, do: "delete", key: keyOf(question) }) as const),
    ...asked.map((question) => ({ table, do: "put", row: questionRow(question, event.position) }) as const),
    ...reworded.map(
      (question) => ({ table, do: "patch", key: keyOf(question), cells: wordCells(question) }) as const,
    ),
  ];
}

/** By their ids: what was taken back and put in place again is the same. */
function withoutThose<Item extends { readonly id: string }>(
  items: readonly Item[],
  others: readonly Item[],
): readonly Item[] {
  const ids = new Set(others.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id));
}

/** The same whether it comes from the event that was just made, or from the log, which keeps its keys in order. */
function sortedJson(value: Question | DecisionEntry): string {
  return canonicalJson(value as unknown as Json);
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
  const { session, id, kind, askedAt } = question;
  return {
    id: keyOf(question),
    position,
    session,
    question: id,
    kind,
    asked_at: askedAt,
    ...wordCells(question),
  };
}

function wordCells(question: Question): Row {
  return { why: question.why, data: sortedJson(question) };
}

const NO_DECISIONS: readonly DecisionEntry[] = [];

function decisionsOf(session: Session): readonly DecisionEntry[] {
  return session.at === "none" ? NO_DECISIONS : session.work.decisions;
}

function decisionRows({ before, after, event }: EvolvedStep<Session>): readonly RowChange[] {
  const [was, is] = [decisionsOf(before), decisionsOf(after)];
  if (was === is || after.at === "none") return [];
  const { table } = DECISIONS_TABLE;
  const idOf = (entry: DecisionEntry): string => `${after.id}/${entry.id}`;
  const gone = withoutThose(was, is);
  const taken = withoutThose(is, was);
  return [
    ...gone.map((entry) => ({ table, do: "delete", key: idOf(entry) }) as const),
    ...taken.map((entry) => {
      const row = {
        id: idOf(entry),
        position: event.position,
        session: after.id,
        decision: entry.id,
        data: sortedJson(entry),
      };
      return { table, do: "put", row } as const;
    }),
  ];
}

const NO_FLAGS: Readonly<Record<string, RaisedFlag>> = {};

function flagsOf(session: Session): Readonly<Record<string, RaisedFlag>> {
  return session.at === "none" ? NO_FLAGS : session.work.flags;
}

/** What was flagged stays, whatever becomes of its round: the user has said what they said. */
function flagRows({ before, after, event }: EvolvedStep<Session>): readonly RowChange[] {
  const [was, is] = [flagsOf(before), flagsOf(after)];
  if (was === is || after.at === "none") return [];
  return Object.entries(is).flatMap(([issue, raised]): readonly RowChange[] => {
    const { flag, escalation, outcome } = raised;
    const known = was[issue];
    if (known?.flag.round === flag.round && known.escalation === escalation && known.outcome === outcome)
      return [];
    const row = {
      id: `${after.id}/${flag.issue}/${flag.round}`,
      position: event.position,
      session: after.id,
      issue: flag.issue,
      round: flag.round,
      heuristics: JSON.stringify(flag.heuristics),
      escalation,
      outcome,
      judged: outcome === null || confirmsFlag(outcome) === null ? 0 : 1,
    };
    return [{ table: FLAGS_TABLE.table, do: "put", row }];
  });
}
