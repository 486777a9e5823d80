// The form of errors that the Responses API and chat completions share.
import { assertNever } from "../../src/core/shared/assert-never.ts";
import type { ErrorReply, Problem } from "./wire.ts";

export interface OpenAiError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

const KINDS: { readonly [status: number]: Pick<OpenAiError, "type" | "code"> } = {
  400: { type: "invalid_request_error", code: null },
  401: { type: "invalid_request_error", code: "invalid_api_key" },
  429: { type: "rate_limit_error", code: "rate_limit_exceeded" },
  503: { type: "service_unavailable_error", code: "server_is_overloaded" },
};
const OTHER_KIND = { type: "server_error", code: null };

export function openAiReply(problem: Problem, longParam: string): ErrorReply {
  const { status, error } = openAiError(problem, longParam);
  return { status, body: { error } };
}

/** `longParam` names what is too long: each API calls it otherwise. */
export function openAiError(problem: Problem, longParam: string): { status: number; error: OpenAiError } {
  switch (problem.problem) {
    case "status":
      return ofStatus(problem.status, `scripted status ${problem.status}`);
    case "bad-key":
      return ofStatus(401, "Incorrect API key provided.");
    case "overloaded":
      return ofStatus(503, "Our servers are currently overloaded. Please try again later.");
    case "too-long": {
      const { status, error } = ofStatus(400, "Your input exceeds the context window of this model.");
      return { status, error: { ...error, param: longParam, code: "context_length_exceeded" } };
    }
    default:
      return assertNever(problem);
  }
}

function ofStatus(status: number, message: string): { status: number; error: OpenAiError } {
  return { status, error: { message, param: null, ...(KINDS[status] ?? OTHER_KIND) } };
}
