import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import type { LeaseHolder } from "../../engine/ports.ts";
import { writeDurably } from "../shared/durable-file.ts";
import type { RunFolder } from "./run-folder.ts";
import { type RunRequest, recordText } from "./run-records.ts";
import { WRAPPER_SCRIPT } from "./wrapper-script.ts";

export interface WrapperStart {
  readonly run: RunFolder;
  readonly env: Readonly<Record<string, string>>;
  readonly request: RunRequest;
  /** The key to seal the run's end with: it goes through a pipe, and nowhere else. */
  readonly sealWith: string;
  identify(pid: number): LeaseHolder | null;
}

/**
 * Starts the wrapper of a claimed run in a session of its own, and lets it begin once it is noted who it is. What
 * the system refuses is thrown; false when the wrapper could not be identified and was not let begin.
 */
export async function startWrapper({ run, env, identify, ...order }: WrapperStart): Promise<boolean> {
  // Should the wrapper itself fail, its words stand where one looks for them.
  const stderr = await open(run.stderr, "a");
  try {
    const args = ["--input-type=commonjs", "-e", WRAPPER_SCRIPT, run.path];
    const stdio: StdioOptions = ["pipe", "ignore", stderr.fd];
    const wrapper = spawn(process.execPath, args, { cwd: run.path, detached: true, stdio, env });
    await once(wrapper, "spawn");
    wrapper.on("error", () => undefined);
    wrapper.unref();
    try {
      const holder = identify(wrapper.pid ?? 0);
      if (holder === null) return false;
      await writeDurably(run.wrapper, recordText(holder));
      await letBegin(wrapper, JSON.stringify(order));
      return true;
    } finally {
      wrapper.stdin?.destroy();
    }
  } finally {
    await stderr.close();
  }
}

/** A wrapper that is gone by now cannot hear it; the watch will find that out. */
async function letBegin({ stdin }: ChildProcess, order: string): Promise<void> {
  await new Promise<void>((resolve) => {
    stdin?.on("error", () => resolve());
    stdin?.end(order, () => resolve());
  });
}
