import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { AgentDocument } from "../../engine/ports.ts";

/** The same reading that a real agent's document gets. */
export function documentOf(bytes: Uint8Array): AgentDocument {
  const kept = bytes.subarray(0, DOCUMENT_BYTES_MAX);
  // A character that the bound cuts in two is left out, not repaired.
  const decode = (fatal: boolean): string =>
    new TextDecoder("utf-8", { ignoreBOM: true, fatal }).decode(kept, { stream: kept.length < bytes.length });
  try {
    return { text: decode(true), bytes: bytes.length, repaired: false };
  } catch {
    return { text: decode(false), bytes: bytes.length, repaired: true };
  }
}
