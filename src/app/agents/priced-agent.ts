// What a call cost, where the agent does not tell it itself.

import type { Usage } from "../../core/shared/usage.ts";
import type { AgentEvent, AgentPort, AgentResult } from "../../engine/ports.ts";
import type { Price } from "../wire/agent.ts";

const TOKENS_PRICED = 1_000_000;

/** What is unknown stays so: half a sum would pass for the whole. */
export function pricedUsage(usage: Usage, price: Price): Usage {
  const { inputTokens, outputTokens, usd } = usage;
  if (usd !== null || inputTokens === null || outputTokens === null) return usage;
  const cached = Math.min(inputTokens, usage.cachedInputTokens ?? 0);
  const { input, output, cachedInput = input } = price;
  const sum = (inputTokens - cached) * input + cached * cachedInput + outputTokens * output;
  return { ...usage, usd: sum / TOKENS_PRICED };
}

/** A script of one's own costs nothing, unless it plays that it does. */
export function freeUsage(usage: Usage): Usage {
  return usage.usd === null ? { ...usage, usd: 0 } : usage;
}

export function pricedAgent(agent: AgentPort, priced: (usage: Usage) => Usage): AgentPort {
  const result = (came: AgentResult): AgentResult => ({ ...came, usage: priced(came.usage) });
  const listener =
    (onEvent: (event: AgentEvent) => void) =>
    (event: AgentEvent): void =>
      onEvent(event.at === "used" ? { ...event, usage: priced(event.usage) } : event);
  return {
    async start(request, onEvent, cancel) {
      return result(await agent.start(request, listener(onEvent), cancel));
    },
    tidyUp: async (launch) => await agent.tidyUp?.(launch),
    async recover(launch, onEvent, cancel) {
      const recovered = await agent.recover(launch, listener(onEvent), cancel);
      switch (recovered.at) {
        case "finished":
          return { at: "finished", result: result(recovered.result) };
        case "running":
          return { at: "running", done: recovered.done.then(result) };
        case "unknown":
        case "lost":
          return recovered;
      }
    },
  };
}
