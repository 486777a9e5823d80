import { DOCUMENT_BYTES_MAX } from "../../core/shared/bounds.ts";
import type { AgentDocument } from "../../engine/ports.ts";

/** An answer as the document it stands for; a character that the bound cuts in two is left out. */
export function answerDocument(text: string): AgentDocument {
  const bytes = Buffer.from(text);
  const kept = bytes.subarray(0, DOCUMENT_BYTES_MAX);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    text: decoder.decode(kept, { stream: kept.length < bytes.length }),
    bytes: bytes.length,
    // Half a character can come as an escape; encoding has replaced it.
    repaired: /\p{Surrogate}/u.test(text),
  };
}
