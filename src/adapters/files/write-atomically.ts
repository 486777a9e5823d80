import { constants } from "node:fs";
import { lstat, open, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { flushFolder } from "../shared/durable-file.ts";
import { errnoOf } from "../shared/system-error.ts";

const LINKS_MAX = 16;

/** The file that a write to `file` changes in the end: links are followed, also one that points nowhere yet. */
export async function finalTargetOf(file: string): Promise<string> {
  let target = resolve(file);
  for (let links = 0; links < LINKS_MAX; links += 1) {
    try {
      return await realpath(target);
    } catch (error) {
      if (errnoOf(error) !== "ENOENT") throw error;
    }
    const link = await lstat(target).catch(() => null);
    if (link === null || !link.isSymbolicLink()) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  return target;
}

/**
 * Puts new text in place of a file's: whoever reads it, even after a crash, sees the old text or the new
 * one. Mode and owner stay. Callers serialise their writes, so one name for the unfinished file is enough
 * and a killed writer's leftover is simply replaced.
 */
export async function writeAtomically(file: string, text: string | Uint8Array): Promise<void> {
  const target = await finalTargetOf(file);
  const unfinished = join(dirname(target), `.${basename(target)}.unfinished`);
  const before = await stat(target).catch(() => null);
  await rm(unfinished, { force: true });
  const handle = await open(unfinished, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  try {
    await handle.writeFile(text);
    if (before !== null) {
      await handle.chown(before.uid, before.gid).catch(ignoreNotPermitted);
      await handle.chmod(before.mode & MODE_BITS);
    }
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, target);
  await flushFolder(dirname(target));
}

const MODE_BITS = 0o7777;

/** Only root may give a file away; another user's write leaves the file with the writer. */
function ignoreNotPermitted(error: unknown): void {
  if (errnoOf(error) !== "EPERM") throw error;
}
