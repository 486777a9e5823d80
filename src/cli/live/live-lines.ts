// The live view as lines: what is drawn follows from what is known, the width and the time, and from nothing else.
import { type Line, type Paint, type Piece, painted } from "../text.ts";
import { countWords, durationWords, shortNumber, usdWords } from "./amounts.ts";
import { triesWords } from "./call-words.ts";
import { columnsOfLine, cutLine, cutText } from "./columns.ts";
import type { Glyphs } from "./glyphs.ts";
import type { Amounts, LiveCall, LiveModel, RunView, Stopping } from "./live-model.ts";
import { openChart } from "./open-chart.ts";

const CALLS_SHOWN_MAX = 6;
const AGENT_COLUMNS_MAX = 24;
const CHART_COLUMNS_MIN = 8;
const CHART_COLUMNS_MAX = 30;
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
const MINUTE_MS = 60_000;

/** No line is wider than `width`. */
export function liveLines(model: LiveModel, width: number, nowMs: number): readonly Line[] {
  const { calls, glyphs } = model;
  const shown = calls.slice(0, CALLS_SHOWN_MAX);
  const more = calls.length - shown.length;
  const lines: Line[] = [
    ...shown.map((call) => callLine(call, { model, width, nowMs })),
    ...(more > 0 ? [[painted("dim", `  and ${more} more`)]] : []),
    ...sessionLines(model, width, nowMs),
    ...STOPPING[model.stopping],
  ];
  return lines.map((line) => cutLine(line, Math.max(0, width), glyphs.ellipsis));
}

export const STOPPING: Record<Stopping, readonly Line[]> = {
  no: [],
  cleanly: [[painted("yellow", "finishing cleanly, Ctrl-C again to stop now")]],
  now: [[painted("yellow", "stopping")]],
};

interface Field {
  readonly piece: Piece;
  /** Where there is no room for all, the higher ones go first; 0 always stays. */
  readonly rank: number;
}

interface Drawing {
  readonly model: LiveModel;
  readonly width: number;
  readonly nowMs: number;
}

/** The spinner, who works on what for how long, and its last words in what room is left. */
function callLine(call: LiveCall, { model, width, nowMs }: Drawing): Line {
  const { glyphs } = model;
  const spinner = glyphs.spinner[Math.floor(nowMs / SPINNER_MS) % glyphs.spinner.length] ?? "";
  const kept = call.said === null ? 0 : SAID_COLUMNS_KEPT;
  const fields = fitting(
    callFields(call, model, nowMs),
    (rank) => width - 2 - (rank < RANK_BELOW_SAID ? 0 : kept),
    glyphs,
  );
  const line = [painted("cyan", spinner), " ", ...joined(fields, glyphs)];
  const room = width - columnsOfLine(line) - 2;
  if (call.said === null || room < SAID_COLUMNS_MIN) return line;
  return [...line, painted("dim", `: ${cutText(call.said, room, glyphs.ellipsis)}`)];
}

function callFields(call: LiveCall, model: LiveModel, nowMs: number): readonly Field[] {
  const gaps = gapWords(call, model.view);
  const spent = spentWords(call);
  return [
    { piece: painted("bold", call.role), rank: 0 },
    ...optional(gaps, 2),
    ...triesWords(call).map((words) => ({ piece: painted("yellow", words), rank: 3 })),
    ...optional(cutText(call.agent, AGENT_COLUMNS_MAX, model.glyphs.ellipsis), 5, "dim"),
    { piece: durationWords(nowMs - call.sinceMs), rank: 1 },
    ...optional(spent, 6),
    signField(call, nowMs),
  ];
}

function optional(text: string, rank: number, paint?: Paint): readonly Field[] {
  return text === "" ? [] : [{ piece: paint === undefined ? text : painted(paint, text), rank }];
}

/** What a role works on shows in the states of the gaps; of several, the first and how many more. */
function gapWords({ role, lane }: LiveCall, view: RunView | null): string {
  if (lane !== null) return lane;
  const state = role === "engineer" ? "IN_PROGRESS" : role === "reviewer" ? "PROPOSED" : null;
  const [first, ...others] = view?.gaps.filter((gap) => gap.state === state) ?? [];
  if (first === undefined) return "";
  return others.length === 0 ? first.id : `${first.id} +${others.length}`;
}

function spentWords({ tokens, usd }: Pick<LiveCall, "tokens" | "usd">): string {
  const parts = [
    ...(tokens === null ? [] : [`${countWords(tokens)} tokens`]),
    ...(usd === null ? [] : [usdWords(usd)]),
  ];
  return parts.join(", ");
}

function signField({ signMs, said, sinceMs }: LiveCall, nowMs: number): Field {
  const quietMs = nowMs - (signMs ?? sinceMs);
  const paint = quietMs >= QUIET_MS ? "yellow" : "dim";
  if (signMs === null) {
    const words = quietMs < STARTING_MS ? "starting" : "no sign of life yet";
    return { piece: painted(paint, words), rank: 4 };
  }
  const when = quietMs < NOW_MS ? "now" : `${durationWords(quietMs)} ago`;
  return { piece: painted(paint, said === null ? `sign of life ${when}` : when), rank: 4 };
}

/** How the session stands, on as many lines as it needs. */
function sessionLines(
  { view, rounds, calls, glyphs }: LiveModel,
  width: number,
  nowMs: number,
): readonly Line[] {
  if (view === null) return [];
  const ends = view.openAtEnds ?? rounds.map(({ open }) => open);
  const spend = spendWords(view, calls, nowMs);
  const fields: readonly Piece[][] = [
    [roundWords(view)],
    [`${shortNumber(view.open)} open`],
    ...(view.questions.length === 0 ? [] : [[painted("yellow", questionWords(view.questions.length))]]),
    ...(spend === "" ? [] : [[spend]]),
  ];
  const taken = columnsOfLine(between(fields, glyphs)) + 1;
  const chartRoom = Math.min(CHART_COLUMNS_MAX, Math.max(CHART_COLUMNS_MIN, width - taken));
  const chart = openChart(ends, chartRoom, glyphs.bars);
  if (chart !== "") fields[1]?.push(" ", painted("cyan", chart));
  return flowing(fields, width, glyphs);
}

function roundWords({ round, completedRounds, maxRounds }: RunView): string {
  if (round === 0) return `before round 1 of ${maxRounds}`;
  return `round ${round} of ${maxRounds}${round === completedRounds ? " complete" : ""}`;
}

function questionWords(count: number): string {
  return `${count === 1 ? "1 question waits" : `${count} questions wait`}: parley inbox`;
}

type Measure = keyof Amounts;

const AMOUNT_WORDS: Record<Measure, (spent: number, cap: number) => string> = {
  tokens: (spent, cap) => `${countWords(spent)} of ${countWords(cap)} tokens`,
  usd: (spent, cap) => `${usdWords(spent)} of ${usdWords(cap)}`,
  minutes: (spent, cap) => `${Math.floor(spent)} of ${shortNumber(cap)} min`,
  calls: (spent, cap) => `${spent} of ${cap} calls`,
};
const MEASURES: readonly Measure[] = ["tokens", "usd", "minutes", "calls"];

/** What is spent against the limit that is nearest; without one, what is spent. */
function spendWords({ spent, spendCap }: RunView, calls: readonly LiveCall[], nowMs: number): string {
  const now = withCallsAtWork(spent, calls, nowMs);
  let nearest: { readonly share: number; readonly words: string } | null = null;
  for (const measure of MEASURES) {
    const cap = spendCap?.[measure] ?? null;
    if (cap === null) continue;
    const share = cap > 0 ? now[measure] / cap : 1;
    if (nearest === null || share > nearest.share) {
      nearest = { share, words: AMOUNT_WORDS[measure](now[measure], cap) };
    }
  }
  return nearest?.words ?? spentWords({ tokens: now.tokens || null, usd: now.usd || null });
}

/** The session counts what calls used when they end, but they count from their start. */
function withCallsAtWork(spent: Amounts, calls: readonly LiveCall[], nowMs: number): Amounts {
  const sum = (of: (call: LiveCall) => number): number => calls.reduce((total, call) => total + of(call), 0);
  return {
    tokens: spent.tokens + sum(({ tokens }) => tokens ?? 0),
    usd: spent.usd + sum(({ usd }) => usd ?? 0),
    minutes: spent.minutes + sum(({ sinceMs }) => (nowMs - sinceMs) / MINUTE_MS),
    calls: spent.calls,
  };
}

/** The fields that fit beside each other, the more important ones first, in their own order. */
function fitting(
  fields: readonly Field[],
  widthFor: (rank: number) => number,
  glyphs: Glyphs,
): readonly Piece[] {
  const kept = new Set<Field>();
  for (const field of [...fields].sort((a, b) => a.rank - b.rank)) {
    const candidate = fields.filter((other) => other === field || kept.has(other));
    const columns = columnsOfLine(
      joined(
        candidate.map(({ piece }) => piece),
        glyphs,
      ),
    );
    if (field.rank === 0 || columns <= widthFor(field.rank)) kept.add(field);
  }
  return fields.filter((field) => kept.has(field)).map(({ piece }) => piece);
}

function joined(pieces: readonly Piece[], glyphs: Glyphs): readonly Piece[] {
  return between(
    pieces.map((piece) => [piece]),
    glyphs,
  );
}

function between(fields: readonly (readonly Piece[])[], { separator }: Glyphs): readonly Piece[] {
  return fields.flatMap((pieces, index) => (index === 0 ? pieces : [painted("dim", separator), ...pieces]));
}

/** Fields one after the other; one that does not fit any more begins a line. */
function flowing(fields: readonly (readonly Piece[])[], width: number, glyphs: Glyphs): readonly Line[] {
  const lines: (readonly Piece[])[][] = [];
  for (const field of fields) {
    const line = lines.at(-1);
    if (line !== undefined && columnsOfLine(between([...line, field], glyphs)) <= width) line.push(field);
    else lines.push([field]);
  }
  return lines.map((line) => between(line, glyphs));
}
