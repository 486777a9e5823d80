import { statSync } from "node:fs";
import { resolve } from "node:path";
import { makeApp } from "../app/app.ts";
import { purgeSoon } from "../app/archives/purge-soon.ts";
import type { EnclosingRun } from "../app/command-context.ts";
import { type Failure, failureOfThrown, isFailure, type Outcome } from "../app/failure.ts";
import { ProjectStores } from "../app/project-stores.ts";
import { permittedWords, refusedInRun, runPermission } from "../app/run-permissions.ts";
import { BackgroundWork } from "./background-work.ts";
import type { Answer, Request } from "./command.ts";
import { EXIT_CODES } from "./exit-codes.ts";
import { Interruption } from "./interruption.ts";
import {
  type Invocation,
  type OutputFlags,
  outputFlags,
  plainInvocation,
  readOptions,
} from "./invocation.ts";
import type { Io, OutputStream } from "./io.ts";
import { printAnswer, printFailure, printLine } from "./printer.ts";
import { COMMAND_NAMES, loadProgram } from "./program.ts";
import { withNamedSession } from "./session-options.ts";
import { mayAsk } from "./terminal.ts";
import { paintText } from "./text.ts";

/** What goes along with a command from its words to its end. */
interface CommandRun {
  readonly io: Io;
  readonly flags: OutputFlags;
  readonly interruption: Interruption;
  readonly background: BackgroundWork;
  /** What is said once the answer is out; the same words once. */
  readonly warnings: Set<string>;
}

/** Tells the exit code. It keeps nothing from one call to the next, so that it may be called again in the same process. */
export async function main(args: readonly string[], given: Io): Promise<number> {
  const flags = outputFlags(args);
  const io = withQuietErrors(given);
  const { stdout, env } = io;
  let unwritten: string | null = null;
  stdout.on("error", (error) => {
    if (!isReaderGone(error)) unwritten ??= error.message;
  });
  const course = {
    ...{ io, flags, warnings: new Set<string>() },
    ...{ interruption: new Interruption(), background: new BackgroundWork() },
  };
  const result = await answerTo(args, course).catch((error: unknown) => {
    if (env.PARLEY_DEBUG) io.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failureOfThrown(error);
  });
  const { json } = flags;
  const output = { io, json, cwd: currentFolder(io) ?? "/" };
  const code = isFailure(result) ? printFailure(output, result) : printAnswer(output, result);
  for (const warning of course.warnings)
    printLine({ stream: io.stderr, env }, [paintText("yellow", "warning:"), ` ${warning}`]);
  const interrupted = isFailure(result) && result.failed === "interrupted";
  const stopped = await finishBackground(course, interrupted);
  await waitForOutput(stdout);
  if (unwritten !== null) io.stderr.write(`error: the output could not be written: ${unwritten}\n`);
  const end = unwritten !== null ? EXIT_CODES.failed : stopped ? EXIT_CODES.interrupted : code;
  // Whatever was interrupted may still be going on; what it has not finished is undone on the next start.
  if (interrupted) io.process?.exit(end);
  return end;
}

/** What is left to do once the answer is out, unless somebody wants an end now; tells whether that was cut short. */
async function finishBackground(
  { interruption, background }: CommandRun,
  interrupted: boolean,
): Promise<boolean> {
  const before = interruption.soon.aborted;
  interruption.stopAtFirstSignal();
  if (!(interrupted && interruption.now.aborted)) await background.finish();
  return !before && interruption.soon.aborted;
}

async function answerTo(args: readonly string[], course: CommandRun): Outcome<Answer> {
  const program = await loadProgram(args);
  const plain = plainInvocation(program, args);
  if (plain !== null) return runCommand(plain, course);
  const [{ parseArguments }, { helpAnswer, wholeHelp }] = await Promise.all([
    import("./parse-arguments.ts"),
    import("./help.ts"),
  ]);
  const asked = parseArguments(program, COMMAND_NAMES, args);
  if (isFailure(asked)) return asked;
  const { version } = course.io;
  switch (asked.for) {
    case "version":
      return { data: { version }, lines: () => [version] };
    case "help":
      return asked.about.entry === program
        ? wholeHelp(await loadProgram(), version)
        : helpAnswer(program, asked.about, version);
    case "command":
      return runCommand(asked.invocation, course);
  }
}

async function runCommand(invocation: Invocation, course: CommandRun): Outcome<Answer> {
  const { io, flags, interruption, background, warnings } = course;
  const cwd = workingFolder(io, invocation.cwd);
  if (isFailure(cwd)) return cwd;
  const { spec, noInput } = invocation;
  const path = permittedWords(invocation.path, invocation.given.args.action);
  const run = await runOf(path, io.env, cwd);
  if (run !== null && runPermission(path) === "person") {
    return refusedInRun(["parley", ...path].join(" "), run);
  }
  const named = withNamedSession(invocation.given);
  if (isFailure(named)) return named;
  const options = readOptions(spec.options, named.options);
  if (isFailure(options)) return options;
  const given = { args: named.args, options };
  const endsItself = spec.endsItself === true;
  const interrupted = interruption.listen(io.process, { endsItself, fix: spec.whenInterrupted });
  const { env } = io;
  const { soon: cancel, now: cancelNow } = interruption;
  const stores = new ProjectStores();
  const context = {
    cwd,
    env,
    now: new Date(io.clock.nowMs()),
    cancel,
    cancelNow,
    stores,
    background,
    ...(run === null ? {} : { run }),
    warn: (message: string) => void warnings.add(message),
    get via() {
      return io.stdin.isTTY === true ? ("terminal" as const) : ("script" as const);
    },
    get input() {
      return io.stdin;
    },
    ...(io.playScript === undefined ? {} : { playScript: io.playScript }),
    ...(io.startApart === undefined ? {} : { startApart: io.startApart }),
    ...(io.tasks === undefined ? {} : { tasks: io.tasks }),
  };
  const request: Request = {
    app: makeApp(context),
    context,
    io,
    quiet: flags.quiet,
    json: flags.json,
    mayAsk: run === null && mayAsk(io, { noInput, json: flags.json }),
    report: flags.quiet ? () => undefined : (line) => printLine({ stream: io.stderr, env }, line),
    wholeProgram: () => loadProgram(),
  };
  // Whoever is about to look at them, or to say what goes, is not forestalled.
  if (path[0] !== "archive") purgeSoon(context);
  const trusting = run === null && asksForTrust(path);
  const answered = trusting ? trustedRun(request, () => spec.run(request, given)) : spec.run(request, given);
  const answer = answered.finally(() => stores.close());
  return await (endsItself ? answer : Promise.race([interrupted, answer]));
}

/** Those that change something may start what the settings name, be it a hook; these are about trust themselves. */
function asksForTrust(path: readonly string[]): boolean {
  return runPermission(path) !== "anyone" && !["trust", "demo", "init", "config"].includes(path[0] ?? "");
}

async function trustedRun(request: Request, run: () => Outcome<Answer>): Outcome<Answer> {
  const { settleTrust } = await import("./ask/ask-for-trust.ts");
  return (await settleTrust(request)) ?? (await run());
}

/** Whoever only looks is not asked who they are: that would take longer than many a look. */
async function runOf(path: readonly string[], env: Io["env"], cwd: string): Promise<EnclosingRun | null> {
  if (runPermission(path) === "anyone") return null;
  const { enclosingRun } = await import("../app/enclosing-run.ts");
  return await enclosingRun(env, cwd);
}

/** Where even errors cannot be written, the exit code says it all. A stream that nobody writes to is not opened. */
function withQuietErrors(io: Io): Io {
  let opened: OutputStream | undefined;
  const get = (): OutputStream => {
    opened ??= io.stderr.on("error", () => undefined);
    return opened;
  };
  return Object.create(io, { stderr: { get } }) as Io;
}

/** Whoever reads our output may stop early (`| head -1`): then we end as if it had all been read. */
function isReaderGone(error: NodeJS.ErrnoException): boolean {
  return error.code === "EPIPE";
}

/** By then every error of what was written before has been told. */
function waitForOutput(stdout: OutputStream): Promise<void> {
  return new Promise((done) => {
    stdout.write("", () => setImmediate(done));
  });
}

function workingFolder(io: Io, given: string | undefined): string | Failure {
  const current = currentFolder(io);
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

function currentFolder(io: Io): string | null {
  try {
    return io.cwd();
  } catch {
    return null;
  }
}
