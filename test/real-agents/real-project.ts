// A project on disk in which real agents play both roles against the fake model, driven by the program as people have it.
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import * as z from "zod";
import { type FakeModel, startFakeModel } from "../fake-model/start-fake-model.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { IDLE_MS } from "./fault-cases.ts";
import { type LoggedIn, logIn, logInAtHome } from "./own-login.ts";
import { PINNED, type RealAgentName } from "./pinned-agents.ts";
import { PLANTED_VARIABLES, plant, plantGit } from "./planted.ts";
import { realScenarios, type ScenarioName } from "./real-scenarios.ts";
import { type RecordingProxy, recordingProxy } from "./recording-proxy.ts";
import { strayProcesses } from "./stray-processes.ts";

const SPEC = "# Calls\n\n## Flow\n\nA client calls the service.\n\nTODO: what happens when a call fails?\n";
export const SESSION = "calls";

/** Other folders stand beside the runs. */
const RUN_ID = /^[0-9a-f]{16}$/;
const MS_PER_MINUTE = 60_000;
const SAID_CHARS_MAX = 4_000;
const LOOK_MS = 100;
const WAIT_MS_MAX = 120_000;
/** By which claude finds out whether it can watch files, and codex who else uses its sandbox. */
const TRIAL_FILE = /\/(?:fswatch-probe|codex-bwrap)-/;
/** A process that was told to end needs a moment to be gone. */
const GONE_MS_MAX = 3_000;

/** Who plays a role, and what the model behind it does. */
export interface RealPlayer {
  readonly agent: RealAgentName;
  readonly program: string;
  readonly scenario: ScenarioName;
  readonly effort?: string;
}

export interface RealProjectWish {
  readonly parley: string;
  readonly engineer: RealPlayer;
  readonly reviewer: RealPlayer;
  /** Whether the agents have a login of their own; then both roles have one agent and one scenario. */
  readonly ownLogin?: boolean | "at home";
  /** Whether the project lies in a repository. */
  readonly hasGit?: boolean;
  readonly idleMs?: number;
  /** Other settings than the agent's own, for a model server at an address. */
  settings?(url: string): object;
}

interface Server {
  readonly model: FakeModel;
  readonly proxy: RecordingProxy;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  /** The end of what it said beside its output. */
  readonly said: string;
}

const eventSchema = z.object({ type: z.string(), data: z.looseObject({}) });
export type ToldEvent = z.output<typeof eventSchema>;

export class RealProject {
  readonly root: string;
  readonly model: FakeModel;
  readonly proxy: RecordingProxy;
  readonly #parley: string;
  readonly #env: Record<string, string>;
  #before: ReadonlySet<string> = new Set();

  private constructor(root: string, server: Server, wish: RealProjectWish) {
    this.root = root;
    this.model = server.model;
    this.proxy = server.proxy;
    this.#parley = wish.parley;
    const home = join(root, "home");
    this.#env = {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_STATE_HOME: join(home, ".local", "state"),
      TMPDIR: join(root, "tmp"),
      LANG: "C.UTF-8",
      TERM: "dumb",
      NO_COLOR: "1",
      ENGINEER_KEY: `fake-${wish.engineer.scenario}`,
      REVIEWER_KEY: `fake-${wish.reviewer.scenario}`,
      ...(wish.ownLogin === undefined || wish.ownLogin === false ? PLANTED_VARIABLES : {}),
    };
  }

  static async make(wish: RealProjectWish): Promise<RealProject> {
    const root = temporaryFolder();
    const model = await startFakeModel({ scenarios: realScenarios(placeIn(root)) });
    onTestFinished(() => model.close());
    const proxy = await recordingProxy(model.url);
    const project = new RealProject(root, { model, proxy }, wish);
    for (const folder of [project.home, project.temporaryFolder]) mkdirSync(folder, { recursive: true });
    project.write("spec.md", SPEC);
    plant({ ...placeIn(root), started: project.startedFolder });
    if (wish.hasGit !== false) plantGit(project.folder);
    await project.#runWell(["init"]);
    const login = wish.ownLogin === undefined || wish.ownLogin === false ? null : project.#logIn(wish);
    const settings = wish.settings?.(proxy.url) ?? settingsOf(wish, proxy.url, login);
    project.write(".parley/config.yaml", stringify(settings));
    // The settings name a program and servers, and nobody is there to be asked.
    await project.#runWell(["trust", "--yes"]);
    project.#before = new Set(project.#filesElsewhere());
    return project;
  }

  #logIn({ engineer: { agent, scenario }, ownLogin }: RealProjectWish): LoggedIn {
    const place = { ...placeIn(this.root), started: this.startedFolder };
    const wish = { ...place, url: this.proxy.url, key: `fake-${scenario}` };
    const login = ownLogin === "at home" ? logInAtHome(wish) : logIn(agent, wish);
    Object.assign(this.#env, login.env);
    return login;
  }

  get folder(): string {
    return placeIn(this.root).project;
  }

  get home(): string {
    return placeIn(this.root).home;
  }

  get temporaryFolder(): string {
    return join(this.root, "tmp");
  }

  /** Files that came to stand in the user's home or in the temporary folder, parley's own state aside. */
  filesLeftElsewhere(): readonly string[] {
    return this.#filesElsewhere().filter((file) => !this.#before.has(file));
  }

  #filesElsewhere(): readonly string[] {
    return [this.home, this.temporaryFolder]
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => !entry.isDirectory())
          .map((entry) => relative(this.root, join(entry.parentPath, entry.name))),
      )
      .filter((file) => !(file.includes("/parley/") || TRIAL_FILE.test(file)));
  }

  /** Holds a file for each planted program that somebody started. */
  get startedFolder(): string {
    return join(this.root, "started");
  }

  /** Everything that was sent to the model, headers and bodies. */
  sentText(): string {
    return this.proxy
      .sent()
      .map(({ path, headers, body }) => `${path}\n${headers}\n${body}`)
      .join("\n");
  }

  get runsFolder(): string {
    return join(this.folder, ".parley", "runs");
  }

  file(...path: readonly string[]): string {
    return readFileSync(join(this.folder, ...path), "utf8");
  }

  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Starts parley; whatever becomes of the test, it does not outlive it. */
  start(args: readonly string[]): Running {
    const child = spawn(process.execPath, [this.#parley, ...args], {
      cwd: this.folder,
      env: this.#env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const running = new Running(child);
    onTestFinished(() => running.kill("SIGKILL"));
    return running;
  }

  async run(args: readonly string[]): Promise<Ended> {
    return await this.start(args).ended;
  }

  async #runWell(args: readonly string[]): Promise<void> {
    const { code, said } = await this.run(args);
    if (code !== 0) throw new Error(`parley ${args.join(" ")}: ${said}`);
  }

  async json(args: readonly string[]): Promise<unknown> {
    const { output } = await this.run([...args, "--json"]);
    return JSON.parse(output);
  }

  async events(type: string): Promise<readonly ToldEvent[]> {
    const told = z.array(eventSchema).safeParse(await this.json(["history", SESSION]).catch(() => []));
    return told.success ? told.data.filter((event) => event.type === type) : [];
  }

  runIds(): readonly string[] {
    const names = existsSync(this.runsFolder) ? readdirSync(this.runsFolder) : [];
    return names.filter((name) => RUN_ID.test(name));
  }

  /** Waits a moment for them to go. */
  async strays(): Promise<readonly string[] | null> {
    for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
      const strays = strayProcesses(this.runIds());
      if (strays === null || strays.length === 0 || waitedMs >= GONE_MS_MAX) return strays;
      await sleep(LOOK_MS);
    }
  }
}

/** A process of parley's, and what it has said so far. */
export class Running {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #isOver = false;

  constructor(child: ChildProcess) {
    this.#child = child;
    let output = "";
    child.stdout?.on("data", (bytes) => {
      output += String(bytes);
    });
    let said = "";
    child.stderr?.on("data", (bytes) => {
      said = (said + String(bytes)).slice(-SAID_CHARS_MAX);
    });
    this.ended = new Promise((resolve) => {
      child.once("close", (code) => {
        this.#isOver = true;
        resolve({ code, output, said });
      });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.#isOver) this.#child.kill(signal);
  }
}

export async function until<Found>(
  what: string,
  look: () => Promise<Found | null> | Found | null,
): Promise<Found> {
  const beganMs = Date.now();
  while (Date.now() - beganMs < WAIT_MS_MAX) {
    const found = await look();
    if (found !== null) return found;
    await sleep(LOOK_MS);
  }
  throw new Error(`waited in vain until ${what}`);
}

function placeIn(root: string): { readonly project: string; readonly home: string } {
  return { project: join(root, "project"), home: join(root, "home") };
}

function settingsOf(wish: RealProjectWish, url: string, login: LoggedIn | null): object {
  const idleMinutes = (wish.idleMs ?? IDLE_MS) / MS_PER_MINUTE;
  const player = ({ agent, program, effort }: RealPlayer, api: string) => ({
    ...{ kind: agent, command: program, idleMinutes },
    ...(effort === undefined ? {} : { effort }),
    ...(login === null ? { model: PINNED[agent].model, api } : login.entry),
  });
  const server = ({ agent }: RealPlayer, keyEnv: string) => {
    const { protocol, basePath } = PINNED[agent];
    return { protocol, baseUrl: `${url}${basePath}`, keyEnv };
  };
  const { engineer, reviewer } = wish;
  return {
    roles: { engineer: "author", reviewer: "critic" },
    // What is tried here are the calls of a round.
    refine: { survey: false },
    agents: { author: player(engineer, "for-author"), critic: player(reviewer, "for-critic") },
    api:
      login === null
        ? { "for-author": server(engineer, "ENGINEER_KEY"), "for-critic": server(reviewer, "REVIEWER_KEY") }
        : {},
  };
}

/** How somebody might have wrapped a program to give it a shell beside its other tools. */
const SHELL_WRAPPERS: Record<Exclude<RealAgentName, "codex">, (program: string) => string> = {
  // The last list of tools counts.
  claude: (program) => `exec '${program}' "$@" --tools Read,Grep,Glob,Edit,Write,Bash --allowedTools Bash`,
  gemini: (program) =>
    `sed -i 's/"core":\\[/"core":["run_shell_command",/' "$HOME/.gemini/settings.json"; set -- $(printf "%s " "$@" | sed 's/auto_edit/yolo/'); exec '${program}' "$@"`,
  opencode: (program) =>
    `export OPENCODE_CONFIG_CONTENT="$(printf %s "$OPENCODE_CONFIG_CONTENT" | sed 's/"bash":"deny"/"bash":"allow"/g; s/"bash":false/"bash":true/g')"; exec '${program}' "$@"`,
};

export function withShell(agent: RealAgentName, program: string): string {
  if (agent === "codex") return program;
  const file = join(temporaryFolder(), "agent-with-shell");
  writeFileSync(file, `#!/bin/sh\n${SHELL_WRAPPERS[agent](program)}\n`);
  chmodSync(file, 0o755);
  return file;
}
