import type { CallKey } from "../core/shared/call-key.ts";
import type { ProviderWaits } from "../engine/ports.ts";
import type { HeldCall, RunProgress } from "./run-progress.ts";

/** What is known of the providers behind agents. */
export interface Providers {
  readonly waits: ProviderWaits;
  /** Agents with the same provider wait together; `null`: an agent that has none to wait for. */
  of(agent: string): string | null;
  /** What people call it; without it, by the same words. */
  nameOf?(agent: string): string | null;
}

/** Until when a call is held, by its session's own log and by what all runs know of its provider; `null`: it may start. */
export async function heldUntil(
  { notBeforeMs }: Pick<OwedCall, "notBeforeMs">,
  provider: string | null,
  { waits, nowMs }: { readonly waits: ProviderWaits | null; readonly nowMs: number },
): Promise<number | null> {
  const known = provider === null ? null : waits;
  if (provider !== null && (await known?.isLifted(provider))) return null;
  const shared = provider === null ? null : await known?.until(provider);
  const untilMs = Math.max(shared ?? 0, notBeforeMs ?? 0);
  return untilMs > nowMs ? untilMs : null;
}

export interface OwedCall<Key = CallKey> {
  readonly key: Key;
  readonly agent: string;
  /** When its provider may be asked again. */
  readonly notBeforeMs: number | null;
}

interface HoldOptions<Key> {
  readonly providers: Providers | null;
  nowMs(): number;
  progress(progress: HoldProgress<Key>): void;
}

export type HoldProgress<Key = CallKey> = Extract<RunProgress<Key>, { readonly at: "held" | "released" }>;

interface Hold<Key> extends HeldCall<Key> {
  readonly untilMs: number;
}

/** The calls that are owed, and whose providers are to be left alone for now. */
export class HeldCalls<Key = CallKey> {
  readonly #holding: HoldOptions<Key>;
  readonly #held = new Map<Key, Hold<Key>>();

  constructor(holding: HoldOptions<Key>) {
    this.#holding = holding;
  }

  /** When the first of them may start; `null` where none is held. */
  get untilMs(): number | null {
    return this.#held.size === 0 ? null : Math.min(...[...this.#held.values()].map(({ untilMs }) => untilMs));
  }

  async mustWait({ key, agent, notBeforeMs }: OwedCall<Key>): Promise<boolean> {
    const { providers } = this.#holding;
    const provider = providers?.of(agent) ?? null;
    const known = { waits: providers?.waits ?? null, nowMs: this.#holding.nowMs() };
    const untilMs = await heldUntil({ notBeforeMs }, provider, known);
    if (untilMs === null) {
      this.#release(key);
      return false;
    }
    const call = { key, agent, provider: providers?.nameOf?.(agent) ?? provider ?? agent };
    if (this.#held.get(key)?.untilMs !== untilMs) this.#holding.progress({ at: "held", ...call, untilMs });
    this.#held.set(key, { ...call, untilMs });
    return true;
  }

  /** The others are owed no longer. */
  keepOnly(owed: readonly Key[]): void {
    for (const key of [...this.#held.keys()]) if (!owed.includes(key)) this.#release(key);
  }

  /** An agent's provider is to be left alone for so long, by everybody. */
  async noteWait(agent: string, waitMs: number): Promise<void> {
    const { providers, nowMs } = this.#holding;
    const provider = providers?.of(agent) ?? null;
    if (providers !== null && provider !== null) await providers.waits.note(provider, nowMs() + waitMs);
  }

  #release(key: Key): void {
    const hold = this.#held.get(key);
    if (hold === undefined) return;
    this.#held.delete(key);
    const { agent, provider } = hold;
    this.#holding.progress({ at: "released", key, agent, provider });
  }
}
