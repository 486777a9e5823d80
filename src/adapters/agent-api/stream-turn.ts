// One request to a model and what streams back.

import type { Clock } from "../../engine/ports.ts";
import { type ProviderError, providerError } from "../shared/provider-error.ts";
import type { Send } from "./answer-record.ts";
import {
  type Conversation,
  type Piece,
  type Protocol,
  STREAM_END,
  type Turn,
  type TurnReader,
} from "./conversation.ts";
import { errorAnswer, reportedWait } from "./error-answer.ts";
import { type NetworkTrouble, networkTrouble } from "./network-trouble.ts";
import type { GiveUpReason, Patience } from "./patience.ts";
import { SseReader } from "./sse-reader.ts";

export type StreamOutcome =
  | { readonly at: "turn"; readonly turn: Turn }
  /** The provider says what is wrong; `status` is that of its answer, 200 where it says so in the stream. */
  | {
      readonly at: "error";
      readonly status: number;
      readonly error: ProviderError;
      readonly turn: Turn | null;
    }
  | { readonly at: "given-up"; readonly why: GiveUpReason; readonly turn: Turn | null }
  | { readonly at: "trouble"; readonly trouble: NetworkTrouble }
  /** It answers, but is no model that speaks this protocol. */
  | { readonly at: "no-model"; readonly why: string }
  | { readonly at: "broken"; readonly why: string; readonly turn: Turn };

export interface ModelConnection {
  readonly protocol: Protocol;
  readonly send: Send;
  readonly url: string;
  readonly key: string;
  readonly patience: Patience;
  readonly clock: Clock;
  /** Every event as it came, with the piece it is where it is one. */
  onEvent(event: unknown, piece: Piece | null): void;
  /** Takes keys out of a text. It comes before every cut: half a key would not be found. */
  clean(text: string): string;
}

/** All of a stream; a document with its escapes, every letter in an event of its own, is far below. */
const STREAM_BYTES_MAX = 256 * 1024 * 1024;
/** An error needs no more to be understood. */
const ERROR_BYTES_MAX = 64 * 1024;
/** More than any key: so much before a cut may be the beginning of one. */
const KEY_CHARS_MAX = 16 * 1024;

export async function streamTurn(line: ModelConnection, conversation: Conversation): Promise<StreamOutcome> {
  const { patience } = line;
  patience.listen();
  try {
    const response = await post(line, conversation);
    patience.listen();
    try {
      return await readAnswer(line, response);
    } finally {
      await discardBody(response);
    }
  } catch (error) {
    if (!(error instanceof LineBroke)) throw error;
    if (patience.givenUp !== null) return { at: "given-up", why: patience.givenUp, turn: null };
    return { at: "trouble", trouble: error.trouble };
  } finally {
    patience.pause();
  }
}

/** Told apart from a bug of ours, which is thrown too. */
class LineBroke extends Error {
  readonly trouble: NetworkTrouble;

  constructor(cause: unknown) {
    super("the line broke", { cause });
    this.trouble = networkTrouble(cause);
  }
}

async function post(line: ModelConnection, conversation: Conversation): Promise<Response> {
  const { protocol, send, url, key, patience } = line;
  const headers = {
    ...protocol.headers(key),
    "content-type": "application/json",
    accept: "text/event-stream",
    "user-agent": "parley",
  };
  const body = JSON.stringify(protocol.body(conversation));
  const { signal } = patience;
  try {
    // Followed, a redirect would take the key wherever it points.
    return await send(url, { method: "POST", headers, body, signal, redirect: "manual" });
  } catch (error) {
    throw new LineBroke(error);
  }
}

/** What is left of an answer is not waited for. */
async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

async function readAnswer(line: ModelConnection, response: Response): Promise<StreamOutcome> {
  const { status, headers } = response;
  if (status >= 300 && status < 400) return { at: "no-model", why: `it points elsewhere (status ${status})` };
  const isPage = /^(?:application\/json|text\/html)\b/i.test(headers.get("content-type") ?? "");
  if (status === 200 && !isPage) return await readStream(line, response);
  const body = await readErrorBody(line, response);
  const wait = reportedWait(headers, line.clock.nowMs());
  const error = errorAnswer({ status, body, wait }, line.clean);
  line.onEvent({ status, headers: Object.fromEntries(headers), body }, null);
  if (status === 200 && error.kind === "other") {
    return { at: "no-model", why: `it does not stream, but answers: ${error.message}` };
  }
  return { at: "error", status, error, turn: null };
}

/** An error of which only a part arrives is still one: its status says enough. */
async function readErrorBody({ patience, clean }: ModelConnection, { body }: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      patience.listen();
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ERROR_BYTES_MAX) break;
    }
  } catch (error) {
    if (patience.givenUp !== null || !(error instanceof LineBroke)) throw error;
  }
  const text = Buffer.concat(chunks).subarray(0, ERROR_BYTES_MAX).toString("utf8");
  return bytes < ERROR_BYTES_MAX ? jsonOrText(text) : clean(text).slice(0, -KEY_CHARS_MAX);
}

/** As a value where it is one: in JSON a key may be written otherwise, and then not be found. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function* chunksOf(body: Response["body"]): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of body ?? []) yield chunk as Uint8Array;
  } catch (error) {
    throw new LineBroke(error);
  }
}

async function readStream(line: ModelConnection, { status, body }: Response): Promise<StreamOutcome> {
  const reader = line.protocol.newTurn();
  const why = await readEvents(line, reader, body);
  const { turn } = reader;
  if (turn.error !== null) {
    const error = providerError({ ...turn.error, message: line.clean(turn.error.message) });
    return { at: "error", status, error, turn };
  }
  // Cancelled is cancelled, however far it was; a timer takes nothing away from a model that is done.
  if (line.patience.givenUp === "cancelled") return { at: "given-up", why: "cancelled", turn };
  if (reader.at !== "open" && turn.stop !== null && why !== UNREADABLE) return { at: "turn", turn };
  if (line.patience.givenUp !== null) return { at: "given-up", why: line.patience.givenUp, turn };
  return { at: "broken", why: why ?? "the stream ended before the answer did", turn };
}

const UNREADABLE = "an event of the stream is no JSON";

/** Until the turn is over; else what the stream did wrong, as far as it did. */
async function readEvents(
  line: ModelConnection,
  reader: TurnReader,
  body: Response["body"],
): Promise<string | null> {
  const decoder = new TextDecoder();
  const events = new SseReader();
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(body)) {
      bytes += chunk.length;
      if (bytes > STREAM_BYTES_MAX) return `more than ${STREAM_BYTES_MAX} bytes came`;
      const taken = events.push(decoder.decode(chunk, { stream: true }));
      if (taken.at === "too-large") return "an event of the stream is too large";
      const odd = takeAll(line, reader, taken.data);
      if (odd !== null || reader.at === "closed") return odd;
      line.patience.listen(reader.at === "stopped");
    }
    return takeAll(line, reader, events.end());
  } catch (error) {
    if (error instanceof LineBroke) return error.trouble.why;
    throw error;
  }
}

function takeAll(line: ModelConnection, reader: TurnReader, data: readonly string[]): string | null {
  for (const text of data) {
    const event = eventOf(text);
    if (event === undefined) return UNREADABLE;
    line.onEvent(event, reader.take(event));
    if (reader.at === "closed") return null;
  }
  return null;
}

/** A hole in an answer would go unseen, so what cannot be read is not skipped. */
function eventOf(text: string): unknown {
  if (text.trim() === STREAM_END) return STREAM_END;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
