import fc from "fast-check";
import { expect, test } from "vitest";
import { AGENT_OUTCOMES, type AgentOutcome, OUTCOME_RULES } from "../../../core/shared/agent-outcome.ts";
import { providerError } from "../../../core/shared/provider-error.ts";
import { finalOf, openStream, type StreamFinal } from "./agent-stream.ts";
import { type Evidence, judgeOutcome } from "./outcome.ts";

const NOW_MS = 1_760_000_000_000;
const NOTHING: StreamFinal = finalOf(openStream());
const STARTED: StreamFinal = { ...NOTHING, sessionRef: "s-1" };
const ENDED: StreamFinal = { ...STARTED, ended: true };
const DONE: StreamFinal = { ...ENDED, text: "Done." };

const failed = (message: string, status?: number): StreamFinal => ({
  ...ENDED,
  errors: [providerError({ message, status })],
});
const exit = (code: number): Evidence["end"] => ({ at: "exit", code, signal: null });

const GOOD: Evidence = {
  ...{ end: exit(0), document: true, answerCounts: false, final: DONE, stderr: "", nowMs: NOW_MS },
};

interface Row {
  readonly situation: string;
  readonly found: Partial<Evidence>;
  readonly outcome: AgentOutcome;
  readonly waitMs?: number;
}

const CLAUDE: readonly Row[] = [
  { situation: "a document and a good end", found: {}, outcome: "ok" },
  {
    situation: "an API error that calls itself a success, exit 1",
    found: { end: exit(1), document: false, final: failed("API Error: 500 internal", 500) },
    outcome: "overloaded",
  },
  {
    situation: "an API error without a known cause, exit 0",
    found: { document: false, final: failed("something") },
    outcome: "crashed",
  },
  {
    situation: "a denied tool, exit 0, no document",
    found: { document: false, final: { ...DONE, denials: ["Write"] } },
    outcome: "denied",
  },
  {
    situation: "a denied tool, but the document is there",
    found: { final: { ...DONE, denials: ["Bash"] } },
    outcome: "ok",
  },
  {
    situation: "a denied tool in a role that only answers",
    found: { document: false, answerCounts: true, final: { ...DONE, denials: ["Write"] } },
    outcome: "ok",
  },
  {
    situation: "retries that we stopped waiting for",
    found: {
      end: { at: "stopped", by: "idle" },
      document: false,
      final: { ...STARTED, errors: [providerError({ message: "rate_limit", status: 429, retryAfterS: 20 })] },
    },
    outcome: "rate-limited",
    waitMs: 20_000,
  },
  {
    situation: "a hang before the first byte, until the idle timer",
    found: { end: { at: "stopped", by: "idle" }, document: false, final: STARTED },
    outcome: "timeout-idle",
  },
  {
    situation: "a result and exit 0 after our own interrupt",
    found: { end: { at: "cancelled" } },
    outcome: "cancelled",
  },
  {
    situation: "an orphan that held it after its result, until the timer",
    found: { end: { at: "stopped", by: "after-result" } },
    outcome: "ok",
  },
  {
    situation: "no result and nothing left when the timer after the result ran out",
    found: { end: { at: "stopped", by: "after-result" }, document: false, final: ENDED },
    outcome: "timeout-after-result",
  },
  {
    situation: "a limit whose end is known",
    found: {
      document: false,
      final: { ...ENDED, errors: [providerError({ message: "usage limit reached|1760000060" })] },
    },
    outcome: "rate-limited",
    waitMs: 60_000,
  },
  {
    situation: "an error after the document was begun",
    found: { end: exit(1), final: failed("API Error: 529 overloaded_error") },
    outcome: "overloaded",
  },
  { situation: "a refusal", found: { document: false, final: failed("refusal") }, outcome: "refused" },
  {
    situation: "no login",
    found: { document: false, final: failed("Invalid API key · Please run /login") },
    outcome: "unauthorised",
  },
  {
    situation: "a prompt that is too long",
    found: { document: false, final: failed("Prompt is too long") },
    outcome: "context-too-long",
  },
  {
    situation: "no credit",
    found: { document: false, final: failed("Credit balance is too low") },
    outcome: "budget",
  },
];

const CODEX: readonly Row[] = [
  { situation: "words instead of a file", found: { document: false }, outcome: "ok" },
  {
    situation: "a failed turn, exit 1",
    found: { end: exit(1), document: false, final: failed("unexpected status 503 Service Unavailable") },
    outcome: "overloaded",
  },
  {
    situation: "a declined command, exit 0, no document",
    found: { document: false, final: { ...DONE, denials: ["touch x"] } },
    outcome: "denied",
  },
  {
    situation: "connections made again without end, until the wall",
    found: {
      end: { at: "stopped", by: "wall" },
      document: false,
      final: { ...STARTED, errors: [providerError({ message: "Reconnecting... 2/5" })] },
    },
    outcome: "timeout-wall",
  },
  {
    situation: "a hang that never gives up, until the wall",
    found: { end: { at: "stopped", by: "wall" }, document: false, final: STARTED },
    outcome: "timeout-wall",
  },
  {
    situation: "a document, but the wall before a result",
    found: { end: { at: "stopped", by: "wall" }, final: STARTED },
    outcome: "timeout-wall",
  },
  {
    situation: "exit 1 after our own interrupt",
    found: { end: { at: "cancelled" }, document: false, final: STARTED },
    outcome: "cancelled",
  },
  {
    situation: "an input that was left open, until the idle timer",
    found: { end: { at: "stopped", by: "idle" }, document: false, final: NOTHING },
    outcome: "timeout-idle",
  },
  {
    situation: "a limit without a wait",
    found: {
      end: exit(1),
      document: false,
      final: failed("exceeded retry limit, last status: 429 Too Many Requests"),
    },
    outcome: "rate-limited",
  },
  {
    situation: "a wait beyond all reason",
    found: { document: false, final: failed("rate limit: try again in 900 days") },
    outcome: "rate-limited",
    waitMs: 8 * 24 * 60 * 60 * 1_000,
  },
  {
    situation: "no login, said on the error stream alone",
    found: { end: exit(1), document: false, final: NOTHING, stderr: "Error: Not logged in\n" },
    outcome: "unauthorised",
  },
];

const ANY: readonly Row[] = [
  {
    situation: "a limit it got over and a key that was then refused",
    found: {
      document: false,
      final: { ...ENDED, errors: [429, 401].map((status) => providerError({ message: "odd", status })) },
    },
    outcome: "unauthorised",
  },
  {
    situation: "words about a limit on the error stream of one we stopped",
    found: {
      end: { at: "stopped", by: "wall" },
      document: false,
      final: STARTED,
      stderr: "rate limit: 90 %",
    },
    outcome: "timeout-wall",
  },
  { situation: "a good end with nothing", found: { document: false, final: ENDED }, outcome: "empty" },
  {
    situation: "a good end with white space",
    found: { document: false, final: { ...ENDED, text: " \n" } },
    outcome: "empty",
  },
  {
    situation: "exit 0 without a result or a document",
    found: { document: false, final: STARTED },
    outcome: "crashed",
  },
  {
    situation: "words without a result",
    found: { document: false, final: { ...STARTED, text: "x" } },
    outcome: "crashed",
  },
  {
    situation: "a document and exit 0 behind a stream nobody can read",
    found: { final: { ...NOTHING, unreadable: 9 } },
    outcome: "ok",
  },
  { situation: "a document behind a crash", found: { end: exit(1), final: STARTED }, outcome: "crashed" },
  { situation: "an odd exit code after a good end", found: { end: exit(3) }, outcome: "ok" },
  {
    situation: "a kill from outside",
    found: { end: { at: "exit", code: null, signal: "SIGKILL" }, document: false, final: STARTED },
    outcome: "crashed",
  },
  {
    situation: "too much output",
    found: { end: { at: "stopped", by: "output" }, document: false, final: STARTED },
    outcome: "crashed",
  },
  {
    situation: "a wrapper that is gone",
    found: { end: { at: "lost", why: "gone" }, document: false, final: STARTED },
    outcome: "crashed",
  },
  {
    situation: "a program that is not there",
    found: { end: { at: "not-started", error: "spawn claude ENOENT" }, document: false, final: NOTHING },
    outcome: "not-installed",
  },
  {
    situation: "a shell that does not find the program",
    found: { end: exit(127), document: false, final: NOTHING, stderr: "sh: 1: codex: not found" },
    outcome: "not-installed",
  },
  {
    situation: "exit code 127 alone",
    found: { end: exit(127), document: false, final: NOTHING },
    outcome: "crashed",
  },
];

const ROWS = Object.entries({ claude: CLAUDE, codex: CODEX, "any agent": ANY }).flatMap(([agent, rows]) =>
  rows.map((row) => ({ agent, ...row })),
);

test.each(ROWS)("given $agent and $situation, then it is $outcome", ({ found, outcome, waitMs }) => {
  const judged = judgeOutcome({ ...GOOD, ...found });
  expect(judged.outcome).toBe(outcome);
  expect(judged.waitMs).toBe(waitMs);
  expect(judged.evidence.length).toBeGreaterThan(1);
});

test("every outcome has a situation that leads to it", () => {
  expect(new Set(ROWS.map(({ outcome }) => outcome))).toEqual(
    new Set(AGENT_OUTCOMES.filter((outcome) => outcome !== "trespassed")),
  );
});

test("only an end of its own is judged", () => {
  const judged = AGENT_OUTCOMES.filter((outcome) => OUTCOME_RULES[outcome].next === "judge");
  expect(judged).toEqual(["ok", "empty"]);
});

test("whatever the exit code, an agent that left nothing is never ok", () => {
  const final = fc.constantFrom(NOTHING, STARTED, ENDED, { ...STARTED, text: "half a sen" });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), final, fc.string(), (code, left, stderr) => {
      const judged = judgeOutcome({ ...GOOD, end: exit(code), document: false, final: left, stderr });
      expect(judged.outcome).not.toBe("ok");
    }),
  );
});
