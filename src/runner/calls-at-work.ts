// The calls that this process has at work, and whatever else it does beside them.
import type { CallKey } from "../core/shared/call-key.ts";
import type { AgentResult, Cancel } from "../engine/ports.ts";

interface CallAtWork<Key> {
  readonly key: Key;
  readonly agent: string;
  readonly stop: CallStop;
}

export interface ReturnedCall<Key = CallKey, Result = AgentResult> {
  readonly key: Key;
  /** Who does it. */
  readonly agent: string;
  /** `null` where it never began. */
  readonly result: Result | null;
}

type CallReturn<Result> = { readonly result: Result | null } | { readonly thrown: unknown };

/** The calls that this process has at work, and those that came back and are not taken in yet. */
export class CallsAtWork<Key = CallKey, Result = AgentResult> {
  readonly #stops = new Map<Key, CallStop>();
  readonly #returned: (Pick<ReturnedCall<Key>, "key" | "agent"> & {
    readonly returned: CallReturn<Result>;
  })[] = [];
  readonly #onReturn: () => void;

  constructor(onReturn: () => void) {
    this.#onReturn = onReturn;
  }

  /** Whether any is at work, or back and not taken in. */
  get any(): boolean {
    return this.#stops.size > 0;
  }

  get anyReturned(): boolean {
    return this.#returned.length > 0;
  }

  isAtWork(key: Key): boolean {
    return this.#stops.has(key);
  }

  watch({ key, agent, stop }: CallAtWork<Key>, started: Promise<Result | null>): void {
    this.#stops.set(key, stop);
    const back = (returned: CallReturn<Result>): void => {
      this.#returned.push({ key, agent, returned });
      this.#onReturn();
    };
    void started.then(
      (result) => back({ result }),
      (thrown: unknown) => back({ thrown }),
    );
  }

  stopAll(because: string): void {
    this.stopThose(() => true, because);
  }

  stopThose(which: (key: Key) => boolean, because: string): void {
    for (const [key, stop] of this.#stops) if (which(key)) stop.stop(because, "cancelled");
  }

  /** The next that came back; what went wrong with it comes out here. */
  takeReturned(): ReturnedCall<Key, Result> | null {
    const next = this.#returned.shift();
    if (next === undefined) return null;
    const { key, agent, returned } = next;
    this.#stops.delete(key);
    if ("thrown" in returned) throw returned.thrown;
    return { key, agent, result: returned.result };
  }
}

/**
 * A call that a limit stopped (`budget`) would be stopped again: that is a matter for a person, not for another launch.
 * Of one that nobody waits for any more (`cancelled`) nothing is to be decided.
 */
type StoppedOutcome = "budget" | "cancelled";

/** Stops one call, by the runner's own wish or with everything else. */
export class CallStop implements Cancel {
  readonly #outer: Cancel;
  readonly #callbacks = new Set<() => void>();
  #stopped: { readonly because: string; readonly outcome: StoppedOutcome } | null = null;

  constructor(outer: Cancel) {
    this.#outer = outer;
  }

  get cancelled(): boolean {
    return this.#stopped !== null || this.#outer.cancelled;
  }

  onCancel(callback: () => void): () => void {
    if (this.#stopped !== null) {
      callback();
      return () => undefined;
    }
    const once = (): void => {
      forget();
      callback();
    };
    const forgetOuter = this.#outer.onCancel(once);
    const forget = (): void => {
      this.#callbacks.delete(once);
      forgetOuter();
    };
    this.#callbacks.add(once);
    return forget;
  }

  stop(because: string, outcome: StoppedOutcome): void {
    if (this.cancelled) return;
    this.#stopped = { because, outcome };
    for (const callback of [...this.#callbacks]) callback();
  }

  /** What a call brings, with why it was stopped. */
  async resultOf(started: Promise<AgentResult | null>): Promise<AgentResult | null> {
    const result = await started;
    if (this.#stopped === null || result?.outcome !== "cancelled") return result;
    const { because, outcome } = this.#stopped;
    return { ...result, outcome, stoppedBecause: because, evidence: [because, ...result.evidence] };
  }
}
