// Who limits which agent, and what all runs of this user know of those limits.
import type { Providers } from "../../runner/held-calls.ts";
import { type AgentSources, providerOf } from "./agent-settings.ts";
import { sharedWaits } from "./shared-waits.ts";

export function providersOf(sources: AgentSources): { readonly providers?: Providers } {
  const waits = sharedWaits(sources.env);
  if (waits === null) return {};
  const of = (agent: string): string | null => providerOf(agent, sources)?.account ?? null;
  const nameOf = (agent: string): string | null => providerOf(agent, sources)?.name ?? null;
  return { providers: { waits, of, nameOf } };
}
