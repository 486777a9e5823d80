import { isAwaited } from "../../src/core/refinement/session/waiting.ts";
import type { Clock, ProviderWaits } from "../../src/engine/ports.ts";

export function memoryProviderWaits(clock: Clock): ProviderWaits {
  const noted = new Map<string, number>();
  const lifted = new Set<string>();
  const until = async (provider: string): Promise<number | null> => {
    const untilMs = noted.get(provider);
    return untilMs !== undefined && isAwaited(untilMs, clock.nowMs()) ? untilMs : null;
  };
  return {
    until,
    async note(provider, untilMs) {
      lifted.delete(provider);
      noted.set(provider, Math.max(untilMs, (await until(provider)) ?? 0));
    },
    async lift(provider) {
      noted.delete(provider);
      lifted.add(provider);
    },
    isLifted: async (provider) => lifted.has(provider),
  };
}
