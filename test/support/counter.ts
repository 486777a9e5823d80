// The smallest stream there is, for tests of the log: it counts, and knows who counted.
import type { Decider, Fact } from "../../src/core/shared/decider.ts";
import type { Projection, RecordedEvent, StoredCommand, Table } from "../../src/engine/ports.ts";
import { eventTable } from "./event-table.ts";

export type Count = { readonly by: string; readonly upTo: number };

export type Counted = {
  readonly type: "Counted";
  readonly v: 1;
  readonly data: { readonly by: string; readonly total: number };
};

/** Refuses above `upTo`, so that a decision made on stale state would show. */
export const counter: Decider<Count, number, Counted> = {
  initial: 0,
  decide({ by, upTo }, total) {
    if (total >= upTo) return { refused: "limit", message: `${upTo} is the limit` };
    return [{ type: "Counted", v: 1, data: { by, total: total + 1 } }];
  },
  evolve: (_total, event) => event.data.total,
  upcast: (fact: Fact) => fact as Counted,
};

export function countCommand(id: string, by: string): StoredCommand {
  return { id, type: "Count", v: 1, at: "2026-01-01T00:00:00Z", actor: `human:${by}`, data: { by } };
}

/** One row per count: who counted, and the total it saw. */
export function totalsTable(
  version: number,
  counts: (event: RecordedEvent) => boolean = () => true,
): Table & Projection {
  const table = "totals";
  const columns = { position: "integer", by: "text", total: "integer" } as const;
  return eventTable({ table, version, key: "position", columns }, (event) => {
    if (event.type !== "Counted" || !counts(event)) return [];
    const { by, total } = event.data;
    return [{ table, do: "put", row: { position: event.position, by: String(by), total: Number(total) } }];
  });
}

export const totals = totalsTable(1);
