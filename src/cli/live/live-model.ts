// All that the live view knows, and how a notice changes it.
import type { RunInput, RunView } from "../../app/sessions/run-refinement.ts";
import { callName, PERSON } from "./call-words.ts";
import type { Glyphs } from "./glyphs.ts";

export type Notice = Parameters<RunInput["notice"]>[0];
type CallEvent = Extract<Notice, { at: "call-event" }>["event"];

export type Amounts = RunView["spent"];

export interface LiveCall {
  readonly key: string;
  readonly role: string;
  readonly lane: string | null;
  readonly attempt: number;
  readonly launch: number;
  readonly agent: string;
  readonly sinceMs: number;
  /** When it last did anything; `null`: not yet. */
  readonly signMs: number | null;
  /** What it said last, as it came: hostile, and only looked into when it is drawn, for there may be much of it. */
  readonly said: string | null;
  /** `null` where it does not tell. */
  readonly tokens: number | null;
  readonly usd: number | null;
}

/** A call that is owed, and may not start before its provider may be asked again. */
export interface HeldCall {
  readonly key: string;
  readonly role: string;
  readonly agent: string;
  readonly provider: string;
  readonly untilMs: number;
}

export type Stopping = "no" | "cleanly" | "now";

export interface LiveModel {
  /** Those at work, in the order in which they set to it. */
  readonly calls: readonly LiveCall[];
  readonly held: readonly HeldCall[];
  /** `null` before anything is known. */
  readonly view: RunView | null;
  readonly stopping: Stopping;
  readonly glyphs: Glyphs;
}

export function newLiveModel(glyphs: Glyphs): LiveModel {
  return { calls: [], held: [], view: null, stopping: "no", glyphs };
}

export function withNotice(model: LiveModel, notice: Notice, nowMs: number): LiveModel {
  switch (notice.at) {
    case "call-started":
    case "call-recovered":
      return { ...model, calls: [...removeCall(model.calls, notice.key), newCall(notice, nowMs)] };
    case "call-event":
      return { ...model, calls: withEvent(model.calls, notice, nowMs) };
    case "call-finished":
      return { ...model, calls: removeCall(model.calls, notice.key) };
    case "held":
      return { ...model, held: [...removeCall(model.held, notice.key), heldCall(notice)] };
    case "released":
      return { ...model, held: removeCall(model.held, notice.key) };
    default:
      return model;
  }
}

/** What a person wrote may have been handed in elsewhere: then no notice of it comes here. */
export function withView(model: LiveModel, view: RunView): LiveModel {
  const isOpen = ({ key, agent }: LiveCall): boolean =>
    agent !== PERSON || view.running.some((running) => running.key === key);
  return { ...model, view, calls: model.calls.filter(isOpen) };
}

function newCall({ key, agent }: { readonly key: string; readonly agent: string }, nowMs: number): LiveCall {
  const { role, lane, attempt, launch } = callName(key);
  const silent = { signMs: null, said: null, tokens: null, usd: null };
  return { key, role, lane, attempt, launch, agent, sinceMs: nowMs, ...silent };
}

function heldCall({ key, agent, provider, untilMs }: Extract<Notice, { at: "held" }>): HeldCall {
  return { key, role: callName(key).role, agent, provider, untilMs };
}

function removeCall<Call extends { readonly key: string }>(
  calls: readonly Call[],
  key: string,
): readonly Call[] {
  return calls.filter((call) => call.key !== key);
}

function withEvent(
  calls: readonly LiveCall[],
  { key, event }: { readonly key: string; readonly event: CallEvent },
  nowMs: number,
): readonly LiveCall[] {
  return calls.map((call) => (call.key === key ? { ...call, ...callChange(event), signMs: nowMs } : call));
}

function callChange(event: CallEvent): Partial<LiveCall> {
  switch (event.at) {
    case "said":
      return event.text.trim() === "" ? {} : { said: event.text };
    case "used": {
      const { inputTokens, outputTokens, usd } = event.usage;
      const known = inputTokens !== null || outputTokens !== null;
      return { tokens: known ? (inputTokens ?? 0) + (outputTokens ?? 0) : null, usd };
    }
    case "troubled":
      return { said: event.about };
    default:
      return {};
  }
}
