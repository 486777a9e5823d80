// The user's cold storage: where it is, and that one process at a time changes it.
import { join } from "node:path";
import { ColdStorage, type PurgeWish } from "../../adapters/files/cold-storage.ts";
import { createFolders } from "../../adapters/files/create-file.ts";
import type { CommandContext } from "../command-context.ts";
import { lockedFailure, type Outcome } from "../failure.ts";
import type { StoreCold } from "../sessions/settle-archives.ts";
import { archiveRoot } from "../user-folders.ts";
import { whileLocked } from "../with-file-lock.ts";

/** `null` for a user without a home. */
export function coldStorage({ env }: Pick<CommandContext, "env">): ColdStorage | null {
  const root = archiveRoot(env);
  return root === null ? null : new ColdStorage(root);
}

const LOCK_WAIT_MS = 10_000;

export async function whileAlone<Result>(
  { root }: ColdStorage,
  work: () => Promise<Result>,
): Outcome<Result> {
  await createFolders(root);
  return await whileLocked({ path: join(root, LOCK), waitMs: LOCK_WAIT_MS }, work, () =>
    lockedFailure(
      "archives-locked",
      "another parley is at work in the cold storage of archives",
      "wait for it, then run the same command again",
      root,
    ),
  );
}

const LOCK = "archive.lock";

/** For `settleArchives`. */
export function storeCold({ env, now }: Pick<CommandContext, "env" | "now">): StoreCold {
  const cold = coldStorage({ env });
  return async (archive) => {
    if (cold === null) return null;
    const stored = await whileAlone(cold, () => cold.store({ ...archive, nowMs: now.getTime() }));
    return typeof stored === "string" ? stored : null;
  };
}

/** Removes those whose time is up, unless another process is at it; whatever is wrong with it, the next start tries again. */
export async function purgeDue(root: string, wish: PurgeWish): Promise<void> {
  try {
    const cold = new ColdStorage(root);
    if ((await cold.due(wish)).length === 0) return;
    await whileLocked(
      { path: join(root, LOCK), waitMs: 0 },
      () => cold.purge(wish),
      () => [],
    );
  } catch {
    // Nobody asked for it, and nobody waits for it.
  }
}
