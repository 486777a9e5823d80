// Folders to see parley work in, with scripted agents: a half-written spec, and a repository with tasks.
import { readdir, readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createFile, createFolders, kindOf } from "../adapters/files/create-file.ts";
import { GitFailure } from "../adapters/git/git-program.ts";
import { makeScratchRepository } from "../adapters/git/scratch-repository.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, failureOfFile, isFailure, type Outcome, refusedFailure } from "./failure.ts";
import { initProject } from "./init-project.ts";
import { PROJECT_FOLDER } from "./project.ts";

export const DEMO = {
  spec: "checkout.md",
  engineer: "player:engineer.yaml",
  reviewer: "player:reviewer.yaml",
  policy: "policy.yaml",
} as const;

/** Where each of them goes. */
const FILES: ReadonlyMap<string, string> = new Map([
  ["checkout.md", DEMO.spec],
  ["engineer.yaml", "engineer.yaml"],
  ["reviewer.yaml", "reviewer.yaml"],
  ["policy.yaml", DEMO.policy],
  ["config.yaml", `${PROJECT_FOLDER}/config.yaml`],
]);
const FOLDERS_MAX = 1_000;

interface DemoInput {
  readonly dir: string | undefined;
  /** The file that node runs as parley: what is copied lies beside it. */
  readonly program: string;
}

/** A spec, agents and answers for when nobody is there; tells the folder. */
export async function makeDemo(context: CommandContext, { dir, program }: DemoInput): Outcome<string> {
  const folder = await folderFor(context, dir, "parley-demo");
  if (isFailure(folder)) return folder;
  const made = await makeFiles(folder, await shippedFolder(program, "demo"), FILES);
  if (made !== null) return made;
  const project = await initProject({ ...context, cwd: folder }, { nested: true });
  return isFailure(project) ? project : folder;
}

/** The project in it, the remote beside it, and its tasks, in their order. */
export const BUILD_DEMO = {
  project: "shop",
  remote: "remote.git",
  tasks: [
    { title: "Price a parcel by its weight", source: "spec.md#price-by-weight" },
    { title: "Refuse what is too heavy", source: "spec.md#what-is-too-heavy" },
    { title: "Give regular customers a discount", source: "spec.md#discount" },
    { title: "Print the price list", source: "spec.md#price-list" },
  ],
  /** What its dispute is decided by where nobody is there to decide it. */
  decision: { decision: "reviewer", notes: "Round in favour of the customer: down to whole cents." },
} as const;

/** A repository with a bare remote, and scripts for coder and reviewer; tells the folder of all that. */
export async function makeBuildDemo(context: CommandContext, { dir, program }: DemoInput): Outcome<string> {
  const folder = await folderFor(context, dir, "parley-build-demo");
  if (isFailure(folder)) return folder;
  const project = join(folder, BUILD_DEMO.project);
  const shipped = await shippedFolder(program, "demo-build");
  const made = await makeFiles(folder, shipped, await buildFiles(shipped));
  if (made !== null) return made;
  const initialised = await initProject({ ...context, cwd: project }, { nested: true });
  if (isFailure(initialised)) return initialised;
  try {
    await makeScratchRepository({
      folder: project,
      remote: join(folder, BUILD_DEMO.remote),
      env: context.env,
    });
    return folder;
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return refusedFailure(
      "git",
      error.message,
      "install git 2.28 or newer, then run the demo again",
      project,
    );
  }
}

async function buildFiles(shipped: string): Promise<ReadonlyMap<string, string>> {
  const found = await readdir(shipped, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(shipped.length + 1));
  // Folders whose names begin with a dot are easily left behind: it has its name only where it is laid out.
  const place = (name: string): string => {
    const [first = "", ...rest] = name.split("/");
    return join(BUILD_DEMO.project, first === "parley" ? PROJECT_FOLDER : first, ...rest);
  };
  return new Map(names.map((name) => [name, place(name)]));
}

async function shippedFolder(program: string, name: string): Promise<string> {
  return join(dirname(await realpath(program)), name);
}

async function folderFor(
  { cwd }: Pick<CommandContext, "cwd">,
  dir: string | undefined,
  usual: string,
): Outcome<string> {
  const folder = dir === undefined ? await freeFolder(cwd, usual) : resolve(cwd, dir);
  return (await isFree(folder)) ? folder : folderNotEmpty(folder);
}

/** `null`: all of them are there. */
async function makeFiles(
  folder: string,
  shipped: string,
  files: ReadonlyMap<string, string>,
): Promise<Failure | null> {
  try {
    await createFolders(folder);
    for (const [name, place] of files) {
      await createFolders(dirname(join(folder, place)));
      await createFile(join(folder, place), await readFile(join(shipped, name), "utf8"));
    }
    return null;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return failureOfFile(error, { doing: "make the demo", place: folder });
  }
}

/** What an earlier demo left stays as it is. */
async function freeFolder(cwd: string, usual: string): Promise<string> {
  for (let number = 1; number < FOLDERS_MAX; number += 1) {
    const folder = join(cwd, number === 1 ? usual : `${usual}-${number}`);
    if (await isFree(folder)) return folder;
  }
  return join(cwd, usual);
}

async function isFree(folder: string): Promise<boolean> {
  const kind = await kindOf(folder);
  return kind === "nothing" || (kind === "folder" && (await readdir(folder)).length === 0);
}

function folderNotEmpty(place: string): Failure {
  return refusedFailure(
    "not-empty",
    "this folder is not empty, and the demo writes over nothing",
    "name another one with --dir, or leave it out for a fresh one",
    place,
  );
}
