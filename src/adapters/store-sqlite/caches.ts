import type { FileCursor, FileCursors, Snapshots } from "../../engine/ports.ts";
import type { Connection, SqlRow } from "./connection.ts";

export function sqliteSnapshots(connection: Connection): Snapshots {
  return {
    async findSnapshot(stream, shape) {
      const row = await connection.outside(() =>
        connection.get("select version, text from snapshots where stream = ? and shape = ?", stream, shape),
      );
      return row === undefined ? null : { version: Number(row.version), text: String(row.text) };
    },

    async putSnapshot(stream, shape, { version, text }) {
      await connection.writeLazily(() =>
        connection.run(
          `insert into snapshots (stream, shape, version, text) values (?, ?, ?, ?)
           on conflict (stream) do update set shape = excluded.shape, version = excluded.version,
             text = excluded.text`,
          stream,
          shape,
          version,
          text,
        ),
      );
    },
  };
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
