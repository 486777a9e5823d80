import type { Finding, StoreFailure } from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import { brokenLinks, chainLag } from "./chain.ts";
import type { Connection } from "./connection.ts";
import { payloadHash } from "./event-log.ts";
import { explain } from "./failure.ts";
import { commandOf } from "./log-rows.ts";
import { lagOf, type ProjectedTables } from "./projections.ts";

/** Findings of one kind that are listed; a badly damaged file has one for every page. */
const LISTED_MAX = 20;

type Check = (connection: Connection, tables: ProjectedTables) => Iterable<string>;

const CHECKS: { readonly [name: string]: Check } = {
  *file(connection) {
    for (const row of connection.iterate(`pragma integrity_check(${LISTED_MAX})`)) {
      const message = String(row.integrity_check);
      if (message !== "ok") yield message;
    }
  },

  *references(connection) {
    for (const row of connection.iterate("pragma foreign_key_check")) {
      yield `row ${String(row.rowid)} of ${String(row.table)} refers to a missing ${String(row.parent)}`;
    }
  },

  *versions(connection) {
    const rows = connection.iterate(
      `select stream, count(*) as n, min(version) as low, max(version) as high
       from events group by stream having low <> 1 or high <> n`,
    );
    for (const row of rows) {
      yield `stream ${String(row.stream)} has ${String(row.n)} events from ${String(row.low)} to ${String(row.high)}`;
    }
  },

  *commands(connection) {
    const strays = connection.iterate(
      `select c.id, count(e.position) as n, c.last_version - c.first_version + 1 as expected
       from commands c left join events e on e.command_id = c.id and e.stream = c.stream
         and e.version between c.first_version and c.last_version
       group by c.id having n <> expected`,
    );
    for (const row of strays) {
      yield `command ${String(row.id)} has ${String(row.n)} of its ${String(row.expected)} events`;
    }
    for (const row of connection.iterate("select * from commands where json_valid(data)")) {
      const command = commandOf(row);
      if (payloadHash(command.stream, command) !== row.payload_sha256) {
        yield `command ${command.id} is not what was recorded`;
      }
    }
  },

  *payloads(connection) {
    const rows = connection.iterate(
      `select 'event ' || position as what from events where not json_valid(data)
       union all select 'command ' || id from commands where not json_valid(data)`,
    );
    for (const row of rows) yield `${String(row.what)} is not readable`;
  },

  *blobs(connection) {
    for (const row of connection.iterate("select sha256, bytes from blobs")) {
      const bytes = row.bytes;
      if (!(bytes instanceof Uint8Array) || sha256Of(bytes) !== row.sha256) {
        yield `blob ${String(row.sha256)} has other bytes`;
      }
    }
  },

  /** Any change of commands and events; `commands` and `blobs` say more of what they see, too. */
  chain: brokenLinks,

  *projections(connection, { projections }) {
    const behind = chainLag(connection);
    if (behind !== null) yield behind;
    for (const table of projections.flatMap(({ tables }) => tables)) {
      const lag = lagOf(connection, table);
      if (lag !== null) yield lag;
    }
  },

  /** Tables are made from the log: what stands there is what would be made again. */
  *tables(_connection, tables) {
    const behind = tables.staleProjections();
    for (const projection of tables.projections)
      if (!behind.includes(projection)) yield* tables.strayRows(projection);
  },
};

/** Looks at everything; a check that cannot even run on a damaged file is a finding itself. */
export function findingsOf(connection: Connection, tables: ProjectedTables): Finding[] {
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries(CHECKS)) {
    try {
      let listed = 0;
      for (const message of run(connection, tables)) {
        listed += 1;
        findings.push({ check, message });
        if (listed >= LISTED_MAX) break;
      }
    } catch (error) {
      findings.push({ check, message: `could not be checked: ${whyOf(error, connection.file)}` });
    }
  }
  return findings;
}

function whyOf(error: unknown, file: string): string {
  const explained = explain(error, file);
  return explained instanceof Error ? (explained as Error | StoreFailure).message : String(explained);
}
