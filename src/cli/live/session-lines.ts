import type { RunView } from "../../app/sessions/run-refinement.ts";
import { type Line, type Piece, painted } from "../text.ts";
import { costWords, countWords, shortNumber, spentWords, usdWords } from "./amounts.ts";
import { PERSON } from "./call-words.ts";
import { columnsOfLine } from "./columns.ts";
import { between, flowing } from "./fields.ts";
import type { Amounts, LiveCall, LiveModel } from "./live-model.ts";
import { openChart } from "./open-chart.ts";

const CHART_COLUMNS_MIN = 8;
const CHART_COLUMNS_MAX = 30;
const MINUTE_MS = 60_000;

/** How the session stands, on as many lines as it needs. */
export function sessionLines(
  { view, calls, glyphs }: LiveModel,
  width: number,
  nowMs: number,
): readonly Line[] {
  if (view === null) return [];
  const spend = spendWords(view, calls, nowMs);
  const fields: readonly Piece[][] = [
    [roundWords(view)],
    [`${shortNumber(view.open)} open`],
    ...(view.questions.length === 0 ? [] : [[painted("yellow", questionWords(view.questions.length))]]),
    ...(spend === "" ? [] : [[spend]]),
  ];
  const taken = columnsOfLine(between(fields, glyphs)) + 1;
  const chartRoom = Math.min(CHART_COLUMNS_MAX, Math.max(CHART_COLUMNS_MIN, width - taken));
  const chart = openChart(view.openAtEnds, chartRoom, glyphs.bars);
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

type Measure = keyof RunView["spendCap"];

const AMOUNT_WORDS: Record<Measure, (spent: number, cap: number) => string> = {
  tokens: (spent, cap) => `${countWords(spent)} of ${countWords(cap)} tokens`,
  usd: (spent, cap) => `${usdWords(spent)} of ${usdWords(cap)}`,
  minutes: (spent, cap) => `${Math.floor(spent)} of ${shortNumber(cap)} min`,
  calls: (spent, cap) => `${spent} of ${cap} calls`,
};
const MEASURES: readonly Measure[] = ["tokens", "usd", "minutes", "calls"];

/** What is spent against the limit that is nearest; without one, what is spent. */
function spendWords(view: RunView, calls: readonly LiveCall[], nowMs: number): string {
  const { spent, spendCap, unpricedCalls } = view;
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
