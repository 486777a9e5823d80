import { setTimeout as sleep } from "node:timers/promises";

/** Below the limit of a test, so that what was waited for is named; not reached beside twenty busy processes. */
const WAIT_MS_MAX = 240_000;
const LOOK_MS = 10;

/** Waits until something holds; a test that waits in vain, or for what has ended meanwhile, fails here. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    // What has ended may have come about at the last moment.
    const over = isOver() || performance.now() > deadlineMs;
    if (await holds()) return;
    if (over) throw new Error(`waited in vain until ${what}`);
    await sleep(LOOK_MS);
  }
}
