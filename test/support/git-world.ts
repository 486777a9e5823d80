// A person's clone with a bare remote, in folders of the running test's own, and git with nobody's settings but the test's.
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { GitTasks, type GitTasksOptions } from "../../src/adapters/git/task-repository.ts";
import type {
  BuildTarget,
  CommitMessage,
  InspectRequest,
  LandRequest,
  OpenWorktree,
  TaskPlace,
} from "../../src/engine/build-ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const TASK: TaskPlace = { task: "a1b2c3d4", incarnation: 1 };
export const AT_MS = Date.UTC(2026, 10, 19, 1, 2, 3);
export const MESSAGE: CommitMessage = {
  title: "Adds a page",
  body: "It says hello.",
  trailers: [
    ["Parley-Task", "a1b2c3d4"],
    ["Parley-Agent", "claude"],
  ],
};

/** Nothing is packed in the background. */
const SETTINGS = `[user]
\tname = Ada
\temail = ada@example.org
[init]
\tdefaultBranch = main
[maintenance]
\tauto = false
[receive]
\tautogc = false
`;

export type Files = { readonly [path: string]: string | null };

interface GitWorldOptions {
  readonly remote?: boolean;
  readonly files?: Files;
  /** One that is empty, and taken away by whoever made it. */
  readonly folder?: string;
}

export class GitWorld {
  readonly folder: string;
  readonly root: string;
  readonly remote: string;
  readonly env: Readonly<Record<string, string | undefined>>;

  constructor({ remote = true, files = {}, folder = temporaryFolder() }: GitWorldOptions = {}) {
    this.folder = folder;
    this.root = join(folder, "project");
    this.remote = join(folder, "remote.git");
    const home = join(this.folder, "home");
    mkdirSync(home);
    const config = join(home, ".gitconfig");
    writeFileSync(config, SETTINGS);
    this.env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: config, GIT_CONFIG_NOSYSTEM: "1" };
    mkdirSync(this.root);
    this.git("init", "-q");
    this.write({
      "README.md": "one\n",
      "src/a.ts": "export const a = 1;\n",
      ".parley/.gitignore": "worktrees/\n",
      ...files,
    });
    this.git("add", "--all");
    this.git("commit", "-q", "-m", "begun");
    if (remote) this.#makeRemote();
  }

  /** As `init --bare`, `remote add` and `push` would, which start ten programs for it. */
  #makeRemote(): void {
    const own = join(this.root, ".git");
    cpSync(own, this.remote, {
      recursive: true,
      filter: (path) => !["index", "logs", "COMMIT_EDITMSG"].includes(basename(path)),
    });
    writeFileSync(
      join(this.remote, "config"),
      "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n",
    );
    const fetch = "+refs/heads/*:refs/remotes/origin/*";
    appendFileSync(join(own, "config"), `[remote "origin"]\n\turl = ${this.remote}\n\tfetch = ${fetch}\n`);
    const tracked = join(own, "refs/remotes/origin");
    mkdirSync(tracked, { recursive: true });
    cpSync(join(own, "refs/heads/main"), join(tracked, "main"));
  }

  run(program: string, ...args: readonly string[]): void {
    execFileSync(program, args, { cwd: this.folder, stdio: "ignore" });
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    return this.#run(cwd, args);
  }

  #run(
    cwd: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
    input: string = "",
  ): string {
    const date = "@1700000000 +0000";
    const env = { ...this.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, ...more };
    return execFileSync("git", args, { cwd, env, input, encoding: "utf8", stdio: "pipe" }).trim();
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.root, ...args);
  }

  write(files: Files, folder: string = this.root): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      if (text !== null) writeFileSync(file, text);
    }
  }

  /** A commit on a branch that nobody has checked out. */
  commitOn(branch: string, files: Readonly<Record<string, string>>): string {
    const index = { GIT_INDEX_FILE: join(this.folder, "other-index") };
    const run = (...args: readonly string[]): string => this.#run(this.root, args, index);
    run("read-tree", branch);
    for (const [path, text] of Object.entries(files)) {
      const blob = this.#run(this.root, ["hash-object", "-w", "--stdin"], index, text);
      run("update-index", "--add", "--cacheinfo", `100644,${blob},${path}`);
    }
    const commit = run("commit-tree", run("write-tree"), "-p", branch, "-m", "elsewhere");
    run("update-ref", `refs/heads/${branch}`, commit);
    return commit;
  }

  /** How many loose objects there are, and the work that parley keeps. */
  keptWork(): string {
    return `${this.git("count-objects")} ${this.git("for-each-ref", "refs/parley/work")}`;
  }

  read(path: string, folder: string = this.root): string {
    return readFileSync(join(folder, path), "utf8");
  }

  /** Everything in the project's folder; its hash. */
  commit(title: string): string {
    this.git("add", "--all");
    this.git("commit", "-q", "-m", title);
    return this.git("rev-parse", "HEAD");
  }

  /** Somebody else pushes to the remote. */
  pushFromElsewhere(files: Files, branch = "main"): string {
    const other = temporaryFolder();
    this.gitIn(other, "clone", "-q", "--branch", branch, this.remote, "clone");
    const clone = join(other, "clone");
    this.write(files, clone);
    this.gitIn(clone, "add", "--all");
    this.gitIn(clone, "commit", "-q", "-m", "elsewhere");
    this.gitIn(clone, "push", "-q", "origin", branch);
    return this.gitIn(clone, "rev-parse", "HEAD");
  }

  tasks(options: Partial<GitTasksOptions> = {}): GitTasks {
    return new GitTasks({ root: this.root, env: this.env, remoteMs: 120_000, ...options });
  }
}

export const TARGET: BuildTarget = { branch: "main", remote: "origin" };

export async function openTask(
  tasks: GitTasks,
  place: TaskPlace = TASK,
  target: BuildTarget = TARGET,
): Promise<OpenWorktree> {
  const opened = await tasks.openWorktree(place, target);
  if ("at" in opened) throw new Error(opened.message);
  return opened;
}

export function inspectRequest(opened: OpenWorktree, about: Partial<InspectRequest> = {}): InspectRequest {
  return {
    ...{ ...TASK, base: opened.base, number: 1, before: null, files: [], message: MESSAGE, atMs: AT_MS },
    ...about,
  };
}

/** A change committed as a task's work. */
export async function workOn(
  world: GitWorld,
  tasks: GitTasks,
  files: Files = { "src/page.ts": "export const page = 1;\n" },
  place: TaskPlace = TASK,
  target: BuildTarget = TARGET,
): Promise<LandRequest> {
  const opened = await openTask(tasks, place, target);
  world.write(files, opened.path);
  const work = await tasks.inspect(inspectRequest(opened, { ...place }));
  if (work.at !== "committed") throw new Error(JSON.stringify(work));
  const { commit } = work;
  return { ...place, commit, base: opened.base, target, message: MESSAGE, atMs: AT_MS };
}
