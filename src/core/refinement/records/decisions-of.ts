import type { DecisionsDocument } from "../../documents/decisions-document.ts";
import { supersededDecisions } from "../binding-decisions.ts";
import type { SessionWork } from "../session/session.ts";

/** What `decisions.md` says. */
export function decisionsDocument({ decisions }: Pick<SessionWork, "decisions">): DecisionsDocument {
  const superseded = supersededDecisions(decisions);
  return {
    decisions: decisions.map((entry) => ({ ...entry, supersededBy: superseded.get(entry.id) ?? null })),
    rollbacks: [],
  };
}
