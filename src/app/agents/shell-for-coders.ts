import type { AgentPort } from "../../engine/ports.ts";

/** Whoever works in a worktree may run commands as the settings say, unless the call itself says so. */
export function shellForCoders(agent: AgentPort, shell: boolean | undefined): AgentPort {
  if (shell === undefined) return agent;
  return {
    ...agent,
    start: (request, onEvent, cancel) =>
      agent.start(request.worktree === undefined ? request : { shell, ...request }, onEvent, cancel),
  };
}
