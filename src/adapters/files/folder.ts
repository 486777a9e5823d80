import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, open, readdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Folder } from "../../engine/ports.ts";
import { createFolders } from "./create-file.ts";
import { errnoOf } from "./errno.ts";
import { flushFolder } from "./write-atomically.ts";

/** A folder on disk whose files are written whole: whoever reads one sees the old bytes or the new ones. */
export function diskFolder(root: string): Folder {
  const at = (path: string): string => join(root, path);
  return {
    async read(path) {
      try {
        return await readFile(at(path));
      } catch (error) {
        if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return null;
        throw error;
      }
    },

    async write(path, bytes) {
      const file = at(path);
      await createFolders(dirname(file));
      await replaceFile(file, bytes);
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

/** How often another writer of the same file may come in between. */
const INTERRUPTIONS_MAX = 100;

/** Several processes may do so at once: each has an unfinished file of its own. */
async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  for (let interruptions = 0; ; interruptions += 1) {
    await removeUnfinished(file);
    const unfinished = `${file}.${randomBytes(6).toString("hex")}.unfinished`;
    try {
      await writeFlushed(unfinished, bytes);
      await rename(unfinished, file);
      break;
    } catch (error) {
      await rm(unfinished, { force: true });
      if (errnoOf(error) !== "ENOENT" || interruptions === INTERRUPTIONS_MAX) throw error;
    }
  }
  await flushFolder(dirname(file));
}

/**
 * What a killed writer has left. A living one's goes with it, since nobody can tell them apart: that one then finds
 * its file gone, and writes it again.
 */
async function removeUnfinished(file: string): Promise<void> {
  const prefix = `${basename(file)}.`;
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(prefix) || !UNFINISHED.test(name.slice(prefix.length))) continue;
    await rm(join(dirname(file), name), { force: true });
  }
}

const UNFINISHED = /^[0-9a-f]{12}\.unfinished$/;

async function writeFlushed(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
