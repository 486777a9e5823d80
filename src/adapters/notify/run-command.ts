// Runs a command of the user's own with a text on its input, for a bounded time.

import { type ChildProcess, spawn } from "node:child_process";
import { OUTPUT_DRAIN_MS } from "../../core/shared/bounds.ts";

export interface CommandRequest {
  /** For the shell. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly timeoutMs: number;
  /** More of its output than this is not kept. */
  readonly outputBytesMax: number;
  readonly cancel: AbortSignal;
}

export type CommandOutcome = { readonly output: string } & (
  | { readonly at: "ended"; readonly exitCode: number }
  | { readonly at: "killed"; readonly signal: string }
  | { readonly at: "timed-out" | "cancelled" }
  | { readonly at: "not-started"; readonly error: unknown }
);

type CommandEnd =
  | { readonly at: "ended"; readonly exitCode: number }
  | { readonly at: "killed"; readonly signal: string }
  | { readonly at: "timed-out" | "cancelled" }
  | { readonly at: "not-started"; readonly error: unknown };

/** It has a process group of its own, which goes with it where it is stopped; what it left behind by itself may stay. */
export function runCommand(request: CommandRequest): Promise<CommandOutcome> {
  const { command, cwd, env, input, timeoutMs, outputBytesMax, cancel } = request;
  if (cancel.aborted) return Promise.resolve({ at: "cancelled", output: "" });
  return new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", command], { cwd, env: { ...env }, detached: true, stdio: "pipe" });
    const heard = new CapturedOutput(outputBytesMax);
    let drain: NodeJS.Timeout | undefined;
    const finish = (ending: CommandEnd): void => {
      clearTimeout(timer);
      clearTimeout(drain);
      cancel.removeEventListener("abort", onCancel);
      detachChild(child, ending);
      resolve({ ...ending, output: heard.text() });
    };
    const ended = (): void => {
      const { exitCode, signalCode } = child;
      finish(
        exitCode === null ? { at: "killed", signal: signalCode ?? "a signal" } : { at: "ended", exitCode },
      );
    };
    const onCancel = (): void => finish({ at: "cancelled" });
    const timer = setTimeout(() => finish({ at: "timed-out" }), timeoutMs);
    cancel.addEventListener("abort", onCancel, { once: true });
    child.once("error", (error) => finish({ at: "not-started", error }));
    child.once("close", ended);
    child.once("exit", () => {
      drain = setTimeout(ended, OUTPUT_DRAIN_MS);
    });
    child.stdout.on("data", (bytes: Uint8Array) => heard.add(bytes));
    child.stderr.on("data", (bytes: Uint8Array) => heard.add(bytes));
    // A command need not read what it is told.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

class CapturedOutput {
  readonly #parts: Uint8Array[] = [];
  #left: number;

  constructor(bytesMax: number) {
    this.#left = bytesMax;
  }

  add(bytes: Uint8Array): void {
    this.#parts.push(bytes.subarray(0, this.#left));
    this.#left -= Math.min(bytes.length, this.#left);
  }

  text(): string {
    return Buffer.concat(this.#parts).toString("utf8");
  }
}

function detachChild(child: ChildProcess, { at }: CommandEnd): void {
  child.removeAllListeners("close");
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  child.unref();
  if (child.pid === undefined || (at !== "timed-out" && at !== "cancelled")) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}
