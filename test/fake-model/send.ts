// Bytes onto the connection: whole, slowly, or up to where it breaks.
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Sending {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly chunks: readonly string[];
  readonly msPerChunk: number;
  readonly cutAfterBytes: number | null;
}

const WHOLE = { headers: {}, msPerChunk: 0, cutAfterBytes: null };

export async function sendJson(
  response: ServerResponse,
  status: number,
  { body, ...more }: { readonly body: unknown } & Partial<Omit<Sending, "status" | "chunks">>,
): Promise<void> {
  const text = JSON.stringify(body);
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    ...more.headers,
  };
  await send(response, { ...WHOLE, ...more, status, headers, chunks: [text] });
}

export async function sendStream(
  response: ServerResponse,
  chunks: readonly string[],
  more: Partial<Pick<Sending, "msPerChunk" | "cutAfterBytes">> = {},
): Promise<void> {
  const headers = { "content-type": "text/event-stream", "cache-control": "no-cache" };
  await send(response, { ...WHOLE, ...more, status: 200, headers, chunks });
}

async function send(response: ServerResponse, sending: Sending): Promise<void> {
  const { status, headers, chunks, msPerChunk, cutAfterBytes } = sending;
  response.writeHead(status, { "request-id": "req_fake", ...headers });
  response.flushHeaders();
  let left = cutAfterBytes ?? Number.POSITIVE_INFINITY;
  for (const chunk of chunks) {
    if (msPerChunk > 0) await sleep(msPerChunk);
    if (response.destroyed || left <= 0) break;
    const bytes = Buffer.from(chunk).subarray(0, left);
    left -= bytes.length;
    await written(response, bytes);
  }
  // Without its end, even a body that was sent whole looks broken off to the client.
  if (cutAfterBytes === null) response.end();
  else response.destroy();
}

/** Waits until the system has taken the bytes: those that still wait when a connection is destroyed are lost. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    // A client that has left is no failure of ours, and is seen by the next look at the response.
    response.write(bytes, () => resolve());
  });
}
