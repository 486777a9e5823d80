// git on the objects of a person's repository under settings of parley's own: a folder that passes for a repository, with
// none of the person's configuration, hooks, attributes or filters in it. Whatever touches content runs here.
import { copyFile, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { errnoOf } from "../shared/system-error.ts";
import { type GitAnswer, type GitCall, GitFailure, refuseAnswer } from "./git-program.ts";
import type { RepositoryGit } from "./repository.ts";
import { lastOf, type RepositorySettings } from "./settings.ts";

/** How files are laid out and compared: words for git itself, none of which names a program or a file. */
const LAYOUT_NAMES = [
  ...["core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode"],
  ...["core.autocrlf", "core.eol"],
];

export const SCRATCH = ".scratch-";

interface PlainRest extends Omit<Partial<GitCall>, "args" | "env"> {
  readonly workTree?: string;
  readonly index?: string;
  readonly env?: GitCall["env"];
}

export class PlainGit {
  /** What is written goes here, and to the person's objects only once it is kept. */
  readonly #objects: string;
  readonly #git: RepositoryGit;
  readonly #writesThrough: boolean;
  readonly folder: string;

  private constructor(folder: string, git: RepositoryGit, writesThrough: boolean) {
    this.folder = folder;
    this.#git = git;
    this.#writesThrough = writesThrough;
    this.#objects = join(folder, "objects");
  }

  /**
   * Of parley's own for as long as the work takes. `through`: what is written is in the person's objects at once; else it
   * stays apart until `keep`.
   */
  static async use<Result>(
    git: RepositoryGit,
    settings: RepositorySettings,
    through: "through" | "apart",
    work: (plain: PlainGit) => Promise<Result>,
  ): Promise<Result> {
    await mkdir(git.place.worktrees, { recursive: true });
    if (!(await lstat(git.place.worktrees)).isDirectory()) {
      throw new GitFailure(`${git.place.worktrees} is a link, and leads elsewhere`, "refused");
    }
    const folder = await mkdtemp(join(git.place.worktrees, SCRATCH));
    git.scratches.add(folder);
    try {
      for (const name of ["objects", "refs", "info"]) await mkdir(join(folder, name));
      await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
      await writeFile(join(folder, "config"), configText(git, settings));
      await writeFile(join(folder, "info", "exclude"), settings.exclude);
      return await work(new PlainGit(folder, git, through === "through"));
    } finally {
      await rm(folder, { recursive: true, force: true });
      git.scratches.delete(folder);
    }
  }

  get index(): string {
    return join(this.folder, "index");
  }

  ask(args: GitCall["args"], { workTree, index, env, ...rest }: PlainRest = {}): Promise<GitAnswer> {
    const { commonDir } = this.#git.place;
    const real = join(commonDir, "objects");
    const objects = this.#writesThrough
      ? { GIT_OBJECT_DIRECTORY: real }
      : { GIT_OBJECT_DIRECTORY: this.#objects, GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(real) };
    return this.#git.program({
      args,
      cwd: workTree ?? this.folder,
      env: {
        ...{ PATH: this.#git.env.PATH, TMPDIR: this.#git.env.TMPDIR, HOME: this.folder },
        ...{ GIT_DIR: this.folder, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
        ...{ GIT_SHALLOW_FILE: join(commonDir, "shallow"), GIT_INDEX_FILE: index ?? this.index },
        ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
        ...objects,
        ...env,
      },
      ...rest,
    });
  }

  async run(args: GitCall["args"], rest: PlainRest = {}): Promise<Buffer> {
    const answer = await this.ask(args, rest);
    if (answer.exitCode !== 0) throw refuseAnswer({ args }, answer);
    return answer.stdout;
  }

  /** The first line of the answer: a hash. */
  async hash(args: GitCall["args"], rest: PlainRest = {}): Promise<string> {
    return (await this.run(args, rest)).toString("utf8").trim();
  }

  /** What was written apart becomes part of the person's objects. */
  async keep(): Promise<void> {
    const real = join(this.#git.place.commonDir, "objects");
    for (const fan of await readdir(this.#objects)) {
      if (!/^[0-9a-f]{2}$/.test(fan)) continue;
      await mkdir(join(real, fan), { recursive: true });
      for (const name of await readdir(join(this.#objects, fan))) {
        await moveFile(join(this.#objects, fan, name), join(real, fan, name));
      }
    }
  }
}

/** Also to another disk; whoever reads it meanwhile sees all of it or nothing. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    const unfinished = `${to}.${crypto.randomUUID()}`;
    await copyFile(from, unfinished);
    await rename(unfinished, to);
  }
}

function configText(git: RepositoryGit, { values }: RepositorySettings): string {
  const isSha256 = git.place.objectFormat === "sha256";
  const home = git.env.HOME ?? homedir();
  const excludes =
    lastOf(values, "core.excludesfile")?.replace(/^~(?=\/)/, home) ??
    join(git.env.XDG_CONFIG_HOME ?? join(home, ".config"), "git", "ignore");
  const entries: (readonly [string, string])[] = [
    ["core.repositoryformatversion", isSha256 ? "1" : "0"],
    ...LAYOUT_NAMES.flatMap((name): [string, string][] => {
      const value = lastOf(values, name);
      return value === null ? [] : [[name, value]];
    }),
    ["core.bare", "false"],
    ["core.hooksPath", "/dev/null"],
    ["core.fsmonitor", "false"],
    ["core.attributesFile", "/dev/null"],
    ["core.excludesFile", excludes],
    ["core.protectHFS", "true"],
    ["core.protectNTFS", "true"],
    ["core.commitGraph", "false"],
    ["gc.auto", "0"],
    ...(isSha256 ? [["extensions.objectFormat", "sha256"] as const] : []),
  ];
  return entries
    .map(([name, value]) => {
      const at = name.indexOf(".");
      return `[${name.slice(0, at)}]\n\t${name.slice(at + 1)} = ${JSON.stringify(value)}\n`;
    })
    .join("");
}
