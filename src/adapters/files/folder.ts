import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { link, open, readFile, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
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

/** Several processes may do so at once: each has an unfinished file of its own. */
async function replaceFile(file: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${file}.${randomBytes(6).toString("hex")}.unfinished`;
  const handle = await open(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await flushFolder(dirname(file));
}
