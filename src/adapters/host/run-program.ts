// Programs that are not ours, run for a bounded time.
import { OUTPUT_DRAIN_MS } from "../../core/shared/bounds.ts";
import { type Bounds, type NoAnswer, type OutputStream, runBounded } from "../shared/run-bounded.ts";

interface ProbeRequest extends Bounds {
  readonly file: string;
  readonly args: readonly string[];
  readonly bytesMax: number;
}

export type ProbeOutcome =
  | { readonly at: "answered"; readonly exitCode: number | null; readonly output: string }
  | NoAnswer;

/**
 * Runs a strange program just to hear what it says: input closed, time and output bounded, and gone afterwards with
 * whatever it started. Its error stream counts only when it said nothing else.
 */
export async function probeProgram({ file, args, bytesMax, ...bounds }: ProbeRequest): Promise<ProbeOutcome> {
  const heard = new CapturedOutput(bytesMax);
  const end = await runBounded(
    {
      ...bounds,
      argv: [file, ...args],
      cwd: "/",
      input: null,
      drainMs: OUTPUT_DRAIN_MS,
      leavesNothing: true,
    },
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
    { ...bounds, argv: ["/bin/sh", "-c", command], drainMs: OUTPUT_DRAIN_MS, leavesNothing: false },
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
