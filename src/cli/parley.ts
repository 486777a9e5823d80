#!/usr/bin/env node
// The entry stays tiny: asking for the version loads nothing else, not even the output streams.
import { writeSync } from "node:fs";

declare const PARLEY_VERSION: string;

const VERSION_FLAGS = new Set(["--version", "-V"]);
const FLAGS_BESIDE = new Set(["--json", "--quiet", "-q", "--no-input"]);
const STDOUT = 1;

/** What Node says of a program that waits for something when nothing can come any more. */
const UNSETTLED = 13;

const args = process.argv.slice(2);
const onlyVersion = args.every((arg) => VERSION_FLAGS.has(arg) || FLAGS_BESIDE.has(arg));

if (onlyVersion && args.some((arg) => VERSION_FLAGS.has(arg))) printVersion();
else void runToItsEnd();

function printVersion(): void {
  const asJson = args.includes("--json");
  const text = asJson ? JSON.stringify({ version: PARLEY_VERSION }, null, 2) : PARLEY_VERSION;
  try {
    writeSync(STDOUT, `${text}\n`);
  } catch (error) {
    // Whoever reads may be gone already; that is no error of ours.
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "EPIPE") {
      process.exitCode = 1;
      process.stderr.write(`error: the output could not be written: ${message}\n`);
    }
  }
}

async function runToItsEnd(): Promise<void> {
  process.once("beforeExit", () => {
    process.exitCode ??= UNSETTLED;
  });
  process.exitCode = await run();
}

async function run(): Promise<number> {
  if (args[0] === "__player") {
    // How parley starts itself as a scripted agent; not a command for people.
    const { playAsProgram } = await import("../app/sessions/play-as-program.ts");
    return await playAsProgram(args[1] ?? "");
  }
  if (args[0] === "__acp") {
    // How parley starts itself to speak with an ACP agent; not a command for people.
    const { speakAcp } = await import("../app/agents/speak-acp.ts");
    return await speakAcp(args.slice(1));
  }
  if (args[0] === "__complete") {
    // What the shells' completion asks; not a command for people.
    const { complete } = await import("./complete.ts");
    const never = new AbortController().signal;
    const context = {
      cwd: process.cwd(),
      env: process.env,
      now: new Date(),
      cancel: never,
      cancelNow: never,
    };
    process.stdout.write(await complete(args.slice(1), context));
    return 0;
  }
  keepCompiledCode();
  const { main } = await import("./main.ts");
  return await main(args, {
    version: PARLEY_VERSION,
    env: process.env,
    // Each is opened by whoever first looks at it.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    cwd: () => process.cwd(),
    clock: { nowMs: () => Date.now() },
    programFile: process.argv[1] ?? "",
    process,
  });
}

/** Node 22 and later can, between runs; to look into the module for it takes time of those that cannot. */
function keepCompiledCode(): void {
  if (Number.parseInt(process.versions.node, 10) < 22) return;
  const nodeModule: object = process.getBuiltinModule("node:module");
  (nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();
}
