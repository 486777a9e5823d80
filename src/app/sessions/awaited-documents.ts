// The calls of a session that wait for a person, and where each is to be written.
import { promptFile, sheetFile } from "../../adapters/agent-human/lay-out.ts";
import { documentName, PERSON } from "../../core/refinement/role.ts";
import { activeGaps } from "../../core/refinement/session/owed.ts";
import { staleReason } from "../../core/refinement/session/person-calls.ts";
import { findTurn, type LiveSession, type StartedCall } from "../../core/refinement/session/session.ts";
import { placeOfKey } from "../../core/refinement/session/turn.ts";
import { callKeyParts, ONLY_LANE } from "../../core/shared/call-key.ts";
import { callFolder } from "../call-folder.ts";
import type { Project } from "../project.ts";
import type { AwaitedInSession } from "../wire/awaited.ts";

export function awaitedDocuments(project: Project, session: LiveSession): readonly AwaitedInSession[] {
  if (session.at === "ended") return [];
  return session.ledger.calls
    .filter((call) => call.agent === PERSON && staleReason(session, call) === null)
    .map((call) => awaitedDocument(project, session, call));
}

export function awaitedDocument(
  project: Project,
  session: LiveSession,
  { key }: Pick<StartedCall, "key">,
): AwaitedInSession {
  const { role, lane, round } = placeOfKey(key);
  const turn = findTurn(session, { role, lane, round });
  const folder = callFolder(project, key);
  return {
    session: session.id,
    role,
    round,
    lane: lane === ONLY_LANE ? null : lane,
    gaps: turn === null ? [] : activeGaps(session, turn),
    attempt: callKeyParts(key).attempt,
    key,
    file: sheetFile(folder, documentName(role, lane)),
    prompt: promptFile(folder),
  };
}
