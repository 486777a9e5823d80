import type { Projection, RecordedEvent, RowChange, Table } from "../../src/engine/ports.ts";

/** A table of its own for tests of the log: what it holds follows from each event alone, in any stream. */
export function eventTable<Of extends Table>(
  table: Of,
  changes: (event: RecordedEvent) => readonly RowChange[],
): Of & Projection {
  return {
    ...table,
    tables: [table],
    covers: () => true,
    load: async () => ({
      initial: null,
      evolve: () => null,
      changes: ({ event }) => changes(event),
    }),
  };
}
