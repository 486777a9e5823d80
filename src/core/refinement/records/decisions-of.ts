import type { DecisionsDocument } from "../../documents/decisions-document.ts";
import { supersededDecisions } from "../binding-decisions.ts";
import { roundsOf, type SessionRecord } from "./session-record.ts";

/** What `decisions.md` says. */
export function decisionsDocument(record: SessionRecord): DecisionsDocument {
  const decisions = roundsOf(record).flatMap((log) => log.decisions);
  const superseded = supersededDecisions(decisions);
  return {
    decisions: decisions.map((entry) => ({ ...entry, supersededBy: superseded.get(entry.id) ?? null })),
    rollbacks: [],
  };
}
