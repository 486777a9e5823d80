import type { AgentRole } from "../role.ts";
import type { LiveSession } from "./session.ts";

/** Who takes over from an agent that cannot go on; `null` where nobody is left. */
export function fallbackFor(session: LiveSession, role: AgentRole, failed: string): string | null {
  const named = session.settings.fallbacks?.[role] ?? [];
  return (
    named.find(
      (agent) => agent !== failed && !session.ledger.givenUp[role].some((one) => one.agent === agent),
    ) ?? null
  );
}
