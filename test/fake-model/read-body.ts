import type { IncomingMessage } from "node:http";

/** Larger than any prompt of ours, small enough for a machine that runs tests. */
const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** `null` where it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** `null` where it is no JSON. */
export function parsedBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
