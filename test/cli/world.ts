// A world for the program: folders of its own for the project, the home and the PATH. Commands run in this process,
// as do the players that they start; where a claim is about processes, the real program is started.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { PlayScript } from "../../src/app/command-context.ts";
import type { TaskRepository } from "../../src/engine/build-ports.ts";
import { COUNTED_PROGRAM_FILE } from "../real-starts.ts";
import { collected } from "../support/collected.ts";
import { type PlayerRuns, playerAgent } from "../support/player-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Ended, runHere } from "./run-here.ts";
import { StartedProgram } from "./started-program.ts";

export const PROGRAM_FILE = COUNTED_PROGRAM_FILE;

export type { Ended } from "./run-here.ts";

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it finds on its input. */
  readonly input?: string | Uint8Array;
  /** Another user, for whom only root can act. */
  readonly uid?: number | undefined;
}

export interface RunHereOptions extends RunOptions {
  /** Hears what it says beside its output, piece by piece. */
  readonly onStderr?: (text: string) => void;
  /** How wide it is where both are shown. */
  readonly columns?: number;
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
  /** What tasks are built in, where that is not the project's git repository. */
  tasks?: TaskRepository;
  /** In this process. */
  run(args: readonly string[], options?: RunHereOptions): Promise<Ended>;
  /** The same, but players are started as programs of their own. */
  runWithPrograms(args: readonly string[], options?: RunHereOptions): Promise<Ended>;
  /** The real program, in a process of its own, until it ends. */
  start(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The same, while it is under way. */
  begin(args: readonly string[], options?: RunOptions): StartedProgram;
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
  const begin: World["begin"] = (args, options) => {
    const program = new StartedProgram(args, settled(options));
    onTestFinished(async () => void (await program.kill()));
    return program;
  };
  const runs: PlayerRuns = new Map();
  const playScript: PlayScript = (file) => playerAgent({ file, runs });
  const write = (file: string, text: string | Uint8Array): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const world: World = {
    root,
    project,
    home,
    bin,
    projectConfig: join(project, ".parley/config.yaml"),
    userConfig: join(home, ".config/parley/config.yaml"),
    env,
    playScript,
    run(args, options) {
      const here = { ...settled(options), program: PROGRAM_FILE, playScript };
      const tasks = world.tasks === undefined ? {} : { tasks: world.tasks };
      return asUser(options?.uid, () => runHere(args, { ...here, ...tasks }));
    },
    runWithPrograms: (args, options) =>
      asUser(options?.uid, () => runHere(args, { ...settled(options), program: PROGRAM_FILE })),
    start: (args, options) => begin(args, options).ended,
    begin,
    write,
    read: (file) => readFileSync(file, "utf8"),
    program: (name, script) => {
      write(join(bin, name), script);
      chmodSync(join(bin, name), 0o755);
    },
  };
  return world;
}

/** This process, which must be root's, acts with that user's rights meanwhile; `access` goes on to tell of root's. */
async function asUser<Result>(uid: number | undefined, work: () => Promise<Result>): Promise<Result> {
  if (uid === undefined) return await work();
  process.seteuid?.(uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
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
