import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from "@photostructure/sqlite";
import { explain, isBusy, storeFailure } from "./failure.ts";

/** How long SQLite itself may wait for a lock: it blocks the whole process, heartbeat and Ctrl-C too. */
const BUSY_TIMEOUT_MS = 50;
/** How long we go on trying between those waits, without blocking anything. */
const LOCK_WAIT_MAX_MS = 30_000;
const RETRY_PAUSE_MAX_MS = 20;

type SqlValue = string | number | null | Uint8Array;
export type SqlRow = { readonly [column: string]: unknown };

/** Knows whether what a connection writes to still stands under its name. */
interface MisplacementGuard {
  misplaced(): string | null;
  failure(path: string): Promise<Error>;
}

class MisplacedFileError extends Error {
  readonly path: string;
  readonly guard: MisplacementGuard;

  constructor(path: string, guard: MisplacementGuard) {
    super(`${path} is another file now`);
    this.path = path;
    this.guard = guard;
  }
}

/** One SQLite connection: prepared statements, transactions that wait for their turn, errors explained. */
export class Connection {
  readonly file: string;
  /** Where `file` cannot be read in its place, the copy that is. */
  readonly actualFile: string;
  readonly #db: DatabaseSyncInstance;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #commits = 0;
  #guard: MisplacementGuard | null = null;

  constructor(file: string, opening: { readonly readOnly: boolean; readonly actualFile?: string }) {
    this.file = file;
    this.actualFile = opening.actualFile ?? file;
    try {
      this.#db = new DatabaseSync(this.actualFile, {
        readOnly: opening.readOnly,
        timeout: BUSY_TIMEOUT_MS,
      });
    } catch (error) {
      throw explain(error, file);
    }
  }

  /** The driver's handle, for the one thing that needs it: the online backup. */
  get handle(): DatabaseSyncInstance {
    return this.#db;
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  all(sql: string, ...values: SqlValue[]): SqlRow[] {
    return this.#statement(sql).all(...values);
  }

  /** Each row as its values alone: many rows are there in half the time. */
  values(sql: string, ...parameters: SqlValue[]): readonly (readonly unknown[])[] {
    const statement = this.#statement(sql);
    statement.setReturnArrays(true);
    try {
      return statement.all(...parameters) as unknown as readonly (readonly unknown[])[];
    } finally {
      // Statements are kept by their text, and another may ask for rows.
      statement.setReturnArrays(false);
    }
  }

  get(sql: string, ...values: SqlValue[]): SqlRow | undefined {
    return this.#statement(sql).get(...values);
  }

  *iterate(sql: string, ...values: SqlValue[]): IterableIterator<SqlRow> {
    yield* this.#statement(sql).iterate(...values);
  }

  /** Returns how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** A write takes the lock at its start (`begin immediate`), so that it cannot fail half-way for it. */
  write<T>(body: () => T): Promise<T> {
    return this.#inTurn(() => this.#writeGuarded(body));
  }

  /** From now on every write asks it. */
  setGuard(guard: MisplacementGuard): void {
    this.#guard = guard;
  }

  /**
   * As `write`, and safe from a power cut only with the next such commit: for what is a cache, and need not be newer
   * than the log.
   */
  writeLazily<T>(body: () => T): Promise<T> {
    return this.#inTurn(() => {
      this.#db.exec("pragma synchronous = normal");
      try {
        return this.#writeGuarded(body);
      } finally {
        this.#db.exec("pragma synchronous = full");
      }
    });
  }

  /** Everything read in `body` is of one moment; a damaged file cannot commit, not even a reading. */
  read<T>(body: () => T): Promise<T> {
    return this.#inTurn(() => this.#transaction("begin", "rollback", body));
  }

  /** Something that cannot run inside a transaction, such as a pragma. */
  outside<T>(body: () => T): Promise<T> {
    return this.#inTurn(body);
  }

  /** For a caller that cannot wait its turn. */
  atOnce<T>(body: () => T): T {
    try {
      return body();
    } catch (error) {
      throw explain(error, this.file);
    }
  }

  /** Differs from an earlier mark when anybody, this connection included, has committed since. */
  changeMark(): string {
    const row = this.get("pragma data_version");
    return `${String(row?.data_version)}/${this.#commits}`;
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #statement(sql: string): StatementSyncInstance {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const fresh = this.#db.prepare(sql);
    this.#statements.set(sql, fresh);
    return fresh;
  }

  /** Asked again after the commit: what went into a file that was just removed was not recorded. */
  #writeGuarded<T>(body: () => T): T {
    this.#refuseMisplaced();
    const result = this.#transaction("begin immediate", "commit", body);
    this.#commits += 1;
    this.#refuseMisplaced();
    return result;
  }

  /** The first of its files that another stands in the place of, or none. */
  misplaced(): string | null {
    return this.#guard?.misplaced() ?? null;
  }

  #refuseMisplaced(): void {
    const path = this.misplaced();
    if (this.#guard !== null && path !== null) throw new MisplacedFileError(path, this.#guard);
  }

  #transaction<T>(begin: string, end: string, body: () => T): T {
    this.#db.exec(begin);
    try {
      const result = body();
      this.#db.exec(end);
      return result;
    } catch (error) {
      // A full disk ends the transaction by itself; everything else is undone here.
      if (this.#db.isTransaction) this.#db.exec("rollback");
      throw error;
    }
  }

  async #inTurn<T>(attempt: () => T): Promise<T> {
    const deadlineMs = monotonicMs() + LOCK_WAIT_MAX_MS;
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        if (error instanceof MisplacedFileError) throw await error.guard.failure(error.path);
        if (!isBusy(error)) throw explain(error, this.file);
        if (monotonicMs() > deadlineMs) throw storeFailure("busy", this.file, { cause: error });
      }
      await sleep(1 + Math.random() * RETRY_PAUSE_MAX_MS);
    }
  }
}

// Node's own modules for both are loaded when they are first used, and whoever looks at a list waits for that.

export function monotonicMs(): number {
  return process.uptime() * 1_000;
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
