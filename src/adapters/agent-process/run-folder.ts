// Where a launch keeps everything about itself, so that whoever comes later can pick it up.

import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { OUT_FOLDER } from "../../core/shared/worktree-folders.ts";
import type { Launch } from "../../engine/ports.ts";
import { runIdOf } from "../shared/launch-folder.ts";

export interface RunFolder {
  readonly runId: string;
  /** Absolute, as are all the others. */
  readonly path: string;
  /** All that the agent is asked. */
  readonly prompt: string;
  /** By the wrapper, where the agent has a system prompt: what of it goes there, and what is left for its input. */
  readonly system: string;
  readonly input: string;
  /** What was asked for; there from the first moment. */
  readonly request: string;
  /** Who the wrapper is; written before it may start the agent. */
  readonly wrapper: string;
  /** The agent's pid, by the wrapper. */
  readonly agentPid: string;
  /** Who that process is, by whoever watched first. */
  readonly agent: string;
  readonly stdout: string;
  readonly stderr: string;
  /** Why the wrapper is to end the agent, by whoever watches. */
  readonly stop: string;
  /** How it ended, by the wrapper; the launch is over when this is there. */
  readonly exit: string;
  /** By the wrapper, before `exit`: that this is how it ended and what it left. */
  readonly exitSeal: string;
  /** What came of it, by whoever looked first. */
  readonly result: string;
  /** By the process that started it: that the result is its own. */
  readonly resultSeal: string;
  /** Instead of all others: the launch never began, and must not begin any more. */
  readonly givenUp: string;
  /** By the wrapper: it was never told what to start. */
  readonly notBegun: string;
  /** The agent's working folder, unless it works in a worktree. */
  readonly view: string;
  /** The copy of the project in it, where it may look at one. */
  readonly project: string;
  /** What was laid in the view, to know later what was changed there. */
  readonly fingerprint: string;
}

/** The name of the copy in the view. */
export const PROJECT_COPY = "project";

export function runFolderOf(runsDir: string, launch: Launch): RunFolder {
  const runId = runIdOf(launch);
  return runFolderAt(resolve(runsDir, runId), runId);
}

export function runFolderAt(path: string, runId: string): RunFolder {
  return {
    runId,
    path,
    prompt: join(path, "prompt.md"),
    system: join(path, "system.md"),
    input: join(path, "input.md"),
    request: join(path, "request.json"),
    wrapper: join(path, "wrapper.json"),
    agentPid: join(path, "agent.pid"),
    agent: join(path, "agent.json"),
    stdout: join(path, "stdout.log"),
    stderr: join(path, "stderr.log"),
    stop: join(path, "stop"),
    exit: join(path, "exit"),
    exitSeal: join(path, "exit.seal"),
    result: join(path, "result.json"),
    resultSeal: join(path, "result.seal"),
    givenUp: join(path, "given-up"),
    notBegun: join(path, "not-begun"),
    view: join(path, "view"),
    project: join(path, "view", PROJECT_COPY),
    fingerprint: join(path, "view.json"),
  };
}

/** A file right in the folder it is to lie in, and nowhere else. */
export function isDocumentName(name: string): boolean {
  return /^[^/\0]+$/.test(name) && name !== "." && name !== "..";
}

/** What a run is to leave, and where it works, if not in its view. */
export interface RunPlace {
  readonly document: string;
  readonly worktree?: string | undefined;
}

/** The agent's working folder. */
export function workFolder(run: RunFolder, { worktree }: Pick<RunPlace, "worktree">): string {
  return worktree ?? run.view;
}

/** Where its document is to lie. */
export function outFolder(run: RunFolder, { worktree }: Pick<RunPlace, "worktree">): string {
  return worktree === undefined ? run.view : join(worktree, OUT_FOLDER);
}

/** Whoever asks for a document elsewhere has a bug. */
export function documentPath(run: RunFolder, place: RunPlace): string {
  if (isDocumentName(place.document)) return join(outFolder(run, place), place.document);
  throw new RangeError(`${JSON.stringify(place.document)} is not the name of a document`);
}

/** More than are under way at once, many times over; each costs two looks at the disk. */
const RUNS_MAX = 2_000;

/** The run whose agent had one of these pids and that has not come to its end yet; `null` where there is none. */
export async function liveRunOf(runsDir: string, pids: readonly number[]): Promise<string | null> {
  const names = await readdir(runsDir).catch(() => []);
  for (const name of names.slice(0, RUNS_MAX)) {
    const run = runFolderAt(join(runsDir, name), name);
    const pid = Number(await readFile(run.agentPid, "utf8").catch(() => ""));
    if (pids.includes(pid) && (await readFile(run.exit).catch(() => null)) === null) return name;
  }
  return null;
}
