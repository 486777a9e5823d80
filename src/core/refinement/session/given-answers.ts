// The user's answers as long as they can be given otherwise: until something is built on one, the session remembers how
// it stood before it.
import type { DecisionEntry, TakenBackDecision } from "../../documents/decisions-document.ts";
import type { CallKey } from "../../shared/call-key.ts";
import type { Question, QuestionAnswer } from "../questions/question.ts";
import { changeRound, lastRound, roundsOf } from "../records/round-log.ts";
import { PERSON } from "../role.ts";
import { changeTurn } from "./evolve-turns.ts";
import type { AmendableAnswer, FixedAnswer, FixingFact, LiveSession, SessionWork } from "./session.ts";
import type { SessionEvent, SessionEventOf } from "./session-event.ts";
import { placeOfKey } from "./turn.ts";

/** So many are told apart; of older ones it is only known that they stand. */
const FIXED_MAX = 100;

/** Follows every event, once the session knows what it did. */
export function noteAnswer(before: LiveSession, after: LiveSession, event: SessionEvent): LiveSession {
  if (event.type === "QuestionAnswered") return takeDown(before, after, event.data.answer);
  if (after.amendable.length === 0) return after;
  if (isPersons(before, event)) return event.type === "AgentCallFinished" ? noteLetGo(after, event) : after;
  const by = fixingFact(event);
  return by === null ? after : fixAnswers(after, by);
}

/** A task that lies before a person rests on no answer: as long as nothing is handed in, it is laid out anew. */
function isPersons({ ledger: { calls } }: LiveSession, event: SessionEvent): boolean {
  // A document that comes with the answer itself has no task before it.
  if (event.type === "AgentCallStarted") return event.data.agent === PERSON && event.data.prompt !== null;
  if (event.type !== "AgentCallFinished" || event.data.outcome !== "cancelled") return false;
  return calls.some(({ key, agent }) => key === event.data.key && agent === PERSON);
}

function noteLetGo(
  session: LiveSession,
  { data: { key } }: SessionEventOf<"AgentCallFinished">,
): LiveSession {
  const { ledger } = session;
  return { ...session, ledger: { ...ledger, letGo: [...ledger.letGo, key] } };
}

function takeDown(before: LiveSession, after: LiveSession, answer: QuestionAnswer): LiveSession {
  const asked = before.work.questions.find(({ id }) => id === answer.question);
  if (asked === undefined) return after;
  if (isFinal(asked, answer)) {
    const earlier = fixAnswers(after, { of: "answer", id: asked.id });
    return withFixed(earlier, [{ question: asked.id, by: { of: "kind", id: asked.kind } }]);
  }
  const { at, work, settings, ledger } = before;
  const { givenUp, agentChanges } = ledger;
  const entry = { answer, before: { at, work, settings, givenUp, agentChanges } };
  return { ...after, amendable: [...after.amendable, entry] };
}

/** Options of other kinds of questions that end the session. */
const ENDING_OPTIONS: Partial<Record<Question["kind"], readonly string[]>> = {
  "both-empty": ["abandon"],
  divergence: ["force"],
  spend: ["accept", "abandon"],
};

const FINAL_KINDS: ReadonlySet<Question["kind"]> = new Set([
  "gate",
  "ending",
  "max-rounds",
  "rollback",
  "root-cause",
  "rollback-limit",
  "decisions",
  "archives",
]);

/** Gates, endings, rollbacks and what becomes of their archives are decided once. */
function isFinal({ kind }: Question, { option }: QuestionAnswer): boolean {
  if (FINAL_KINDS.has(kind) || option === "rollback") return true;
  return ENDING_OPTIONS[kind]?.includes(option) ?? false;
}

/** What rests on every answer before it; `null` where the Mediator would take the step again by itself. */
function fixingFact(event: SessionEvent): FixingFact | null {
  switch (event.type) {
    case "AgentCallStarted":
      return { of: "call", id: event.data.key };
    case "AgentCallFinished":
      return { of: "output", id: event.data.key };
    case "RoundCompleted":
      return { of: "round", id: `${event.data.round}` };
    case "GapMoved":
      return event.data.state.at === "ACCEPTED" ? { of: "gap", id: event.data.gap } : null;
    case "DecisionRecorded": {
      const { decision, question } = event.data;
      // What follows from precedents follows again.
      return question !== undefined || decision.decidedBy === "precedent"
        ? null
        : { of: "decision", id: decision.id };
    }
    case "SettingsChanged":
      return event.data.question === undefined ? { of: "settings", id: event.data.because } : null;
    case "ForkOpened":
      return { of: "fork", id: event.data.session };
    case "EditsPlaced":
      return { of: "settings", id: "the texts were given their places" };
    case "EndingRequested":
    case "SessionEnded":
      return { of: "ending", id: event.data.type };
    case "RollbackRequested":
    case "RollbackOrdered":
      return { of: "rollback", id: `${event.data.to}` };
    case "RoundsRolledBack":
      return { of: "rollback", id: `${event.data.rollback.to}` };
    default:
      return null;
  }
}

function fixAnswers(session: LiveSession, by: FixingFact): LiveSession {
  const fixed = session.amendable.map(({ answer }) => ({ question: answer.question, by }));
  return { ...withFixed(session, fixed), amendable: [] };
}

function withFixed(session: LiveSession, fixed: readonly FixedAnswer[]): LiveSession {
  if (fixed.length === 0) return session;
  const { ledger } = session;
  return {
    ...session,
    ledger: { ...ledger, fixedAnswers: [...ledger.fixedAnswers, ...fixed].slice(-FIXED_MAX) },
  };
}

/** As it was before that answer and the ones after it, but for what has happened for good. */
export function takeAnswersBack(
  session: LiveSession,
  { question }: Pick<SessionEventOf<"AnswersTakenBack">["data"], "question">,
): LiveSession {
  const back = sessionBefore(session, question);
  if (back === null) throw new Error(`${question} cannot be taken back`);
  const later = session.amendable
    .slice(back.amendable.length + 1)
    .map(({ answer }) => ({ question: answer.question, by: { of: "answer", id: question } as const }));
  const takenBack = decisionsAfter(session, back.amendable.length);
  return withFixed(
    { ...back, ledger: { ...back.ledger, takenBack: [...back.ledger.takenBack, ...takenBack] } },
    later,
  );
}

/** `null` where the answer is not one that can be given otherwise. */
export function sessionBefore(session: LiveSession, question: string): LiveSession | null {
  const { amendable, ledger } = session;
  const index = amendable.findIndex(({ answer }) => answer.question === question);
  const entry = amendable[index];
  if (entry === undefined) return null;
  const { work, settings, givenUp, agentChanges } = entry.before;
  return {
    ...session,
    settings,
    work: withoutLetGo(withTimesOf(session.work, work), ledger.letGo),
    ledger: { ...ledger, givenUp, agentChanges },
    amendable: amendable.slice(0, index),
  };
}

/** The question as it was asked. */
export function questionOf({ answer, before: { work } }: AmendableAnswer): Question {
  const asked = work.questions.find(({ id }) => id === answer.question);
  if (asked === undefined) throw new Error(`${answer.question} was never asked`);
  return asked;
}

/** Nobody sits before a task any more that was let go since. */
function withoutLetGo(work: SessionWork, letGo: readonly CallKey[]): SessionWork {
  return letGo.reduce(
    (so, key) =>
      changeTurn(so, placeOfKey(key), (turn) =>
        turn.state.at === "running" && turn.state.key === key
          ? { ...turn, state: { at: "due", retry: turn.state.retry } }
          : turn,
      ),
    work,
  );
}

/** Time that has passed has passed; that of a round that is taken back belongs to the last one that is left. */
function withTimesOf(now: SessionWork, before: SessionWork): SessionWork {
  const round = lastRound(before);
  const since = roundsOf(now).filter((log) => log.round >= round);
  const activeMs = since.reduce((sum, log) => sum + log.activeMs, 0);
  const waitingMs = since.reduce((sum, log) => sum + log.waitingMs, 0);
  return changeRound(before, round, (log) => ({ ...log, activeMs, waitingMs }));
}

/** Those that the answers from that one on brought. */
function decisionsAfter({ amendable, work }: LiveSession, first: number): readonly TakenBackDecision[] {
  return amendable.slice(first).flatMap(({ answer, before }, index) => {
    const until = amendable[first + index + 1]?.before.work.decisions ?? work.decisions;
    return until
      .slice(before.work.decisions.length)
      .map((decision) => ({ decision, question: answer.question, replacedBy: null }));
  });
}

/** A decision of an answer that was given anew stands for the one that went. */
export function replaceTakenBack(
  takenBack: readonly TakenBackDecision[],
  { decision, question }: SessionEventOf<"DecisionRecorded">["data"],
): readonly TakenBackDecision[] {
  return takenBack.map((one) =>
    one.replacedBy === null && one.question === question && hasSameSubject(one.decision, decision)
      ? { ...one, replacedBy: decision.id }
      : one,
  );
}

function hasSameSubject(a: DecisionEntry, b: DecisionEntry): boolean {
  if (a.about.of !== "conflict" || b.about.of !== "conflict") return true;
  return a.about.issue === b.about.issue;
}
