import type { Cancel } from "../../src/engine/ports.ts";

export function cancelSource(): { readonly cancel: Cancel; stop(): void } {
  const abort = new AbortController();
  return {
    cancel: {
      get cancelled() {
        return abort.signal.aborted;
      },
      onCancel(callback) {
        if (abort.signal.aborted) callback();
        abort.signal.addEventListener("abort", callback, { once: true });
        return () => abort.signal.removeEventListener("abort", callback);
      },
    },
    stop: () => abort.abort(),
  };
}
