// A session as the engine holds it: what decides, and what its documents tell, folded side by side.
import { RECORD_START, recordTimed, type SessionRecord } from "../core/refinement/records/session-record.ts";
import { evolve } from "../core/refinement/session/evolve.ts";
import { owed } from "../core/refinement/session/owed.ts";
import { SESSION_START, type Session } from "../core/refinement/session/session.ts";
import type { SessionCommand } from "../core/refinement/session/session-command.ts";
import { sessionDecider } from "../core/refinement/session/session-decider.ts";
import { type SessionEvent, upcast } from "../core/refinement/session/session-event.ts";
import type { Decider } from "../core/shared/decider.ts";

export interface FoldedSession {
  readonly session: Session;
  readonly record: SessionRecord;
}

/** To be changed with the shape of the folded state, or with what folds it: older snapshots are then left alone. */
export const SNAPSHOT_SHAPE = "session 12";

export const foldedDecider: Decider<SessionCommand, FoldedSession, SessionEvent> = {
  initial: { session: SESSION_START, record: RECORD_START },
  decide: (command, { session }) => sessionDecider.decide(command, session),
  evolve: ({ session, record: told }, event) => ({
    session: evolve(session, event),
    record: recordTimed(told, event, () => owed(session).length > 0),
  }),
  upcast,
};
