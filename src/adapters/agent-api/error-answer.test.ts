import fc from "fast-check";
import { expect, it } from "vitest";
import { type ReportedWait, reportedWait } from "./error-answer.ts";

const NOW_MS = Date.parse("2026-01-01T00:00:00Z");
const afterMs = (ms: number): ReportedWait => ({ resetsAtMs: NOW_MS + ms });

it.each<[string, Record<string, string>, ReportedWait]>([
  ["nothing", {}, {}],
  ["seconds", { "retry-after": "20" }, { retryAfterS: 20 }],
  ["seconds in parts", { "Retry-After": " 1.5 " }, { retryAfterS: 1.5 }],
  [
    "milliseconds, which are more exact",
    { "retry-after": "2", "retry-after-ms": "1200" },
    { retryAfterS: 1.2 },
  ],
  ["a date", { "retry-after": "Thu, 01 Jan 2026 00:01:00 GMT" }, afterMs(60_000)],
  ["words that mean nothing", { "retry-after": "soon" }, {}],
  [
    "a wait beside limits",
    { "retry-after": "3", "anthropic-ratelimit-tokens-reset": "2026-01-01T01:00:00Z" },
    { retryAfterS: 3 },
  ],
  [
    "limits of which one is used up",
    {
      "anthropic-ratelimit-requests-remaining": "10",
      "anthropic-ratelimit-requests-reset": "2026-01-01T02:00:00Z",
      "anthropic-ratelimit-output-tokens-remaining": "0",
      "anthropic-ratelimit-output-tokens-reset": "2026-01-01T00:00:30Z",
    },
    afterMs(30_000),
  ],
  [
    "limits of which none says that it is used up",
    { "x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s" },
    afterMs(360_000),
  ],
  ["a limit that ends in parts of a second", { "x-ratelimit-reset-tokens": "20ms" }, afterMs(20)],
  ["a limit that ends in hours", { "x-ratelimit-reset-requests": "1h2m3.5s" }, afterMs(3_723_500)],
  [
    "a limit with the second of its end",
    { "anthropic-ratelimit-unified-reset": "1767225660" },
    afterMs(60_000),
  ],
  ["a limit with a number of seconds", { "x-ratelimit-reset-requests": "7" }, afterMs(7_000)],
  ["a limit that says nothing", { "x-ratelimit-reset-requests": "" }, {}],
])("given %s, then the wait is known", (_what, headers, wait) => {
  expect(reportedWait(Object.entries(headers), NOW_MS)).toEqual(wait);
});

it("given any headers, then a wait is a number or nothing", () => {
  const name = fc.constantFrom(
    "retry-after",
    "retry-after-ms",
    "x-ratelimit-reset-a",
    "anthropic-ratelimit-b-reset",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string())), (headers) => {
      for (const value of Object.values(reportedWait(headers, NOW_MS))) {
        expect(Number.isFinite(value)).toBe(true);
      }
    }),
  );
});
