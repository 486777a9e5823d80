import { acquireFileLock } from "../adapters/files/file-lock.ts";
import { isDeadProcess, thisProcess } from "../adapters/host/process-identity.ts";

/** One that is held for so long has a holder that hangs: what is written is then merged as well as can be. */
const LOCK_WAIT_MS = 10_000;

/** Works while no other parley writes the same files. */
export async function withFileLock(path: string, work: () => Promise<void>): Promise<void> {
  const lock = await acquireFileLock({
    path,
    holder: thisProcess(),
    waitMs: LOCK_WAIT_MS,
    isDead: isDeadProcess,
  });
  try {
    await work();
  } finally {
    if (lock.at === "held") await lock.release();
  }
}
