import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Failure, failureOfThrown, isFailure } from "../app/failure.ts";
import type { Answer } from "./command.ts";
import { PROGRAM } from "./command-table.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { helpAnswer } from "./help.ts";
import { type Invocation, type OutputFlags, outputFlags, parseArguments } from "./parse-arguments.ts";
import { printAnswer, printFailure, printLine } from "./printer.ts";
import { mayAsk } from "./terminal.ts";

export async function main(args: readonly string[], version: string): Promise<void> {
  const flags = outputFlags(args);
  const { stdout, stderr, env } = process;
  stdout.on("error", onOutputError);
  // Where even errors cannot be written, the exit code says it all.
  stderr.on("error", () => undefined);
  const result = await answerTo(args, flags, version).catch((error: unknown) => {
    if (env.PARLEY_DEBUG) stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failureOfThrown(error);
  });
  const output = { stdout, stderr, env, json: flags.json, cwd: currentFolder() ?? "/" };
  process.exitCode = isFailure(result) ? printFailure(output, result) : printAnswer(output, result);
  // Whatever was interrupted may still be going on; what it has not finished is undone on the next start.
  if (isFailure(result) && result.failed === "interrupted") process.exit();
}

async function answerTo(
  args: readonly string[],
  flags: OutputFlags,
  version: string,
): Promise<Answer | Failure> {
  const asked = parseArguments(PROGRAM, args);
  if (isFailure(asked)) return asked;
  switch (asked.for) {
    case "version":
      return { data: { version }, lines: () => [version] };
    case "help":
      return helpAnswer(PROGRAM, asked.about, version);
    case "command":
      return runCommand(asked.invocation, flags, version);
  }
}

async function runCommand(
  invocation: Invocation,
  flags: OutputFlags,
  version: string,
): Promise<Answer | Failure> {
  const cwd = workingFolder(invocation.cwd);
  if (isFailure(cwd)) return cwd;
  const { spec, arguments: given, options, lists, noInput } = invocation;
  const [soon, now] = [new AbortController(), new AbortController()];
  const interrupted = interruptionOf(soon, spec.endsItself === true ? now : null);
  const command = await spec.load();
  const { env, stdin, stderr } = process;
  const answer = command.run({
    surroundings: { cwd, env, now: new Date(), cancel: soon.signal, cancelNow: now.signal },
    arguments: given,
    options,
    lists,
    quiet: flags.quiet,
    json: flags.json,
    mayAsk: mayAsk(env, stdin, { noInput, json: flags.json }),
    report: flags.quiet ? () => undefined : (line) => printLine({ stream: stderr, env }, line),
    program: PROGRAM,
    version,
  });
  return await (spec.endsItself === true ? answer : Promise.race([interrupted, answer]));
}

/** Whoever reads our output may stop early (`| head -1`): then we end as if it had all been read. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.exitCode = EXIT_CODES.failed;
  process.stderr.write(`error: the output could not be written: ${error.message}\n`);
}

/**
 * The first signal ends the command in an orderly way, the second one at once, as Node does by itself. A command that
 * ends itself is told of both, and only a third is Node's.
 */
function interruptionOf(soon: AbortController, now: AbortController | null): Promise<Failure> {
  return new Promise((end) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        if (now !== null) process.once(signal, () => now.abort());
        soon.abort();
        end({ failed: "interrupted", code: "interrupted", message: "interrupted; nothing recorded is lost" });
      });
    }
  });
}

function workingFolder(given: string | undefined): string | Failure {
  const current = currentFolder();
  const place = current === null ? given : resolve(current, given ?? "");
  if (place !== undefined && statSync(place, { throwIfNoEntry: false })?.isDirectory()) return place;
  return {
    failed: "not-found",
    code: "no-folder",
    message:
      given === undefined ? "the folder you are in does not exist any more" : "there is no such folder",
    ...(place !== undefined && { place }),
    fix: given === undefined ? "change to another folder" : "check the path given with --cwd",
  };
}

function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
