// What became of a run: what was left, said and done decides, not the exit code.
import { type AgentOutcome, OUTCOME_OF_ERROR, OUTCOME_RULES } from "../../../core/shared/agent-outcome.ts";
import { assertNever } from "../../../core/shared/assert-never.ts";
import { type ProviderError, providerError } from "../../../core/shared/provider-error.ts";
import type { StreamFinal } from "./agent-stream.ts";

/** How the process came to its end. */
export type ProcessEnd =
  | { readonly at: "exit"; readonly code: number | null; readonly signal: string | null }
  | { readonly at: "stopped"; readonly by: "wall" | "idle" | "after-result" | "output" }
  | { readonly at: "cancelled" }
  | { readonly at: "not-started"; readonly error: string }
  /** Nobody is left who could say. */
  | { readonly at: "lost"; readonly why: string };

export interface Evidence {
  readonly end: ProcessEnd;
  /** Whether the file it was asked for is there, with more in it than white space. */
  readonly document: boolean;
  /** Whether its answer stands for the file: a role that may not write cannot leave one. */
  readonly answerCounts: boolean;
  readonly final: StreamFinal;
  /** The last of what it printed as errors. */
  readonly stderr: string;
  readonly nowMs: number;
}

export interface OutcomeJudgement {
  readonly outcome: AgentOutcome;
  /** How long to wait at least, where the provider says so. */
  readonly waitMs?: number;
  readonly evidence: readonly string[];
}

/** A limit of a week is the longest there is; what is said to last longer was misread. */
const WAIT_MS_MAX = 8 * 24 * 60 * 60 * 1_000;
const MS_PER_S = 1_000;
/** The last words tell why it ended. */
const STDERR_CHARS_MAX = 1_000;

export function judgeOutcome(evidence: Evidence): OutcomeJudgement {
  const errors = errorsOf(evidence);
  const outcome = outcomeOf(evidence, errors);
  const waitMs = OUTCOME_RULES[outcome].next === "wait" ? waitOf(errors, evidence.nowMs) : undefined;
  return {
    outcome,
    ...(waitMs === undefined ? {} : { waitMs }),
    evidence: [endLine(evidence.end), ...leftLines(evidence), ...errors.map(errorLine)],
  };
}

function outcomeOf(evidence: Evidence, errors: readonly ProviderError[]): AgentOutcome {
  const { end, final } = evidence;
  if (end.at === "not-started" || neverRan(evidence)) return "not-installed";
  if (end.at === "cancelled") return "cancelled";
  const kind = errors.findLast((error) => error.kind !== "other")?.kind ?? "other";
  if (kind !== "other") return OUTCOME_OF_ERROR[kind];
  if (final.errors.length === 0 && (final.ended || endedWithDocument(evidence))) return ofGoodEnd(evidence);
  if (end.at === "stopped") return end.by === "output" ? "crashed" : TIMEOUT[end.by];
  return "crashed";
}

const TIMEOUT: Record<"wall" | "idle" | "after-result", AgentOutcome> = {
  wall: "timeout-wall",
  idle: "timeout-idle",
  "after-result": "timeout-after-result",
};

/** It said that it was done: a timer that ran out later takes nothing away from what it left. */
function ofGoodEnd({ end, document, answerCounts, final }: Evidence): AgentOutcome {
  const answered = (final.text ?? "").trim() !== "";
  if (document) return "ok";
  if (final.denials.length > 0 && !(answerCounts && answered)) return "denied";
  if (answered) return "ok";
  return end.at === "stopped" && end.by === "after-result" ? "timeout-after-result" : "empty";
}

/** A stream in a language that has changed may hide the result; the document and a calm end then stand for it. */
function endedWithDocument({ end, document }: Evidence): boolean {
  return document && end.at === "exit" && end.code === 0;
}

/** A shell says with words what a missing program is; the code alone could be the agent's own. */
function neverRan({ end, final, stderr }: Evidence): boolean {
  const unheard = final.sessionRef === null && !final.ended;
  return end.at === "exit" && (end.code === 127 || end.code === 126) && unheard && NOT_FOUND.test(stderr);
}

const NOT_FOUND = /not found|no such file|cannot execute|permission denied/i;

/** What it printed as errors counts only where its stream says nothing and it ended by itself. */
function errorsOf({ end, document, final, stderr }: Evidence): readonly ProviderError[] {
  const silent = !final.ended && final.errors.length === 0 && !document;
  if (!silent || end.at !== "exit" || stderr.trim() === "") return final.errors;
  const error = providerError({ message: stderr.slice(-STDERR_CHARS_MAX) });
  return error.kind === "other" ? [] : [error];
}

function waitOf(errors: readonly ProviderError[], nowMs: number): number | undefined {
  const waits = errors.flatMap(({ retryAfterS, resetsAtMs }) => [
    ...(retryAfterS === undefined ? [] : [retryAfterS * MS_PER_S]),
    ...(resetsAtMs === undefined ? [] : [Math.max(0, resetsAtMs - nowMs)]),
  ]);
  return waits.length === 0 ? undefined : Math.min(Math.ceil(Math.max(...waits)), WAIT_MS_MAX);
}

function endLine(end: ProcessEnd): string {
  switch (end.at) {
    case "exit":
      return end.signal === null ? `exit code ${end.code}` : `ended by ${end.signal}`;
    case "stopped":
      return `stopped: ${end.by}`;
    case "cancelled":
      return "cancelled";
    case "not-started":
      return `not started: ${end.error}`;
    case "lost":
      return end.why;
    default:
      return assertNever(end);
  }
}

function leftLines({ document, final }: Evidence): string[] {
  return [
    document ? "the document is there" : "no document",
    final.ended ? "its stream came to an end" : "its stream broke off",
    ...(final.denials.length > 0 ? [`denied: ${final.denials.join(", ")}`] : []),
    ...(final.unreadable > 0 ? [`${final.unreadable} lines of output could not be read`] : []),
    ...(final.ignored > 0 ? [`${final.ignored} lines of an unknown type`] : []),
  ];
}

function errorLine({ kind, message, status }: ProviderError): string {
  return `error (${kind}${status === undefined ? "" : `, ${status}`}): ${message}`;
}
