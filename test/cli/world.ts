// A world for the real program: folders of its own for the project, the home and the PATH.
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

export const PROGRAM_FILE = resolve("dist/parley.js");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  /** Stops it with SIGKILL after this long. */
  readonly killAfterMs?: number;
  /** Killed as soon as it has said this on either stream. */
  readonly killOnceSaid?: RegExp;
}

export interface World {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly bin: string;
  readonly projectConfig: string;
  readonly userConfig: string;
  run(args: readonly string[], options?: RunOptions): Promise<Ended>;
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
    run: (args, options = {}) => run(args, { cwd: project, ...options, env: { ...env, ...options.env } }),
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

function run(args: readonly string[], { killAfterMs, killOnceSaid, ...options }: RunOptions): Promise<Ended> {
  return new Promise((end, fail) => {
    const child = spawn(process.execPath, [PROGRAM_FILE, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      ...options,
    });
    const heard = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        heard[stream] += text;
        if (killOnceSaid?.test(heard[stream]) === true) child.kill("SIGKILL");
      });
    }
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    child.once("error", fail);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      end({ code, signal, ...heard });
    });
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
