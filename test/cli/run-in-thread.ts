// The built program in a thread of its own: what would end its process, or never end, is the thread's alone.
import { resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import type { World } from "./world.ts";

/** Seconds on a quiet machine; for ever where a pattern is at fault. */
const TIMEOUT_MS = 240_000;

interface ThreadOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly execArgv?: string[];
}

export async function runInThread(
  { project, env }: World,
  args: readonly string[],
  options: ThreadOptions = {},
): Promise<{ readonly code: number; readonly stdout: string }> {
  const thread = new Worker(resolve("dist/parley.js"), {
    ...options,
    argv: ["--cwd", project, ...args],
    env: { ...env, ...options.env },
    stdout: true,
  });
  const tooLong = setTimeout(() => void thread.terminate(), TIMEOUT_MS);
  const code = new Promise<number>((end, fail) => {
    thread.once("error", fail).once("exit", end);
  });
  try {
    const [ended, stdout] = await Promise.all([code, textOf(thread.stdout)]);
    return { code: ended, stdout };
  } finally {
    clearTimeout(tooLong);
  }
}
