// A world for the program: folders of its own for the project, the home and the PATH. Commands run in this process,
// as do the players that they start; where a claim is about processes, the real program is started.
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import type { PlayScript } from "../../src/app/command-context.ts";
import { COUNTED_PROGRAM_FILE } from "../real-starts.ts";
import { collected } from "../support/collected.ts";
import { type PlayerRuns, playerAgent } from "../support/player-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Ended, runHere } from "./run-here.ts";

export const PROGRAM_FILE = COUNTED_PROGRAM_FILE;

export type { Ended } from "./run-here.ts";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it finds on its input. */
  readonly input?: string | Uint8Array;
}

export interface StartOptions extends RunOptions {
  readonly uid?: number;
  /** Killed as soon as it has said this on either stream. */
  readonly killOnceSaid?: RegExp;
  /** Killed after so many milliseconds. */
  readonly timeout?: number;
}

export interface World {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly bin: string;
  readonly projectConfig: string;
  readonly userConfig: string;
  readonly env: Readonly<Record<string, string>>;
  /** What has been played in this world is known to all of its commands. */
  readonly playScript: PlayScript;
  /** In this process. */
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The same, but players are started as programs of their own. */
  runWithPrograms(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The real program, in a process of its own. */
  start(args: readonly string[], options?: StartOptions): Promise<Ended>;
  write(file: string, text: string | Uint8Array): void;
  read(file: string): string;
  /** A program on this world's PATH. */
  program(name: string, script: string): void;
}

/** `root`: for a world that outlives a test. */
export function newWorld(root = temporaryFolder()): World {
  const [project, home, bin] = ["project", "home", "bin"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [project, home, bin]) mkdirSync(folder);
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    PATH: `${bin}:/usr/bin:/bin`,
    TERM: "xterm",
  };
  const settled = <Options extends RunOptions>(options?: Options) => ({
    cwd: project,
    ...options,
    env: { ...env, ...options?.env },
  });
  const runs: PlayerRuns = new Map();
  const playScript: PlayScript = (file) => playerAgent({ file, runs });
  const write = (file: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  return {
    root,
    project,
    home,
    bin,
    projectConfig: join(project, ".parley/config.yaml"),
    userConfig: join(home, ".config/parley/config.yaml"),
    env,
    playScript,
    run: (args, options) => runHere(args, { ...settled(options), program: PROGRAM_FILE, playScript }),
    runWithPrograms: (args, options) => runHere(args, { ...settled(options), program: PROGRAM_FILE }),
    start: (args, options) => start(args, settled(options)),
    write,
    read: (file) => readFileSync(file, "utf8"),
    program: (name, script) => {
      write(join(bin, name), script);
      chmodSync(join(bin, name), 0o755);
    },
  };
}

/** A project that takes its time to come about: it does so once, and each test has a copy of it. */
export function playedOnce(play: (world: World) => Promise<void>): () => Promise<World> {
  let kept: Promise<string> | null = null;
  const keep = async (): Promise<string> => {
    const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const world = newWorld(folder);
    await play(world);
    await collected(folder);
    return world.project;
  };
  return async () => {
    kept ??= keep();
    const world = newWorld();
    cpSync(await kept, world.project, { recursive: true });
    return world;
  };
}

export const newProject = playedOnce(async (world) => {
  expect((await world.run(["init", "--quiet"])).code).toBe(0);
});

/** A project with nothing but settings, made without the program. */
export function newSettings(text = ""): World {
  const world = newWorld();
  world.write(world.projectConfig, text);
  return world;
}

function start(
  args: readonly string[],
  { killOnceSaid, input = "", ...options }: StartOptions,
): Promise<Ended> {
  return new Promise((end, fail) => {
    const child = spawn(process.execPath, [PROGRAM_FILE, ...args], { ...options, killSignal: "SIGKILL" });
    child.stdin.on("error", () => undefined).end(input);
    const heard = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        heard[stream] += text;
        if (killOnceSaid?.test(heard[stream]) === true) child.kill("SIGKILL");
      });
    }
    child.once("error", fail);
    child.once("close", (code, signal) => end({ code, signal, ...heard }));
  });
}

export type Document = { readonly [key: string]: unknown };

/** The one document on stdout; anything beside it makes this fail. */
export function documentOf({ stdout }: Ended): unknown {
  return JSON.parse(stdout);
}

export interface ErrorDocument {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly place?: string;
    readonly fix?: string;
    readonly problems?: readonly {
      readonly message: string;
      readonly place: string;
      readonly fix?: string;
    }[];
  };
}

export function errorOf(ended: Ended): ErrorDocument["error"] {
  return (documentOf(ended) as ErrorDocument).error;
}
