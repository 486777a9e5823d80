import type { Failure } from "../app/failure.ts";
import type { OwnProcess } from "./io.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What signals ask of a command: to end, and to end at once. */
export class Interruption {
  readonly #soon = new AbortController();
  readonly #now = new AbortController();
  #inTwoSteps = false;

  get soon(): AbortSignal {
    return this.#soon.signal;
  }

  get now(): AbortSignal {
    return this.#now.signal;
  }

  /**
   * The first signal ends the command in an orderly way, the second one at once, as Node does by itself. A command that
   * ends itself is told of both, and only a third is Node's.
   */
  listen(
    program: OwnProcess | undefined,
    { endsItself, fix }: { readonly endsItself: boolean; readonly fix: string | undefined },
  ): Promise<Failure> {
    this.#inTwoSteps = endsItself;
    return new Promise((end) => {
      for (const signal of SIGNALS) {
        program?.once(signal, () => {
          if (endsItself) {
            if (this.#soon.signal.aborted) this.#now.abort();
            program.once(signal, () => this.#now.abort());
          }
          this.#soon.abort();
          end({
            failed: "interrupted",
            code: "interrupted",
            message: "interrupted; nothing recorded is lost",
            ...(fix === undefined ? {} : { fix }),
          });
        });
      }
    });
  }

  /** From here on one signal is enough: nothing is left that should end in an orderly way. */
  stopAtFirstSignal(): void {
    if (!this.soon.aborted) this.soon.addEventListener("abort", () => this.#now.abort(), { once: true });
    else if (!this.#inTwoSteps) this.#now.abort();
  }
}
