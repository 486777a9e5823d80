// A program in a process group of its own, with an end to its time.
import { spawn } from "node:child_process";

export interface Bounds {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly cancel: AbortSignal;
}

export type NoAnswer =
  | { readonly at: "timed-out" | "cancelled" }
  | { readonly at: "not-started"; readonly error: unknown };

interface BoundedRun extends Bounds {
  readonly argv: readonly [file: string, ...args: string[]];
  readonly cwd: string;
  /** `null`: its input is closed. */
  readonly input: string | Uint8Array | null;
  /** How long output may still come in after it has ended: what it left in the background may hold the pipe open. */
  readonly drainMs: number;
  /** Also where it ends by itself; where it is stopped, its group always goes with it. */
  readonly leavesNothing: boolean;
}

type BoundedEnd =
  | { readonly at: "ended"; readonly exitCode: number | null; readonly signal: string | null }
  | NoAnswer;

export type OutputStream = "stdout" | "stderr";

/** `hear`: false when that is more than enough, and it need not go on. */
export function runBounded(
  { argv: [file, ...args], cwd, env, input, timeoutMs, drainMs, leavesNothing, cancel }: BoundedRun,
  hear: (stream: OutputStream, bytes: Uint8Array) => boolean,
): Promise<BoundedEnd> {
  if (cancel.aborted) return Promise.resolve({ at: "cancelled" });
  return new Promise((resolve) => {
    const stdin = input === null ? "ignore" : "pipe";
    const child = spawn(file, args, { cwd, env: { ...env }, detached: true, stdio: [stdin, "pipe", "pipe"] });
    let drain: NodeJS.Timeout | undefined;
    const finish = (end: BoundedEnd): void => {
      clearTimeout(timer);
      clearTimeout(drain);
      cancel.removeEventListener("abort", onCancel);
      child.removeAllListeners("close");
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
      child.unref();
      if (leavesNothing || end.at === "timed-out" || end.at === "cancelled") endGroup(child.pid);
      resolve(end);
    };
    const ended = (): void => finish({ at: "ended", exitCode: child.exitCode, signal: child.signalCode });
    const onCancel = (): void => finish({ at: "cancelled" });
    const timer = setTimeout(() => finish({ at: "timed-out" }), timeoutMs);
    cancel.addEventListener("abort", onCancel, { once: true });
    child.once("error", (error) => finish({ at: "not-started", error }));
    child.once("close", ended);
    child.once("exit", () => {
      drain = setTimeout(ended, drainMs);
    });
    child.stdout?.on("data", (bytes: Uint8Array) => hear("stdout", bytes) || ended());
    child.stderr?.on("data", (bytes: Uint8Array) => hear("stderr", bytes) || ended());
    // A command need not read what it is told.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}
