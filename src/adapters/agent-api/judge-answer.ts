// What became of a call, by what came back.
import { type AgentOutcome, OUTCOME_RULES } from "../../core/shared/agent-outcome.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { OUTCOME_OF_ERROR, type ProviderError, waitMsOf } from "../shared/provider-error.ts";
import type { Stop, Turn } from "./conversation.ts";
import type { ConversationResult } from "./converse.ts";
import type { NetworkTrouble } from "./network-trouble.ts";
import type { Bounds, GiveUpReason } from "./patience.ts";

interface Judgement {
  readonly outcome: AgentOutcome;
  /** Only of a whole answer: half of one must not be taken for it. */
  readonly text: string | null;
  readonly waitMs?: number;
  readonly evidence: readonly string[];
}

/** Enough of a refusal to understand it. */
const REFUSAL_CHARS_MAX = 500;

interface JudgementContext {
  readonly bounds: Bounds;
  readonly nowMs: number;
  /** Takes keys out of a text, before it is cut. */
  clean(text: string): string;
}

export function judgeAnswer(conversed: ConversationResult, circumstances: JudgementContext): Judgement {
  const { end, insisted, toolTurns } = conversed;
  switch (end.at) {
    case "turn":
      return insisted ? judgeInsistence(toolTurns) : judgeTurn(end.turn, circumstances);
    case "error":
      return judgeError(end.status, end.error, circumstances.nowMs);
    case "given-up":
      return {
        outcome: GIVEN_UP[end.why],
        text: null,
        evidence: [givenUpLine(end.why, circumstances.bounds)],
      };
    case "trouble":
      return { outcome: TROUBLE[end.trouble.kind], text: null, evidence: [`no answer: ${end.trouble.why}`] };
    case "no-model":
      return { outcome: "refused", text: null, evidence: [end.why] };
    case "broken": {
      const kept = `${Buffer.byteLength(end.turn.text)} bytes of an answer were left aside`;
      return { outcome: "crashed", text: null, evidence: [end.why, kept] };
    }
    default:
      return assertNever(end);
  }
}

const GIVEN_UP: Record<GiveUpReason, AgentOutcome> = {
  wall: "timeout-wall",
  idle: "timeout-idle",
  cancelled: "cancelled",
};

function givenUpLine(why: GiveUpReason, { wallMs, idleMs }: Bounds): string {
  switch (why) {
    case "wall":
      return `stopped after ${wallMs} ms, its time limit`;
    case "idle":
      return `stopped after ${idleMs} ms without a byte`;
    case "cancelled":
      return "cancelled";
    default:
      return assertNever(why);
  }
}

/** A line that is down is waited for like a provider that is: both pass. */
const TROUBLE: Record<NetworkTrouble["kind"], AgentOutcome> = {
  passes: "overloaded",
  silence: "timeout-idle",
  never: "refused",
  broke: "crashed",
};

function judgeInsistence(toolTurns: number): Judgement {
  const after = toolTurns === 0 ? "though it had none" : `after ${toolTurns} turns, though told to answer`;
  return { outcome: "denied", text: null, evidence: [`it asked for tools ${after}`] };
}

/**
 * An answer that was cut off counts as too long: the same call would be cut off at the same place, so that another
 * launch only costs, and another agent, or less to do, is what helps.
 */
const OUTCOME_OF_STOP: Record<Exclude<Stop["kind"], "answered">, AgentOutcome> = {
  "cut-off": "context-too-long",
  refused: "refused",
  calls: "crashed",
  unknown: "crashed",
};

function judgeTurn({ stop, text, refusal }: Turn, { clean }: JudgementContext): Judgement {
  if (stop === null) return { outcome: "crashed", text: null, evidence: ["it did not say that it was done"] };
  const because = `stop reason: ${stop.reason}`;
  if (stop.kind === "answered") {
    if (text.trim() === "") return { outcome: "empty", text: null, evidence: [because, "no text"] };
    return { outcome: "ok", text, evidence: [because] };
  }
  const outcome = OUTCOME_OF_STOP[stop.kind];
  const words = clean(refusal === "" ? text : refusal);
  return { outcome, text: null, evidence: [because, ...lastWords(stop, words)] };
}

function lastWords({ kind }: Stop, words: string): readonly string[] {
  if (kind === "refused") return words === "" ? [] : [`it says: ${words.slice(0, REFUSAL_CHARS_MAX)}`];
  return [`${Buffer.byteLength(words)} bytes of an answer were left aside`];
}

function judgeError(status: number, error: ProviderError, nowMs: number): Judgement {
  const outcome = error.kind === "other" ? outcomeOfStatus(status) : OUTCOME_OF_ERROR[error.kind];
  const waitMs = OUTCOME_RULES[outcome].next === "wait" ? waitMsOf([error], nowMs) : undefined;
  return {
    outcome,
    text: null,
    ...(waitMs === undefined ? {} : { waitMs }),
    evidence: [`status ${status}`, `error (${error.kind}): ${error.message}`],
  };
}

/** Requests that were given up or came too early. */
const PASSING_STATUS = [408, 409, 425];

/** What is wrong with a request that a provider understands well enough to refuse is wrong the next time too. */
function outcomeOfStatus(status: number): AgentOutcome {
  return status >= 400 && status < 500 && !PASSING_STATUS.includes(status) ? "refused" : "crashed";
}
