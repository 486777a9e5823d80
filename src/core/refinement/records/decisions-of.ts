import type { DecisionsDocument } from "../../documents/decisions-document.ts";
import { roundsOf, type SessionRecord } from "./session-record.ts";

/** What `decisions.md` says. */
export function decisionsDocument(record: SessionRecord): DecisionsDocument {
  return { decisions: roundsOf(record).flatMap(({ decisions }) => decisions), rollbacks: [] };
}
