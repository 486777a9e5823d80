// What a provider says when it does not answer.
import * as z from "zod";
import { type ProviderError, providerError, type ReportedError } from "../../core/shared/provider-error.ts";
import { text } from "./loose-fields.ts";
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

export interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  readonly wait: ReportedWait;
}

export function errorAnswer({ status, body, wait }: ErrorAnswer): ProviderError {
  const { error, message, detail } = bodySchema.safeParse(jsonOf(body)).data ?? {};
  const reported = openAiError(error ?? message ?? detail ?? (body.trim() || WITHOUT_WORDS));
  return providerError({ ...reported, ...wait, status });
}

const bodySchema = z.object({ error: z.unknown().optional(), message: text, detail: text });

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
