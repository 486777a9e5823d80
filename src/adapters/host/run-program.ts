// Programs that are not ours, run for a bounded time, each in a process group of its own.
import { spawn } from "node:child_process";
import { OUTPUT_DRAIN_MS } from "../../core/shared/bounds.ts";

interface Bounds {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly cancel: AbortSignal;
}

interface ProbeRequest extends Bounds {
  readonly file: string;
  readonly args: readonly string[];
  readonly bytesMax: number;
}

export type ProbeOutcome =
  | { readonly at: "answered"; readonly exitCode: number | null; readonly output: string }
  | NoAnswer;

type NoAnswer =
  | { readonly at: "timed-out" | "cancelled" }
  | { readonly at: "not-started"; readonly error: unknown };

/**
 * Runs a strange program just to hear what it says: input closed, time and output bounded, and gone afterwards with
 * whatever it started. Its error stream counts only when it said nothing else.
 */
export async function probeProgram({ file, args, bytesMax, ...bounds }: ProbeRequest): Promise<ProbeOutcome> {
  const heard = new CapturedOutput(bytesMax);
  const end = await runBounded(
    { ...bounds, argv: [file, ...args], cwd: "/", input: null, leavesNothing: true },
    (stream, bytes) => heard.add(stream, bytes),
  );
  if (end.at !== "ended") return end;
  const output = heard.text("stdout").trim() || heard.text("stderr").trim();
  return { at: "answered", exitCode: end.exitCode, output };
}

export interface CommandRequest extends Bounds {
  /** For the shell. */
  readonly command: string;
  readonly cwd: string;
  readonly input: string;
  /** More of its output than this is not kept. */
  readonly outputBytesMax: number;
}

export type CommandOutcome = { readonly output: string } & (
  | { readonly at: "ended"; readonly exitCode: number }
  | { readonly at: "killed"; readonly signal: string }
  | NoAnswer
);

/** Runs a command of the user's own with a text on its input. What it left behind by itself may stay. */
export async function runCommand(request: CommandRequest): Promise<CommandOutcome> {
  const { command, outputBytesMax, ...bounds } = request;
  const heard = new CapturedOutput(outputBytesMax);
  const end = await runBounded(
    { ...bounds, argv: ["/bin/sh", "-c", command], leavesNothing: false },
    (stream, bytes) => {
      heard.add(stream, bytes);
      return true;
    },
  );
  const output = heard.text();
  if (end.at !== "ended") return { ...end, output };
  const { exitCode, signal } = end;
  return exitCode === null
    ? { at: "killed", signal: signal ?? "a signal", output }
    : { at: "ended", exitCode, output };
}

interface BoundedRun extends Bounds {
  readonly argv: readonly [file: string, ...args: string[]];
  readonly cwd: string;
  /** `null`: its input is closed. */
  readonly input: string | null;
  /** Also where it ends by itself; where it is stopped, its group always goes with it. */
  readonly leavesNothing: boolean;
}

type BoundedEnd =
  | { readonly at: "ended"; readonly exitCode: number | null; readonly signal: string | null }
  | NoAnswer;

type OutputStream = "stdout" | "stderr";

/** `hear`: false when that is more than enough, and it need not go on. */
function runBounded(
  { argv: [file, ...args], cwd, env, input, timeoutMs, leavesNothing, cancel }: BoundedRun,
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
      drain = setTimeout(ended, OUTPUT_DRAIN_MS);
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

/** The beginning of what a program said. */
class CapturedOutput {
  readonly #parts: { readonly stream: OutputStream; readonly bytes: Uint8Array }[] = [];
  #left: number;

  constructor(bytesMax: number) {
    this.#left = bytesMax;
  }

  /** False when that is more than enough. */
  add(stream: OutputStream, bytes: Uint8Array): boolean {
    this.#parts.push({ stream, bytes: bytes.subarray(0, this.#left) });
    this.#left -= Math.min(bytes.length, this.#left);
    return this.#left > 0;
  }

  /** Of both streams, where none is named. */
  text(stream?: OutputStream): string {
    const parts = this.#parts.filter((part) => stream === undefined || part.stream === stream);
    return Buffer.concat(parts.map(({ bytes }) => bytes)).toString("utf8");
  }
}
