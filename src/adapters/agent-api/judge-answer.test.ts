import { expect, it } from "vitest";
import type { AgentOutcome } from "../../core/shared/agent-outcome.ts";
import { USAGE_UNKNOWN } from "../../core/shared/usage.ts";
import { providerError } from "../shared/provider-error.ts";
import type { Turn } from "./conversation.ts";
import { stopOf } from "./conversation.ts";
import { judgeAnswer } from "./judge-answer.ts";
import type { StreamOutcome } from "./stream-turn.ts";

const BOUNDS = { wallMs: 9_000, idleMs: 500 };

function turnWith(reason: string, text = "# Document"): StreamOutcome {
  const turn: Turn = {
    ...{ text, refusal: "", calls: [], said: [], usage: USAGE_UNKNOWN, error: null },
    stop: stopOf(reason, 0),
  };
  return { at: "turn", turn };
}

function judged(end: StreamOutcome, insisted = false) {
  return judgeAnswer(
    { end, usage: USAGE_UNKNOWN, toolTurns: 0, insisted },
    {
      ...{ bounds: BOUNDS, nowMs: 1_000 },
      clean: (text) => text,
    },
  );
}

const failed = (status: number, message: string): StreamOutcome => ({
  ...{ at: "error", status, turn: null },
  error: providerError({ message, status }),
});
const trouble = (kind: "passes" | "silence" | "never" | "broke"): StreamOutcome => ({
  at: "trouble",
  trouble: { kind, why: "no line" },
});

it.each<[string, StreamOutcome, AgentOutcome]>([
  ["an answer", turnWith("end_turn"), "ok"],
  ["an answer without words", turnWith("stop", " \n"), "empty"],
  ["an answer that was cut off", turnWith("max_tokens"), "context-too-long"],
  ["an answer that filled the window", turnWith("model_context_window_exceeded"), "context-too-long"],
  ["a refusal", turnWith("refusal"), "refused"],
  ["a filter", turnWith("content_filter"), "refused"],
  ["an end that nobody knows", turnWith("pause_turn"), "crashed"],
  ["429", failed(429, "slow down"), "rate-limited"],
  ["500", failed(500, "oops"), "overloaded"],
  ["529", failed(529, "Overloaded"), "overloaded"],
  ["401", failed(401, "no"), "unauthorised"],
  ["402", failed(402, "no"), "budget"],
  ["413", failed(413, "no"), "context-too-long"],
  ["400 with words", failed(400, "prompt is too long"), "context-too-long"],
  ["400 without", failed(400, "bad"), "refused"],
  ["404", failed(404, "no such model"), "refused"],
  ["408", failed(408, "too slow"), "crashed"],
  ["a line that is down", trouble("passes"), "overloaded"],
  ["Node's own patience", trouble("silence"), "timeout-idle"],
  ["a certificate that is not trusted", trouble("never"), "refused"],
  ["a line that broke", trouble("broke"), "crashed"],
  ["somebody else's page", { at: "no-model", why: "it does not stream" }, "refused"],
  ["our wall", { at: "given-up", why: "wall", turn: null }, "timeout-wall"],
  ["our idle timer", { at: "given-up", why: "idle", turn: null }, "timeout-idle"],
  ["our wish", { at: "given-up", why: "cancelled", turn: null }, "cancelled"],
])("given %s, then the outcome is as the table has it", (_what, end, outcome) => {
  const judgement = judged(end);
  expect(judgement.outcome).toBe(outcome);
  expect(judgement.evidence.length).toBeGreaterThan(0);
  if (outcome !== "ok") expect(judgement.text).toBeNull();
});

it("given a model that goes on asking for tools, then it was denied what it wanted", () => {
  expect(judged(turnWith("tool_use"), true).outcome).toBe("denied");
});

it.each([
  [{ retryAfterS: 2.5 }, 2_500],
  [{ resetsAtMs: 61_000 }, 60_000],
  [{ resetsAtMs: 10 }, 0],
  [{ retryAfterS: 1e9 }, 8 * 24 * 3_600_000],
])("given a wait of %j, then it is that long", (wait, waitMs) => {
  const error = { ...providerError({ message: "slow down", status: 429 }), ...wait };
  expect(judged({ at: "error", status: 429, error, turn: null }).waitMs).toBe(waitMs);
});

it("given a wait with an error that no wait helps, then there is none", () => {
  const error = providerError({ message: "no", status: 401, retryAfterS: 5 });
  expect(judged({ at: "error", status: 401, error, turn: null })).not.toHaveProperty("waitMs");
});
