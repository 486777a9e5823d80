import type { Blob, Blobs } from "../../engine/ports.ts";
import { sha256Of } from "../shared/sha256.ts";
import type { Connection } from "./connection.ts";
import { storeFailure } from "./failure.ts";

export function sqliteBlobs(connection: Connection): Blobs {
  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      const known = await connection.outside(() =>
        connection.get("select 1 from blobs where sha256 = ?", sha256),
      );
      if (known === undefined) {
        await connection.write(() => insertBlob(connection, { sha256, bytes }));
      }
      return sha256;
    },

    get: (sha256) => connection.outside(() => findBlob(connection, sha256)),

    getAtOnce: (sha256) => connection.atOnce(() => findBlob(connection, sha256)),
  };
}

function findBlob(connection: Connection, sha256: string): Uint8Array | null {
  const row = connection.get("select bytes from blobs where sha256 = ?", sha256);
  if (row === undefined) return null;
  const { bytes } = row;
  if (!(bytes instanceof Uint8Array) || sha256Of(bytes) !== sha256) {
    throw storeFailure("corrupt", connection.file, { detail: `blob ${sha256} has other bytes` });
  }
  return bytes;
}

/** Within a transaction. */
export function insertBlob(connection: Connection, { sha256, bytes }: Blob): void {
  connection.run("insert or ignore into blobs (sha256, bytes) values (?, ?)", sha256, bytes);
}
