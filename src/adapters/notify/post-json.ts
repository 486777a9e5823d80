// Posts a document to a web address, for a bounded time and a bounded number of tries.

import { setTimeout as sleep } from "node:timers/promises";
import { SECOND_MS } from "../../core/shared/time-units.ts";

export interface PostRequest {
  readonly url: string;
  /** JSON already. */
  readonly text: string;
  /** Of one try. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Before the second try; twice as long before each further one. */
  readonly pauseMs: number;
  readonly cancel: AbortSignal;
}

export type PostOutcome =
  | { readonly at: "accepted"; readonly status: number }
  | { readonly at: "refused"; readonly status: number }
  | { readonly at: "unreachable"; readonly reason: string }
  | { readonly at: "cancelled" };

export async function postJson(request: PostRequest): Promise<PostOutcome> {
  const { tries, pauseMs, cancel } = request;
  for (let number = 1; ; number += 1) {
    const outcome = await postOnce(request);
    if (number >= tries || !mayPass(outcome)) return outcome;
    const goesOn = await sleep(pauseMs * 2 ** (number - 1), true, { signal: cancel }).catch(() => false);
    if (!goesOn) return { at: "cancelled" };
  }
}

const SERVER_ERROR = 500;
/** A server that is busy says so; others mean what they say. */
const TRY_AGAIN: ReadonlySet<number> = new Set([408, 425, 429]);

function mayPass(outcome: PostOutcome): boolean {
  switch (outcome.at) {
    case "unreachable":
      return true;
    case "refused":
      return outcome.status >= SERVER_ERROR || TRY_AGAIN.has(outcome.status);
    case "accepted":
    case "cancelled":
      return false;
  }
}

async function postOnce({ url, text, timeoutMs, cancel }: PostRequest): Promise<PostOutcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "user-agent": "parley" },
      body: text,
      // What was meant for one address is not carried to another.
      redirect: "manual",
      signal: AbortSignal.any([cancel, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel().catch(() => undefined);
    return { at: response.ok ? "accepted" : "refused", status: response.status };
  } catch (error) {
    if (cancel.aborted) return { at: "cancelled" };
    return { at: "unreachable", reason: reasonWords(error, timeoutMs) };
  }
}

/** The reason why stands in the cause, and for several addresses of a name in each of their errors. */
function reasonWords(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / SECOND_MS} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return cause.message === "" ? error.message : cause.message;
}
