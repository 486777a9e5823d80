import { evolve } from "./evolve.ts";
import { SESSION_START } from "./session.ts";
import { upcast } from "./session-event.ts";

/** What a session is made of its events by, without what decides: whoever only looks at one loads this. */
export const sessionFold = { initial: SESSION_START, evolve, upcast };

/** Snapshots of another shape are left alone. A test tells the value: a hash of what streams that never change fold to. */
export const SESSION_SHAPE = "session bd9c1fd6a235b5f9";
