import type { Cancel } from "../../engine/ports.ts";

/** Cancelled as soon as one of the signals is. */
export function cancelOf(signals: readonly AbortSignal[]): Cancel {
  return {
    get cancelled() {
      return signals.some((signal) => signal.aborted);
    },
    onCancel(callback) {
      if (signals.some((signal) => signal.aborted)) {
        callback();
        return () => undefined;
      }
      const once = (): void => {
        stop();
        callback();
      };
      const stop = (): void => {
        for (const signal of signals) signal.removeEventListener("abort", once);
      };
      for (const signal of signals) signal.addEventListener("abort", once);
      return stop;
    },
  };
}
