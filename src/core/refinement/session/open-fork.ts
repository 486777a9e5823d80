// A session that begins with another one's past. What was copied is history: its calls are never picked up again, and
// what they cost was the other's.
import type { Timestamp } from "../../shared/timestamp.ts";
import type { LiveSession, Session, SessionWork } from "./session.ts";
import { makeSessionEvent, type SessionEvent } from "./session-event.ts";
import { NOTHING_SPENT } from "./spend.ts";
import type { Turn } from "./turn.ts";

export function isBeingCopied(session: Session): boolean {
  return session.fork?.openedAt === null;
}

/** The events of each append as the fork has them: a fork's own origin is its affair alone. */
export function copiedAppends(
  appends: readonly (readonly SessionEvent[])[],
  session: string,
): readonly (readonly SessionEvent[])[] {
  return appends
    .map((events) => events.filter(({ type }) => type !== "SessionForked").map((one) => copyOf(one, session)))
    .filter(({ length }) => length > 0);
}

function copyOf(event: SessionEvent, session: string): SessionEvent {
  if (event.type === "SessionStarted") return { ...event, data: { ...event.data, session } };
  if (event.type !== "QuestionAsked") return event;
  const { at, question } = event.data;
  return makeSessionEvent("QuestionAsked", at, { question: { ...question, session } });
}

/** From here on it is its own. A fork of a fork has this of the earlier one among what it copied. */
export function openFork(
  session: LiveSession,
  opened: { readonly session: string; at: Timestamp },
): LiveSession {
  const { fork, work, ledger } = session;
  const inherited = [...(fork?.inherited ?? []), ...ledger.usage];
  const own = opened.session === session.id;
  return {
    ...session,
    ...(fork === undefined ? {} : { fork: { ...fork, inherited, openedAt: own ? opened.at : null } }),
    startedAt: opened.at,
    work: withoutCalls(work),
    // Archives lie in the folder of the session that made them.
    ledger: { ...ledger, calls: [], spend: NOTHING_SPENT, usage: [], archives: [] },
  };
}

/** Turns whose calls are never heard of again are due once more, and no agent goes on where it was. */
function withoutCalls(work: SessionWork): SessionWork {
  const { round, finalTurn, survey, answering, drafting } = work;
  return {
    ...work,
    round:
      round === null
        ? null
        : {
            ...round,
            lanes: round.lanes.map(withoutCall),
            reviewer: round.reviewer === null ? null : withoutCall(round.reviewer),
          },
    finalTurn: finalTurn === null ? null : withoutCall(finalTurn),
    survey: survey.at === "under-way" ? { ...survey, turns: survey.turns.map(withoutCall) } : survey,
    answering: answering.map((one) => ({ ...one, turn: withoutCall(one.turn) })),
    drafting: drafting.map((one) => ({ ...one, turns: one.turns.map(withoutCall) })),
  };
}

function withoutCall(turn: Turn): Turn {
  const { state } = turn;
  const due = state.at === "running" || state.at === "returned";
  return { ...turn, lastCall: null, state: due ? { at: "due", retry: state.retry } : state };
}
