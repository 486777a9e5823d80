import type { Decider } from "../../shared/decider.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { SESSION_START, type Session } from "./session.ts";
import type { SessionCommand } from "./session-command.ts";
import { type SessionEvent, upcast } from "./session-event.ts";

export const sessionDecider: Decider<SessionCommand, Session, SessionEvent> = {
  initial: SESSION_START,
  decide,
  evolve,
  upcast,
};

/** Snapshots of another shape are left alone. A test tells the value: a hash of what streams that never change fold to. */
export const SESSION_SHAPE = "session bd9c1fd6a235b5f9";
