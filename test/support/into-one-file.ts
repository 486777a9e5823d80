import { DatabaseSync } from "@photostructure/sqlite";

/** Moves the write-ahead log into the file, so that the file alone is the store. */
export function intoOneFile(file: string): void {
  const db = new DatabaseSync(file);
  db.exec("pragma wal_checkpoint(truncate)");
  db.close();
}
