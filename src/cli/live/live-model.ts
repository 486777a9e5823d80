// All that the live view knows, and how news changes it.
import type { BuildNews, LiveBuild } from "../../app/build/run-build.ts";
import type { RunNews } from "../../app/sessions/run-refinement.ts";
import type { RunView } from "../../app/sessions/run-view.ts";
import { callName, checksKey, PARLEY } from "./call-words.ts";
import type { Glyphs } from "./glyphs.ts";

/** Of a session or of a build. */
export type LiveNews = RunNews | BuildNews;
export type LiveView = RunView | LiveBuild;

type CallEvent = Extract<RunNews, { at: "call-event" }>["event"];

export type Amounts = RunView["spent"];

export interface LiveCall {
  readonly key: string;
  readonly task: string | null;
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
  readonly view: LiveView | null;
  readonly stopping: Stopping;
  readonly glyphs: Glyphs;
}

export function newLiveModel(glyphs: Glyphs): LiveModel {
  return { calls: [], held: [], view: null, stopping: "no", glyphs };
}

export function withNews(model: LiveModel, news: LiveNews, nowMs: number): LiveModel {
  const { begun, finished } = callChanges(news);
  if (begun !== null)
    return { ...model, calls: [...removeCall(model.calls, begun.key), newCall(begun, nowMs)] };
  if (finished !== null) return { ...model, calls: removeCall(model.calls, finished) };
  switch (news.at) {
    case "call-event":
      return { ...model, calls: withEvent(model.calls, news, nowMs) };
    case "check-line": {
      const said = { key: checksKey(news.task), event: { at: "said", text: news.line } } as const;
      return { ...model, calls: withEvent(model.calls, said, nowMs) };
    }
    case "held":
      return { ...model, held: [...removeCall(model.held, news.key), heldCall(news)] };
    case "released":
      return { ...model, held: removeCall(model.held, news.key) };
    default:
      return model;
  }
}

interface CallChanges {
  /** Set to work now. */
  readonly begun: { readonly key: string; readonly agent: string } | null;
  /** The key of one that is back. */
  readonly finished: string | null;
}

/** What agents are asked, and the checks that parley runs itself. */
export function callChanges(news: LiveNews): CallChanges {
  if (news.at === "call-recovered") return { begun: news, finished: null };
  if (news.at === "begun") {
    const { effect } = news;
    return {
      begun: effect.do === "run-checks" ? { key: checksKey(effect.task), agent: PARLEY } : null,
      finished: null,
    };
  }
  const event = news.at === "happened" ? news.event : null;
  return {
    begun: event?.type === "AgentCallStarted" ? event.data : null,
    finished: event === null ? null : finishedBy(event),
  };
}

function finishedBy(event: Extract<LiveNews, { at: "happened" }>["event"]): string | null {
  if (event.type === "AgentCallFinished") return event.data.key;
  return event.type === "ChecksRun" ? checksKey(event.data.task) : null;
}

function newCall({ key, agent }: { readonly key: string; readonly agent: string }, nowMs: number): LiveCall {
  const { task, role, lane, attempt, launch } = callName(key);
  const silent = { signMs: null, said: null, tokens: null, usd: null };
  return { key, task, role, lane, attempt, launch, agent, sinceMs: nowMs, ...silent };
}

function heldCall({ key, agent, provider, untilMs }: Extract<LiveNews, { at: "held" }>): HeldCall {
  return { key, role: agent === PARLEY ? "the repository" : callName(key).role, agent, provider, untilMs };
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
  return calls.map((call) => (call.key === key ? { ...call, ...callActivity(event), signMs: nowMs } : call));
}

function callActivity(event: CallEvent): Partial<LiveCall> {
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
