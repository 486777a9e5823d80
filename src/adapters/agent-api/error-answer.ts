// What a provider says when it does not answer.
import * as z from "zod";
import { SECOND_MS } from "../../core/shared/time-units.ts";
import { text } from "../shared/loose-fields.ts";
import { type ProviderError, providerError, type ReportedError } from "../shared/provider-error.ts";

const WITHOUT_WORDS = "an error without words";

const errorSchema = z.object({
  type: text,
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  message: text,
});

/** The error of OpenAI and the many who follow it: an object, or only a text. */
export function openAiError(error: unknown): ReportedError {
  if (typeof error === "string") return { message: error };
  const { type, code, message = WITHOUT_WORDS } = errorSchema.safeParse(error).data ?? {};
  const words = [type, code].filter((word) => word !== undefined).join(" ");
  const status = typeof code === "number" && code >= 400 && code < 600 ? code : undefined;
  return { message, code: words, status };
}

interface ErrorAnswer {
  readonly status: number;
  /** A value where it came as JSON, else a text. */
  readonly body: unknown;
  readonly wait: ReportedWait;
}

export function errorAnswer(
  { status, body, wait }: ErrorAnswer,
  clean: (text: string) => string,
): ProviderError {
  const { error, message, detail } = bodySchema.safeParse(body).data ?? {};
  const reported = openAiError(error ?? message ?? detail ?? wordsOf(body));
  return providerError({ ...reported, ...wait, status, message: clean(reported.message) });
}

const bodySchema = z.object({ error: z.unknown().optional(), message: text, detail: text });

function wordsOf(body: unknown): string {
  const words = typeof body === "string" ? body : JSON.stringify(body);
  return words.trim() || WITHOUT_WORDS;
}

// How long a provider asks to be left alone, by the headers of its answer.

export interface ReportedWait {
  readonly retryAfterS?: number;
  readonly resetsAtMs?: number;
}

type Headers = Iterable<readonly [string, string]>;

const RESET = /^(?:anthropic-ratelimit-(.+)-reset|x-ratelimit-reset-(.+))$/;
const REMAINING = /^(?:anthropic-ratelimit-(.+)-remaining|x-ratelimit-remaining-(.+))$/;
/** Above it a number is a time since 1970, below it a span. */
const SPAN_S_MAX = 1_000_000_000;

/** `retry-after` is the provider's own conclusion; without it the limits that are used up tell when they end. */
export function reportedWait(headers: Headers, nowMs: number): ReportedWait {
  const all = new Map([...headers].map(([name, value]) => [name.toLowerCase(), value.trim()] as const));
  const exactMs = numberIn(all.get("retry-after-ms"));
  if (exactMs !== null) return { retryAfterS: exactMs / SECOND_MS };
  const after = all.get("retry-after");
  const afterS = numberIn(after);
  if (afterS !== null) return { retryAfterS: afterS };
  const atMs = dateIn(after) ?? limitsEndMs(all, nowMs);
  return atMs === null ? {} : { resetsAtMs: atMs };
}

/** Where none says that it is used up, whichever ends last is late enough. */
function limitsEndMs(headers: ReadonlyMap<string, string>, nowMs: number): number | null {
  const usedUp = new Set(
    [...headers].flatMap(([name, value]) => (numberIn(value) === 0 ? (limitIn(REMAINING, name) ?? []) : [])),
  );
  const ends = [...headers].flatMap(([name, value]) => {
    const limit = limitIn(RESET, name);
    const atMs = limit === null ? null : resetMs(value, nowMs);
    return limit === null || atMs === null ? [] : [{ limit, atMs }];
  });
  const spent = ends.filter(({ limit }) => usedUp.has(limit));
  const times = (spent.length > 0 ? spent : ends).map(({ atMs }) => atMs);
  return times.length === 0 ? null : Math.max(...times);
}

function limitIn(pattern: RegExp, name: string): string | null {
  const match = pattern.exec(name);
  return match?.[1] ?? match?.[2] ?? null;
}

function resetMs(value: string, nowMs: number): number | null {
  const number = numberIn(value);
  if (number !== null) return number > SPAN_S_MAX ? number * SECOND_MS : nowMs + number * SECOND_MS;
  const spanMs = spanIn(value);
  return spanMs === null ? dateIn(value) : nowMs + spanMs;
}

const UNIT_MS: { readonly [unit: string]: number } = {
  ms: 1,
  s: SECOND_MS,
  m: 60 * SECOND_MS,
  h: 3_600 * SECOND_MS,
  d: 86_400 * SECOND_MS,
};

/** `6m0s`, `1h2m3.5s`, `20ms`. */
function spanIn(value: string): number | null {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(value)) return null;
  const parts = value.matchAll(/(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhd])/g);
  return [...parts].reduce((sum, [, amount, unit = ""]) => sum + Number(amount) * (UNIT_MS[unit] ?? 0), 0);
}

function numberIn(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,15}(?:\.\d+)?$/.test(value) ? Number(value) : null;
}

function dateIn(value: string | undefined): number | null {
  const atMs = Date.parse(value ?? "");
  return Number.isNaN(atMs) ? null : atMs;
}
