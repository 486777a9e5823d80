// The chain is kept as projected tables are: whatever is behind it in the log is linked, in order, by whoever writes next.

import type { LogHead } from "../../engine/ports.ts";
import { sha256Hash } from "../shared/sha256.ts";
import type { Connection, SqlRow } from "./connection.ts";
import { addressesIn, CHAIN_START, CHAINED_COMMAND, CHAINED_EVENT, chainText } from "./log-chain.ts";

export function headOf(connection: Connection): LogHead {
  const row = connection.get("select position, hash from chain order by position desc limit 1");
  return row === undefined
    ? { position: 0, hash: CHAIN_START }
    : { position: Number(row.position), hash: String(row.hash) };
}

/** The hash of the append that ends at a position; `null` where none does. */
export function hashAt(connection: Connection, position: number): string | null {
  const row = connection.get("select hash from chain where position = ?", position);
  return row === undefined ? null : String(row.hash);
}

/** The hash of the append that holds an event; `null` where none does. */
export function hashAround(connection: Connection, position: number): string | null {
  const row = connection.get(
    "select hash from chain where position >= ? order by position limit 1",
    position,
  );
  return row === undefined ? null : String(row.hash);
}

/** Links every append that is not in the chain yet; inside a write. */
export function extendChain(connection: Connection): LogHead {
  let head = headOf(connection);
  for (;;) {
    const last = endOfNext(connection, head.position);
    if (last === null) return head;
    let blobs = "";
    const hash = linkHash(connection, { previous: head, last }, (named) => {
      blobs = JSON.stringify([...named].filter((sha256) => hasBlob(connection, sha256)).sort());
      return blobs;
    });
    connection.run("insert into chain (position, hash, blobs) values (?, ?, ?)", last, hash, blobs);
    head = { position: last, hash };
  }
}

/** What is not as it was recorded, from the first place on. */
export function* brokenLinks(connection: Connection): Iterable<string> {
  let previous: LogHead = { position: 0, hash: CHAIN_START };
  for (const row of connection.iterate("select position, hash, blobs from chain order by position")) {
    const link = { position: Number(row.position), hash: String(row.hash) };
    const blobs = String(row.blobs);
    if (linkHash(connection, { previous, last: link.position }, () => blobs) !== link.hash) {
      yield `${placeOf(connection, previous.position, link.position)} is not what was recorded`;
    } else {
      for (const sha256 of JSON.parse(blobs) as readonly string[])
        if (!hasBlob(connection, sha256))
          yield `blob ${sha256} is missing, to which ${placeOf(connection, previous.position, link.position)} refers`;
    }
    previous = link;
  }
}

/** How the chain is behind the log, else `null`: a program that knows no chain has written. */
export function chainLag(connection: Connection): string | null {
  const { position } = headOf(connection);
  const row = connection.get("select count(*) as n from events where position > ?", position);
  const n = Number(row?.n);
  return n === 0 ? null : `${n} events after event ${position} are not in the chain of hashes`;
}

/** The position of the last event of the append after a position; `null` where there is none. */
function endOfNext(connection: Connection, after: number): number | null {
  const first = connection.get(
    `select e.position, c.last_version - c.first_version as more from events e
     left join commands c on c.id = e.command_id where e.position > ? order by e.position limit 1`,
    after,
  );
  if (first === undefined) return null;
  const more = Number(first.more ?? 0);
  if (!(more > 0)) return Number(first.position);
  // The log of an older program may be damaged: then the append ends with the log at the latest.
  const last = connection.get(
    `select max(position) as position from
       (select position from events where position > ? order by position limit ?)`,
    after,
    more + 1,
  );
  return Number(last?.position);
}

interface Link {
  readonly previous: LogHead;
  readonly last: number;
}

/** In one pass; `blobsOf` tells which of the addresses that its rows name are blobs. */
function linkHash(
  connection: Connection,
  { previous, last }: Link,
  blobsOf: (named: ReadonlySet<string>) => string,
): string {
  const hash = sha256Hash();
  const named = new Set<string>();
  hash.update(chainText([previous.hash]));
  for (const row of appendRows(connection, previous.position, last)) {
    hash.update(chainText(cellsOf(row)));
    for (const address of addressesIn(String(row.data))) named.add(address);
  }
  hash.update(chainText([blobsOf(named)]));
  return hash.digest("hex");
}

/** The command's row, then those of its events, one at a time: an append may be as large as it likes. */
function* appendRows(connection: Connection, after: number, last: number): Iterable<SqlRow> {
  const command = commandAfter(connection, after);
  if (command !== undefined) yield command;
  yield* connection.iterate(
    `select ${CHAINED_EVENT.join(", ")} from events where position > ? and position <= ? order by position`,
    after,
    last,
  );
}

function cellsOf(row: SqlRow): readonly unknown[] {
  const columns = "position" in row ? CHAINED_EVENT : CHAINED_COMMAND;
  return columns.map((column) => row[column]);
}

function commandAfter(connection: Connection, after: number): SqlRow | undefined {
  return connection.get(
    `select ${CHAINED_COMMAND.join(", ")} from commands where id =
       (select command_id from events where position > ? order by position limit 1)`,
    after,
  );
}

function placeOf(connection: Connection, after: number, last: number): string {
  const { id, stream, first_version, last_version } = commandAfter(connection, after) ?? {};
  const events = last - after === 1 ? `event ${last}` : `events ${after + 1} to ${last}`;
  const versions = `${String(stream)} ${String(first_version)} to ${String(last_version)}`;
  return id === undefined
    ? `${events}, without a command,`
    : `command ${String(id)} (${events}; ${versions})`;
}

function hasBlob(connection: Connection, sha256: string): boolean {
  return connection.get("select 1 from blobs where sha256 = ?", sha256) !== undefined;
}
