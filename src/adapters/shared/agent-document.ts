// What an agent hands in, as a document: within its bound, and text whatever its bytes were.
import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { AgentDocument } from "../../engine/ports.ts";

/** `bytes` is the beginning of something that is `size` long. */
export function documentOf(bytes: Uint8Array, size: number): AgentDocument {
  const kept = bytes.subarray(0, DOCUMENT_BYTES_MAX);
  // A character that the bound cuts in two is left out, not repaired.
  const decode = (fatal: boolean): string =>
    new TextDecoder("utf-8", { ignoreBOM: true, fatal }).decode(kept, { stream: kept.length < size });
  try {
    return { text: decode(true), bytes: size, repaired: false };
  } catch {
    return { text: decode(false), bytes: size, repaired: true };
  }
}

/** An answer in words, out of a line of bytes that were all UTF-8 or not. */
export function answerOf(text: string, sound: boolean): AgentDocument {
  const encoded = Buffer.from(text);
  // Half a character can come as a JSON escape; encoding has replaced it.
  return { ...documentOf(encoded, encoded.length), repaired: !sound || /\p{Surrogate}/u.test(text) };
}
