import type { Row, RowChange, Table } from "./ports.ts";

/** What makes one row of another; `null`: there is none. Nothing where they are the same. */
export function rowChange({ table, key, columns }: Table, was: Row | null, is: Row | null): RowChange | null {
  if (is !== null) {
    const same = was !== null && Object.keys(columns).every((column) => was[column] === is[column]);
    return same ? null : { table, do: "put", row: is };
  }
  const gone = was?.[key];
  return gone === undefined || gone === null ? null : { table, do: "delete", key: gone };
}
