import fc from "fast-check";
import { expect, test } from "vitest";
import { providerError, type ReportedError } from "./provider-error.ts";

test.each<[string, ReportedError, object]>([
  ["a status", { message: "odd", status: 429 }, { kind: "rate-limited", status: 429 }],
  [
    "a status in words",
    { message: "exceeded retry limit, last status: 429 Too Many Requests" },
    { kind: "rate-limited", status: 429 },
  ],
  ["an API error with its status", { message: "API Error: 500 {}" }, { kind: "overloaded", status: 500 }],
  [
    "a stream that broke off",
    { message: "stream disconnected before completion: Transport error" },
    { kind: "overloaded" },
  ],
  [
    "a connection that was lost",
    { message: "Connection to the API was lost (ECONNRESET)" },
    { kind: "overloaded" },
  ],
  ["overload", { message: "API Error: 529 overloaded_error" }, { kind: "overloaded", status: 529 }],
  [
    "no money, though the status is that of a limit",
    { message: "insufficient_quota", status: 429 },
    { kind: "budget" },
  ],
  ["its own budget", { message: "stopped", code: "error_max_budget_usd" }, { kind: "budget" }],
  ["a bad key", { message: "Invalid API key · Please run /login" }, { kind: "unauthorised" }],
  ["a forbidden key", { message: "unexpected status 403" }, { kind: "unauthorised", status: 403 }],
  ["a long prompt", { message: "Prompt is too long" }, { kind: "context-too-long" }],
  ["a refusal", { message: "this appears to violate our Usage Policy" }, { kind: "refused" }],
  [
    "a wait in words",
    { message: "Rate limit reached. Please try again in 1.5s." },
    { kind: "rate-limited", retryAfterS: 1.5 },
  ],
  [
    "a long wait",
    { message: "You've hit your usage limit. Try again in 1 day 2 hours 3 minutes." },
    { kind: "rate-limited", retryAfterS: 93_780 },
  ],
  [
    "no key at all",
    { message: "When using Gemini API, you must specify the GEMINI_API_KEY environment variable." },
    { kind: "unauthorised" },
  ],
  ["a short wait", { message: "rate limit, retry after 250ms" }, { kind: "rate-limited", retryAfterS: 0.25 }],
  [
    "a time",
    { message: "usage limit reached|1760000000" },
    { kind: "rate-limited", resetsAtMs: 1_760_000_000_000 },
  ],
  ...[
    "Connection failed: error sending request",
    "error sending request: failed to lookup address information: Temporary failure in name resolution",
    "Network is unreachable (os error 101)",
    "API Error: Can't reach the API server — check your internet or DNS (EAI_AGAIN)",
    "API Error: No internet route — check your connection or VPN (ENETUNREACH)",
    "API Error: Connection error.",
    "Cannot connect to API: The socket connection was closed unexpectedly.",
    "Reconnecting... 5/5",
  ].map((message): [string, ReportedError, object] => [message, { message }, { kind: "overloaded" }]),
  ...[
    "stream disconnected before completion: Connection refused (os error 111)",
    "API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)",
  ].map((message): [string, ReportedError, object] => [message, { message }, { kind: "connection-refused" }]),
  ["a connection that is still being tried", { message: "Reconnecting... 2/5" }, { kind: "other" }],
  ["anything else", { message: "Something happened." }, { kind: "other" }],
])("given %s, then its kind is known", (_what, reported, expected) => {
  expect(providerError(reported)).toMatchObject(expected);
});

test("any words give an error that is bounded", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3_000, unit: "grapheme" }), (message) => {
      expect(providerError({ message }).message.length).toBeLessThanOrEqual(1_000);
    }),
  );
});
