// What a run may take, for whoever is about to wait for it.
import type { RunForecast } from "../app/sessions/run-forecast.ts";
import { usdWords } from "./live/amounts.ts";
import { formatCount, type Line, paintText, wrapPieces, wrapText } from "./text.ts";

export function forecastLines(forecast: RunForecast, width: number): readonly Line[] {
  const { likely, most, survey } = forecast;
  const rounds =
    likely.rounds === most.rounds
      ? `${sizeWords(most)} at most`
      : `about ${sizeWords(likely)}, at most ${sizeWords(most)}`;
  const more = survey ? "; more if the survey finds more gaps" : "";
  const said = [`${rounds}, retries aside${more}.`, ...costWords(forecast), ...capWords(forecast)].join(" ");
  return [...wrapText(upperFirst(said), width), ...fasterLines(forecast, width)];
}

function sizeWords({ rounds, calls }: RunForecast["most"]): string {
  return `${formatCount(rounds, "round")} and ${formatCount(calls, "call")}`;
}

function costWords({ likely, most, costBy }: RunForecast): readonly string[] {
  if (costBy === null || likely.usd === null || most.usd === null) return [];
  const why =
    costBy === "calls" ? "as calls have cost here so far" : "by the prices in the settings, roughly";
  return [`That is about ${usdWords(likely.usd)}, and at most ${usdWords(most.usd)}, ${why}.`];
}

function capWords({ caps }: RunForecast): readonly string[] {
  const { usd, tokens, calls, minutes } = caps;
  const limits = [
    usd === null ? [] : usdWords(usd),
    tokens === null ? [] : formatCount(tokens, "token"),
    calls === null ? [] : formatCount(calls, "call"),
    minutes === null ? [] : `${minutes} min`,
  ].flat();
  return limits.length === 0 ? [] : [`It stops and asks you at ${limits.join(" or ")}.`];
}

function upperFirst(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** From so many gaps on it pays to take up more at a time. */
const MANY_GAPS = 11;
const PARALLEL_GAPS = 3;
const GAPS_PER_ROUND_MAX = 20;

function fasterLines({ gaps, gapsPerRound, parallelGaps }: RunForecast, width: number): readonly Line[] {
  if (gaps < MANY_GAPS) return [];
  const perRound = Math.min(gaps, GAPS_PER_ROUND_MAX);
  const settings = [
    ...(gapsPerRound < perRound ? [`refine.gapsPerRound ${perRound}`] : []),
    ...(parallelGaps < PARALLEL_GAPS ? [`refine.parallelGaps ${PARALLEL_GAPS}`] : []),
  ];
  return settings.length === 0
    ? []
    : [
        ...wrapText("With so many gaps it is faster to take up more at a time. For the next session:", width),
        ...settings.flatMap((setting) =>
          wrapPieces([paintText("cyan", `parley config set ${setting}`)], { width, indent: "  " }),
        ),
      ];
}
