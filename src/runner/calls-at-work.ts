import type { CallKey } from "../core/shared/call-key.ts";
import type { AgentResult } from "../engine/ports.ts";
import type { CallStop } from "./call-stop.ts";

interface CallAtWork {
  readonly key: CallKey;
  readonly agent: string;
  readonly stop: CallStop;
}

interface ReturnedCall {
  readonly key: CallKey;
  readonly agent: string;
  /** `null` where it never began. */
  readonly result: AgentResult | null;
}

type Returned = { readonly result: AgentResult | null } | { readonly thrown: unknown };

/** The calls that this process has at work, and those that came back and are not taken in yet. */
export class CallsAtWork {
  readonly #stops = new Map<CallKey, CallStop>();
  readonly #returned: (Pick<ReturnedCall, "key" | "agent"> & { readonly returned: Returned })[] = [];
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
    const back = (returned: Returned): void => {
      this.#returned.push({ key, agent, returned });
      this.#onReturn();
    };
    void started.then(
      (result) => back({ result: result === null ? null : stop.resultAfter(result) }),
      (thrown: unknown) => back({ thrown }),
    );
  }

  stopAll(because: string): void {
    for (const stop of this.#stops.values()) stop.stop(because);
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
