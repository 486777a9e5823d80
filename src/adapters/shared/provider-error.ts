// What an error that an agent reports is about. The same words come from several programs, so one table serves all.
import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { DAY_MS, SECOND_MS } from "../../core/shared/time-units.ts";

export type ErrorKind =
  | "rate-limited"
  | "overloaded"
  /** Nobody listens where its provider should be. */
  | "connection-refused"
  | "unauthorised"
  | "context-too-long"
  | "budget"
  | "refused"
  | "other";

export interface ProviderError {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly status?: number;
  readonly retryAfterS?: number;
  /** When a limit ends, where the agent gives a time instead of a wait. */
  readonly resetsAtMs?: number;
}

/** An error whose kind is known decides the outcome. */
export const OUTCOME_OF_ERROR: Record<Exclude<ErrorKind, "other">, AgentOutcome> = {
  "rate-limited": "rate-limited",
  overloaded: "overloaded",
  "connection-refused": "overloaded",
  unauthorised: "unauthorised",
  "context-too-long": "context-too-long",
  budget: "budget",
  refused: "refused",
};

/** An error needs no more to be understood. */
const MESSAGE_CHARS_MAX = 1_000;
/** A limit of a week is the longest there is; what is said to last longer was misread. */
const WAIT_MS_MAX = 8 * DAY_MS;

/** Words come before the status: an empty purse and too many requests share one. First match counts. */
const WORDS: readonly (readonly [ErrorKind, RegExp])[] = [
  [
    "budget",
    /insufficient_quota|credit balance|billing|max_budget|budget (?:exceeded|reached)|out of credits/i,
  ],
  [
    "context-too-long",
    /context_length_exceeded|prompt is too long|context (?:window|length)|request_too_large/i,
  ],
  ["refused", /usage polic|content_policy|content_filter|invalid_prompt|\brefusal\b|safety reasons/i],
  ["rate-limited", /rate.?limit|usage limit|too many requests|\bhit your limit\b/i],
  [
    "unauthorised",
    /authentication|unauthori[sz]ed|invalid (?:x-)?api.?key|incorrect api key|not logged in|please run \/login|\blog ?in again\b|must specify the \w+_API_KEY\b/i,
  ],
  ["connection-refused", /connection refused|econnrefused/i],
  [
    "overloaded",
    /overloaded|server_error|internal server error|service unavailable|at capacity|high demand|stream disconnected|connection (?:to the api )?(?:was )?lost|econnreset/i,
  ],
  // Nobody was reached at all, which passes like any other trouble on the way.
  [
    "overloaded",
    /connection (?:failed|error)|socket connection was closed|fetch failed|failed to lookup address|network is unreachable|enetunreach|ehostunreach|enotfound|eai_again|etimedout/i,
  ],
];

/** The last of so many connections that were tried: nothing came of any. */
const LAST_TRY = /reconnecting\W*(\d{1,4})\/(\d{1,4})\b/i;

const STATUS = /\b(?:api error|status(?: code)?|http)\b[:\s]*([1-5]\d\d)\b/i;

export interface ReportedError {
  readonly message: string;
  /** A word of the program's own for what went wrong. */
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterS?: number | undefined;
  readonly resetsAtMs?: number | undefined;
}

export function providerError(reported: ReportedError): ProviderError {
  const message = reported.message.slice(0, MESSAGE_CHARS_MAX);
  const status = reported.status ?? statusIn(message);
  const retryAfterS = reported.retryAfterS ?? waitIn(message);
  const resetsAtMs = reported.resetsAtMs ?? resetIn(message);
  return {
    kind: kindOf(`${reported.code ?? ""} ${message}`, status),
    message,
    ...(status === undefined ? {} : { status }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
    ...(resetsAtMs === undefined ? {} : { resetsAtMs }),
  };
}

function kindOf(words: string, status: number | undefined): ErrorKind {
  const byWords = WORDS.find(([, pattern]) => pattern.test(words))?.[0];
  if (byWords !== undefined) return byWords;
  if (status !== undefined) return kindOfStatus(status);
  const [, tried, most] = LAST_TRY.exec(words) ?? [];
  return tried !== undefined && tried === most ? "overloaded" : "other";
}

function kindOfStatus(status: number): ErrorKind {
  if (status === 429) return "rate-limited";
  if (status === 401 || status === 403) return "unauthorised";
  if (status === 402) return "budget";
  if (status === 413) return "context-too-long";
  return status >= 500 ? "overloaded" : "other";
}

function statusIn(message: string): number | undefined {
  const digits = STATUS.exec(message)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const UNIT_S: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
const WAIT = /\b(?:try again|retry(?:ing)?)[\s-]+(?:in|after)[:\s]+((?:\d+(?:\.\d+)?\s*[a-z]+[\s,]*){1,4})/i;
const AMOUNT = /(?<![\d.])(\d+(?:\.\d+)?)\s*([a-z]+)/gi;

/** "try again in 1h 30m", "retry after 20 seconds". */
function waitIn(message: string): number | undefined {
  const words = WAIT.exec(message)?.[1];
  if (words === undefined) return undefined;
  let waitS = 0;
  for (const [, amount = "", unit = ""] of words.matchAll(AMOUNT)) {
    const unitS = /^(ms|milli)/i.test(unit) ? 1 / SECOND_MS : UNIT_S[unit.charAt(0).toLowerCase()];
    if (unitS !== undefined) waitS += Number(amount) * unitS;
  }
  return waitS > 0 ? waitS : undefined;
}

/** A limit may be told with the second of its end behind a bar. */
function resetIn(message: string): number | undefined {
  const seconds = /limit reached\|(\d{10})\b/i.exec(message)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * SECOND_MS;
}

/** How long the provider is to be left alone, by the longest that any of them tells; `undefined` where none does. */
export function waitMsOf(errors: readonly ProviderError[], nowMs: number): number | undefined {
  const waits = errors.flatMap(({ retryAfterS, resetsAtMs }) => [
    ...(retryAfterS === undefined ? [] : [retryAfterS * SECOND_MS]),
    ...(resetsAtMs === undefined ? [] : [Math.max(0, resetsAtMs - nowMs)]),
  ]);
  return waits.length === 0 ? undefined : Math.min(Math.ceil(Math.max(...waits)), WAIT_MS_MAX);
}
