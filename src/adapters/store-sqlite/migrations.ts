import { extendChain } from "./chain.ts";
import type { Connection } from "./connection.ts";
import { storeFailure } from "./failure.ts";

/** Marks a file as parley's own ("parl"), so that no other program's database is ever migrated. */
const APPLICATION_ID = 0x7061726c;

/** SQL, or what SQL alone cannot do. */
type Migration = string | ((connection: Connection) => void);

/**
 * The steps from an empty file to the present format. Step n is migration number n + 1; a step that has
 * been released is never edited, a change is a new step at the end.
 */
export const MIGRATIONS: readonly Migration[] = [
  `
  create table commands (
    id text primary key,
    stream text not null,
    type text not null,
    v integer not null,
    at text not null,
    actor text not null,
    data text not null,
    payload_sha256 text not null,
    first_version integer not null,
    last_version integer not null,
    unique (stream, first_version)
  ) strict;

  create table events (
    position integer primary key autoincrement,
    stream text not null,
    version integer not null,
    type text not null,
    v integer not null,
    data text not null,
    command_id text not null references commands (id),
    unique (stream, version)
  ) strict;

  create table projections (
    name text primary key,
    version integer not null,
    position integer not null
  ) strict;

  create table leases (
    resource text primary key,
    epoch integer not null,
    host text,
    pid integer,
    process_start text,
    expires_at_ms integer not null
  ) strict;

  create table blobs (
    sha256 text primary key,
    bytes blob not null
  ) strict;
  `,
  `
  create table snapshots (
    stream text primary key,
    shape text not null,
    version integer not null,
    text text not null
  ) strict;

  create table file_cursors (
    stream text not null,
    path text not null,
    sha256 text,
    next text,
    version integer not null,
    primary key (stream, path)
  ) strict;
  `,
  (connection) => {
    // Snapshots are a cache: those without a checksum are made again.
    connection.exec(`
      create table chain (
        position integer primary key,
        hash text not null,
        blobs text not null
      ) strict;

      drop table snapshots;
      create table snapshots (
        stream text primary key,
        shape text not null,
        version integer not null,
        text text not null,
        sha256 text not null
      ) strict;
    `);
    extendChain(connection);
  },
];

export function formatOf(connection: Connection): number {
  return Number(connection.get("pragma user_version")?.user_version);
}

/** Says no to a file that is not ours, or not of our time, before anything is written to it. */
export function refuseUnknownFile(connection: Connection, latest: number): void {
  // One statement, so that all three are of one moment: another process may be creating the file just now.
  const row = connection.get(
    `select (select user_version from pragma_user_version) as format,
       (select application_id from pragma_application_id) as owner,
       (select count(*) from sqlite_schema) as tables`,
  );
  const format = Number(row?.format);
  const owner = Number(row?.owner);
  const tables = Number(row?.tables);
  const blank = format === 0 && tables === 0 && owner === 0;
  if (!blank && owner !== APPLICATION_ID) throw storeFailure("foreign", connection.file);
  if (format > latest) {
    throw storeFailure("newer", connection.file, { detail: `format ${format}, known up to ${latest}` });
  }
}

/** Brings the file to the latest format, one transaction a step; several processes may race here. */
export async function migrate(
  connection: Connection,
  steps: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await connection.write(() => {
      refuseUnknownFile(connection, steps.length);
      if (formatOf(connection) !== index) return;
      if (typeof step === "string") connection.exec(step);
      else step(connection);
      connection.exec(`pragma application_id = ${APPLICATION_ID}`);
      connection.exec(`pragma user_version = ${index + 1}`);
    });
  }
}
