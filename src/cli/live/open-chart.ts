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
