import type { FileCursor, FileCursors, Snapshot, SnapshotParts, Snapshots } from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import type { Connection, SqlRow } from "./connection.ts";

export function sqliteSnapshots(connection: Connection): Snapshots {
  return {
    async findSnapshot(stream, shape) {
      const row = await connection.outside(() =>
        connection.get(
          "select version, text, sha256 from snapshots where stream = ? and shape = ?",
          stream,
          shape,
        ),
      );
      if (row === undefined) return null;
      const snapshot = { version: Number(row.version), text: String(row.text) };
      // A damaged one is as good as none: it is made again from the log.
      return row.sha256 === checksumOf(stream, shape, snapshot) ? snapshot : null;
    },

    async putSnapshot(stream, shape, snapshot, parts) {
      const put = (key: string, { version, text }: Snapshot): number =>
        connection.run(
          `insert into snapshots (stream, shape, version, text, sha256) values (?, ?, ?, ?, ?)
           on conflict (stream) do update set shape = excluded.shape, version = excluded.version,
             text = excluded.text, sha256 = excluded.sha256`,
          key,
          shape,
          version,
          text,
          checksumOf(key, shape, { version, text }),
        );
      await connection.writeLazily(() => {
        if (parts !== undefined) {
          for (const [name, text] of parts.fresh)
            put(partKey(stream, name), { version: snapshot.version, text });
          if (lacksPart(connection, stream, parts)) return;
          forgetParts(connection, stream, parts);
        }
        put(stream, snapshot);
      });
    },

    findPart(stream, name) {
      const row = connection.atOnce(() =>
        connection.get("select text from snapshots where stream = ?", partKey(stream, name)),
      );
      return row === undefined ? null : String(row.text);
    },
  };
}

/** Parts lie beside the snapshots, under the name of their stream and their own, which is of hexadecimal digits. */
function partKey(stream: string, name: string): string {
  return `${stream}#${name}`;
}

function lacksPart(connection: Connection, stream: string, { names }: SnapshotParts): boolean {
  const row = connection.get(
    "select count(*) as lacking from json_each(?) where value not in (select stream from snapshots)",
    keysOf(stream, names),
  );
  return Number(row?.lacking) > 0;
}

function forgetParts(connection: Connection, stream: string, { names, former }: SnapshotParts): void {
  connection.run(
    `delete from snapshots where stream >= ? and stream < ? and stream not in (select value from json_each(?))`,
    partKey(stream, "0"),
    partKey(stream, "g"),
    keysOf(stream, [...names, ...former]),
  );
}

function keysOf(stream: string, names: Iterable<string>): string {
  return JSON.stringify([...names].map((name) => partKey(stream, name)));
}

function checksumOf(stream: string, shape: string, { version, text }: Snapshot): string {
  return sha256Of(`${stream}\0${shape}\0${version}\0${text}`);
}

export function sqliteFileCursors(connection: Connection): FileCursors {
  const put = (stream: string, { path, sha256, next, version }: FileCursor): number =>
    connection.run(
      `insert into file_cursors (stream, path, sha256, next, version) values (?, ?, ?, ?, ?)
       on conflict (stream, path) do update set sha256 = excluded.sha256, next = excluded.next,
         version = excluded.version
       where excluded.version >= file_cursors.version`,
      stream,
      path,
      sha256,
      next,
      version,
    );
  const remove = (stream: string, { path, version }: FileCursor): number =>
    connection.run(
      "delete from file_cursors where stream = ? and path = ? and version <= ?",
      stream,
      path,
      version,
    );

  return {
    async fileCursors(stream) {
      const rows = await connection.outside(() =>
        connection.all("select * from file_cursors where stream = ? order by path", stream),
      );
      return rows.map(cursorOf);
    },

    async setFileCursors(stream, cursors) {
      if (cursors.length === 0) return;
      await connection.writeLazily(() => {
        for (const cursor of cursors) {
          if (cursor.sha256 === null && cursor.next === null) remove(stream, cursor);
          else put(stream, cursor);
        }
      });
    },
  };
}

function cursorOf(row: SqlRow): FileCursor {
  return {
    path: String(row.path),
    sha256: row.sha256 === null ? null : String(row.sha256),
    next: row.next === null ? null : String(row.next),
    version: Number(row.version),
  };
}
