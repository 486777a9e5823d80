// All that the live view knows, and how a notice changes it.
import type { RunWishes } from "../../app/sessions/run-refinement.ts";
import type { SessionView } from "../../app/sessions/session-state.ts";
import { callName, PERSON } from "./call-words.ts";
import type { Glyphs } from "./glyphs.ts";

export type Notice = Parameters<RunWishes["notice"]>[0];
type CallEvent = Extract<Notice, { at: "call-event" }>["event"];
type HappenedEvent = Extract<Notice, { at: "happened" }>["events"][number];

export type Amounts = SessionView["spent"];

/** How the session stands; whoever runs it may tell more than a mere look at it does. */
export type RunView = SessionView & {
  /** What the session may spend in all; `null`: as much as it likes. */
  readonly spendCap?: { readonly [Measure in keyof Amounts]: number | null };
  /** The open count at the end of every completed round, the first one first. */
  readonly openAtEnds?: readonly number[];
};

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

export type Stopping = "no" | "cleanly" | "now";

export interface LiveModel {
  /** Those at work, in the order in which they set to it. */
  readonly calls: readonly LiveCall[];
  /** As far as this run has seen them complete. */
  readonly rounds: readonly { readonly round: number; readonly open: number }[];
  /** `null` before anything is known. */
  readonly view: RunView | null;
  readonly stopping: Stopping;
  readonly glyphs: Glyphs;
}

export function newLiveModel(glyphs: Glyphs): LiveModel {
  return { calls: [], rounds: [], view: null, stopping: "no", glyphs };
}

export function withNotice(model: LiveModel, notice: Notice, nowMs: number): LiveModel {
  switch (notice.at) {
    case "call-started":
    case "call-recovered":
      return { ...model, calls: [...without(model.calls, notice.key), newCall(notice, nowMs)] };
    case "call-event":
      return { ...model, calls: withEvent(model.calls, notice, nowMs) };
    case "call-finished":
      return { ...model, calls: without(model.calls, notice.key) };
    case "happened":
      return notice.events.reduce(withHappened, model);
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

function without(calls: readonly LiveCall[], key: string): readonly LiveCall[] {
  return calls.filter((call) => call.key !== key);
}

function withEvent(
  calls: readonly LiveCall[],
  { key, event }: { readonly key: string; readonly event: CallEvent },
  nowMs: number,
): readonly LiveCall[] {
  return calls.map((call) => (call.key === key ? { ...call, ...toldBy(event), signMs: nowMs } : call));
}

function toldBy(event: CallEvent): Partial<LiveCall> {
  switch (event.at) {
    case "said":
      return event.text.trim() === "" ? {} : { said: event.text };
    case "used": {
      const { inputTokens, outputTokens, usd } = event.usage;
      const known = inputTokens !== null || outputTokens !== null;
      return { tokens: known ? (inputTokens ?? 0) + (outputTokens ?? 0) : null, usd };
    }
    default:
      return {};
  }
}

/** A round that is begun again after it was undone takes its place, and that of the later ones. */
function withHappened(model: LiveModel, event: HappenedEvent): LiveModel {
  if (event.type !== "RoundCompleted") return model;
  const { round, openEnd } = event.data;
  const before = model.rounds.filter((earlier) => earlier.round < round);
  return { ...model, rounds: [...before, { round, open: openEnd }] };
}
