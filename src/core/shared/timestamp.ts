import type { Brand } from "./brand.ts";
import { SECOND_MS } from "./time-units.ts";

/** `2026-02-28T23:59:59Z`: UTC, to the second, sortable as text. */
export type Timestamp = Brand<string, "Timestamp">;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})Z$/;
const DAY_SECONDS = 86_400;

/** Only moments that exist: writing the parsed time again must give the same text. */
export function parseTimestamp(text: string): Timestamp | null {
  const seconds = secondsOf(text);
  return seconds === null || formatSeconds(seconds) !== text ? null : (text as Timestamp);
}

/** Parts of a second are cut off. A time outside the years 0000–9999 is a bug. */
export function timestampFromMs(epochMs: number): Timestamp {
  const timestamp = parseTimestamp(formatSeconds(Math.floor(epochMs / SECOND_MS)));
  if (timestamp === null) throw new RangeError(`no timestamp for ${epochMs} ms`);
  return timestamp;
}

export function timestampToMs(timestamp: Timestamp): number {
  const seconds = secondsOf(timestamp);
  if (seconds === null) throw new RangeError(`${timestamp} is no timestamp`);
  return seconds * SECOND_MS;
}

function secondsOf(text: string): number | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return daysFromCivil(year, month, day) * DAY_SECONDS + hour * 3_600 + minute * 60 + second;
}

function formatSeconds(epochSeconds: number): string {
  const days = Math.floor(epochSeconds / DAY_SECONDS);
  const rest = epochSeconds - days * DAY_SECONDS;
  const { year, month, day } = civilFromDays(days);
  const time = [Math.floor(rest / 3_600), Math.floor(rest / 60) % 60, rest % 60];
  const twoDigits = (value: number): string => String(value).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}T${time.map(twoDigits).join(":")}Z`;
}

// The calendar as arithmetic (Hinnant's algorithms): years begin in March, so that the leap day comes last.
const ERA_DAYS = 146_097;
const EPOCH_DAYS = 719_468;

function daysFromCivil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_DAYS;
}

function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + EPOCH_DAYS;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const leaps =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / (ERA_DAYS - 1));
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
