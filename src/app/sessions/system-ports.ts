import { sha256Of } from "../../adapters/shared/sha256.ts";
import type { Clock, Hash, Utf8 } from "../../engine/ports.ts";

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
