import fc from "fast-check";
import { expect, test } from "vitest";
import { AGENT_OUTCOMES, type AgentOutcome, OUTCOME_RULES } from "../../core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import { providerError } from "../shared/provider-error.ts";
import { endLine, judge, type RunEnd, type RunEvidence } from "./judge.ts";
import type { RunOutput } from "./language.ts";

const NOW_MS = 1_760_000_000_000;
const NOTHING: RunOutput = {
  ...{ text: null, usage: USAGE_UNKNOWN, sessionRef: null, ended: false },
  ...{ denials: [], errors: [], ignored: 0, unreadable: 0 },
};
const STARTED: RunOutput = { ...NOTHING, sessionRef: "s-1" };
const ENDED: RunOutput = { ...STARTED, ended: true };
const words = (text: string): RunOutput["text"] => ({ text, bytes: text.length, repaired: false });
const DONE: RunOutput = { ...ENDED, text: words("Done.") };

const failed = (message: string, status?: number): RunOutput => ({
  ...ENDED,
  errors: [providerError({ message, status })],
});
const exit = (code: number): RunEvidence["end"] => ({ at: "exit", code, signal: null });

const GOOD: RunEvidence = {
  ...{ end: exit(0), document: true, access: "write", heard: DONE, tellsEnd: true, letsLand: false },
  ...{ sealed: true, trespassed: false, stderr: "", nowMs: NOW_MS },
};

interface Row {
  readonly situation: string;
  readonly found: Partial<RunEvidence>;
  readonly outcome: AgentOutcome;
  readonly waitMs?: number;
}

const CLAUDE: readonly Row[] = [
  { situation: "a document and a good end", found: {}, outcome: "ok" },
  {
    situation: "an API error that calls itself a success, exit 1",
    found: { end: exit(1), document: false, heard: failed("API Error: 500 internal", 500) },
    outcome: "overloaded",
  },
  {
    situation: "an API error without a known cause, exit 0",
    found: { document: false, heard: failed("something") },
    outcome: "crashed",
  },
  {
    situation: "a denied tool, exit 0, no document",
    found: { document: false, heard: { ...DONE, denials: ["Write"] } },
    outcome: "denied",
  },
  {
    situation: "a denied tool, but the document is there",
    found: { heard: { ...DONE, denials: ["Bash"] } },
    outcome: "ok",
  },
  {
    situation: "a denied tool in a role that only answers",
    found: { document: false, access: "read-only", heard: { ...DONE, denials: ["Write"] } },
    outcome: "ok",
  },
  {
    situation: "retries that we stopped waiting for",
    found: {
      end: { at: "stopped", by: "idle" },
      document: false,
      heard: { ...STARTED, errors: [providerError({ message: "rate_limit", status: 429, retryAfterS: 20 })] },
    },
    outcome: "rate-limited",
    waitMs: 20_000,
  },
  {
    situation: "a hang before the first byte, until the idle timer",
    found: { end: { at: "stopped", by: "idle" }, document: false, heard: STARTED },
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
    found: { end: { at: "stopped", by: "after-result" }, document: false, heard: ENDED },
    outcome: "timeout-after-result",
  },
  {
    situation: "a limit whose end is known",
    found: {
      document: false,
      heard: { ...ENDED, errors: [providerError({ message: "usage limit reached|1760000060" })] },
    },
    outcome: "rate-limited",
    waitMs: 60_000,
  },
  {
    situation: "an error after the document was begun",
    found: { end: exit(1), heard: failed("API Error: 529 overloaded_error") },
    outcome: "overloaded",
  },
  { situation: "a refusal", found: { document: false, heard: failed("refusal") }, outcome: "refused" },
  {
    situation: "no login",
    found: { document: false, heard: failed("Invalid API key · Please run /login") },
    outcome: "unauthorised",
  },
  {
    situation: "a prompt that is too long",
    found: { document: false, heard: failed("Prompt is too long") },
    outcome: "context-too-long",
  },
  {
    situation: "no credit",
    found: { document: false, heard: failed("Credit balance is too low") },
    outcome: "budget",
  },
];

const CODEX: readonly Row[] = [
  { situation: "words instead of a file", found: { document: false }, outcome: "ok" },
  {
    situation: "a failed turn, exit 1",
    found: { end: exit(1), document: false, heard: failed("unexpected status 503 Service Unavailable") },
    outcome: "overloaded",
  },
  {
    situation: "a declined command, exit 0, no document",
    found: { document: false, heard: { ...DONE, denials: ["touch x"] } },
    outcome: "denied",
  },
  {
    situation: "connections made again without end, until the wall",
    found: {
      end: { at: "stopped", by: "wall" },
      document: false,
      heard: { ...STARTED, errors: [providerError({ message: "Reconnecting... 2/5" })] },
    },
    outcome: "timeout-wall",
  },
  {
    situation: "the last connection tried in vain, until the wall",
    found: {
      end: { at: "stopped", by: "wall" },
      document: false,
      heard: { ...STARTED, errors: [providerError({ message: "Reconnecting... 5/5" })] },
    },
    outcome: "overloaded",
  },
  {
    situation: "a hang that never gives up, until the wall",
    found: { end: { at: "stopped", by: "wall" }, document: false, heard: STARTED },
    outcome: "timeout-wall",
  },
  {
    situation: "a document, but the wall before a result",
    found: { end: { at: "stopped", by: "wall" }, heard: STARTED },
    outcome: "timeout-wall",
  },
  {
    situation: "exit 1 after our own interrupt",
    found: { end: { at: "cancelled" }, document: false, heard: STARTED },
    outcome: "cancelled",
  },
  {
    situation: "an input that was left open, until the idle timer",
    found: { end: { at: "stopped", by: "idle" }, document: false, heard: NOTHING },
    outcome: "timeout-idle",
  },
  {
    situation: "a limit without a wait",
    found: {
      end: exit(1),
      document: false,
      heard: failed("exceeded retry limit, last status: 429 Too Many Requests"),
    },
    outcome: "rate-limited",
  },
  {
    situation: "a wait beyond all reason",
    found: { document: false, heard: failed("rate limit: try again in 900 days") },
    outcome: "rate-limited",
    waitMs: 8 * 24 * 60 * 60 * 1_000,
  },
  {
    situation: "no login, said on the error stream alone",
    found: { end: exit(1), document: false, heard: NOTHING, stderr: "Error: Not logged in\n" },
    outcome: "unauthorised",
  },
];

const ANY: readonly Row[] = [
  {
    situation: "a limit it got over and a key that was then refused",
    found: {
      document: false,
      heard: { ...ENDED, errors: [429, 401].map((status) => providerError({ message: "odd", status })) },
    },
    outcome: "unauthorised",
  },
  {
    situation: "words about a limit on the error stream of one we stopped",
    found: {
      end: { at: "stopped", by: "wall" },
      document: false,
      heard: STARTED,
      stderr: "rate limit: 90 %",
    },
    outcome: "timeout-wall",
  },
  { situation: "a good end with nothing", found: { document: false, heard: ENDED }, outcome: "empty" },
  {
    situation: "a good end with white space",
    found: { document: false, heard: { ...ENDED, text: words(" \n") } },
    outcome: "empty",
  },
  {
    situation: "exit 0 without a result or a document",
    found: { document: false, heard: STARTED },
    outcome: "crashed",
  },
  {
    situation: "words without a result",
    found: { document: false, heard: { ...STARTED, text: words("x") } },
    outcome: "crashed",
  },
  {
    situation: "a document and exit 0 behind a stream nobody can read",
    found: { heard: { ...NOTHING, unreadable: 9 } },
    outcome: "ok",
  },
  {
    situation: "a document and exit 0 behind a stream that broke off",
    found: { heard: STARTED },
    outcome: "ok",
  },
  {
    situation: "the same in a role that only answers",
    found: { access: "read-only", heard: STARTED },
    outcome: "crashed",
  },
  {
    situation: "a document and not a word in a role that only answers",
    found: { access: "read-only", heard: NOTHING },
    outcome: "crashed",
  },
  { situation: "a document behind a crash", found: { end: exit(1), heard: STARTED }, outcome: "crashed" },
  { situation: "an odd exit code after a good end", found: { end: exit(3) }, outcome: "ok" },
  {
    situation: "a kill from outside",
    found: { end: { at: "exit", code: null, signal: "SIGKILL" }, document: false, heard: STARTED },
    outcome: "crashed",
  },
  {
    situation: "too much output",
    found: { end: { at: "stopped", by: "output" }, document: false, heard: STARTED },
    outcome: "crashed",
  },
  {
    situation: "a wrapper that is gone",
    found: { end: { at: "lost", why: "gone" }, document: false, heard: STARTED },
    outcome: "crashed",
  },
  {
    situation: "a program that is not there",
    found: {
      end: { at: "not-started", error: "spawn claude ENOENT", missing: true },
      document: false,
      heard: NOTHING,
    },
    outcome: "not-installed",
  },
  {
    situation: "a machine that can start no more programs",
    found: {
      end: { at: "not-started", error: "spawn EAGAIN", missing: false },
      document: false,
      heard: NOTHING,
    },
    outcome: "crashed",
  },
  {
    situation: "changes where it may only read, behind a good end",
    found: { trespassed: true },
    outcome: "trespassed",
  },
  {
    situation: "changes where it may only read, and a limit",
    found: { trespassed: true, heard: failed("odd", 429) },
    outcome: "trespassed",
  },
  {
    situation: "changes by one that we cancelled",
    found: { trespassed: true, end: { at: "cancelled" } },
    outcome: "cancelled",
  },
  { situation: "exit 0 and not a word", found: { document: false, heard: NOTHING }, outcome: "empty" },
  {
    situation: "exit 1 and not a word",
    found: { end: exit(1), document: false, heard: NOTHING },
    outcome: "crashed",
  },
  {
    situation: "exit 0 and words nobody can read",
    found: { document: false, heard: { ...NOTHING, unreadable: 3 } },
    outcome: "crashed",
  },
  {
    situation: "a shell that does not find the program",
    found: { end: exit(127), document: false, heard: NOTHING, stderr: "sh: 1: codex: not found" },
    outcome: "not-installed",
  },
  {
    situation: "exit code 127 alone",
    found: { end: exit(127), document: false, heard: NOTHING },
    outcome: "crashed",
  },
];

const PLAIN: readonly Row[] = [
  { situation: "a document", found: { heard: NOTHING }, outcome: "ok" },
  { situation: "a document and exit 3", found: { end: exit(3), heard: NOTHING }, outcome: "ok" },
  {
    situation: "an answer and exit 3",
    found: { end: exit(3), document: false, heard: { ...NOTHING, text: words("x") } },
    outcome: "ok",
  },
  { situation: "nothing and exit 0", found: { document: false, heard: NOTHING }, outcome: "empty" },
  {
    situation: "nothing and exit 3",
    found: { end: exit(3), document: false, heard: NOTHING },
    outcome: "crashed",
  },
  {
    situation: "a document and a signal",
    found: { end: { at: "exit", code: null, signal: "SIGKILL" }, heard: NOTHING },
    outcome: "crashed",
  },
  {
    situation: "a refusal",
    found: { end: exit(78), document: false, heard: { ...NOTHING, errors: failed("refusal").errors } },
    outcome: "refused",
  },
  {
    situation: "a refusal and a document all the same",
    found: { heard: { ...NOTHING, errors: failed("refusal").errors } },
    outcome: "ok",
  },
  {
    situation: "a document, but the wall before its end",
    found: { end: { at: "stopped", by: "wall" }, heard: NOTHING },
    outcome: "timeout-wall",
  },
  {
    situation: "an answer, but too much of it",
    found: { end: { at: "stopped", by: "output" }, document: false, heard: { ...NOTHING, text: words("x") } },
    outcome: "crashed",
  },
];

const ROWS = Object.entries({
  claude: CLAUDE,
  codex: CODEX,
  "any agent": ANY,
  "a plain program": PLAIN,
}).flatMap(([agent, rows]) => rows.map((row) => ({ agent, ...row })));

test.each(ROWS)("given $agent and $situation, then it is $outcome", ({ agent, found, outcome, waitMs }) => {
  const judged = judge({ ...GOOD, tellsEnd: agent !== "a plain program", ...found });
  expect(judged.outcome).toBe(outcome);
  expect(judged.waitMs).toBe(waitMs);
});

test("every outcome has a situation that leads to it", () => {
  expect(new Set(ROWS.map(({ outcome }) => outcome))).toEqual(new Set(AGENT_OUTCOMES));
});

test("only an end of its own is judged", () => {
  const judged = AGENT_OUTCOMES.filter((outcome) => OUTCOME_RULES[outcome].next === "judge");
  expect(judged).toEqual(["ok", "empty"]);
});

test("whatever the exit code, an agent that left nothing is never ok", () => {
  const heard = fc.constantFrom(NOTHING, STARTED, ENDED);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 255 }),
      heard,
      fc.boolean(),
      fc.string(),
      (code, left, tellsEnd, stderr) => {
        const judged = judge({ ...GOOD, end: exit(code), document: false, heard: left, tellsEnd, stderr });
        expect(judged.outcome).not.toBe("ok");
      },
    ),
  );
});

test("what lets code land is taken only from a program that came to a good end", () => {
  const heard = fc.constantFrom(NOTHING, STARTED, ENDED, DONE);
  const ends = fc.oneof(
    fc.integer({ min: 1, max: 255 }).map(exit),
    fc.constantFrom<RunEnd>({ at: "exit", code: null, signal: "SIGKILL" }),
  );
  fc.assert(
    fc.property(ends, heard, fc.boolean(), fc.boolean(), (end, left, tellsEnd, document) => {
      const about = { ...GOOD, end, heard: left, tellsEnd, document, access: "read-only" as const };
      expect(judge({ ...about, letsLand: true }).outcome).toBe("crashed");
    }),
  );
  for (const tellsEnd of [true, false])
    expect(judge({ ...GOOD, letsLand: true, tellsEnd }).outcome).toBe("ok");
});

test("the evidence tells which timer it was, and after how long", () => {
  const bounds = { wallMs: 1_000, idleMs: 200, afterResultMs: 30, outputBytesMax: 4 };
  const line = (by: Extract<RunEnd, { at: "stopped" }>["by"]): string =>
    endLine({ at: "stopped", by }, bounds);
  expect(line("wall")).toBe("stopped after 1000 ms, its time limit");
  expect(line("idle")).toBe("stopped after 200 ms without output");
  expect(line("after-result")).toBe("stopped 30 ms after its result");
  expect(line("output")).toBe("stopped at 4 bytes of output");
});
