import type { AgentPort, AgentRequest } from "../engine/ports.ts";

/**
 * Stands for a person among the agents: the task of a call is laid out, and the call then waits, for as long as it
 * takes, until somebody submits the document.
 */
export interface Desk {
  /** What lies there already stays as it is. */
  layOut(request: AgentRequest): Promise<void>;
}

export function isDesk(agent: AgentPort | Desk | null): agent is Desk {
  return agent !== null && "layOut" in agent;
}
