import type { Decider, Fact } from "../../shared/decider.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { SESSION_START, type Session } from "./session.ts";
import type { SessionCommand } from "./session-command.ts";
import { isSessionEventType, type SessionEvent } from "./session-event.ts";

export const sessionDecider: Decider<SessionCommand, Session, SessionEvent> = {
  initial: SESSION_START,
  decide,
  evolve,
  upcast,
};

/** Every event has had one shape so far. */
export function upcast(fact: Fact): SessionEvent {
  if (!isSessionEventType(fact.type) || fact.v !== 1) {
    throw new Error(`this version of parley does not know the event ${fact.type} v${fact.v}`);
  }
  return fact as unknown as SessionEvent;
}
