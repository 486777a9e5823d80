// A file that is removed or replaced while it is open can be written to for hours, and nobody ever reads it: so each write
// makes sure that what it writes to is what stands under the name.
import { mkdirSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreFailure } from "../../engine/ports.ts";
import { backUp } from "./backup.ts";
import type { Connection } from "./connection.ts";

/** Tries to find a name that is free. */
const RESCUE_NAMES_MAX = 100;
/** SQLite keeps the newest commits in the first, and the locks of all processes in the second. */
const SIDE_FILES = ["-wal", "-shm"];

export class FileGuard {
  readonly #connection: Connection;
  readonly #known: Map<string, Stats | undefined>;
  #failure: Promise<StoreFailure> | null = null;

  /** Right after the file was opened. */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#known = new Map([[connection.file, statFile(connection.file)]]);
  }

  /** Once something was written: before, there need be none. */
  watchSideFiles(): void {
    for (const end of SIDE_FILES) {
      const path = `${this.#connection.file}${end}`;
      const about = statFile(path);
      if (about !== undefined) this.#known.set(path, about);
    }
  }

  /** The first file that is no longer the one that is open; `null` where all are. */
  misplaced(): string | null {
    for (const [path, known] of this.#known) if (!isSame(known, statFile(path))) return path;
    return null;
  }

  /** Saves what is still open beside its old place, once, and tells where. */
  failure(path: string): Promise<StoreFailure> {
    this.#failure ??= this.#rescue(path);
    return this.#failure;
  }

  async #rescue(path: string): Promise<StoreFailure> {
    const { file } = this.#connection;
    const happened = `${path === file ? "the database" : "a file of the database"} was removed or replaced while parley was writing to it`;
    try {
      const saved = await this.#save();
      return new StoreFailure({
        code: "gone",
        message: `${happened}; everything that was recorded is saved in ${saved}`,
        place: path,
        fix: recoveryAdvice(saved, file),
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const message = `${happened}, and what was recorded could not be saved beside it: ${why}`;
      const fix = "put a copy made by `parley backup` in its place";
      return new StoreFailure({ code: "gone", message, place: path, fix, cause: error });
    }
  }

  async #save(): Promise<string> {
    const { file } = this.#connection;
    mkdirSync(dirname(file), { recursive: true });
    const stamp = new Date().toISOString().replaceAll(/[-:]/g, "").replace(/\..*/, "Z");
    for (let n = 1; ; n += 1) {
      const target = `${file}.rescued-${stamp}${n === 1 ? "" : `-${n}`}`;
      try {
        await backUp(this.#connection, target, { evenDamaged: true });
        return target;
      } catch (error) {
        const taken = error instanceof StoreFailure && error.code === "exists";
        if (!taken || n >= RESCUE_NAMES_MAX) throw error;
      }
    }
  }
}

/** A write-ahead log that is left of another database would be read as this one's. */
export function recoveryAdvice(saved: string, file: string): string {
  return `stop every parley in this project, move away what is left of ${file}, ${file}-wal and ${file}-shm, then put it back: mv ${saved} ${file}`;
}

function statFile(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // What cannot be reached under the name is not there for anybody else either.
    return undefined;
  }
}

function isSame(a: Stats | undefined, b: Stats | undefined): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev;
}
