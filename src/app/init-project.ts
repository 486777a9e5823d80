import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { createFile, createFolder, kindOf } from "../adapters/files/create-file.ts";
import type { CommandContext } from "./command-context.ts";
import { failureOfFile, type Outcome, refusedFailure } from "./failure.ts";
import { findProject, openProject, PROJECT_FOLDER, type Project, projectAt } from "./project.ts";
import { PROJECT_GITIGNORE, STARTER_CONFIG } from "./project-files.ts";
import type { InitialisedProject } from "./wire/project.ts";

/** Makes a folder a project, or completes one; what is there already is never touched. */
export async function initProject(
  { cwd }: CommandContext,
  options: { readonly nested: boolean },
): Outcome<InitialisedProject> {
  const project = projectAt(cwd);
  const refusal = await refuseFolder(project, options.nested);
  if (refusal !== null) return refusal;
  try {
    return await createMissing(project);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return failureOfFile(error, { doing: "create the project", place: project.folder });
  }
}

async function refuseFolder(project: Project, nested: boolean): Outcome<null> {
  const here = await kindOf(project.folder);
  if (here === "folder") return null;
  if (here !== "nothing") {
    return refusedFailure(
      "not-a-folder",
      `${PROJECT_FOLDER} exists here, but is not a folder`,
      "move it away, then run `parley init` again",
      project.folder,
    );
  }
  const outer = nested ? null : await findProject(dirname(project.root));
  if (outer === null || outer.root === project.root) return null;
  return refusedFailure(
    "inside-project",
    "this folder is inside another parley project, which already serves it",
    "work with that project from here, or run `parley init --nested` for one of its own",
    outer.folder,
  );
}

async function createMissing(project: Project): Promise<InitialisedProject> {
  const made: { name: string; fresh: boolean }[] = [];
  const note = (path: string, fresh: boolean, suffix = ""): void => {
    made.push({ name: relative(project.root, path) + suffix, fresh });
  };
  for (const folder of ["", "sessions", "runs", "logs"].map((name) => join(project.folder, name))) {
    note(folder, await createFolder(folder), "/");
  }
  const gitignore = join(project.folder, ".gitignore");
  note(gitignore, await createFile(gitignore, PROJECT_GITIGNORE));
  note(project.config, await createFile(project.config, STARTER_CONFIG));
  note(project.database, await createDatabase(project));
  return {
    root: project.root,
    created: made.filter(({ fresh }) => fresh).map(({ name }) => name),
    existing: made.filter(({ fresh }) => !fresh).map(({ name }) => name),
  };
}

async function createDatabase(project: Project): Promise<boolean> {
  const about = await stat(project.database).catch(() => null);
  const fresh = about === null || about.size === 0;
  const { store } = await openProject(project, "read-write");
  store.close();
  return fresh;
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
