import type { AgentPort } from "../../engine/ports.ts";

/** An agent that is made when it is first needed: looking for programs and loading adapters takes its time. */
export function agentLater(make: () => Promise<AgentPort>): AgentPort {
  let made: Promise<AgentPort> | null = null;
  const agent = (): Promise<AgentPort> => {
    made ??= make();
    return made;
  };
  return {
    start: async (request, onEvent, cancel) => (await agent()).start(request, onEvent, cancel),
    recover: async (launch, onEvent, cancel) => (await agent()).recover(launch, onEvent, cancel),
    tidyUp: async (launch) => await (await agent()).tidyUp?.(launch),
  };
}
