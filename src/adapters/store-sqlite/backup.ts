import { rmSync } from "node:fs";
import { link, open } from "node:fs/promises";
import { dirname } from "node:path";
import { backup } from "@photostructure/sqlite";
import { Connection } from "./connection.ts";
import { explain, storeFailure } from "./failure.ts";
import { findingsOf } from "./integrity.ts";
import { ProjectedTables } from "./projections.ts";

/** All pages in one step: a copy in several starts over whenever another process commits in between. */
const ALL_PAGES = -1;

/** Made by this process: each has a name of its own until it is whole. */
let copies = 0;

/** Copies while others write; the target appears whole or not at all, and never over an existing file. */
export async function backUp(
  connection: Connection,
  target: string,
  { evenDamaged = false } = {},
): Promise<void> {
  copies += 1;
  const partial = `${target}.partial-${process.pid}-${copies}`;
  const discard = (): void => {
    for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(`${partial}${end}`, { force: true });
  };
  process.once("exit", discard);
  try {
    await backup(connection.handle, partial, { rate: ALL_PAGES });
    if (!evenDamaged) refuseDamaged(partial, connection.file);
    await flush(partial);
    await link(partial, target);
    await flush(dirname(target));
  } catch (error) {
    if (isCode(error, "EEXIST")) throw storeFailure("exists", target, { cause: error });
    throw explain(error, target);
  } finally {
    discard();
    process.off("exit", discard);
  }
}

/** A copy of damaged data is no backup: whoever finds it later would trust it. */
function refuseDamaged(copy: string, original: string): void {
  const connection = new Connection(copy, { readOnly: true });
  try {
    // A table that is behind the log is brought up by whoever opens the copy.
    const first = findingsOf(connection, new ProjectedTables(connection, [])).find(
      ({ check }) => check !== "projections",
    );
    if (first !== undefined) throw storeFailure("corrupt", original, { detail: first.message });
  } finally {
    connection.close();
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
