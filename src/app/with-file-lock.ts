import { acquireFileLock, type LockOutcome } from "../adapters/files/file-lock.ts";
import { isDeadProcess, thisProcess } from "../adapters/host/process-identity.ts";

/** One that is held for so long has a holder that hangs: what is written is then merged as well as can be. */
const LOCK_WAIT_MS = 10_000;

/** Works while no other parley writes the same files. */
export async function withFileLock(path: string, work: () => Promise<void>): Promise<void> {
  await whileLocked({ path, waitMs: LOCK_WAIT_MS }, work, work);
}

/** Works while no other parley does, or says what comes of it where another is still at it. */
export async function whileLocked<Done, Busy>(
  { path, waitMs }: { readonly path: string; readonly waitMs: number },
  work: () => Promise<Done>,
  busy: (lock: Extract<LockOutcome, { readonly at: "busy" }>) => Busy,
): Promise<Done | Awaited<Busy>> {
  const lock = await acquireFileLock({ path, holder: thisProcess(), waitMs, isDead: isDeadProcess });
  if (lock.at === "busy") return await busy(lock);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
