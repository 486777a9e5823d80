import type { AgentResult, Cancel } from "../engine/ports.ts";

/** Stops one call, by the runner's own wish or with everything else. */
export class CallStop implements Cancel {
  readonly #outer: Cancel;
  readonly #callbacks = new Set<() => void>();
  #because: string | null = null;

  constructor(outer: Cancel) {
    this.#outer = outer;
  }

  get cancelled(): boolean {
    return this.#because !== null || this.#outer.cancelled;
  }

  onCancel(callback: () => void): () => void {
    if (this.#because !== null) {
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

  stop(because: string): void {
    if (this.cancelled) return;
    this.#because = because;
    for (const callback of [...this.#callbacks]) callback();
  }

  /** A call that a limit stopped would be stopped again: that is a matter for a person, not for another launch. */
  resultAfter(result: AgentResult): AgentResult {
    if (this.#because === null || result.outcome !== "cancelled") return result;
    return { ...result, outcome: "budget", evidence: [this.#because, ...result.evidence] };
  }
}
