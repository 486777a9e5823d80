// A command in this process: streams, environment, folder and clock are handed in, and what it said is kept.
import { readFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import type { Environment, PlayScript } from "../../src/app/command-context.ts";
import type { Io } from "../../src/cli/io.ts";
import { main } from "../../src/cli/main.ts";
import type { TaskRepository } from "../../src/engine/build-ports.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface HereOptions {
  readonly cwd: string;
  readonly env: Environment;
  readonly input?: string | Uint8Array;
  /** What node would run as parley. */
  readonly program: string;
  /** Without it, players are started as programs. */
  readonly playScript?: PlayScript;
  readonly tasks?: TaskRepository;
  /** Hears what it says beside its output, piece by piece. */
  readonly onStderr?: (text: string) => void;
  readonly columns?: number;
}

// As far below the root as this file is the program that is built from it.
const PACKAGE_FILE = new URL("../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(PACKAGE_FILE, "utf8")) as { readonly version: string };

export async function runHere(args: readonly string[], options: HereOptions): Promise<Ended> {
  const { columns } = options;
  const [stdout, stderr] = [
    new KeptOutput({ columns }),
    new KeptOutput({ columns, onText: options.onStderr }),
  ];
  const code = await main(args, ioOf(options, { stdout, stderr }));
  return { code, signal: null, stdout: stdout.text, stderr: stderr.text };
}

export function ioOf(
  { cwd, env, input, program, playScript, tasks }: HereOptions,
  streams: Partial<Pick<Io, "stdin" | "stdout" | "stderr">> = {},
): Io {
  return {
    stdin: Readable.from(input === undefined ? [] : [Buffer.from(input)]),
    stdout: new KeptOutput(),
    stderr: new KeptOutput(),
    ...streams,
    env,
    cwd: () => cwd,
    clock: { nowMs: () => Date.now() },
    version,
    programFile: program,
    ...(playScript === undefined ? {} : { playScript }),
    ...(tasks === undefined ? {} : { tasks }),
  };
}

interface OutputOptions {
  readonly columns?: number | undefined;
  readonly onText?: ((text: string) => void) | undefined;
}

/** What nobody reads at a terminal. */
class KeptOutput extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #onText: OutputOptions["onText"];
  readonly columns?: number;

  constructor({ columns, onText }: OutputOptions = {}) {
    super();
    this.#onText = onText;
    if (columns !== undefined) this.columns = columns;
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    this.#onText?.(chunk.toString("utf8"));
    done();
  }
}
