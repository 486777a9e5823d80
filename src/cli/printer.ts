// The one place that writes: lines for people or one JSON document for programs.

import type { Environment } from "../app/command-context.ts";
import type { Failure } from "../app/failure.ts";
import type { Answer } from "./command.ts";
import { EXIT_CODES, type ExitCode } from "./exit-codes.ts";
import type { Io, OutputStream } from "./io.ts";
import { coloursOn, widthOf } from "./terminal.ts";
import { besideTerm, type Line, lineText, paintText, safeJson } from "./text.ts";

interface Output {
  readonly io: Pick<Io, "stdout" | "stderr" | "env">;
  readonly json: boolean;
  /** Paths below are shown from here. */
  readonly cwd: string;
}

export function printAnswer({ io, json }: Output, answer: Answer): ExitCode {
  const { stdout } = io;
  // What has spoken for itself, as a server does, has no document.
  if (json && answer.data !== undefined) stdout.write(`${safeJson(answer.data)}\n`);
  else if (!json) writeLines(io, stdout, answer.lines(widthOf(stdout)));
  return answer.exitCode ?? EXIT_CODES.done;
}

export function printFailure({ io, json, cwd }: Output, failure: Failure): ExitCode {
  const { failed, ...error } = failure;
  if (json) io.stdout.write(`${safeJson({ error })}\n`);
  else writeLines(io, io.stderr, failureLines(failure, cwd, widthOf(io.stderr)));
  return EXIT_CODES[failed];
}

/** One line of progress. */
export function printLine(
  { stream, env }: { readonly stream: OutputStream; readonly env: Environment },
  line: Line,
): void {
  writeLines({ env }, stream, [line]);
}

const LABEL_COLUMN = 7;

function failureLines({ message, place, fix, problems = [] }: Failure, cwd: string, width: number): Line[] {
  const shape = { term: LABEL_COLUMN, width };
  const lines = besideTerm(paintText("red", "error:"), message, shape);
  if (problems.length > 1) {
    for (const problem of problems) {
      lines.push(`  ${nearPath(problem.place, cwd)}`);
      const advice = problem.fix === undefined ? "" : ` (${problem.fix})`;
      lines.push(...besideTerm("", `${problem.message}${advice}`, { term: 4, width }));
    }
  } else if (place !== undefined) {
    lines.push(...besideTerm(paintText("dim", "   at:"), nearPath(place, cwd), shape));
  }
  if (fix !== undefined) lines.push(...besideTerm(paintText("dim", "  fix:"), fix, shape));
  return lines;
}

/** A path under the folder one stands in is shorter from there. */
export function nearPath(path: string, cwd: string): string {
  return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

function writeLines({ env }: Pick<Io, "env">, stream: OutputStream, lines: readonly Line[]): void {
  if (lines.length === 0) return;
  const colours = coloursOn(env, stream);
  const text = lines.map((line) => lineText(line, { colours }));
  stream.write(`${text.join("\n")}\n`);
}
