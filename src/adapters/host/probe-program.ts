import { type ChildProcess, spawn } from "node:child_process";
import { OUTPUT_DRAIN_MS } from "../../core/shared/bounds.ts";

interface ProbeRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly bytesMax: number;
  readonly cancel: AbortSignal;
}

export type ProbeOutcome =
  | { readonly at: "answered"; readonly exitCode: number | null; readonly output: string }
  | { readonly at: "timed-out" }
  | { readonly at: "cancelled" }
  | { readonly at: "not-started"; readonly error: unknown };

/**
 * Runs a strange program just to hear what it says: input closed, time and output bounded, in a process
 * group of its own that is gone afterwards, whatever it started.
 */
export function probeProgram(request: ProbeRequest): Promise<ProbeOutcome> {
  if (request.cancel.aborted) return Promise.resolve({ at: "cancelled" });
  return new Promise((resolve) => {
    const child = spawn(request.file, request.args, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
      cwd: "/",
      env: { ...request.env },
    });
    const heard = new CapturedOutput(request.bytesMax);
    let drain: NodeJS.Timeout | undefined;
    const finish = (outcome: ProbeOutcome): void => {
      clearTimeout(timer);
      clearTimeout(drain);
      request.cancel.removeEventListener("abort", onCancel);
      endGroup(child);
      resolve(outcome);
    };
    const answer = (): void => finish({ at: "answered", exitCode: child.exitCode, output: heard.text() });
    const onCancel = (): void => finish({ at: "cancelled" });
    const timer = setTimeout(() => finish({ at: "timed-out" }), request.timeoutMs);
    request.cancel.addEventListener("abort", onCancel, { once: true });
    child.once("error", (error) => finish({ at: "not-started", error }));
    child.once("close", answer);
    child.once("exit", () => {
      drain = setTimeout(answer, OUTPUT_DRAIN_MS);
    });
    child.stdout.on("data", (bytes: Uint8Array) => heard.add("stdout", bytes) || answer());
    child.stderr.on("data", (bytes: Uint8Array) => heard.add("stderr", bytes) || answer());
  });
}

/** The beginning of what a program said; its error stream counts only when it said nothing else. */
class CapturedOutput {
  readonly #parts = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  #left: number;

  constructor(bytesMax: number) {
    this.#left = bytesMax;
  }

  /** False when that is more than enough. */
  add(stream: "stdout" | "stderr", bytes: Uint8Array): boolean {
    this.#parts[stream].push(bytes.subarray(0, this.#left));
    this.#left -= Math.min(bytes.length, this.#left);
    return this.#left > 0;
  }

  text(): string {
    const said = Buffer.concat(this.#parts.stdout).toString("utf8").trim();
    return said === "" ? Buffer.concat(this.#parts.stderr).toString("utf8").trim() : said;
  }
}

function endGroup(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group has ended already.
  }
}
