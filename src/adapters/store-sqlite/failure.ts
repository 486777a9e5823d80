// What SQLite's result codes mean to a person, and what to do about each.
import { UPDATE_PARLEY } from "../../core/shared/newer-parley.ts";
import { StoreFailure, type StoreFailureCode } from "../../engine/ports.ts";

const NAMES: { readonly [resultCode: number]: StoreFailureCode } = {
  3: "read-only", // SQLITE_PERM
  5: "busy",
  6: "busy", // SQLITE_LOCKED
  8: "read-only",
  10: "io",
  11: "corrupt",
  13: "full",
  14: "io", // SQLITE_CANTOPEN
  26: "corrupt", // SQLITE_NOTADB
};

const EXPLANATIONS: Record<StoreFailureCode, { readonly message: string; readonly fix: string }> = {
  busy: {
    message: "the database is busy: another process has been writing for too long",
    fix: "wait for the other parley process to finish, or stop it, then try again",
  },
  full: {
    message: "the disk is full: nothing was written, everything recorded before is intact",
    fix: "free some space on this disk and run the same command again",
  },
  "read-only": {
    message: "the database cannot be written: the file, its folder or the disk is read-only",
    fix: "make the file and its folder writable for your user; reading still works",
  },
  corrupt: {
    message: "the database is damaged or is not a database; it was left as it is",
    fix: "run `parley doctor` for details and put a copy made by `parley backup` in its place",
  },
  newer: {
    message: "the database was written by a newer parley; it was left as it is",
    fix: UPDATE_PARLEY,
  },
  older: {
    message: "the database was written by an older parley and has not been brought up to date yet",
    fix: "run any parley command that writes in this project, then try again",
  },
  foreign: {
    message: "the file is a database of some other program; it was left as it is",
    fix: "move it away, or point parley at another folder",
  },
  gone: {
    message: "the database was removed or replaced while parley was writing to it",
    fix: "run `parley doctor`: it tells what was saved of it, and how to put it back",
  },
  blank: {
    message: "the database file is empty: it was never finished, or what it held is gone",
    fix: "put a copy made by `parley backup` in its place, or run `parley init` to begin anew",
  },
  missing: { message: "there is no database here", fix: "run `parley init` in the project's folder" },
  exists: { message: "the file exists already and is not overwritten", fix: "name another file" },
  io: {
    message: "the database file could not be read or written",
    fix: "check the disk, the quota and the permissions of the file and its folder",
  },
};

export function storeFailure(
  code: StoreFailureCode,
  file: string,
  more: { readonly detail?: string; readonly cause?: unknown } = {},
): StoreFailure {
  const { message, fix } = EXPLANATIONS[code];
  const full = more.detail === undefined ? message : `${message} (${more.detail})`;
  return new StoreFailure({ code, message: full, place: file, fix, cause: more.cause });
}

/** Turns the driver's error into ours; anything that is not the driver's is a bug and stays as it is. */
export function explain(error: unknown, file: string): unknown {
  const resultCode = resultCodeOf(error);
  if (resultCode === null) return error;
  const code = NAMES[resultCode];
  if (code === undefined) return error;
  if (code === "io" && systemErrnoOf(error) === ENOENT)
    return storeFailure("missing", file, { cause: error });
  return storeFailure(code, file, { detail: messageOf(error), cause: error });
}

export function isBusy(error: unknown): boolean {
  const resultCode = resultCodeOf(error);
  return resultCode !== null && NAMES[resultCode] === "busy";
}

const ENOENT = 2;
const PRIMARY_CODE_BITS = 0xff;

function resultCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  return error.errcode & PRIMARY_CODE_BITS;
}

function systemErrnoOf(error: unknown): number | null {
  if (!(error instanceof Error) || !("systemErrno" in error)) return null;
  return typeof error.systemErrno === "number" ? error.systemErrno : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
