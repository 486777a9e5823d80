import type { SessionEvent } from "../../core/refinement/session/session-event.ts";
import type { CallKey } from "../../core/shared/call-key.ts";
import type { AwaitedInSession } from "../wire/awaited.ts";
import type { OpenSession } from "./open-session.ts";

/**
 * A word of the user's has changed what people are to write: their tasks are laid out anew at once, with what was
 * written so far. Where a runner is at work, it does that.
 */
export async function layOutRenewed(
  { project, engine }: Pick<OpenSession, "project" | "engine">,
  events: readonly SessionEvent[],
): Promise<readonly AwaitedInSession[]> {
  if (!events.some(({ type }) => type === "AgentCallFinished") || engine.live.at !== "active") return [];
  // With all that a call needs, which an answer otherwise does without.
  const { startOwedToPeople } = await import("./start-owed-to-people.ts");
  const { awaitedDocuments } = await import("./awaited-documents.ts");
  const before = new Set<CallKey>(engine.live.ledger.calls.map(({ key }) => key));
  await startOwedToPeople({ project, engine });
  return awaitedDocuments(project, engine.live).filter(({ key }) => !before.has(key));
}
