import { expect, test } from "vitest";
import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { parseCallKey } from "../../core/shared/call-key.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import type { AgentDocument } from "../../engine/ports.ts";
import { type Ended, judge, type Left } from "./judge.ts";
import type { ExitRecord } from "./run-records.ts";

const DOCUMENT: AgentDocument = { text: "x", bytes: 1, repaired: false };

function left(what: "nothing" | "document" | "text" | "refusal" | "refusal and document"): Left {
  const key = parseCallKey("demo/1.1/engineer/-/1/1");
  if (key === null) throw new Error("the example is wrong");
  const starter = { host: "here", pid: 2, processStart: "now" };
  return {
    found: what.includes("document") ? { at: "read", document: DOCUMENT } : { at: "none" },
    heard: {
      text: what === "text" ? DOCUMENT : null,
      usage: USAGE_UNKNOWN,
      refused: what.includes("refusal") ? "not logged in" : null,
    },
    request: {
      ...{ key, argv: ["agent"], document: "engineer.md", startedAtMs: 0, starter },
      ...{ wallMs: 1_000, graceMs: 10, outputBytesMax: 99 },
    },
  };
}

const exit = (how: Partial<ExitRecord>): Ended => ({
  at: "exit",
  exit: { code: 0, signal: null, startedAtMs: 0, endedAtMs: 1, ...how },
});

test.each<[string, Ended, Parameters<typeof left>[0], AgentOutcome]>([
  ["exit 0", exit({}), "nothing", "ok"],
  ["exit 0", exit({}), "document", "ok"],
  ["exit 3", exit({ code: 3 }), "document", "ok"],
  ["exit 3", exit({ code: 3 }), "text", "ok"],
  ["exit 3", exit({ code: 3 }), "nothing", "crashed"],
  ["a signal", exit({ code: null, signal: "SIGKILL" }), "document", "crashed"],
  ["exit 1", exit({ code: 1 }), "refusal", "refused"],
  ["exit 0", exit({}), "refusal", "refused"],
  ["exit 0", exit({}), "refusal and document", "ok"],
  ["the time limit", exit({ reason: "wall" }), "document", "timeout-wall"],
  ["our wish", exit({ reason: "cancelled" }), "document", "cancelled"],
  ["too much output", exit({ reason: "output" }), "text", "crashed"],
  ["someone else's wish", exit({ reason: "terminated" }), "text", "crashed"],
  ["no beginning", exit({ reason: "not-started", error: "ENOENT" }), "nothing", "not-installed"],
  ["nobody left", { at: "lost", why: "gone" }, "document", "crashed"],
  ["no end", { at: "stuck", after: "wall" }, "document", "timeout-wall"],
  ["no end when cancelled", { at: "stuck", after: "cancelled" }, "document", "cancelled"],
])("given %s and %3$s left", (_how, ended, what, outcome) => {
  expect(judge(ended, left(what)).outcome).toBe(outcome);
});
