import type { AgentPort, Desk } from "../engine/ports.ts";

export function isDesk(agent: AgentPort | Desk | null): agent is Desk {
  return agent !== null && "layOut" in agent;
}
