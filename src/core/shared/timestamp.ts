import type { Brand } from "./brand.ts";

/** `2026-02-28T23:59:59Z`: UTC, to the second, sortable as text. */
export type Timestamp = Brand<string, "Timestamp">;

const SHAPE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Only moments that exist: writing the parsed time again must give the same text. */
export function parseTimestamp(text: string): Timestamp | null {
  if (!SHAPE.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) || written(ms) !== text ? null : (text as Timestamp);
}

/** Parts of a second are cut off. A time outside the years 0000–9999 is a bug. */
export function timestampFromMs(epochMs: number): Timestamp {
  const timestamp = Number.isFinite(epochMs) ? parseTimestamp(written(epochMs)) : null;
  if (timestamp === null) throw new RangeError(`no timestamp for ${epochMs} ms`);
  return timestamp;
}

export function timestampToMs(timestamp: Timestamp): number {
  return Date.parse(timestamp);
}

function written(epochMs: number): string {
  return new Date(Math.floor(epochMs / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
