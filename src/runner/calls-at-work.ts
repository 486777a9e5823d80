// The calls that this process has at work.
import type { CallKey } from "../core/shared/call-key.ts";
import type { AgentResult, Cancel } from "../engine/ports.ts";

interface CallAtWork {
  readonly key: CallKey;
  readonly agent: string;
  readonly stop: CallStop;
}

export interface ReturnedCall {
  readonly key: CallKey;
  readonly agent: string;
  /** `null` where it never began. */
  readonly result: AgentResult | null;
}

type CallReturn = { readonly result: AgentResult | null } | { readonly thrown: unknown };

/** The calls that this process has at work, and those that came back and are not taken in yet. */
export class CallsAtWork {
  readonly #stops = new Map<CallKey, CallStop>();
  readonly #returned: (Pick<ReturnedCall, "key" | "agent"> & { readonly returned: CallReturn })[] = [];
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

  watch({ key, agent, stop }: CallAtWork, started: Promise<AgentResult | null>): void {
    this.#stops.set(key, stop);
    const back = (returned: CallReturn): void => {
      this.#returned.push({ key, agent, returned });
      this.#onReturn();
    };
    void started.then(
      (result) => back({ result: result === null ? null : stop.resultAfter(result) }),
      (thrown: unknown) => back({ thrown }),
    );
  }

  stopAll(because: string): void {
    this.stopThose(() => true, because);
  }

  stopThose(which: (key: CallKey) => boolean, because: string): void {
    for (const [key, stop] of this.#stops) if (which(key)) stop.stop(because, "cancelled");
  }

  /** The next that came back; what went wrong with it comes out here. */
  takeReturned(): ReturnedCall | null {
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

  resultAfter(result: AgentResult): AgentResult {
    if (this.#stopped === null || result.outcome !== "cancelled") return result;
    const { because, outcome } = this.#stopped;
    return { ...result, outcome, stoppedBecause: because, evidence: [because, ...result.evidence] };
  }
}
