import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export interface Worker {
  readonly process: ChildProcess;
  /** The documents it printed, as they come. */
  readonly lines: readonly Line[];
  /** Waits for the next document that was not waited for yet. */
  next(): Promise<Line>;
  /** Waits for its end; its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export type Line = { readonly [key: string]: unknown };

/** Starts `test/programs/store-worker.ts`; killed at the end of the test if it still runs. */
export function startWorker(args: readonly string[], options: SpawnOptions = {}): Worker {
  return startProgram(
    process.execPath,
    [`${import.meta.dirname}/../.build/store-worker.mjs`, ...args],
    options,
  );
}

export function startProgram(command: string, args: readonly string[], options: SpawnOptions = {}): Worker {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], ...options });
  const lines: Line[] = [];
  const waiting: ((line: Line) => void)[] = [];
  let taken = 0;
  if (child.stdout === null) throw new Error("the worker has no stdout");
  createInterface({ input: child.stdout }).on("line", (text) => {
    lines.push(JSON.parse(text) as Line);
    waiting.shift()?.(lines[taken++] as Line);
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on("close", (code, signal) => resolve(signal ?? code));
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const next = (): Promise<Line> => {
    const line = lines[taken];
    if (line !== undefined) {
      taken += 1;
      return Promise.resolve(line);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  return { process: child, lines, next, ended };
}
