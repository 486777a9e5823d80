import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { link, open, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Folder } from "../../engine/ports.ts";
import { flushFolder } from "../shared/durable-file.ts";
import { errnoOf } from "../shared/system-error.ts";
import { createFolders } from "./create-file.ts";

/**
 * A folder on disk whose files are written whole: whoever reads one sees the old bytes or the new ones. The files are
 * small and many, so that going through the thread pool for each step would cost more than the steps.
 */
export function diskFolder(root: string): Folder {
  const at = (path: string): string => join(root, path);
  return {
    async read(path) {
      try {
        return readFileSync(at(path));
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },

    async write(path, bytes) {
      const file = at(path);
      if (!existsSync(dirname(file))) await createFolders(dirname(file));
      replaceFile(file, bytes);
    },

    async flush(paths) {
      await Promise.all(paths.map((path) => flushFile(at(path))));
      for (const folder of new Set(paths.map((path) => dirname(at(path))))) await flushFolder(folder);
    },

    remove: (path) => rm(at(path), { force: true }),

    async setAside(path) {
      for (let number = 1; ; number += 1) {
        const name = `${path}.edited${number === 1 ? "" : `-${number}`}`;
        try {
          await link(at(path), at(name));
        } catch (error) {
          if (errnoOf(error) !== "EEXIST") throw error;
          continue;
        }
        await unlink(at(path));
        return name;
      }
    },
  };
}

function isAbsent(error: unknown): boolean {
  return errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
}

/** How often another writer of the same file may come in between. */
const INTERRUPTIONS_MAX = 100;

/** Several processes may do so at once: each has an unfinished file of its own. */
function replaceFile(file: string, bytes: Uint8Array): void {
  for (let interruptions = 0; ; interruptions += 1) {
    removeUnfinished(file);
    const unfinished = `${file}.${randomBytes(6).toString("hex")}.unfinished`;
    try {
      writeFileSync(unfinished, bytes, { flag: "wx" });
      renameSync(unfinished, file);
      return;
    } catch (error) {
      rmSync(unfinished, { force: true });
      if (errnoOf(error) !== "ENOENT" || interruptions === INTERRUPTIONS_MAX) throw error;
    }
  }
}

/**
 * What a killed writer has left. A living one's goes with it, since nobody can tell them apart: that one then finds
 * its file gone, and writes it again.
 */
function removeUnfinished(file: string): void {
  const prefix = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(prefix) || !UNFINISHED.test(name.slice(prefix.length))) continue;
    rmSync(join(dirname(file), name), { force: true });
  }
}

const UNFINISHED = /^[0-9a-f]{12}\.unfinished$/;

/** One that somebody has taken away meanwhile needs none. */
async function flushFile(file: string): Promise<void> {
  try {
    const handle = await open(file, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}
