// A project of a crash test: copied, run by real processes, and looked at when they are gone.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createInterface } from "node:readline";
import { diskRoundArchives } from "../../src/adapters/files/round-archives.ts";
import { openSqliteStore } from "../../src/adapters/store-sqlite/open-store.ts";
import { parseArchiveName } from "../../src/core/shared/archive-name.ts";
import type { Blobs, EventLog, StoredCommand } from "../../src/engine/ports.ts";
import { sessionStream } from "../../src/engine/session-stream.ts";
import { isAlive } from "../agents/processes.ts";
import { SESSION, UTF8 } from "../support/session-world.ts";
import { until } from "../support/until.ts";
import type { RunnerOrder } from "./fate.ts";
import { maskedText, maskedValue } from "./masked.ts";
import { filesOf } from "./project-files.ts";

const PROGRAM = join(import.meta.dirname, "../.build/crashing-runner.mjs");
/** No run of the session takes nearly as long; whatever does is stuck. */
const RUN_MS_MAX = 240_000;
export const LEASE_MS = 60_000;

export type Said = { readonly [key: string]: unknown };

export interface Runner {
  readonly pid: number;
  readonly said: readonly Said[];
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  /** The signal it has sent itself, as its fate had it. */
  readonly struck: Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
}

/** Killed when it takes too long, so that no test leaves one behind. */
export function startRunner(order: RunnerOrder): Runner {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const said: Said[] = [];
  const bound = setTimeout(() => child.kill("SIGKILL"), RUN_MS_MAX);
  let onStruck: (signal: unknown) => void = () => undefined;
  const struck = new Promise<unknown>((resolve) => {
    onStruck = resolve;
  });
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Said;
    said.push(line);
    if ("struck" in line) onStruck(line.struck);
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearTimeout(bound);
      onStruck(null);
      resolve(signal ?? code);
    });
  });
  return { pid: child.pid ?? 0, said, ended, struck, signal: (signal) => child.kill(signal) };
}

export function copyProject(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}

export function removeProject(project: string): void {
  rmSync(project, { recursive: true, force: true });
}

/** The labels of the port calls of each process, in the order of the processes. */
export function callsOf(project: string): readonly (readonly string[])[] {
  const byProcess = new Map<string, string[]>();
  for (const line of linesOf(filesOf(project).calls)) {
    const [, pid = "", label = ""] = /^(\d+) \d+ (.*)$/.exec(line) ?? [];
    byProcess.set(pid, [...(byProcess.get(pid) ?? []), label]);
  }
  return [...byProcess.values()];
}

/** Which calls of agents began and which were done, each as often as it was. */
export function agentRunsOf(project: string): {
  readonly began: readonly string[];
  readonly done: readonly string[];
} {
  const lines = linesOf(filesOf(project).agentRuns).map((line) => line.split(" "));
  const keys = (what: string): string[] => lines.filter(([word]) => word === what).map(([, key = ""]) => key);
  return { began: keys("began"), done: keys("done") };
}

function linesOf(file: string): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n");
}

export interface Outcome {
  readonly documents: Readonly<Record<string, string>>;
  readonly events: readonly unknown[];
  readonly commands: readonly string[];
}

/** What the session came to, times masked. */
export async function outcomeOf(project: string): Promise<Outcome> {
  const files = filesOf(project);
  const store = await openSqliteStore({ file: files.store, mode: "read-write", projections: [] });
  try {
    const findings = await store.integrity();
    if (findings.length > 0) throw new Error(`the store is damaged: ${JSON.stringify(findings)}`);
    return {
      documents: {
        ...(await documentsOf(files.documents)),
        ...(await documentsOf(dirname(files.source))),
      },
      ...(await loggedIn(store)),
    };
  } finally {
    store.close();
  }
}

export async function loggedIn(store: EventLog & Blobs): Promise<Pick<Outcome, "events" | "commands">> {
  const logged = (await store.load(sessionStream(SESSION))).map(({ type, data }) => ({ type, data }));
  const texts = new Map<string, string>();
  for (const sha256 of JSON.stringify(logged).match(/(?<=")[0-9a-f]{64}(?=")/g) ?? []) {
    const bytes = await store.get(sha256);
    if (bytes !== null) texts.set(sha256, maskedText(UTF8.decode(bytes)));
  }
  const events = logged.filter(({ type }) => type !== "AgentCallSealed");
  return {
    events: events.map((event) => maskedValue(withoutSizes(event), (sha256) => texts.get(sha256) ?? null)),
    commands: commandsOf(await store.commands(sessionStream(SESSION))),
  };
}

/** The bytes of an archive follow the times in it. */
function withoutSizes(event: { readonly type: string; readonly data: Said }): unknown {
  return event.type === "ArchiveWritten" ? { ...event, data: { name: event.data.name } } : event;
}

/**
 * That a launch is given another seal because it had not begun is the one trace that a crash may leave in the log. The
 * ids of the Mediator's steps count the events before them, and so these, too.
 */
function commandsOf(commands: readonly StoredCommand[]): string[] {
  let sealed = 0;
  return commands.flatMap(({ id, type, actor }) => {
    if (type === "SealCall") sealed += 1;
    const counted = id.replace(/(?<=\/)\d+(?=\/[a-z-]+$)/, (version) => String(Number(version) - sealed));
    return type === "SealCall" ? [] : [`${type} ${type === "Mediate" ? counted : id} ${actor}`];
  });
}

/** Every file, also one that a killed process has left; of an archive, the files in it. */
async function documentsOf(folder: string): Promise<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const names = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
  const texts = await Promise.all(
    names.map(async (name): Promise<readonly (readonly [string, Uint8Array])[]> => {
      if (parseArchiveName(name) === null) return [[name, readFileSync(join(folder, name))]];
      const archive = await diskRoundArchives(folder).read(name);
      if (archive.at !== "read") throw new Error(`${name} is ${archive.at}`);
      return archive.files.map(({ path, bytes }) => [`${name}/${path}`, bytes]);
    }),
  );
  return Object.fromEntries(texts.flat().map(([name, bytes]) => [name, maskedText(UTF8.decode(bytes))]));
}

/** Waits until nothing that was started for a project runs; a process that stays is an error. */
export async function untilQuiet(project: string): Promise<void> {
  const { runs } = filesOf(project);
  if (!existsSync(runs)) return;
  const pids = readdirSync(runs).flatMap((run) => [
    pidIn(join(runs, run, "wrapper.json")),
    pidIn(join(runs, run, "agent.pid")),
  ]);
  await until(`the agents of ${project} are gone`, () => !pids.some((pid) => pid !== null && isAlive(pid)));
}

/** What runs on anywhere below a folder, known to its run folders or not. */
export async function untilNothingRuns(folder: string): Promise<void> {
  const listed = (): string => spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout;
  await until(`nothing runs in ${folder}`, () => !listed().includes(folder));
}

function pidIn(file: string): number | null {
  if (!existsSync(file)) return null;
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (typeof value === "number") return value;
  return typeof value === "object" && value !== null && "pid" in value ? Number(value.pid) : null;
}
