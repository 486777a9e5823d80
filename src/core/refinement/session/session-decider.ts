import type { Decider } from "../../shared/decider.ts";
import { decide } from "./decide.ts";
import type { Session } from "./session.ts";
import type { SessionCommand } from "./session-command.ts";
import type { SessionEvent } from "./session-event.ts";
import { sessionFold } from "./session-fold.ts";

export const sessionDecider: Decider<SessionCommand, Session, SessionEvent> = { ...sessionFold, decide };
