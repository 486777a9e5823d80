import { DAY_MS } from "../shared/time-units.ts";
import { type Timestamp, timestampToMs } from "../shared/timestamp.ts";
import type { Board } from "./board.ts";
import type { Dispute } from "./dispute.ts";
import { valuesOf } from "./id-map.ts";

/** Whole days; a clock that was set back makes none. */
export function daysOpen({ createdAt }: Pick<Dispute, "createdAt">, now: Timestamp): number {
  return wholeDays(openMs(createdAt, now));
}

export function wholeDays(openMs: number): number {
  return Math.max(0, Math.floor(openMs / DAY_MS));
}

function openMs(createdAt: Timestamp, now: Timestamp): number {
  return timestampToMs(now) - timestampToMs(createdAt);
}

/** Open for longer than so many days; what is settled, as every minor one is, never becomes stale. */
export function isStale(
  { state, createdAt }: Pick<Dispute, "state" | "createdAt">,
  { now, timeoutDays }: { readonly now: Timestamp; readonly timeoutDays: number },
): boolean {
  return state.at === "open" && openMs(createdAt, now) > timeoutDays * DAY_MS;
}

/** Oldest first. */
export function staleDisputes(
  board: Board,
  limit: { readonly now: Timestamp; readonly timeoutDays: number },
): readonly Dispute[] {
  return [...valuesOf(board.disputes)].filter((dispute) => isStale(dispute, limit)).sort(oldestFirst);
}

export function oldestFirst(
  a: Pick<Dispute, "createdAt" | "id">,
  b: Pick<Dispute, "createdAt" | "id">,
): number {
  return compare(a.createdAt, b.createdAt) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
