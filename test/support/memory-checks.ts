// Checks without a shell: a folder is red where a file of it says so.
import type { CheckRequest, CheckResult, CheckRunner } from "../../src/engine/build-ports.ts";
import type { Cancel } from "../../src/engine/ports.ts";
import type { Tree } from "./memory-repository.ts";

/** A file with this word in it turns the step red that the word names. */
export const RED: Readonly<Record<CheckRequest["step"], string>> = {
  setup: "NO-SETUP",
  build: "NO-BUILD",
  test: "NO-TEST",
};

export class MemoryChecks implements CheckRunner {
  readonly ran: CheckRequest[] = [];
  readonly #filesAt: (folder: string) => Tree | null;

  constructor(filesAt: (folder: string) => Tree | null) {
    this.#filesAt = filesAt;
  }

  async run(request: CheckRequest, onLine: (line: string) => void, cancel: Cancel): Promise<CheckResult> {
    const { folder, step, command } = request;
    const result = { step, command, elapsedMs: 10 };
    if (cancel.cancelled) return { ...result, outcome: "cancelled", exitCode: null, output: "", tests: null };
    const files = this.#filesAt(folder);
    if (files === null)
      return { ...result, outcome: "not-started", exitCode: null, output: `no ${folder}`, tests: null };
    this.ran.push(request);
    const red = [...files].find(([, text]) => text.includes(RED[step]));
    const output = red === undefined ? `${step}: all is well` : `${step}: ${red[0]} is red`;
    onLine(output);
    const tests = [...files.keys()].filter((path) => path.includes(".test.")).length;
    return {
      ...result,
      outcome: red === undefined ? "passed" : "failed",
      exitCode: red === undefined ? 0 : 1,
      output: `${output}\n`,
      tests: step === "test" ? tests : null,
    };
  }
}
