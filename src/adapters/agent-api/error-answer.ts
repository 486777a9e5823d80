// What a provider says when it does not answer.
import * as z from "zod";
import { text } from "../shared/loose-fields.ts";
import { type ProviderError, providerError, type ReportedError } from "../shared/provider-error.ts";
import type { ReportedWait } from "./reported-wait.ts";

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
