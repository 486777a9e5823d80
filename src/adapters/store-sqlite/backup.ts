import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { backup } from "@photostructure/sqlite";
import type { Connection } from "./connection.ts";
import { explain, storeFailure } from "./failure.ts";

/** Copies while others write; the target appears whole or not at all, and never over an existing file. */
export async function backUp(connection: Connection, target: string): Promise<void> {
  const partial = `${target}.partial-${process.pid}`;
  try {
    await backup(connection.handle, partial);
    await flush(partial);
    await link(partial, target);
    await flush(dirname(target));
  } catch (error) {
    if (isCode(error, "EEXIST")) throw storeFailure("exists", target, { cause: error });
    throw explain(error, target);
  } finally {
    for (const file of [partial, `${partial}-wal`, `${partial}-shm`, `${partial}-journal`]) {
      await rm(file, { force: true });
    }
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
