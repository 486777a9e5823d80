// The live view as lines: what is drawn follows from what is known, the width and the time, and from nothing else.
import type { LiveBuild } from "../../app/build/run-build.ts";
import type { RunView } from "../../app/sessions/run-view.ts";
import { gapsLeft, waitingForYou } from "../../app/sessions/session-words.ts";
import { cutText } from "../columns.ts";
import {
  columnsOfLine,
  cutLine,
  escapeControlChars,
  type Line,
  type Paint,
  type Piece,
  paintText,
} from "../text.ts";
import { costWords, countWords, durationWords, shortNumber, spentWords, usdWords } from "./amounts.ts";
import { callWords, PARLEY, PERSON, triesWords } from "./call-words.ts";
import { type Field, fitFields, flowFields, joinFields, joinPieces } from "./fields.ts";
import { lastWords } from "./last-words.ts";
import type { Amounts, HeldCall, LiveCall, LiveModel, LiveView, Stopping } from "./live-model.ts";

const CALLS_SHOWN_MAX = 6;

/** No line is wider than `width`. */
export function liveLines(model: LiveModel, width: number, nowMs: number): readonly Line[] {
  const { calls, glyphs } = model;
  const shown = calls.slice(0, CALLS_SHOWN_MAX);
  const more = calls.length - shown.length;
  const lines: Line[] = [
    ...shown.map((call) => callLine(call, { model, width, nowMs })),
    ...(more > 0 ? [[paintText("dim", `  and ${more} more`)]] : []),
    ...model.held.slice(0, CALLS_SHOWN_MAX).map((held) => heldLine(held, model, nowMs)),
    ...retryLines(model),
    ...standingLines(model, width, nowMs),
    ...STOPPING_LINES[model.stopping],
  ];
  return lines.map((line) => cutLine(line, Math.max(0, width), glyphs.ellipsis));
}

export const STOPPING_LINES: Record<Stopping, readonly Line[]> = {
  no: [],
  cleanly: [[paintText("yellow", "finishing cleanly, Ctrl-C again to stop now")]],
  now: [[paintText("yellow", "stopping")]],
};

const MINUTE_MS = 60_000;

/** Whose turn it is that waits. */
export function heldName({ agent, key }: Pick<HeldCall, "agent" | "key">): string {
  return agent === PARLEY ? "the repository" : callWords(key);
}

/** `waits for anthropic until 14:05`. */
export function heldWords({ agent, provider, untilMs }: Omit<HeldCall, "key" | "role">): string {
  if (agent === PARLEY) return `is tried again at ${timeOfDay(untilMs)}`;
  return `waits for ${escapeControlChars(provider)} until ${timeOfDay(untilMs)}`;
}

/** How not to wait, for what can be hurried. */
export function retryWords({ agent }: Pick<HeldCall, "agent">): string | null {
  return agent === PARLEY ? null : `at once: parley agents retry ${escapeControlChars(agent)}`;
}

export function remainingTime(untilMs: number, nowMs: number): string {
  return `${durationWords(untilMs - nowMs)} left`;
}

/** On the clock of whoever looks; a person counts in minutes, so a begun one is not over yet. */
function timeOfDay(ms: number): string {
  const at = new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
  return `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
}

/** A call that may not start yet. */
function heldLine(held: HeldCall, { glyphs }: LiveModel, nowMs: number): Line {
  const fields = [
    paintText("bold", held.role),
    paintText("yellow", heldWords(held)),
    remainingTime(held.untilMs, nowMs),
    held.agent === PARLEY ? null : paintText("dim", escapeControlChars(held.agent)),
  ].filter((field) => field !== null);
  return ["  ", ...joinPieces(fields, glyphs)];
}

function retryLines({ held }: LiveModel): readonly Line[] {
  const words = new Set(held.slice(0, CALLS_SHOWN_MAX).flatMap((one) => retryWords(one) ?? []));
  return [...words].map((line) => [paintText("dim", `  ${line}`)]);
}

const AGENT_COLUMNS_MAX = 24;
/** Less of what an agent says would only be a riddle. */
const SAID_COLUMNS_MIN = 8;
/** What it says is worth more than its name and its cost: for them, so much must be left. */
const SAID_COLUMNS_KEPT = 20;
/** From this rank on. */
const RANK_BELOW_SAID = 5;
/** A silence that is worth a look. */
const QUIET_MS = 60_000;
const NOW_MS = 1000;
const STARTING_MS = 10_000;
const SPINNER_MS = 100;

interface DrawContext {
  readonly model: LiveModel;
  readonly width: number;
  readonly nowMs: number;
}

/** The spinner, who works on what for how long, and its last words in what room is left. */
function callLine(call: LiveCall, { model, width, nowMs }: DrawContext): Line {
  const { glyphs } = model;
  const words = call.said === null ? null : lastWords(call.said);
  const spinner = glyphs.spinner[Math.floor(nowMs / SPINNER_MS) % glyphs.spinner.length] ?? "";
  const kept = words === null ? 0 : SAID_COLUMNS_KEPT;
  const fields = fitFields(
    callFields(call, model, nowMs),
    (rank) => width - 2 - (rank < RANK_BELOW_SAID ? 0 : kept),
    glyphs,
  );
  const line = [paintText("cyan", spinner), " ", ...joinPieces(fields, glyphs)];
  const room = width - columnsOfLine(line) - 2;
  if (words === null || room < SAID_COLUMNS_MIN) return line;
  return [...line, paintText("dim", `: ${cutText(words, room, glyphs.ellipsis)}`)];
}

function callFields(call: LiveCall, model: LiveModel, nowMs: number): readonly Field[] {
  const subject = subjectWords(call, model);
  const spent = spentWords(call);
  return [
    { piece: paintText("bold", call.role), rank: 0 },
    ...optional(subject, 2),
    ...triesWords(call).map((words) => ({ piece: paintText("yellow", words), rank: 3 })),
    ...optional(cutText(escapeControlChars(call.agent), AGENT_COLUMNS_MAX, model.glyphs.ellipsis), 5, "dim"),
    { piece: durationWords(nowMs - call.sinceMs), rank: 1 },
    ...optional(spent, 6),
    signField(call, nowMs),
  ];
}

function optional(text: string, rank: number, paint?: Paint): readonly Field[] {
  return text === "" ? [] : [{ piece: paint === undefined ? text : paintText(paint, text), rank }];
}

const TITLE_COLUMNS_MAX = 40;

/** What a call is about. */
function subjectWords({ role, lane, task }: LiveCall, { view, glyphs }: LiveModel): string {
  if (lane !== null) return escapeControlChars(lane);
  if (view === null) return "";
  if ("gaps" in view) return gapWords(role, view);
  const title = view.tasks.find(({ id }) => id === task)?.title ?? task ?? "";
  return cutText(escapeControlChars(title), TITLE_COLUMNS_MAX, glyphs.ellipsis);
}

/** What a role works on shows in the states of the gaps; of several, the first and how many more. */
function gapWords(role: string, { gaps }: RunView): string {
  const state = role === "engineer" ? "IN_PROGRESS" : role === "reviewer" ? "PROPOSED" : null;
  const [first, ...others] = gaps.filter((gap) => gap.state === state);
  if (first === undefined) return "";
  return others.length === 0 ? first.id : `${first.id} +${others.length}`;
}

function signField({ agent, signMs, said, sinceMs }: LiveCall, nowMs: number): Field {
  if (agent === PERSON) return { piece: paintText("yellow", "waits for your document"), rank: 4 };
  const quietMs = nowMs - (signMs ?? sinceMs);
  const paint = quietMs >= QUIET_MS ? "yellow" : "dim";
  if (signMs === null) {
    const words = quietMs < STARTING_MS ? "starting" : "no output yet";
    return { piece: paintText(paint, words), rank: 4 };
  }
  const when = quietMs < NOW_MS ? "now" : `${durationWords(quietMs)} ago`;
  return { piece: paintText(paint, said === null ? `last output ${when}` : when), rank: 4 };
}

const CHART_COLUMNS_MIN = 8;
const CHART_COLUMNS_MAX = 30;

/** How the session or the build stands, on as many lines as it needs. */
function standingLines({ view, calls, glyphs }: LiveModel, width: number, nowMs: number): readonly Line[] {
  if (view === null) return [];
  const spend = spendWords(view, calls, nowMs);
  const fields: readonly Piece[][] = [
    ...("gaps" in view
      ? [[roundWords(view)], [`${gapsLeft(view.gaps)}${waitingForYou(view)}`]]
      : buildFields(view)),
    ...(view.questions.length === 0 ? [] : [[paintText("yellow", questionWords(view.questions.length))]]),
    ...(spend === "" ? [] : [[spend]]),
  ];
  if (!("gaps" in view)) return flowFields(fields, width, glyphs);
  const taken = columnsOfLine(joinFields(fields, glyphs)) + 1;
  const chartRoom = Math.min(CHART_COLUMNS_MAX, Math.max(CHART_COLUMNS_MIN, width - taken));
  const chart = openChart(view.openAtEnds, chartRoom, glyphs.bars);
  if (chart !== "") fields[1]?.push(" ", paintText("cyan", chart));
  return flowFields(fields, width, glyphs);
}

function buildFields({ tasks, left }: LiveBuild): readonly Piece[][] {
  const landed = tasks.filter(({ status }) => status === "completed").length;
  return [[landed === 1 ? "1 task completed" : `${landed} tasks completed`], [`${left} left`]];
}

function roundWords({ round, completedRounds, maxRounds }: RunView): string {
  if (round === 0) return `before round 1 of ${maxRounds}`;
  return `round ${round} of ${maxRounds}${round === completedRounds ? " complete" : ""}`;
}

function questionWords(count: number): string {
  return `${count === 1 ? "1 question waits" : `${count} questions wait`}: parley inbox`;
}

type Measure = keyof RunView["spendCap"];

const AMOUNT_WORDS: Record<Measure, (spent: number, cap: number) => string> = {
  tokens: (spent, cap) => `${countWords(spent)} of ${countWords(cap)} tokens`,
  usd: (spent, cap) => `${usdWords(spent)} of ${usdWords(cap)}`,
  minutes: (spent, cap) => `${Math.floor(spent)} of ${shortNumber(cap)} min`,
  calls: (spent, cap) => `${spent} of ${cap} calls`,
};
const MEASURES: readonly Measure[] = ["tokens", "usd", "minutes", "calls"];

/** What is spent against the limit that is nearest; without one, what is spent. */
function spendWords(view: LiveView, calls: readonly LiveCall[], nowMs: number): string {
  const { spent, spendCap } = view;
  const unpricedCalls = "gaps" in view ? view.unpricedCalls : 0;
  const now = withCallsAtWork(spent, calls, nowMs);
  let nearest: { readonly share: number; readonly words: string } | null = null;
  for (const measure of MEASURES) {
    const cap = spendCap[measure];
    if (cap === null) continue;
    const share = cap > 0 ? now[measure] / cap : 1;
    if (nearest === null || share > nearest.share) {
      nearest = { share, words: AMOUNT_WORDS[measure](now[measure], cap) };
    }
  }
  if (nearest !== null) return nearest.words;
  const known = spentWords({ tokens: now.tokens || null, usd: unpricedCalls > 0 ? null : now.usd || null });
  if (unpricedCalls === 0) return known;
  const cost = `cost ${costWords({ usd: now.usd, unpricedCalls })}`;
  return known === "" ? cost : `${known}, ${cost}`;
}

/** The session counts what calls used when they end, but they count from their start. */
function withCallsAtWork(spent: Amounts, calls: readonly LiveCall[], nowMs: number): Amounts {
  const sum = (of: (call: LiveCall) => number): number => calls.reduce((total, call) => total + of(call), 0);
  return {
    tokens: spent.tokens + sum(({ tokens }) => tokens ?? 0),
    usd: spent.usd + sum(({ usd }) => usd ?? 0),
    minutes:
      spent.minutes + sum(({ agent, sinceMs }) => (agent === PERSON ? 0 : (nowMs - sinceMs) / MINUTE_MS)),
    calls: spent.calls,
  };
}

/**
 * How much was open at the end of each round, a column each; where there are more rounds than columns, a column stands
 * for several and shows the last of them, so that the chart always ends with where the session is.
 */
export function openChart(openAtEnds: readonly number[], width: number, bars: readonly string[]): string {
  const columns = Math.min(openAtEnds.length, Math.max(0, width));
  const shown = Array.from({ length: columns }, (_, column) => {
    const last = Math.ceil(((column + 1) * openAtEnds.length) / columns) - 1;
    return openAtEnds[last] ?? 0;
  });
  const most = Math.max(...shown, 0);
  return shown.map((open) => barFor(open, most, bars)).join("");
}

/** The lowest bar is kept for nothing at all: whatever is left open is seen. */
function barFor(open: number, most: number, bars: readonly string[]): string {
  if (open <= 0) return bars[0] ?? "";
  const steps = bars.length - 1;
  return bars[Math.max(1, Math.ceil((open / most) * steps))] ?? "";
}
