import type { SessionEvent } from "../../core/refinement/session/session-event.ts";

const TYPES = ["QuestionAsked", "SessionEnded"] as const;

/** An event of a session that people may want to hear of. */
export type SessionHappening = Extract<SessionEvent, { readonly type: (typeof TYPES)[number] }>;

export function isSessionHappening(event: SessionEvent): event is SessionHappening {
  return TYPES.some((type) => type === event.type);
}
