// What became of a run: what was left, said and done decides, not the exit code.
import type { Access } from "../../core/shared/access.ts";
import { type AgentOutcome, OUTCOME_RULES } from "../../core/shared/agent-outcome.ts";
import { assertNever } from "../../core/shared/assert-never.ts";
import { OUTCOME_OF_ERROR, type ProviderError, providerError, waitMsOf } from "../shared/provider-error.ts";
import type { RunOutput } from "./language.ts";

/** How the process came to its end. */
export type RunEnd =
  | { readonly at: "exit"; readonly code: number | null; readonly signal: string | null }
  | { readonly at: "stopped"; readonly by: StoppedBy }
  | { readonly at: "cancelled" }
  /** `missing` where there is no such program, or none that may be run. */
  | { readonly at: "not-started"; readonly error: string; readonly missing: boolean }
  /** Nobody is left who could say. */
  | { readonly at: "lost"; readonly why: string };

export type StoppedBy = "wall" | "idle" | "after-result" | "output";

export interface RunEvidence {
  readonly end: RunEnd;
  /** Whether its wrapper answers for what it left; what nobody answers for is not taken. */
  readonly sealed: boolean;
  /** Whether the file it was asked for is there, with more in it than white space. */
  readonly document: boolean;
  readonly access: Access;
  readonly heard: RunOutput;
  /** Whether it says itself when it is done; else its own end says so. */
  readonly tellsEnd: boolean;
  /** Whether its word lets code land: then it counts only from a program that came to a good end. */
  readonly letsLand: boolean;
  /** Whether it changed what it may only read. */
  readonly trespassed: boolean;
  /** The last of what it printed as errors. */
  readonly stderr: string;
  readonly nowMs: number;
}

interface Judgement {
  readonly outcome: AgentOutcome;
  /** How long to wait at least, where the provider says so. */
  readonly waitMs?: number;
  /** What it could not get over. */
  readonly errors: readonly ProviderError[];
}

/** The last words tell why it ended. */
const STDERR_CHARS_MAX = 1_000;

export function judge(evidence: RunEvidence): Judgement {
  const errors = errorsOf(evidence);
  const outcome = outcomeOf(evidence, errors);
  const waitMs = OUTCOME_RULES[outcome].next === "wait" ? waitMsOf(errors, evidence.nowMs) : undefined;
  return { outcome, errors, ...(waitMs === undefined ? {} : { waitMs }) };
}

function outcomeOf(evidence: RunEvidence, errors: readonly ProviderError[]): AgentOutcome {
  const { end, trespassed } = evidence;
  if (end.at === "not-started") return end.missing ? "not-installed" : "crashed";
  if (end.at === "cancelled") return "cancelled";
  if (!evidence.sealed) return outcomeOfBadEnd(end);
  if (trespassed) return "trespassed";
  if (isMissingProgram(evidence)) return "not-installed";
  const kind = errors.findLast((error) => error.kind !== "other")?.kind ?? "other";
  if (kind !== "other" && !(kind === "refused" && leftDocument(evidence))) return OUTCOME_OF_ERROR[kind];
  if (evidence.letsLand && end.at === "exit" && end.code !== 0) return "crashed";
  return hasEnded(evidence) ? outcomeOfGoodEnd(evidence) : outcomeOfBadEnd(end);
}

/** A program without a word for its end may complain and still leave what it was asked for. */
function leftDocument({ document, tellsEnd }: RunEvidence): boolean {
  return document && !tellsEnd;
}

function hasEnded(evidence: RunEvidence): boolean {
  const { end, document, access, heard, tellsEnd } = evidence;
  if (heard.ended) return heard.errors.length === 0;
  if (end.at !== "exit" || end.signal !== null) return false;
  if (!tellsEnd) return end.code === 0 || document || hasAnswer(heard);
  if (heard.errors.length > 0 || end.code !== 0) return false;
  // A stream in a language that has changed may hide the result; the document and a calm end then stand for it. Not
  // where the answer is the document: a file says nothing about whether the answer was complete.
  return document ? access === "write" : isSilent(heard);
}

/** It said that it was done: a timer that ran out later takes nothing away from what it left. */
function outcomeOfGoodEnd({ end, document, access, heard }: RunEvidence): AgentOutcome {
  if (document) return "ok";
  // The answer of a role that may not write stands for the file.
  if (heard.denials.length > 0 && !(access === "read-only" && hasAnswer(heard))) return "denied";
  if (hasAnswer(heard)) return "ok";
  return end.at === "stopped" && end.by === "after-result" ? "timeout-after-result" : "empty";
}

function outcomeOfBadEnd(end: RunEnd): AgentOutcome {
  return end.at === "stopped" ? OUTCOME_OF_STOP[end.by] : "crashed";
}

const OUTCOME_OF_STOP: Record<StoppedBy, AgentOutcome> = {
  wall: "timeout-wall",
  idle: "timeout-idle",
  "after-result": "timeout-after-result",
  output: "crashed",
};

function hasAnswer({ text }: RunOutput): boolean {
  return (text?.text ?? "").trim() !== "";
}

function isSilent({ sessionRef, ignored, unreadable, text }: RunOutput): boolean {
  return sessionRef === null && ignored === 0 && unreadable === 0 && text === null;
}

/** A shell says with words what a missing program is; the code alone could be the agent's own. */
function isMissingProgram({ end, heard, tellsEnd, stderr }: RunEvidence): boolean {
  if (!tellsEnd || end.at !== "exit" || heard.sessionRef !== null || heard.ended) return false;
  return (end.code === 127 || end.code === 126) && NOT_FOUND.test(stderr);
}

const NOT_FOUND = /not found|no such file|cannot execute|permission denied/i;

/** What it printed as errors counts only where its stream says nothing and it ended by itself. */
function errorsOf({ end, document, heard, tellsEnd, stderr }: RunEvidence): readonly ProviderError[] {
  const silent = tellsEnd && !heard.ended && heard.errors.length === 0 && !document;
  if (!silent || end.at !== "exit" || stderr.trim() === "") return heard.errors;
  const error = providerError({ message: stderr.slice(-STDERR_CHARS_MAX) });
  return error.kind === "other" ? [] : [error];
}

/** What the timers and bounds of a run were. */
interface RunBounds {
  readonly wallMs: number;
  readonly idleMs: number | null;
  readonly afterResultMs: number | null;
  readonly outputBytesMax: number;
}

export function endLine(end: RunEnd, bounds: RunBounds): string {
  switch (end.at) {
    case "exit":
      return end.signal === null ? `exit code ${end.code}` : `ended by ${end.signal}`;
    case "stopped":
      return stopLine(end.by, bounds);
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

function stopLine(by: StoppedBy, { wallMs, idleMs, afterResultMs, outputBytesMax }: RunBounds): string {
  switch (by) {
    case "wall":
      return `stopped after ${wallMs} ms, its time limit`;
    case "idle":
      return `stopped after ${idleMs} ms without output`;
    case "after-result":
      return `stopped ${afterResultMs} ms after its result`;
    case "output":
      return `stopped at ${outputBytesMax} bytes of output`;
    default:
      return assertNever(by);
  }
}

export function errorLine({ kind, message, status }: ProviderError): string {
  return `error (${kind}${status === undefined ? "" : `, ${status}`}): ${message}`;
}
