// The real program in a process of its own, while it is under way.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { COUNTED_PROGRAM_FILE } from "../real-starts.ts";
import { until } from "../support/until.ts";
import type { Ended } from "./run-here.ts";

interface ProgramOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly uid?: number | undefined;
  /** What it finds on its input. */
  readonly input?: string | Uint8Array;
}

export class StartedProgram {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #heard = { stdout: "", stderr: "" };
  #over = false;

  constructor(args: readonly string[], { input = "", ...options }: ProgramOptions) {
    this.#child = spawn(process.execPath, [COUNTED_PROGRAM_FILE, ...args], options);
    this.#child.stdin.on("error", () => undefined).end(input);
    for (const stream of ["stdout", "stderr"] as const) {
      this.#child[stream].setEncoding("utf8").on("data", (text: string) => {
        this.#heard[stream] += text;
      });
    }
    this.ended = new Promise((end, fail) => {
      this.#child.once("error", fail);
      this.#child.once("close", (code, signal) => {
        this.#over = true;
        end({ code, signal, ...this.#heard });
      });
    });
  }

  /** On its output so far. */
  get stdout(): string {
    return this.#heard.stdout;
  }

  /** Fails where the program has ended before. */
  async until(what: string, holds: () => boolean): Promise<void> {
    await until(what, holds, () => this.#over);
  }

  /** On either stream. */
  async says(words: RegExp): Promise<void> {
    await this.until(
      `it says ${words}`,
      () => words.test(this.#heard.stdout) || words.test(this.#heard.stderr),
    );
  }

  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  async kill(): Promise<Ended> {
    this.#child.kill("SIGKILL");
    return await this.ended;
  }
}
