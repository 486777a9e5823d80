// Times, tokens and money in few characters.

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** `45 s`, `1 min 05 s`, `2 h 07 min`. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  if (seconds < MINUTE_S) return `${seconds} s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${twoDigits(seconds % MINUTE_S)} s`;
  return `${Math.floor(seconds / HOUR_S)} h ${twoDigits(Math.floor((seconds % HOUR_S) / MINUTE_S))} min`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}

const THOUSAND = 1e3;
const MILLION = 1e6;

/** `950`, `12.3k`, `1.2M`. */
export function countWords(count: number): string {
  // From here on a thousand of thousands would be shown where a million is meant.
  if (count >= MILLION - THOUSAND / 20) return `${short(count / MILLION)}M`;
  return count >= THOUSAND ? `${short(count / THOUSAND)}k` : String(Math.round(count));
}

export function usdWords(usd: number): string {
  return `$${usd.toFixed(2)}`;
}

/** A count that may have halves and quarters, without zeros that say nothing. */
export function shortNumber(value: number): string {
  return String(Number(value.toFixed(2)));
}

function short(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** As far as it is known. */
export function spentWords({
  tokens,
  usd,
}: {
  readonly tokens: number | null;
  readonly usd: number | null;
}): string {
  const parts = [
    ...(tokens === null ? [] : [`${countWords(tokens)} tokens`]),
    ...(usd === null ? [] : [usdWords(usd)]),
  ];
  return parts.join(", ");
}

/** What calls cost, as far as anybody knows: `$0.41`, `unknown`, `$0.41 and 2 calls of unknown cost`. */
export function costWords({
  usd,
  unpricedCalls,
}: {
  readonly usd: number | null;
  readonly unpricedCalls: number;
}): string {
  const calls = unpricedCalls === 1 ? "1 call" : `${unpricedCalls} calls`;
  if (unpricedCalls === 0) return usdWords(usd ?? 0);
  return usd === null || usd === 0 ? "unknown" : `${usdWords(usd)} and ${calls} of unknown cost`;
}
