import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type DurableStore, type Projection, StoreFailure } from "../../engine/ports.ts";
import { backUp } from "./backup.ts";
import { sqliteBlobs } from "./blobs.ts";
import { sqliteFileCursors, sqliteSnapshots } from "./caches.ts";
import { extendChain } from "./chain.ts";
import { Connection } from "./connection.ts";
import { sqliteEventLog } from "./event-log.ts";
import { explain, storeFailure } from "./failure.ts";
import { FileGuard } from "./file-guard.ts";
import { doubtOf, HeadNote, noteFile } from "./head-note.ts";
import { findingsOf } from "./integrity.ts";
import { sqliteLeases } from "./leases.ts";
import { formatOf, MIGRATIONS, migrate, refuseUnknownFile } from "./migrations.ts";
import { ProjectedTables } from "./projections.ts";

interface StoreOptions {
  readonly file: string;
  /**
   * `read-write` creates the file and brings it up to date; `read-only` changes nothing; `private-copy` brings a copy up to
   * date that is gone once it is closed, for an older file that nobody may write to.
   */
  readonly mode: "read-write" | "read-only" | "private-copy";
  readonly projections: readonly Projection[];
}

export async function openSqliteStore(options: StoreOptions): Promise<DurableStore> {
  refuseOtherThanFile(options.file);
  if (options.mode === "read-only") return await openToRead(options);
  if (options.mode === "read-write")
    return await openToWrite(options, closable(new Connection(options.file, { readOnly: false })));
  return await openToWrite(options, connectToCopy(options.file, { readOnly: false }));
}

/** Opening a named pipe would wait for ever. */
function refuseOtherThanFile(file: string): void {
  const about = statSync(file, { throwIfNoEntry: false });
  if (about !== undefined && !about.isFile())
    throw storeFailure("io", file, { detail: "not a regular file" });
}

async function openToWrite(
  { projections }: StoreOptions,
  { connection, dispose }: OpenFile,
): Promise<DurableStore> {
  const guard = new FileGuard(connection);
  try {
    await connection.outside(() => {
      refuseUnknownFile(connection, MIGRATIONS.length);
      connection.exec("pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on");
    });
    await migrate(connection);
    await connection.write(() => extendChain(connection));
    const tables = new ProjectedTables(connection, projections);
    await tables.bringUpToDate();
    if (connection.actualFile === connection.file) {
      guard.watchSideFiles();
      connection.setGuard(guard);
    }
    return storeOver(connection, tables, dispose);
  } catch (error) {
    dispose();
    throw error;
  }
}

async function openToRead({ file, projections }: StoreOptions): Promise<DurableStore> {
  const about = statSync(file, { throwIfNoEntry: false });
  if (about === undefined) throw storeFailure("missing", file);
  if (about.size === 0) throw storeFailure("blank", file);
  const { connection, dispose } = connectToRead(file);
  try {
    await connection.outside(() => {
      refuseUnknownFile(connection, MIGRATIONS.length);
      const format = formatOf(connection);
      if (format < MIGRATIONS.length) {
        throw storeFailure("older", file, { detail: `format ${format} of ${MIGRATIONS.length}` });
      }
    });
    return storeOver(connection, new ProjectedTables(connection, projections), dispose);
  } catch (error) {
    dispose();
    throw error;
  }
}

interface OpenFile {
  readonly connection: Connection;
  dispose(): void;
}

/**
 * SQLite cannot read a write-ahead log in a folder it may not write to (it needs a shared-memory file
 * beside it), so there a private copy is read instead.
 */
function connectToRead(file: string): OpenFile {
  const direct = new Connection(file, { readOnly: true });
  try {
    formatOf(direct);
    return closable(direct);
  } catch (error) {
    direct.close();
    const failure = explain(error, file);
    if (!(failure instanceof StoreFailure) || !NEEDS_COPY.has(failure.code)) throw failure;
  }
  return connectToCopy(file, { readOnly: true });
}

const NEEDS_COPY: ReadonlySet<string> = new Set(["read-only", "io", "missing"]);

function closable(connection: Connection): OpenFile {
  return { connection, dispose: () => connection.close() };
}

function connectToCopy(file: string, { readOnly }: { readonly readOnly: boolean }): OpenFile {
  const folder = mkdtempSync(join(tmpdir(), "parley-read-"));
  const copy = join(folder, basename(file));
  const discard = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    // First the note: it must not be newer than the copy.
    if (existsSync(noteFile({ actualFile: file })))
      copyFileSync(noteFile({ actualFile: file }), noteFile({ actualFile: copy }));
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    const connection = new Connection(file, { readOnly, actualFile: copy });
    return {
      connection,
      dispose: () => {
        connection.close();
        discard();
      },
    };
  } catch (error) {
    discard();
    throw explain(error, file);
  }
}

function storeOver(connection: Connection, tables: ProjectedTables, close: () => void): DurableStore {
  const note = new HeadNote(connection);
  return {
    ...sqliteEventLog(connection, tables, note),
    ...sqliteLeases(connection),
    ...sqliteBlobs(connection),
    ...sqliteSnapshots(connection),
    ...sqliteFileCursors(connection),
    format: formatOf(connection),
    async integrity() {
      await tables.load();
      return await connection.read(() => findingsOf(connection, tables));
    },
    doubt: () => connection.outside(() => doubtOf(connection)),
    backup: (target) => backUp(connection, target),
    close() {
      note.write();
      close();
    },
  };
}
