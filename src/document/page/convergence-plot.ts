// How many gaps were open after each round, as a picture.
import type { ConvergenceRow } from "../../core/documents/round-record.ts";
import { type Html, html } from "./html.ts";

const WIDTH = 360;
const HEIGHT = 170;
const LEFT = 26;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 22;
const LABELS_MAX = 10;
const TICKS = 4;

interface Point {
  readonly round: number;
  readonly open: number;
}

/** The line is what is open after each round, the bars are gaps that were new in it. */
export function convergencePlot(rows: readonly ConvergenceRow[]): Html {
  const [first] = rows;
  const points: readonly Point[] = [
    ...(first === undefined ? [] : [{ round: first.round - 1, open: first.gapsStart }]),
    ...rows.map(({ round, gapsEnd }) => ({ round, open: gapsEnd })),
  ];
  const start = points[0]?.round ?? 0;
  const span = Math.max(1, (points.at(-1)?.round ?? 1) - start);
  const most = Math.max(1, ...points.map(({ open }) => open), ...rows.map(({ created }) => created));
  const x = (round: number): number => rounded(LEFT + ((round - start) / span) * (WIDTH - LEFT - RIGHT));
  const y = (count: number): number => rounded(TOP + (1 - count / most) * (HEIGHT - TOP - BOTTOM));
  const line = points.map(({ round, open }) => `${x(round)},${y(open)}`).join(" ");
  const every = Math.ceil(points.length / LABELS_MAX);
  const step = Math.max(1, Math.ceil(most / TICKS));
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  const barWidth = Math.min(8, Math.max(1, rounded((WIDTH - LEFT - RIGHT) / span / 3)));
  return html`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${plotWords(points)}">
${ticks.map(
  (tick) =>
    html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${LEFT - 4}" y="${y(tick) + 3}" text-anchor="end">${tick}</text>\n`,
)}
${rows
  .filter(({ created }) => created > 0)
  .map(
    ({ round, created }) =>
      html`<rect class="new" x="${rounded(x(round) - barWidth / 2)}" y="${y(created)}" width="${barWidth}" height="${rounded(y(0) - y(created))}"/>\n`,
  )}
<polyline class="open" points="${line}"/>
${points.map(({ round, open }) => html`<circle class="dot" cx="${x(round)}" cy="${y(open)}" r="2.2"/>\n`)}
${points
  .filter((_, index) => index % every === 0)
  .map(({ round }) => html`<text x="${x(round)}" y="${HEIGHT - 8}" text-anchor="middle">${round}</text>\n`)}
</svg><figcaption>Open gaps after each round${rows.some(({ created }) => created > 0) ? "; bars: new gaps" : ""}</figcaption></figure>`;
}

function plotWords(points: readonly Point[]): string {
  const said = points.map(({ round, open }) =>
    round === 0 ? `${open} at the start` : `${open} after round ${round}`,
  );
  return `Open gaps: ${said.join(", ")}`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
