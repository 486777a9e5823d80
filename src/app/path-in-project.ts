// For callers who are not at the user's own shell: what they name must lie in the project.
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { finalTargetOf } from "../adapters/files/write-atomically.ts";
import { errnoOf } from "../adapters/shared/system-error.ts";
import type { CommandContext } from "./command-context.ts";
import { type Outcome, refusedFailure } from "./failure.ts";
import { findProject } from "./project.ts";

/** The path as it was given; refused where it leads out of the project, links followed, whether it exists or not. */
export async function pathInProject({ cwd }: Pick<CommandContext, "cwd">, path: string): Outcome<string> {
  const root = await realpath((await findProject(cwd))?.root ?? cwd);
  const place = resolve(cwd, path);
  const inside = relative(root, await realPlace(place));
  if (inside !== ".." && !inside.startsWith("../")) return path;
  const fix = `name one below ${root}; or use the command line, which takes any path`;
  return refusedFailure("outside-project", "this file is outside of the project", fix, place);
}

/** As for `finalTargetOf`, but also where a folder above it is a link that points nowhere yet. */
async function realPlace(path: string): Promise<string> {
  const target = await finalTargetOf(path);
  const above = dirname(target);
  // What exists is there by its real name already.
  return above === target ? target : join(await realFolder(above), basename(target));
}

async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
    return await realPlace(folder);
  }
}
