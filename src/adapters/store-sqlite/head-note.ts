// The last append, noted beside the database. The chain cannot see that its end was cut off, or that an older copy was put in
// the place of the file; the note can. It may be behind the database, never ahead of it.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { LogHead, StoreWarning } from "../../engine/ports.ts";
import { hashAt, headOf } from "./chain.ts";
import { type Connection, monotonicMs } from "./connection.ts";

/** A log that grows quickly is noted now and then, and when it is closed. */
const NOTE_PAUSE_MS = 200;

export class HeadNote {
  readonly #connection: Connection;
  #notedMs = monotonicMs();
  #next: LogHead | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** After the commit. */
  remember(head: LogHead): void {
    this.#next = head;
    if (monotonicMs() - this.#notedMs >= NOTE_PAUSE_MS) this.write();
  }

  /** Not flushed: after a power cut it may be an older one, or none. What contradicts the database stays for a person. */
  write(): void {
    const head = this.#next;
    if (head === null || this.#connection.misplaced() !== null) return;
    this.#next = null;
    this.#notedMs = monotonicMs();
    const file = noteFile(this.#connection);
    try {
      const known = readNote(file);
      const mayReplace =
        known === null || (known.position < head.position && isInChain(this.#connection, known));
      if (!mayReplace) return;
      const partial = `${file}.${process.pid}`;
      writeFileSync(partial, `${JSON.stringify(head)}\n`);
      renameSync(partial, file);
    } catch {
      // What is recorded is recorded; the note of an earlier append is as true as this one.
    }
  }
}

/** How the database contradicts what was noted beside it. */
export function doubtOf(connection: Connection): StoreWarning | null {
  const file = noteFile(connection);
  const known = readNote(file);
  if (known === null || isInChain(connection, known)) return null;
  const { position } = headOf(connection);
  const happened =
    position < known.position
      ? `the database ends with event ${position}, but event ${known.position} was recorded here`
      : `event ${known.position} of the database is not the one that was recorded here`;
  return {
    message: `${happened}: an older or another copy was put in its place, or its end was cut off`,
    place: connection.file,
    fix: `put the newer one back, or, if you put this one here on purpose, remove the note: rm ${file}`,
  };
}

/** What the chain begins with is in every chain. */
function isInChain(connection: Connection, { position, hash }: LogHead): boolean {
  return position === 0 || hashAt(connection, position) === hash;
}

export function noteFile({ actualFile }: Pick<Connection, "actualFile">): string {
  return `${actualFile}-head`;
}

/** One that cannot be read is as good as none. */
function readNote(file: string): LogHead | null {
  try {
    const { position, hash } = JSON.parse(readFileSync(file, "utf8")) as Partial<LogHead>;
    return Number.isSafeInteger(position) && typeof hash === "string"
      ? { position: Number(position), hash }
      : null;
  } catch {
    return null;
  }
}
