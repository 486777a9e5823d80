import { userInfo } from "node:os";
import { sha256Of } from "../../adapters/shared/sha256.ts";
import type { DecidedVia } from "../../core/shared/decided-via.ts";
import type { Cancel, Clock, Hash, Utf8 } from "../../engine/ports.ts";
import type { CommandContext } from "../command-context.ts";

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemHash: Hash = {
  sha256: sha256Of,
};

const encoder = new TextEncoder();
/** A byte order mark belongs to the text: what is written back must be what was read. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export const systemUtf8: Utf8 = {
  encode: (text) => encoder.encode(text),
  decode: (bytes) => decoder.decode(bytes),
};

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

/** `human:name`, as the log records who did something. */
export function whoami(): string {
  try {
    return `human:${userInfo().username}`;
  } catch {
    return "human:unknown";
  }
}

/** Where that came from, for a command that records it. */
export function viaOf({ via }: Pick<CommandContext, "via">): { readonly via?: DecidedVia } {
  return via === undefined ? {} : { via };
}
