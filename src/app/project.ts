import { dirname, join, sep } from "node:path";
import { kindOf } from "../adapters/files/create-file.ts";
import { openSqliteStore } from "../adapters/store-sqlite/open-store.ts";
import { WORKTREES } from "../core/shared/worktree-folders.ts";
import type { DurableStore } from "../engine/ports.ts";
import { BOARD_PROJECTION, SESSION_PROJECTION } from "../engine/projections.ts";
import type { CommandContext } from "./command-context.ts";
import { type Failure, notFoundFailure, type Outcome } from "./failure.ts";

export const PROJECT_FOLDER = ".parley";

/** Where the things of a project are. */
export interface Project {
  readonly root: string;
  readonly folder: string;
  readonly config: string;
  readonly database: string;
  readonly backups: string;
}

export function projectAt(root: string): Project {
  const folder = join(root, PROJECT_FOLDER);
  return {
    root,
    folder,
    config: join(folder, "config.yaml"),
    database: join(folder, "parley.db"),
    backups: join(folder, "backups"),
  };
}

/** The project of a folder: its own, or that of the nearest folder above. */
export async function findProject(from: string): Promise<Project | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const project = projectAt(folder);
    if ((await kindOf(project.folder)) === "folder" && !(await isWorktreesCopy(project))) return project;
    if (dirname(folder) === folder) return null;
  }
}

/** What git brings into a task's worktree of a project's settings makes no project there: it is the one around it. */
async function isWorktreesCopy({ root, database }: Project): Promise<boolean> {
  const around = `${sep}${PROJECT_FOLDER}${sep}${WORKTREES}${sep}`;
  return root.includes(around) && (await kindOf(database)) === "nothing";
}

export async function requireProject({ cwd }: CommandContext): Outcome<Project> {
  return (await findProject(cwd)) ?? noProject(cwd);
}

export function noProject(cwd: string): Failure {
  return notFoundFailure(
    "no-project",
    `there is no parley project here: no ${PROJECT_FOLDER} folder in this folder or above it`,
    "run `parley init` in the folder of your spec, or name the folder with --cwd",
    cwd,
  );
}

export interface OpenProject extends Project {
  readonly store: DurableStore;
  /** Takes what whoever asked should hear beside the outcome. */
  readonly warn?: (message: string) => void;
}

/** `inspect` changes nothing, and knows the tables well enough to check them; `private-copy` is read where nobody may write. */
type OpenMode = "read-write" | "read-only" | "inspect" | "private-copy";

/** The one place where a project's store is chosen and opened; whoever opens it closes it. */
export async function openProject(project: Project, mode: OpenMode): Promise<OpenProject> {
  const store = await openSqliteStore({
    file: project.database,
    mode: mode === "inspect" ? "read-only" : mode,
    projections: mode === "read-only" ? [] : [SESSION_PROJECTION, BOARD_PROJECTION],
  });
  return { ...project, store };
}
